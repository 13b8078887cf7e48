package auto

import (
	"context"
	"errors"
	"math/big"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/dimers"
	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/cover/bounds"
	"github.com/exactile/exactile/native"
)

// The nodes of a count: of all, by tables, and by wide tables.
const (
	listedCount = 1 << 15
	tableCount  = 1 << 21
	wideCount   = 1 << 18
	countMemory = 4 << 20 // of a count that can only refute
)

// isLarge reports whether a search may take longer than a formula.
func isLarge(s *session) bool {
	const fewItems = 128
	return len(s.model.Items) > fewItems
}

func hasTables(s *session) bool   { return !s.noTables }
func hasLists(s *session) bool    { return s.noTables }
func isBeamFirst(s *session) bool { return s.beamFirst }
func isBeamAlone(s *session) bool { return s.beamAlone }

// isBeamLast reports whether the beam's place is after the long searches.
func isBeamLast(s *session) bool { return !s.beamFirst }

// The beam has turns with the hunter on a board with manyPieces different pieces of few copies, and
// comes last on others. It begins alone if there are manyOptions.
const (
	manyPieces  = 8
	mostCopies  = 3
	manyOptions = 1 << 14
)

// weigh sets what the order of the steps, and the budgets by lists, depend on.
func (s *session) weigh() {
	s.listCost = listCost(s.model)
	var pieces int
	pieces, s.copies = rarePieces(s.model)
	s.beamFirst = s.most > 0 && pieces >= manyPieces && s.Beam.Applies(s.model)
	s.beamAlone = s.beamFirst && len(s.model.Options) >= manyOptions
}

// listCost is about the time of a node of a hunter, within a factor of three. An item that is
// covered closes the options that also cover it, each with its list of items: on average over the
// options of 80 models, half a nanosecond for each entry so closed at the root. A choice looks at
// items, which takes four nanoseconds for each of the model: three times the rest where there are
// a thousand of few options.
func listCost(m *cover.Model) time.Duration {
	options := make([]float64, len(m.Items)) // of each item
	entries := make([]float64, len(m.Items)) // in its options
	for _, o := range m.Options {
		for _, i := range o {
			options[i]++
			entries[i] += float64(len(o))
		}
	}
	closed := 0.0
	for i, item := range m.Items {
		if item.Max == 1 {
			closed += options[i] * entries[i]
		}
	}
	const choice = 4 * time.Nanosecond
	return time.Microsecond + time.Duration(len(m.Items))*choice +
		time.Duration(closed/float64(2*max(1, len(m.Options))))
}

// rarePieces is how many items of the model are no cells and may be covered up to mostCopies times,
// and how often at most: the hunter is better at pieces with many copies.
func rarePieces(m *cover.Model) (n, copies int) {
	for i, item := range m.Items {
		if m.Pos != nil && m.Pos[i] < 0 && item.Max > 0 && item.Max <= mostCopies {
			n++
			copies = max(copies, item.Max)
		}
	}
	return n, copies
}

// refutes is the answer of an argument, or native.ErrBudget if there is none.
func (s *session) refutes(a *argument.Argument, err error) (answer, error) {
	switch {
	case a != nil:
		s.cost = backends.Stats{Argument: a.Text}
		return answer{}, nil
	case err == nil:
		err = native.ErrBudget
	}
	return answer{}, err
}

// compare looks for an argument that is found at once.
func compare(_ context.Context, s *session, _ budget) (answer, error) {
	if s.model == s.Compared {
		return s.refutes(s.Argument, nil)
	}
	a := AtOnce(s.model, s.Colourings...)
	if a != nil && s.Reason != "" {
		a.Text = s.Reason
	}
	return s.refutes(a, nil)
}

// argue looks for an argument that there is no solution.
func argue(ctx context.Context, s *session, _ budget) (answer, error) {
	return s.refutes(Why(ctx, s.model, s.Colourings...))
}

// tighten follows the first scan. It narrows the bounds of items; if some of them are, there may be
// an argument that says why there is no solution.
func tighten(ctx context.Context, s *session, b budget) (answer, error) {
	s.noTables = !s.tables()
	m := bounds.Tight(s.model)
	if m == s.model {
		return answer{}, native.ErrBudget
	}
	a, err := argue(ctx, s, b)
	s.model = m
	return a, err
}

// formula counts by a formula, if one applies.
func formula(ctx context.Context, s *session, _ budget) (answer, error) {
	n, ok, err := dimers.Count(ctx, s.model)
	if !ok {
		return answer{}, native.ErrBudget
	}
	s.cost = backends.Stats{Formula: true}
	return answer{count: n}, err
}

// scan searches for a solution.
func scan(ctx context.Context, s *session, b budget) (answer, error) {
	found, _, err := backends.First(ctx, s.within(s.nodes(b)), s.model)
	return answer{solution: found, lister: s.within(0)}, err
}

// refute finds by a count whether there is no solution. Counting merges states, and so may detect
// what a search does not; if it finds that there are solutions, it does not find them.
func refute(ctx context.Context, s *session, _ budget) (answer, error) {
	n, err := s.counted(ctx, countMemory)
	if err == nil && n.Sign() > 0 {
		err = native.ErrBudget
	}
	return answer{}, err
}

// countWithin counts before a race of counts.
func countWithin(ctx context.Context, s *session, _ budget) (answer, error) {
	n, err := s.counted(ctx, 0)
	return answer{count: n}, err
}

// counted counts with native, with this much memory for merged states; 0 is native's default.
func (s *session) counted(ctx context.Context, memory int64) (*big.Int, error) {
	count := func(nodes int64) (*big.Int, error) {
		n := s.within(nodes)
		if memory > 0 && (n.Memory == 0 || n.Memory > memory) {
			n.Memory = memory
		}
		return n.Count(ctx, s.model)
	}
	n, err := count(listedCount)
	if !s.tables() || !errors.Is(err, native.ErrBudget) {
		return n, err
	}
	if s.cost.Engine == "wide" {
		return count(wideCount)
	}
	return count(tableCount)
}
