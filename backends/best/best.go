// Package best finds the best solutions of puzzles with a goal, such as the fewest pieces.
//
// A goal is a number that is bounded more and more tightly, until nothing is left: each question
// is an ordinary search, by any backend, for a solution of another model. For the smallest square
// or box the models are those of boards. No backend knows of goals.
//
// In this package a cost is what is as low as possible: the value of the goal, or its negative if
// the most is best.
package best

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
)

// A Result is what is known of the best solutions of a puzzle.
type Result struct {
	// Value is that of the best solution that was found, and no solution is better than Bound.
	Value, Bound int
	// Proved is set if the two are the same, or there is no solution at all.
	Proved bool
	// Solution is a best one so far, of Tiling; a nil Tiling: none was found.
	Solution cover.Solution
	Tiling   *puzzle.Tiling
	Backend  string // that has found it, "" if no name was told
	// Completeness is the evidence that nothing is better.
	Completeness backends.Completeness
	Stats        backends.Stats

	goal  puzzle.Goal
	whole *puzzle.Tiling // of the puzzle
}

// String returns "7 pieces; 6 is impossible: search".
func (r *Result) String() string {
	better := r.Value - 1
	if r.goal.Best == "most" {
		better = r.Value + 1
	}
	switch {
	case r.Tiling == nil && r.Proved:
		return "no solution"
	case r.Tiling == nil:
		return "nothing found; the best is " + r.bound()
	case !r.Proved:
		return fmt.Sprintf("%s so far; the best is %s", r.text(r.Value), r.bound())
	case better < 0:
		return r.text(r.Value)
	case r.goal.Of == "square":
		return fmt.Sprintf("%s; %dx%d is impossible: %s", r.text(r.Value), better, better,
			r.Completeness)
	case r.goal.Of == "box":
		return fmt.Sprintf("%s; a smaller area is impossible: %s", r.text(r.Value), r.Completeness)
	}
	return fmt.Sprintf("%s; %d is impossible: %s", r.text(r.Value), better, r.Completeness)
}

// Goal is the result for reports, nil where the goal is a mere bound.
func (r *Result) Goal() *backends.Goal {
	if r.goal.Best == "" {
		return nil
	}
	g := &backends.Goal{Bound: r.Bound, Proved: r.Proved}
	if r.Tiling != nil {
		g.Value = &r.Value
	}
	return g
}

// bound is what is known of the best value.
func (r *Result) bound() string {
	if r.goal.Best == "most" {
		return fmt.Sprintf("%d at most", r.Bound)
	}
	return fmt.Sprintf("%d at least", r.Bound)
}

// text is a value with what it counts.
func (r *Result) text(value int) string {
	switch {
	case r.goal.Of == "square":
		return fmt.Sprintf("a square of %dx%d", value, value)
	case r.goal.Of == "box":
		size := r.Tiling.Puzzle.Board.Size
		return fmt.Sprintf("a box of %dx%d, %d cells", size[0], size[1], value)
	case value == 1:
		return "1 " + r.goal.Of[:len(r.goal.Of)-1]
	}
	return fmt.Sprintf("%d %s", value, r.goal.Of)
}

// firstSlice is the time of the first questions. It doubles when none of them is answered.
const firstSlice = 50 * time.Millisecond

// Find finds a best solution of a puzzle with a goal, and shows that there is no better one.
// backend returns what searches a tiling, and may pass on the name of what has the answer. Find
// asks from both ends in turns: for a solution better than the best so far, and for one as good as
// the bound, with more time each time. The result is what was found so far, also with an error.
// Where the goal is a mere bound, nothing is searched, and Tiling is that of all solutions.
func Find(
	ctx context.Context, t *puzzle.Tiling,
	backend func(t *puzzle.Tiling, won func(name string)) backends.Backend,
) (*Result, error) {
	r := &Result{goal: t.Puzzle.Goal, whole: t}
	f := &finder{whole: t, backend: backend, result: r, reach: 1}
	switch g := t.Puzzle.Goal; {
	case g.Best == "":
		r.Tiling = t.Within(g.Bounds)
		return r, nil
	case g.Boards():
		f.low, f.high = leastBoard(t.Puzzle), math.MaxInt32
	case g.Best == "most":
		f.low, f.high = -len(t.Options), 0
	case g.Of == "holes":
		_, f.high = t.Puzzle.Area()
	default:
		f.high = len(t.Options)
	}
	err := f.run(ctx)
	r.Bound, r.Proved = f.value(f.low), err == nil
	r.Stats.Argument = "" // it is about one of the questions
	switch {
	case err != nil:
		return r, err
	case r.Completeness == "":
		r.Completeness = backends.ByArgument // the area of the pieces, or nothing is below 0
	}
	if r.Tiling == nil {
		r.Bound = 0
	} else if r.goal.Of == "box" {
		err = f.squarest(ctx)
	}
	return r, err
}

