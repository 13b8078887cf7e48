package soak_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/exactile/exactile/bench/internal/puzzletest"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

func newSoaker(t testing.TB, outside ...string) *soaker {
	t.Helper()
	contenders, err := allContenders(outside...)
	if err != nil {
		t.Fatal(err)
	}
	return &soaker{contenders: contenders, checks: allChecks}
}

// FuzzSoak makes a puzzle of the fuzzer's bytes and runs the checks that are due for
// the number.
func FuzzSoak(f *testing.F) {
	f.Add([]byte{}, uint64(0))
	f.Add([]byte{0, 2, 5, 1, 3, 3, 3, 7, 1, 1, 2, 1, 9, 1, 4}, uint64(1))
	f.Add([]byte("any bytes make a puzzle, and longer ones make more of it"), uint64(2))
	k := newSoaker(f)
	f.Fuzz(func(t *testing.T, data []byte, turn uint64) {
		if o := k.judge(t.Context(), turn, puzzletest.Random(puzzletest.Bytes(data))); o.failure != nil {
			t.Error(o.failure)
		}
	})
}

// altered is the simple search with what it lists changed on the way.
type altered func(solutions []cover.Solution, yield func(cover.Solution, error) bool)

func (a altered) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		var all []cover.Solution
		for s, err := range (native.Plain{}).Solutions(ctx, m) {
			if err != nil {
				yield(nil, err)
				return
			}
			all = append(all, s)
		}
		a(all, yield)
	}
}

func all(solutions []cover.Solution, yield func(cover.Solution, error) bool) {
	for _, s := range solutions {
		if !yield(s, nil) {
			return
		}
	}
}

// Every kind of broken backend is found out, and the puzzle that shows it is the
// smallest there is.
func TestBrokenBackendsAreFound(t *testing.T) {
	for _, tc := range []struct {
		name   string
		broken altered
		says   string
		cells  int // of the smallest puzzle that shows it, or fewer
		want   int // its solutions
	}{
		{"loses one of several", func(s []cover.Solution, yield func(cover.Solution, error) bool) {
			if len(s) > 1 {
				s = s[1:]
			}
			all(s, yield)
		}, "is lost", 4, 2},
		{"loses the only one", func(s []cover.Solution, yield func(cover.Solution, error) bool) {
			if len(s) != 1 {
				all(s, yield)
			}
		}, "is lost", 0, 1},
		{"lists one twice", func(s []cover.Solution, yield func(cover.Solution, error) bool) {
			if len(s) > 0 {
				s = append(s, s[0])
			}
			all(s, yield)
		}, "twice", 0, 1},
		{"invents one", func(s []cover.Solution, yield func(cover.Solution, error) bool) {
			all(append(s, cover.Solution{0, 1, 2, 3}), yield)
		}, "lists no solution", 0, 0},
		{"fails", func(s []cover.Solution, yield func(cover.Solution, error) bool) {
			yield(nil, errors.New("no more memory"))
		}, "no more memory", 0, 0},
		{"panics", func(s []cover.Solution, yield func(cover.Solution, error) bool) {
			panic("out of range")
		}, "panic: out of range", 0, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			k := newSoaker(t)
			k.contenders = []contender{{name: "broken", new: func(*subject) backend { return tc.broken }}}
			f := firstFailure(t, k, "a contender")
			if !strings.Contains(f.shrunkErr.Error(), tc.says) {
				t.Errorf("it says %q, want %q", f.shrunkErr, tc.says)
			}
			if n := len(f.puzzle.Board.Sites); n > tc.cells || tc.says == "is lost" && f.solutions != tc.want {
				t.Errorf("the shrunken puzzle has %d cells and %d solutions, want %d and %d:\n%v", n, f.solutions, tc.cells, tc.want, f)
			}
			row := f.String()
			for _, want := range []string{tc.says, fmt.Sprintf("-soak.puzzle %d\n", f.index), "\t{\"a contender\"", "board:"} {
				if !strings.Contains(row, want) {
					t.Errorf("the failure does not say %q:\n%s", want, row)
				}
			}
			_, text, _ := strings.Cut(row, "`\n")
			text, _, _ = strings.Cut(text, "`,")
			if again, err := onePuzzle([]byte(text)); err != nil {
				t.Errorf("the row is no puzzle: %v\n%s", err, text)
			} else if n, err := (native.Plain{}).Count(t.Context(), again.Model); err != nil || n.Int64() != int64(f.solutions) {
				t.Errorf("the row's puzzle has %v solutions, %v; want %d", n, err, f.solutions)
			}
		})
	}
}

func firstFailure(t *testing.T, k *soaker, name string) *failure {
	t.Helper()
	for _, c := range allChecks {
		if c.name == name {
			k.checks, k.always = []check{c}, true
		}
	}
	for n := range uint64(200) {
		if o := k.one(t.Context(), n); o.failure != nil {
			return o.failure
		}
	}
	t.Fatalf("200 puzzles do not show it")
	return nil
}

// Every check is made, none finds anything, and the same number makes the same
// puzzle and the same checks.
func TestEveryCheckRuns(t *testing.T) {
	k := newSoaker(t)
	k.always = true
	made := make(map[string]bool)
	puzzles := 60
	if testing.Short() {
		puzzles = 15
	}
	for n := range uint64(puzzles) {
		o := k.one(t.Context(), n)
		if o.failure != nil {
			t.Fatal(o.failure)
		}
		for _, name := range o.checks {
			made[name] = true
		}
	}
	for _, c := range allChecks {
		if !made[c.name] {
			t.Errorf("%s is never made", c.name)
		}
	}
	k.always = false
	for n := range uint64(20) {
		a, b := k.one(t.Context(), n), k.one(t.Context(), n)
		if fmt.Sprint(a.checks, a.features) != fmt.Sprint(b.checks, b.features) {
			t.Errorf("puzzle %d: %v and %v", n, a, b)
		}
	}
}

// Disagreements of the past stay found: each file is a puzzle that once failed, and
// goes through every check.
func TestPastDisagreements(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no puzzles in testdata (%v)", err)
	}
	k := newSoaker(t)
	k.always = true
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tiling, err := onePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		for turn := range uint64(10) {
			if o := k.judge(t.Context(), turn, tiling.Puzzle); o.failure != nil {
				t.Errorf("%s: %v", file, o.failure)
			} else if o.large {
				t.Errorf("%s is too large", file)
			}
		}
	}
}
