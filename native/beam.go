package native

import (
	"context"
	"encoding/binary"
	"iter"
	"math/big"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/beam"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// A Beam looks for one solution of a large packing of many different pieces. It scans
// the board and keeps, of the partial solutions with equally many cells decided, the
// hundred that have used the most expensive pieces and have the shortest border between
// covered and empty cells. Each such pass raises the prices of the pieces that are hard
// to place late, so that partial solutions survive that have used them already.
//
// For the 45 pieces of 1 to 35 cells that fill a board of 22x19 but for one cell, where
// depth-first search and SAT engines found nothing in an hour, it needs two to six passes,
// half a second to two. For the 107 heptominoes without a hole in 107x7 it needs three to
// seven passes, and a second.
//
// It is complete: now and then a pass keeps more, and a pass that had nothing to drop and
// found nothing shows that there is no solution. That takes longer than with a Searcher.
// It also lists: it begins again with other prices until it finds a known solution, and
// leaves all others to a Searcher. If an option has no cell with a position, or the board
// is too large for the beam's memory, a Hunter does the search.
//
// The zero Beam is ready for use. The same Beam finds the same solution on every
// machine. It may be used concurrently if its hooks may.
//
// Source: B. Lowerre, The Harpy Speech Recognition System, 1976, for the beam.
type Beam struct {
	// MaxNodes ends a search with ErrBudget when it needs more nodes, those of all
	// passes together; 0 is no limit.
	MaxNodes int64
	// Seed sets the first prices: another seed gives others.
	Seed uint64
	// Meter, if not nil, shows what the search does while it runs.
	Meter *Meter
	// Stats, if not nil, is called at the end of every search.
	Stats func(Stats)

	pause pause // see Turns
}

// Applies reports whether there is anything to scan in m.
func (b Beam) Applies(m *cover.Model) bool {
	p := problem.Load(m)
	return p.Impossible || beam.Applies(p)
}

// Solutions yields every solution of m once. A search that is cut short, by ctx or
// MaxNodes, ends with a pair (nil, err). The caller owns the solutions.
func (b Beam) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	p := problem.Load(m)
	if !p.Impossible && !beam.Applies(p) {
		h := Hunter{
			MaxNodes: b.MaxNodes, Seed: b.Seed, Meter: b.Meter, Stats: b.Stats, pause: b.pause,
		}
		return h.Solutions(ctx, m)
	}
	return func(yield func(cover.Solution, error) bool) {
		did := run.Stats{Engine: "beam"}
		defer func() { tell(b.Stats, did) }()
		if err := ctx.Err(); err != nil {
			yield(nil, err)
		} else if seen := b.find(ctx, p, &did, yield); seen != nil {
			b.others(ctx, m, seen, &did, yield)
		}
	}
}

func (b Beam) pausing(
	ctx context.Context, m *cover.Model, pause pause,
) iter.Seq2[cover.Solution, error] {
	b.pause = pause
	return b.Solutions(ctx, m)
}

// mostFound is how many solutions a beam finds before a Searcher lists the others.
const mostFound = 1 << 14

// find yields the solutions of runs of the beam until one of them is known
// already, and returns them by their keys; nil if no more are to come.
func (b Beam) find(
	ctx context.Context, p *problem.Problem, did *run.Stats, yield func(cover.Solution, error) bool,
) map[string]bool {
	if p.Impossible {
		return nil
	}
	s := beam.New(p, b.Seed, run.Search{
		Ctx: ctx, MaxNodes: b.MaxNodes, PauseAt: 1, Every: run.PauseEvery,
	})
	s.ShowNodesTo(b.Meter.add())
	b.pause.attach(&s.Search, 0)
	seen := map[string]bool{}
	more := true
	l := run.NewLister(p, func(found cover.Solution) bool {
		k := key(found)
		if seen[k] {
			return false
		}
		seen[k] = true
		more = yield(found, nil)
		return more
	})
	l.Below(&problem.TrivialRoot[0])
	for found := true; found && len(seen) < mostFound; {
		s.Run()
		s.Record()
		*did = s.Stats("beam", 0)
		if s.Solution == nil {
			if s.Err != nil {
				did.Solutions = int64(len(seen))
				yield(nil, s.Err)
			}
			return nil
		}
		found = l.List(s.Solution)
	}
	if did.Solutions = int64(len(seen)); !more {
		return nil
	}
	return seen
}

// key is a solution as a string.
func key(s cover.Solution) string {
	var b []byte
	for _, o := range s {
		b = binary.AppendUvarint(b, uint64(o))
	}
	return string(b)
}

// others yields all solutions except those seen, within the rest of the budget.
func (b Beam) others(
	ctx context.Context, m *cover.Model, seen map[string]bool, did *run.Stats,
	yield func(cover.Solution, error) bool,
) {
	rest := Searcher{Meter: b.Meter, Stats: func(st Stats) {
		did.Nodes += st.Nodes
		did.Solutions = max(did.Solutions, st.Solutions)
	}}
	if b.MaxNodes > 0 {
		if rest.MaxNodes = b.MaxNodes - did.Nodes; rest.MaxNodes == 0 {
			yield(nil, ErrBudget)
			return
		}
	}
	for s, err := range rest.Solutions(ctx, m) {
		if err == nil && len(seen) > 0 {
			if k := key(s); seen[k] {
				delete(seen, k)
				continue
			}
		}
		if !yield(s, err) || err != nil {
			return
		}
	}
}

// Count returns the number of solutions of m, as a Searcher does: passes are of no
// use for that.
func (b Beam) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	return Searcher{MaxNodes: b.MaxNodes, Meter: b.Meter, Stats: b.Stats}.Count(ctx, m)
}