// A finder is a run of Find.
type finder struct {
	whole   *puzzle.Tiling
	backend func(*puzzle.Tiling, func(string)) backends.Backend
	result  *Result
	// No solution costs less than low, and all that are asked for at most high: less than the best
	// one so far, if there is one.
	low, high int
	reach     int // how far above low a first board is looked for
}

// value is the value of a cost.
func (f *finder) value(cost int) int {
	if f.whole.Puzzle.Goal.Best == "most" {
		return -cost
	}
	return cost
}

// run asks until nothing is left to ask. From both ends it asks ever further inside while it gets
// answers, and near the end again after a question that took too long. No question is asked twice
// for the same time, and the last two values are one question, from above.
func (f *finder) run(ctx context.Context) error {
	tried := make(map[int]time.Duration) // by cost
	step := [2]int{}                     // from above and from below
	for slice := firstSlice; f.low <= f.high; {
		answered := false
		for end := range step {
			cost := max(f.high-step[0], f.low)
			switch {
			case end == 1:
				cost = min(f.low+step[1], f.high)
			case f.result.Tiling == nil && f.whole.Puzzle.Goal.Boards():
				cost = f.low + f.reach
				f.reach = min(2*f.reach, f.low+8) // twice as large has room enough
			}
			last := f.high-f.low <= 1
			if last && f.result.Tiling != nil {
				cost = f.high
			}
			if f.low > f.high || last && end == 1 || tried[cost] >= slice {
				step[end] = 0
				continue
			}
			err := f.ask(ctx, cost, slice)
			switch {
			case err == nil:
				answered = true
				step[end] = 2*step[end] + 1
			case ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded):
				return cmp.Or(ctx.Err(), err)
			default:
				answered = answered || step[end] > 0
				tried[cost], step[end] = slice, 0
			}
		}
		if !answered {
			slice *= 2
		}
	}
	return nil
}

// ask looks for a solution of at most a cost. It takes a slice of time at most, unless all depends
// on it: where it is the last question, or the first one, of any solution.
func (f *finder) ask(ctx context.Context, cost int, slice time.Duration) error {
	if cost < f.high || f.high-f.low > 1 && f.result.Tiling != nil {
		limited, cancel := context.WithTimeout(ctx, slice)
		defer cancel()
		ctx = limited
	}
	all, err := within(f.whole, f.value(cost))
	if err != nil {
		return err
	}
	var spent backends.Stats
	for _, t := range all {
		found, err := f.first(ctx, t, &spent)
		if err != nil || found {
			return err
		}
	}
	f.low, f.result.Completeness = cost+1, spent.Completeness()
	return nil
}

// first looks for a solution of a tiling, and takes it if there is one.
func (f *finder) first(
	ctx context.Context, t *puzzle.Tiling, spent *backends.Stats,
) (bool, error) {
	if ctx.Err() != nil { // many boards are small
		return false, ctx.Err()
	}
	name := ""
	b := f.backend(t, func(won string) { name = won })
	b = backends.Observed(b, func(st backends.Stats) {
		spent.Add(st)
		f.result.Stats.Add(st)
	})
	s, found, err := backends.First(ctx, b, t.Model)
	if err != nil || !found {
		return false, err
	}
	cost, size := 0, t.Puzzle.Board.Size
	switch f.whole.Puzzle.Goal.Of {
	case "square":
		cost = size[0]
	case "box":
		cost = size[0] * size[1]
	default:
		cost = f.value(t.Value(s))
		s = t.Placed(s)
		t = f.whole
	}
	f.high = cost - 1
	f.result.Value, f.result.Solution, f.result.Tiling = f.value(cost), s, t
	f.result.Backend = name
	return true, t.Check(s)
}

// squarest replaces the solution by one in a box whose longer side is least.
func (f *finder) squarest(ctx context.Context) error {
	parts, err := Parts(f.whole, f.result.Value)
	if err != nil {
		return err
	}
	slices.SortStableFunc(parts, func(p, q Part) int {
		return cmp.Compare(longerSide(p.Tiling), longerSide(q.Tiling))
	})
	for _, p := range parts {
		if !p.Best || longerSide(p.Tiling) >= longerSide(f.result.Tiling) {
			continue
		}
		if found, err := f.first(ctx, p.Tiling, new(backends.Stats)); err != nil || found {
			return err
		}
	}
	return nil
}

// longerSide is that of the board.
func longerSide(t *puzzle.Tiling) int { return max(t.Puzzle.Board.Size[0], t.Puzzle.Board.Size[1]) }
