package verify

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"strings"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/auto"
	"github.com/exactile/exactile/backends/best"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/encode/puzzle"
)

// A witness is a backend that is asked where none is named.
type witness struct {
	name string
	// learns is set for a SAT solver: where one does not finish, the next would not.
	learns bool
}

// autoName is the name of the witness that decides itself what runs.
const autoName = "auto"

// witnesses are asked one after the other until two that share no search have found what is
// needed: what a user would get who names no backend, our own search, a search of the formula
// alone, and two SAT solvers.
var witnesses = []witness{
	{name: autoName}, {name: "native"}, {name: "allsat"}, {name: "gini", learns: true}, {
		name: "gophersat", learns: true,
	},
}

// Asked are the names of the backends that are asked: those named, or, until two that share no
// search agree, the usual ones.
func (c Checker) Asked() []string {
	var names []string
	for _, w := range c.witnesses() {
		names = append(names, w.name)
	}
	return names
}

// witnesses are the backends that are asked.
func (c Checker) witnesses() []witness {
	if len(c.Backends) == 0 {
		return witnesses
	}
	var all []witness
	for _, name := range c.Backends {
		all = append(all, witness{name: name})
	}
	return all
}

// A caller is a backend with the names of what has answered in its place.
type caller struct {
	backends.Backend
	name    string
	answers []string // the backend itself if empty
}

// call returns the backend of a name for a puzzle; need is what it will be asked for.
func (c Checker) call(t *puzzle.Tiling, name string, need needs) (*caller, error) {
	if name != autoName {
		b, err := registry.Lookup(name, c.Work)
		return &caller{Backend: b, name: name}, err
	}
	w := &caller{name: name}
	b := c.Work.Auto()
	b.Colourings = t.Colourings()
	b.Alone = !need.justSome()
	b.Won = func(answer string) {
		if answer, _, _ = strings.Cut(answer, " "); !slices.Contains(w.answers, answer) {
			w.answers = append(w.answers, answer)
		}
	}
	w.Backend = b
	return w, nil
}

// counter returns what runs a task on a puzzle by a witness: on its best solutions, if it has a
// goal. They are found by the witness itself, unless that only counts.
func (c Checker) counter(
	ctx context.Context, t *puzzle.Tiling, w witness, b *caller,
) func(backends.Task) (backends.Report, error) {
	if t.Puzzle.Goal.Of == "" {
		return func(task backends.Task) (backends.Report, error) {
			return backends.Run(ctx, b.Backend, t.Model, task)
		}
	}
	on := func(t *puzzle.Tiling, b backends.Backend) backends.Backend {
		if decides, ok := b.(auto.Backend); ok {
			decides.Colourings = t.Colourings()
			return decides
		}
		return b
	}
	finds := b.Backend
	if w.name == autoName || backends.CountsOnly(finds) {
		finds = c.Work.Auto()
	}
	found, err := best.Find(ctx, t, func(t *puzzle.Tiling, _ func(string)) backends.Backend {
		return on(t, finds)
	})
	return func(task backends.Task) (backends.Report, error) {
		return found.Count(ctx, task, err, func(t *puzzle.Tiling) backends.Backend {
			return on(t, b.Backend)
		})
	}
}

// reportName is the name of the backend in a report: of what has answered, the search if it is not
// all one.
func (w *caller) reportName() string {
	switch len(w.answers) {
	case 0:
		if w.name == autoName {
			return "native" // it was stopped
		}
		return w.name
	case 1:
		return w.answers[0]
	}
	i := slices.IndexFunc(w.answers, func(a string) bool {
		return a != argumentName &&
			a != formulaName
	})
	return w.answers[max(0, i)]
}

// What auto calls an answer that is no backend's.
const (
	argumentName = "argument"
	formulaName  = "formula"
)

// argued reports whether an argument alone has answered.
func (w *caller) argued() bool { return slices.Equal(w.answers, []string{argumentName}) }

// isRepeated reports whether the search of a backend is one of those that have answered: two
// answers of one search are one witness.
func isRepeated(name string, all []facts) bool {
	return slices.ContainsFunc(all, func(f facts) bool { return slices.Contains(f.answers, name) })
}

// argumentFacts looks for an argument that there is no solution, and has it checked by other code.
// It is one more witness, and settles the claims alone where no backend finishes. nil: there is
// none.
func (r *Result) argumentFacts(ctx context.Context, t *puzzle.Tiling) (*facts, error) {
	if t.Puzzle.Goal.Boards() {
		return nil, ctx.Err()
	}
	a, err := auto.Why(ctx, t.Model, t.Colourings()...)
	if a == nil || err != nil {
		return nil, ctx.Err()
	}
	again := check.Argument{Modulus: a.Modulus, Weights: a.Weights, Pieces: a.Pieces}
	if err := again.Refutes(ctx, t.Model); err != nil {
		return nil, err
	}
	report := backends.Report{
		Puzzle: t.Puzzle.Name, Backend: argumentName, Count: new(big.Int), Complete: true,
		Completeness: backends.ByArgument, Argument: a.Text, Digest: new(cover.Digest),
	}
	r.Runs = append(r.Runs, report)
	f := factsOf(report.Backend, true, &report, &report)
	f.answers = []string{argumentName}
	return &f, nil
}

// errNoArgument means that auto has found an argument which is not found again: never seen.
var errNoArgument = errors.New(
	"internal error: the argument that there is no solution is not found again",
)
