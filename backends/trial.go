package backends

import (
	"context"
	"errors"
	"math/big"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// The nodes of the search before the race: about a tenth of a second, and seldom
// two, for all of native's ways to search together. Where it searches by tables,
// which shows at the first attempt, a node takes 10 to 30 nanoseconds, by lists a
// hundred times as long, and some 6 microseconds on boards of 30x30 with all
// pentominoes. In a count that merges states it takes 30 to 80 in tables of up to 64
// kinds of placement, as long as the states stay in the caches, for which there is
// trialMemory: with all memory it was up to 700, and is with trialMemory, too, in
// packings with room to spare, which is why others race the count. In wider tables
// it takes some 270.
const (
	trialNodes      = 1 << 13
	trialListNodes  = 1 << 15
	trialTableNodes = 5 << 20
	trialHuntNodes  = 1 << 14
	trialCountNodes = 1 << 21
	trialWideCounts = 1 << 18
	trialMemory     = 4 << 20
)

// A trial is what came of the search before the race.
type trial struct {
	name     string
	solution cover.Solution // nil: there is none
	lister   Backend        // who found it, for all others
}

// The names of the searches before the race.
const (
	nativeName = "native"
	hunterName = "native/hunter"
)

// trial searches with native alone. The error is native.ErrBudget if that does not
// tell whether there is a solution.
//
// After a short scan of the board the hunter comes first where one solution is
// wanted: where it gets anywhere it does so in the time of a fraction of the long
// scan. Six of each pentomino on 24x15 take it .08 s, which five million nodes do not
// fill in .35. Where more are wanted it comes last, since it lists slowly.
func (c *contest) trial(ctx context.Context, most int64) (trial, error) {
	if c.NoTrial {
		return trial{}, native.ErrBudget
	}
	t, err := c.scan(ctx, trialNodes)
	if !errors.Is(err, native.ErrBudget) {
		return t, err
	}
	long := int64(trialHuntNodes) // by lists: as long as the hunter had
	if c.noTables = !c.tables(); !c.noTables {
		if t, err := c.scan(ctx, trialListNodes); !errors.Is(err, native.ErrBudget) {
			return t, err
		}
		long = trialTableNodes
	}
	if most == 1 {
		if t, err := c.hunt(ctx); !errors.Is(err, native.ErrBudget) {
			return t, err
		}
	}
	t, err = c.scan(ctx, long)
	if most > 1 && errors.Is(err, native.ErrBudget) {
		return c.hunt(ctx)
	}
	return t, err
}

// scan searches for a solution within so many nodes.
func (c *contest) scan(ctx context.Context, nodes int64) (trial, error) {
	s, _, err := First(ctx, c.native(nodes), c.model)
	return trial{name: nativeName, solution: s, lister: c.native(0)}, err
}

// hunt hunts for a solution.
func (c *contest) hunt(ctx context.Context) (trial, error) {
	s, _, err := First(ctx, c.hunter(trialHuntNodes), c.model)
	return trial{name: hunterName, solution: s, lister: c.hunter(0)}, err
}

// refute returns nil if a count within numbers of nodes finds that there is no
// solution. Counting merges states, and so may see what search does not; if it finds
// that there are solutions, it does not say which.
func (c *contest) refute(ctx context.Context) error {
	n, err := c.counted(ctx, trialMemory)
	if err == nil && n.Sign() > 0 {
		err = native.ErrBudget
	}
	return err
}

// counted counts with native alone, and so much memory for merged states; 0 is
// what native thinks right.
func (c *contest) counted(ctx context.Context, memory int64) (*big.Int, error) {
	count := func(nodes int64) (*big.Int, error) {
		s := c.native(nodes)
		if memory > 0 && (s.Memory == 0 || s.Memory > memory) {
			s.Memory = memory
		}
		return s.Count(ctx, c.model)
	}
	n, err := count(trialListNodes)
	if !c.tables() || !errors.Is(err, native.ErrBudget) {
		return n, err
	}
	if c.cost.Engine == "wide" {
		return count(trialWideCounts)
	}
	return count(trialCountNodes)
}

// tables reports whether the last search was one of tables.
func (c *contest) tables() bool { return c.cost.Engine == "fast" || c.cost.Engine == "wide" }
