package soak_test

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var (
	soakTime    = flag.Duration("soak.time", 0, "go on for `D`, with other puzzles each time; 0: with a few hundred")
	soakWorkers = flag.Int("soak.workers", 1, "check `N` puzzles at once")
	soakPuzzle  = flag.String("soak.puzzle", "", "check puzzle `N` alone")
	soakCheck   = flag.String("soak.check", "", "make only the check of that `NAME`, on every puzzle")
	soakOutside = flag.String("soak.outside", "", "let `PROGRAMS`, separated by commas, list solutions, too")
	soakLarge   = flag.Bool("soak.large", false, "draw boards of 60 to 130 cells, and hold every search to its budget of nodes")
)

// TestSoak checks random puzzles: a few hundred, or for as long as it is told. rapid's flags work
// as in any test: -rapid.checks is how many there are between two looks at the clock, -rapid.seed
// names the sequence.
func TestSoak(t *testing.T) {
	k := newSoaker(t, strings.FieldsFunc(*soakOutside, func(r rune) bool { return r == ',' })...)
	if *soakCheck != "" {
		n := slices.IndexFunc(allChecks, func(c check) bool { return c.name == *soakCheck })
		if n < 0 {
			t.Fatalf("no check is called %q", *soakCheck)
		}
		k.checks, k.always = allChecks[n:n+1], true
	}
	sum := newTally(k)
	ctx := t.Context()
	one := func(t interface{ Fatal(...any) }, index uint64) {
		var o outcome
		if *soakLarge {
			o = oneLarge(ctx, k, index)
		} else {
			o = k.one(ctx, index)
		}
		if sum.add(o); o.failure != nil {
			t.Fatal(o.failure)
		}
	}
	if *soakPuzzle != "" {
		var index uint64
		if _, err := fmt.Sscan(*soakPuzzle, &index); err != nil {
			t.Fatal(err)
		}
		one(t, index)
		t.Log(sum)
		return
	}
	setFlag(t, "rapid.shrinktime", "0s")   // the soaker shrinks
	setFlag(t, "rapid.nofailfile", "true") // a number is enough
	if *soakTime == 0 {
		setFlag(t, "rapid.seed", "1") // as every test, the same each time
	}
	t.Run("puzzles", func(t *testing.T) {
		for worker := range max(1, *soakWorkers) {
			t.Run(fmt.Sprint(worker+1), func(t *testing.T) {
				t.Parallel()
				for start := time.Now(); ; {
					rapid.Check(t, func(t *rapid.T) { one(t, rapid.Uint64Range(0, math.MaxInt64).Draw(t, "puzzle")) })
					if t.Failed() || time.Since(start) >= *soakTime {
						return
					}
				}
			})
		}
	})
	t.Log(sum)
}

// setFlag sets a flag, unless the command line has it, until the test ends.
func setFlag(t *testing.T, name, value string) {
	t.Helper()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == name })
	if given {
		return
	}
	before := flag.Lookup(name).Value.String()
	if err := flag.Set(name, value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = flag.Set(name, before) })
}

// A tally is what a run has done so far. It is used by several workers at once.
type tally struct {
	mu               sync.Mutex
	start            time.Time
	puzzles, large   int
	features, checks map[string]int
}

func newTally(k *soaker) *tally {
	t := &tally{start: time.Now(), features: make(map[string]int), checks: make(map[string]int)}
	for _, c := range k.checks {
		t.checks[c.name] = 0 // to be listed, even if it is never made
	}
	return t
}

func (t *tally) add(o outcome) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if o.large {
		t.large++
		return
	}
	t.puzzles++
	for _, f := range o.features {
		t.features[f]++
	}
	for _, c := range o.checks {
		t.checks[c]++
	}
}

// String is what was covered.
func (t *tally) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var b strings.Builder
	elapsed := time.Since(t.start)
	fmt.Fprintf(&b, "%v: %d puzzles, %.0f a second; %d others were too large\n",
		elapsed.Round(time.Millisecond), t.puzzles, float64(t.puzzles)/elapsed.Seconds(), t.large)
	for _, part := range []map[string]int{t.features, t.checks} {
		for _, name := range slices.Sorted(maps.Keys(part)) {
			fmt.Fprintf(&b, "  %9d %s\n", part[name], name)
		}
	}
	return b.String()
}
