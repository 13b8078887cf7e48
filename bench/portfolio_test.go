package bench

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/auto"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/testkit"
)

// A question is a model and whether it has a solution.
type question struct {
	name     string
	model    *cover.Model
	solvable bool
}

// hard returns the puzzles of testdata/hard with what they claim.
func hard(tb testing.TB) []question {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join("..", "testdata", "hard", "*", "*.yaml"))
	if err != nil {
		tb.Fatal(err)
	}
	var all []question
	for _, file := range files {
		content, err := formats.ReadFile(file, formats.Options{})
		if err != nil {
			tb.Fatal(err)
		}
		t, err := content.Documents[0].Compile()
		if err != nil {
			tb.Fatal(err)
		}
		claim := content.Documents[0].Puzzle.Claims[0]
		if claim.Kind != puzzle.Solutions && claim.Kind != puzzle.AtLeast {
			tb.Fatalf("%s: does not claim whether there is a solution", file)
		}
		name := filepath.Join(filepath.Base(filepath.Dir(file)), filepath.Base(file))
		all = append(all, question{name[:len(name)-len(".yaml")], t.Model, claim.Count.Sign() > 0})
	}
	return all
}

// answer looks for a solution and checks the claim.
func (q question) answer(ctx context.Context, tb testing.TB, b backends.Backend) error {
	_, ok, err := backends.First(ctx, b, q.model)
	if err == nil && ok != q.solvable {
		tb.Fatalf("%s: a solution: %t, want %t", q.name, ok, q.solvable)
	}
	return err
}

// patience is how long the benchmark waits for one member.
const patience = 10 * time.Second

// BenchmarkPortfolio looks for a first solution of the hard puzzles: the portfolio,
// and each of its members alone. Where a member is not done after ten seconds it
// is skipped by name. The portfolio should take no more than 1.2 times as long as
// the best of the first two members, or 2.5 times as long as another that is better,
// and .2 s.
func BenchmarkPortfolio(b *testing.B) {
	for _, q := range hard(b) {
		for _, name := range []string{"portfolio", "native", "gini", "native/beam", "native/hunter", "gophersat"} {
			backend, err := registry.Lookup(name, registry.Options{})
			if err != nil {
				b.Fatal(err)
			}
			b.Run(q.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					ctx, cancel := context.WithTimeout(b.Context(), patience)
					err := q.answer(ctx, b, backend)
					cancel()
					if errors.Is(err, context.DeadlineExceeded) || name != "portfolio" && err != nil {
						b.Skip(err)
					} else if err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// The portfolio answers all of them.
func TestPortfolioAnswersHardPuzzles(t *testing.T) {
	testkit.OnlyThorough(t)
	t.Parallel()
	all := hard(t)
	if len(all) != 27 {
		t.Errorf("%d hard puzzles, want 27", len(all))
	}
	for _, q := range all {
		t.Run(q.name, func(t *testing.T) {
			if err := q.answer(t.Context(), t, auto.Backend{}); err != nil {
				t.Error(err)
			}
		})
	}
}
