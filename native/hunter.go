package native

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math/big"
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/links"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// A Hunter looks for one solution of a model that has many. It searches by the most constrained
// item, tries the options of the scarcest items first, with some randomness, and restarts in
// another order after a while without success. The time of such a search varies by factors of a
// thousand between orders, so a restart in another order usually costs less than more time in one.
//
// First come the pieces with the fewest placements for each copy that must be used.
// On a board of 30x20 with ten of each of the twelve pentominoes, each single order
// tried found nothing in a million nodes; restarts in orders without preference
// took 188000, 471000, or a million nodes and more; with the preference they took
// 400 to 32000.
//
// It is complete: budgets grow until one is enough for the whole tree. It also
// lists: once a solution is found, that search goes on to its end without a
// budget. Both take longer than with a Searcher.
//
// The zero Hunter is ready for use. The same Hunter finds the same solution on every
// machine. It may be used concurrently if its hooks may.
//
// Source: C. Gomes, B. Selman, H. Kautz, Boosting Combinatorial Search Through
// Randomization, AAAI 1998; the budgets: M. Luby, A. Sinclair, D. Zuckerman, Optimal
// Speedup of Las Vegas Algorithms, 1993.
type Hunter struct {
	// MaxNodes ends a search with ErrBudget when it needs more nodes, those of all
	// orders together; 0 is no limit.
	MaxNodes int64
	// Seed sets the orders: another seed gives others.
	Seed uint64
	// Meter, if not nil, shows what the search does while it runs.
	Meter *Meter
	// Stats, if not nil, is called at the end of every search.
	Stats func(Stats)

	unit  int64 // for tests: the nodes of the shortest attempt
	pause pause // see Turns
}

// A search in one order has at least huntNodes nodes, or as many as take about the time of making
// its matrix of links.
const huntNodes = 1000

// Solutions yields every solution of m once. A search that is cut short, by ctx or
// MaxNodes, ends with a pair (nil, err). The caller owns the solutions.
func (h Hunter) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		visit := func(s cover.Solution) bool { return yield(s, nil) }
		if err := h.hunt(ctx, problem.Load(m), visit); err != nil {
			yield(nil, err)
		}
	}
}

func (h Hunter) pausing(
	ctx context.Context, m *cover.Model, pause pause,
) iter.Seq2[cover.Solution, error] {
	h.pause = pause
	return h.Solutions(ctx, m)
}

// Count returns the number of solutions of m, as a Searcher does: restarts are of no use
// for that.
func (h Hunter) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	return Searcher{MaxNodes: h.MaxNodes, Meter: h.Meter, Stats: h.Stats}.Count(ctx, m)
}

// hunt visits the solutions of p.
func (h Hunter) hunt(
	ctx context.Context, p *problem.Problem, visit func(cover.Solution) bool,
) error {
	did := run.Stats{}
	defer func() { tell(h.Stats, did) }()
	if err := ctx.Err(); err != nil || p.Impossible {
		return err
	}
	// Orders are applied to a copy: the problem's own options stay increasing.
	ordered := *p
	scarce := scarcity(p)
	rnd := problem.Random(h.Seed)
	unit := max(huntNodes, int64(len(p.Live))/8)
	if h.unit > 0 {
		unit = h.unit
	}
	var e *links.Search
	l := run.NewLister(p, func(s cover.Solution) bool {
		// From now on the search is a listing, with the rest of the budget.
		e.MaxNodes = 0
		if h.MaxNodes > 0 {
			e.MaxNodes = h.MaxNodes - did.Nodes
		}
		return visit(s)
	})
	for attempt := int64(1); ; attempt++ {
		budget := unit * luby(attempt)
		if h.MaxNodes > 0 {
			budget = min(budget, h.MaxNodes-did.Nodes)
		}
		ordered.Live = shuffled(p.Live, scarce, &rnd)
		e = links.New(&ordered, links.Words, run.Search{Ctx: ctx, MaxNodes: budget, PauseAt: 1})
		l.Below(&problem.TrivialRoot[0])
		e.ShowTo(h.Meter.add())
		h.pause.attach(&e.Search, did.Nodes)
		l.Serve(&e.Search)
		run.SearchBelow(e, &problem.TrivialRoot[0])
		// Nodes are those of all attempts; the other figures are the same for each.
		before := did.Nodes
		did = e.Stats(0, &e.Search)
		did.Nodes += before
		switch {
		case !errors.Is(e.Err, run.ErrBudget) || e.Found > 0:
			return e.Err
		case h.MaxNodes > 0 && did.Nodes >= h.MaxNodes:
			return run.ErrBudget
		}
	}
}

// luby returns the n-th term, n from 1 on, of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...
func luby(n int64) int64 {
	for k := 1; ; k++ {
		switch whole := int64(1)<<k - 1; {
		case n == whole:
			return 1 << (k - 1)
		case n < whole:
			return luby(n - whole/2)
		}
	}
}

// scarcity returns for each option of the model how many options its scarcest item
// has, for each time that the item must be covered: an option with a small number had
// better be used while it fits. Cells do not count, since mostly options of one cell
// are compared.
func scarcity(p *problem.Problem) []float64 {
	of := make([]float64, len(p.Model.Options))
	for _, o := range p.Live {
		of[o] = 1
		for first, i := true, 0; i < len(p.Model.Options[o]); i++ {
			item := p.Model.Options[o][i]
			b := p.Items[item]
			isCell := b.Hi <= 1 && (p.Model.Pos == nil || p.Model.Pos[item] >= 0)
			ways := float64(b.N) / float64(max(1, b.Lo))
			if !isCell && b.Lo > 0 && (first || ways < of[o]) {
				first, of[o] = false, ways
			}
		}
	}
	return of
}

// shuffled returns the options in a random order in which scarce ones tend to
// come first: the weights are the cubes of the numbers. Squares and fourth powers
// did as well, and the numbers themselves took ten times as many nodes on the
// board above.
func shuffled(options []int32, scarce []float64, rnd *problem.Random) []int32 {
	type ticket struct {
		option int32
		drawn  float64
	}
	tickets := make([]ticket, len(options))
	for k, o := range options {
		// Products of fractions are rounded alike on every machine.
		tickets[k] = ticket{o, float64(1+rnd.Below(1<<30)) * scarce[o] * scarce[o] * scarce[o]}
	}
	slices.SortFunc(tickets, func(a, b ticket) int {
		return cmp.Or(cmp.Compare(a.drawn, b.drawn), cmp.Compare(a.option, b.option))
	})
	order := make([]int32, len(options))
	for k, t := range tickets {
		order[k] = t.option
	}
	return order
}
