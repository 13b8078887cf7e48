package study

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/internal/testkit"
)

// drawn is a study of backends of which each takes so many times as long as a puzzle is hard, but
// for noise, with a limit that some runs reach.
func drawn(t *testing.T, random *rand.Rand, truth []float64) *Study {
	t.Helper()
	f := &Record{}
	session := begunWith()
	session.Timeout = 20
	if err := f.Begin(session); err != nil {
		t.Fatal(err)
	}
	spread, perSeed := .05+random.Float64(), random.Float64()/2
	seeds := uint64(1 + random.IntN(4))
	for n := range 3 + random.IntN(48) {
		puzzle := Puzzle{fmt.Sprint("p", n), "sha256:0"}
		hard := math.Exp(2 * random.NormFloat64())
		for k, factor := range truth {
			// What the backend makes of this puzzle is the same for all seeds.
			typical := hard * factor * math.Exp(spread*random.NormFloat64())
			for seed := range seeds {
				run := Run{Key: Key{puzzle, name(k), 1, seed}, End: Done}
				took := typical * math.Exp(perSeed*random.NormFloat64())
				run.Report = backends.Report{Count: big.NewInt(1), Complete: true, Elapsed: time.Duration(took * float64(time.Second))}
				if took > session.Timeout {
					run.End, run.Report.Complete = TimedOut, false
				}
				f.addRun(run)
			}
		}
	}
	return evaluated(t, f, ByTime)
}

// name is the name of a backend with an index.
func name(k int) string { return string(rune('a' + k)) }

// Of 1000 studies, or 100 where not everything is to be run, whose truth is known, at most one in twenty says anywhere that two backends
// differ that do not, or in the other direction; and what a study says fits together always: the
// headline, the groups, the pairs and their intervals.
func TestStudiesAgainstTheTruth(t *testing.T) {
	t.Parallel()
	draws := testkit.Times(100)
	random := rand.New(rand.NewPCG(34, 5))
	wrong, claims, told := 0, 0, 0
	for range draws {
		truth := make([]float64, 2+random.IntN(7))
		for k := range truth {
			if truth[k] = 1; random.IntN(3) == 0 {
				truth[k] = []float64{1.15, 1.5, 4}[random.IntN(3)]
			}
		}
		if random.IntN(2) == 0 { // all are alike: most can go wrong
			for k := range truth {
				truth[k] = 1
			}
		}
		s := drawn(t, random, truth)
		of := func(backend string) float64 { return truth[backend[0]-'a'] }
		lies := false
		for a := range s.Standings {
			for b := range s.Standings[a+1:] {
				one, two := &s.Standings[a], &s.Standings[a+1+b]
				pair := s.Pair(one, two)
				if mirrored := s.Pair(two, one); pair.Apart != mirrored.Apart {
					t.Fatalf("%s and %s: %+v, and told apart: %v", one.Backend, two.Backend, pair, mirrored.Apart)
				}
				if !pair.Apart {
					continue
				}
				claims++
				if of(two.Backend)/of(one.Backend) == 1 || (of(two.Backend) > of(one.Backend)) != (pair.Factor > 1) {
					lies = true
				}
			}
		}
		if lies {
			wrong++
		}
		told += fits(t, s)
	}
	t.Logf("%d of %d studies say something wrong; of all pairs %d are told apart, in %d headlines", wrong, draws, claims, told)
	if wrong > draws/20 {
		t.Errorf("%d of %d studies tell backends apart that are alike, want at most one in twenty", wrong, draws)
	}
	if claims < draws || told < draws/10 {
		t.Errorf("only %d pairs are told apart, %d headlines tell something: the test tests nothing", claims, told)
	}
}

// fits fails the test if the headline of a study contradicts its pairs, at their own level, or if
// its groups do. It returns 1 if the headline tells backends apart.
func fits(t *testing.T, s *Study) int {
	t.Helper()
	headline := s.Headline
	best := &s.Standings[0]
	apart, together := 0, 0 // of the first from the others
	for k := range s.Standings[1:] {
		st := &s.Standings[1+k]
		if st.Rank != s.Standings[k].Rank && st.Rank != k+2 {
			t.Fatalf("ranks %v", s.Standings)
		}
		group := &s.Standings[st.Rank-1] // the best of it
		if pair := s.Pair(group, st); group != st && !pair.Same() {
			t.Fatalf("%s is in the group of %s: %s", st.Backend, group.Backend, pair)
		}
		if pair := s.Pair(best, st); pair.Same() {
			together++
			if st.Rank > 1 {
				t.Fatalf("%s is not in the group of %s: %s", st.Backend, best.Backend, pair)
			}
		} else {
			apart++
		}
	}
	few := fewest(len(s.Standings)*(len(s.Standings)-1)/2, Error)
	switch {
	case strings.Contains(headline, "too few"):
		if s.usable >= few || apart > 0 {
			t.Fatalf("%q, with %d puzzles of %d; %d are told apart", headline, s.usable, few, apart)
		}
		return 0
	case s.usable < few:
		t.Fatalf("%q, with %d puzzles of %d", headline, s.usable, few)
	case strings.HasPrefix(headline, "Nothing"):
		if apart > 0 {
			t.Fatalf("%q, with\n%s", headline, strings.Join(s.Findings, "\n"))
		}
		return 0
	case strings.Contains(headline, "cannot be told apart from"):
		names, rest, _ := strings.Cut(headline, " cannot be told apart from ")
		names = strings.NewReplacer(" and ", ", ").Replace(names)
		if n := len(strings.Split(names, ", ")); n != together || rest[:1] != best.Backend {
			t.Fatalf("%q: %d are in the group of %s", headline, together, best.Backend)
		}
		if ahead := strings.Contains(rest, "ahead"); ahead != (apart > 0) {
			t.Fatalf("%q: %d are told apart from %s", headline, apart, best.Backend)
		}
	case together > 0 || apart != len(s.Standings)-1 || headline != s.Pairs[0].String():
		t.Fatalf("%q, but %d are in the group", headline, together)
	}
	return min(apart, 1)
}
