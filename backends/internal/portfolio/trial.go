package portfolio

import (
	"context"
	"errors"
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// The nodes of the search before the race: about a tenth of a second, and seldom two,
// for all of native's ways to search together. If it searches by tables, which the first
// attempt shows, a node takes 10 to 30 nanoseconds, by lists a hundred times as long,
// and some 6 microseconds on boards of 30x30 with all pentominoes. In a count that
// merges states a node takes 30 to 80 in tables of up to 64 kinds of placement, while
// the states stay in the caches, which trialMemory is for. With all memory it was up to
// 700, and also with trialMemory in packings with room to spare, which is why others
// race the count. In wider tables it takes some 270. For the beam it is some 150,
// including all overhead. The beam comes last, for boards of many different pieces,
// where nothing else succeeds: it has the two seconds, since a race begins it anew and
// gives it a part of the cores. The 60 one-sided hexominoes on 20x18 take it 3 to 12
// million nodes, and that is half of the time that they take with a race after four.
//
// On a board with manyPieces different pieces it comes first, after a very short scan and hunt:
// there a node by lists takes up to 100 microseconds, and the beam fills most of these boards in a
// tenth of a second, all heptominoes on 107x7 in .7.
const (
	manyPieces      = 8
	mostCopies      = 3
	trialFirstNodes = 1 << 10
	trialFirstHunt  = 1 << 11
	trialNodes      = 1 << 13
	trialListNodes  = 1 << 15
	trialTableNodes = 5 << 20
	trialHuntNodes  = 1 << 14
	trialBeamNodes  = 1 << 24
	trialCountNodes = 1 << 21
	trialWideCounts = 1 << 18
	trialMemory     = 4 << 20
)

// A trial is the search before the race, by package native alone.
type trial struct {
	searcher native.Searcher
	hunter   native.Hunter
	beam     native.Beam
	model    *cover.Model
	cost     backends.Stats // of the last search
	noTables bool           // native has searched without tables
	// beamFirst is set if the beam comes before the long searches, and not after them.
	beamFirst bool
}

// A result is the result of a trial.
type result struct {
	name     string
	solution cover.Solution   // nil: there is none
	lister   backends.Backend // the backend that found it, for further solutions
}

// The names of the searches before the race.
const (
	nativeName = "native"
	hunterName = "native/hunter"
	beamName   = "native/beam"
	// An argument is no search, but ends one.
	argumentName = "argument"
)

// search looks for a solution. The error is native.ErrBudget if the trial does not find
// out whether there is one.
//
// If one solution is requested, the hunter comes after a short scan of the board: if
// it succeeds, it does so in a fraction of the time of the long scan. Six of each
// pentomino on 24x15 take it .08 s, which five million nodes do not fill in .35. If
// more are requested it comes last, since it lists slowly.
func (t *trial) search(ctx context.Context, most int64) (result, error) {
	t.beamFirst = most > 0 && t.pieces() >= manyPieces && t.beam.Applies(t.model)
	nodes := int64(trialNodes)
	if t.beamFirst {
		nodes = trialFirstNodes
	}
	r, err := t.scan(ctx, nodes)
	if !errors.Is(err, native.ErrBudget) {
		return r, err
	}
	if refuted, err := t.refuted(ctx); refuted || err != nil {
		return result{name: argumentName}, err
	}
	long := int64(trialHuntNodes) // by lists: as long as the hunter had
	if t.noTables = !t.tables(); !t.noTables {
		if r, err := t.scan(ctx, trialListNodes); !errors.Is(err, native.ErrBudget) {
			return r, err
		}
		long = trialTableNodes
	}
	if t.beamFirst {
		if most == 1 {
			if r, err := t.hunt(ctx, trialFirstHunt); !errors.Is(err, native.ErrBudget) {
				return r, err
			}
		}
		if r, err := t.tryBeam(ctx); !errors.Is(err, native.ErrBudget) {
			return r, err
		}
	}
	if most == 1 {
		if r, err := t.hunt(ctx, trialHuntNodes); !errors.Is(err, native.ErrBudget) {
			return r, err
		}
	}
	r, err = t.scan(ctx, long)
	if most > 1 && errors.Is(err, native.ErrBudget) {
		return t.hunt(ctx, trialHuntNodes)
	}
	return r, err
}

// refuted reports whether an argument shows that there is no solution.
func (t *trial) refuted(ctx context.Context) (bool, error) {
	a, err := argument.Find(ctx, t.model)
	if a != nil {
		t.cost = backends.Stats{Argument: a.Text}
	}
	return a != nil, err
}

// within returns the searcher with a budget of nodes, 0 for none, whose next search
// sets cost.
func (t *trial) within(nodes int64) native.Searcher {
	s := t.searcher
	s.MaxNodes, s.Stats = nodes, t.note
	return s
}

// hunting is within for the hunter.
func (t *trial) hunting(nodes int64) native.Hunter {
	h := t.hunter
	h.MaxNodes, h.Stats = nodes, t.note
	return h
}

func (t *trial) note(st native.Stats) {
	t.cost = backends.Stats{}
	t.cost.AddSearch(st)
}

// scan searches for a solution within this number of nodes.
func (t *trial) scan(ctx context.Context, nodes int64) (result, error) {
	s, _, err := backends.First(ctx, t.within(nodes), t.model)
	return result{name: nativeName, solution: s, lister: t.within(0)}, err
}

// hunt hunts for a solution.
func (t *trial) hunt(ctx context.Context, nodes int64) (result, error) {
	s, _, err := backends.First(ctx, t.hunting(nodes), t.model)
	return result{name: hunterName, solution: s, lister: t.hunting(0)}, err
}

// settle is the last try before the race: to refute by counting, if native would
// merge states, and to use the beam, if some solutions are requested.
func (t *trial) settle(ctx context.Context, most int64) (result, error) {
	if !t.noTables {
		if err := t.refute(ctx); !errors.Is(err, native.ErrBudget) {
			return result{name: nativeName}, err
		}
	}
	if most == 0 || t.beamFirst || !t.beam.Applies(t.model) {
		return result{}, native.ErrBudget
	}
	return t.tryBeam(ctx)
}

// tryBeam looks for a solution by the beam within its nodes.
func (t *trial) tryBeam(ctx context.Context) (result, error) {
	b := t.beam
	b.Stats = t.note
	within := b
	within.MaxNodes = trialBeamNodes
	s, _, err := backends.First(ctx, within, t.model)
	return result{name: beamName, solution: s, lister: b}, err
}

// pieces is how many items of the model are no cells and may be covered up to mostCopies times: the
// hunter is better at pieces with many copies.
func (t *trial) pieces() (n int) {
	for i, item := range t.model.Items {
		if t.model.Pos != nil && t.model.Pos[i] < 0 && item.Max > 0 && item.Max <= mostCopies {
			n++
		}
	}
	return n
}

// refute returns nil if a count within budgets of nodes finds that there is no
// solution. Counting merges states, and so may detect what a search does not; if it
// finds that there are solutions, it does not find them.
func (t *trial) refute(ctx context.Context) error {
	n, err := t.counted(ctx, trialMemory)
	if err == nil && n.Sign() > 0 {
		err = native.ErrBudget
	}
	return err
}

// counted counts with native alone, with this much memory for merged states; 0
// is native's default.
func (t *trial) counted(ctx context.Context, memory int64) (*big.Int, error) {
	count := func(nodes int64) (*big.Int, error) {
		s := t.within(nodes)
		if memory > 0 && (s.Memory == 0 || s.Memory > memory) {
			s.Memory = memory
		}
		return s.Count(ctx, t.model)
	}
	n, err := count(trialListNodes)
	if !t.tables() || !errors.Is(err, native.ErrBudget) {
		return n, err
	}
	if t.cost.Engine == "wide" {
		return count(trialWideCounts)
	}
	return count(trialCountNodes)
}

// tables reports whether the last search used tables, or merged states along them.
func (t *trial) tables() bool {
	switch t.cost.Engine {
	case "fast", "wide", "layers":
		return true
	}
	return false
}
