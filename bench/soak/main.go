package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	debug.SetGCPercent(400) // many small objects soon are garbage; this saves an eighth of the time
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	status := command(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// The exit statuses.
const (
	done         = 0
	failed       = 1
	misuse       = 2
	disagreement = 3
)

// A run ends after mostFailures disagreements, each of which is shrunk, and says every interval
// how far it is.
const (
	mostFailures = 5
	interval     = 10 * time.Second
)

// settings are the command line.
type settings struct {
	time    time.Duration
	puzzles uint64
	seed    uint64
	from    uint64
	workers int
	only    string
	outside []string
	large   bool
}

func parse(args []string, stderr io.Writer) (s settings, err error) {
	flags := flag.NewFlagSet("soak", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.DurationVar(&s.time, "time", 10*time.Minute, "end after `D`; 0: never")
	flags.Uint64Var(&s.puzzles, "n", 0, "end after `N` puzzles; 0: never")
	flags.Uint64Var(&s.seed, "seed", 1, "`N` names the sequence of puzzles")
	flags.Uint64Var(&s.from, "from", 0, "begin with puzzle `N`")
	flags.IntVar(&s.workers, "workers", 1, "check `N` puzzles at once")
	flags.StringVar(&s.only, "check", "", "make only the check of that `NAME`, on every puzzle")
	flags.Func("outside", "let `PROGRAM` list solutions too, as process:PROGRAM; may be repeated",
		func(program string) error {
			s.outside = append(s.outside, program)
			return nil
		})
	flags.BoolVar(&s.large, "large", false, "draw boards of 60 to 130 cells, and hold every search to its budget of nodes")
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	switch {
	case flags.NArg() > 0:
		return s, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case s.large && (s.only != "" || len(s.outside) > 0):
		return s, errors.New("-large goes with neither -check nor -outside")
	case s.workers < 1:
		return s, fmt.Errorf("-workers %d: want 1 or more", s.workers)
	}
	return s, nil
}

// command is the program; it returns the exit status.
func command(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	s, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return done
	}
	if err != nil {
		fmt.Fprintf(stderr, "soak: %v\n", err)
		return misuse
	}
	contenders, err := allContenders(s.outside...)
	if err != nil {
		fmt.Fprintf(stderr, "soak: %v\n", err)
		return failed
	}
	k := &soaker{seed: s.seed, contenders: contenders, checks: allChecks}
	if s.only != "" {
		n := slices.IndexFunc(allChecks, func(c check) bool { return c.name == s.only })
		if n < 0 {
			fmt.Fprintf(stderr, "soak: no check is called %q\n", s.only)
			return misuse
		}
		k.checks, k.always = allChecks[n:n+1], true
	}
	t := s.soak(ctx, k, stdout, stderr)
	t.print(stdout)
	if t.failures > 0 {
		return disagreement
	}
	return done
}

// soak checks puzzles until something ends it. Disagreements are printed as they
// are found.
func (s *settings) soak(ctx context.Context, k *soaker, stdout, stderr io.Writer) *tally {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if s.time > 0 {
		timer := time.AfterFunc(s.time, cancel)
		defer timer.Stop()
	}
	t := &tally{start: time.Now(), features: make(map[string]int), checks: make(map[string]int)}
	one := k.one
	if s.large {
		one = func(ctx context.Context, index uint64) outcome { return oneLarge(ctx, k, index) }
	}
	for _, c := range k.checks {
		if !s.large {
			t.checks[c.name] = 0 // to be listed, even if it is never made
		}
	}
	var next atomic.Uint64
	var group sync.WaitGroup
	outcomes := make(chan outcome)
	for range s.workers {
		group.Go(func() {
			for ctx.Err() == nil {
				n := next.Add(1) - 1
				if s.puzzles > 0 && n >= s.puzzles {
					return
				}
				if o := one(ctx, s.from+n); ctx.Err() == nil || o.failure != nil {
					outcomes <- o
				}
			}
		})
	}
	go func() {
		group.Wait()
		close(outcomes)
	}()
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			fmt.Fprintln(stderr, t.progress())
		case o, ok := <-outcomes:
			if !ok {
				return t
			}
			t.add(o)
			if o.failure != nil {
				fmt.Fprintf(stdout, "\n%v\n", o.failure)
			}
			if t.failures >= mostFailures {
				cancel()
			}
		}
	}
}

// A tally is what a run has done so far.
type tally struct {
	start            time.Time
	puzzles, large   int
	failures         int
	features, checks map[string]int
}

func (t *tally) add(o outcome) {
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
	if o.failure != nil {
		t.failures++
	}
}

func (t *tally) progress() string {
	elapsed := time.Since(t.start)
	return fmt.Sprintf("%v: %d puzzles, %.0f a second; %d others were too large; disagreements: %d",
		elapsed.Round(time.Millisecond), t.puzzles, float64(t.puzzles)/elapsed.Seconds(), t.large,
		t.failures)
}

// print prints what was covered.
func (t *tally) print(w io.Writer) {
	fmt.Fprintln(w, t.progress())
	for _, part := range []map[string]int{t.features, t.checks} {
		for _, name := range slices.Sorted(maps.Keys(part)) {
			fmt.Fprintf(w, "  %9d %s\n", part[name], name)
		}
	}
}
