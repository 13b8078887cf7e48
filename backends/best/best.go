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
	"math/big"
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
	if r.goal.Of == "box" {
		size := r.Tiling.Puzzle.Board.Size
		return fmt.Sprintf("a box of %dx%d, %d cells", size[0], size[1], value)
	}
	return r.goal.Text(value)
}

// Refuted returns an error that names a claim of the best value which the result refutes.
func (r *Result) Refuted() error {
	for _, c := range r.whole.Puzzle.Claims {
		if c.Kind != puzzle.Best {
			continue
		}
		diff := big.NewInt(int64(r.Value)).Cmp(c.Count)
		isBetter := diff != 0 && (diff > 0) == (r.goal.Best == "most")
		if r.Proved && (diff != 0 || r.Tiling == nil) || isBetter && r.Tiling != nil {
			return fmt.Errorf("line %d claims best: %v, and found is %v", c.Line, c.Count, r)
		}
	}
	return nil
}

// firstSlice is the time of the first questions. It doubles when none of them is answered.
const firstSlice = 50 * time.Millisecond

// Find finds a best solution of a puzzle with a goal, and shows that there is no better one.
// backend returns what searches a tiling, and may pass on the name of what has the answer. Find
// asks from both ends in turns: for a solution better than the best so far, and for one as good as
// the bound, with more time each time. The longer side of a best box is least. The result is what
// was found so far, also with an error; known solutions, on the puzzle's own board, begin it. Where
// the goal is a mere bound, nothing is searched, and Tiling is that of all solutions.
func Find(
	ctx context.Context, t *puzzle.Tiling,
	backend func(t *puzzle.Tiling, won func(name string)) backends.Backend,
	known ...cover.Solution,
) (*Result, error) {
	r := &Result{goal: t.Puzzle.Goal, whole: t}
	f := &finder{whole: t, backend: backend, result: r}
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
	for _, s := range known {
		if err := f.take(t, s, ""); err != nil {
			return r, err
		}
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
	}
	return r, nil
}

// A finder is a run of Find.
type finder struct {
	whole   *puzzle.Tiling
	backend func(*puzzle.Tiling, func(string)) backends.Backend
	result  *Result
	// No solution costs less than low, and all that are asked for at most high: less than the best
	// one so far, if there is one.
	low, high int
}

// value is the value of a cost.
func (f *finder) value(cost int) int {
	if f.whole.Puzzle.Goal.Best == "most" {
		return -cost
	}
	return cost
}

// run asks until nothing is left to ask: in turns from above and from below, each time with twice
// the time. From either end it asks ever further inside, up to the middle, while it gets answers.
func (f *finder) run(ctx context.Context) error {
	for slice := firstSlice; f.low <= f.high; slice *= 2 {
		for _, above := range []bool{true, false} {
			for step := 0; f.asks(above); step = 2*step + 1 {
				middle := f.low + (f.high-f.low)/2
				cost := min(f.low+step, middle)
				if above {
					cost = max(f.high-step, middle+(f.high-f.low)%2)
				}
				err := f.ask(ctx, cost, slice)
				if ctx.Err() != nil || err != nil && !errors.Is(err, context.DeadlineExceeded) {
					return cmp.Or(ctx.Err(), err)
				} else if err != nil {
					break
				}
			}
		}
	}
	return nil
}

// asks reports whether there is a question from above, or from below. There is no largest board,
// and the last two values are one question, from above.
func (f *finder) asks(above bool) bool {
	known, left := f.result.Tiling != nil, f.high-f.low
	if above {
		return left >= 0 && (known || !f.whole.Puzzle.Goal.Boards())
	}
	return left > 1 || left >= 0 && !known
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
	return true, f.take(t, s, name)
}

// take makes a solution the best one so far, unless there is one as good.
func (f *finder) take(t *puzzle.Tiling, s cover.Solution, name string) error {
	value := t.Value(s)
	if s = t.Placed(s); !f.whole.Puzzle.Goal.Boards() {
		t = f.whole
	}
	if cost := f.value(value); cost <= f.high {
		f.high = cost - 1
		f.result.Value, f.result.Solution, f.result.Tiling = value, s, t
		f.result.Backend = name
	}
	return t.Check(s)
}
