package auto

import (
	"context"
	"errors"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/native"
)

// A step is one way to an answer.
type step struct {
	name     string // what has the answer
	tasks    task
	when     func(*session) bool // nil: always
	budget   budget
	evidence backends.Completeness // of an answer that there are no solutions, or no more
	try      func(context.Context, *session, budget) (answer, error)
}

// steps is what runs when nobody names a backend: one step after the other, until one has the
// answer. Each returns native.ErrBudget if it has none.
//
// Their budgets are about half a second for the usual board, and seldom three, for all steps
// before the race together. Budgets are in nodes, so that the same steps do the same on every
// machine. What a node takes differs by factors of a thousand:
//
//   - by tables, which the first scan shows, 10 to 30 nanoseconds
//   - by lists 1 to 300 microseconds, which listCost estimates
//   - by the beam beamCost, including all overhead
//   - in a count that merges states 30 to 80 nanoseconds in tables of up to 64 kinds of
//     placement, while the states stay in the caches, which countMemory is for. With all memory
//     it was up to 700, and also with countMemory in packings with room to spare, which is why
//     others race the count. In wider tables it takes some 270
//
// On large boards of many different pieces the beam comes first: to prepare other searches takes
// longer than its first passes. It comes last on others, for a short time: the race has it, too.
//
// If one solution is requested, the hunter comes after a short scan of the board: if
// it succeeds, it does so in a fraction of the time of the long scan. Six of each
// pentomino on 24x15 take it .08 s, which five million nodes do not fill in .35. If
// more are requested it comes last, since it lists slowly.
var steps = []step{
	{argumentName, every, nil, budget{}, backends.ByArgument, compare},
	{formulaName, number, isLarge, budget{}, backends.ByFormula, formula},
	{nativeName, every, isAlone, budget{}, backends.BySearch, toTheEnd},

	{beamName, one | several, isBeamAlone, budget{nodes: 1 << 22}, "", sendBeam},
	{nativeName, solutions, nil, budget{1 << 13, shortHunt}, backends.BySearch, scan},
	{argumentName, solutions, nil, budget{}, backends.ByArgument, tighten},
	{nativeName, solutions, hasTables, budget{nodes: 1 << 15}, backends.BySearch, scan},
	{hunterName, one, nil, budget{lists: shortHunt}, "", hunt},
	{argumentName, every, nil, budget{}, backends.ByArgument, argue},
	{beamName, one | several, isBeamFirst, budget{}, "", inTurns},
	{hunterName, one, isBeamLast, budget{1 << 14, longHunt}, "", hunt},
	{nativeName, solutions, hasTables, budget{nodes: 5 << 20}, backends.BySearch, scan},
	{nativeName, solutions, hasLists, budget{lists: longHunt}, backends.BySearch, scan},
	{hunterName, several, nil, budget{1 << 14, longHunt}, "", hunt},
	{nativeName, number, nil, budget{}, backends.BySearch, countWithin},
	{nativeName, solutions, hasTables, budget{}, backends.BySearch, refute},
	{beamName, one | several, isBeamLast, budget{nodes: 1 << 18}, "", sendBeam},
}

// through tries steps until one has the answer. The error is native.ErrBudget if none has.
func (s *session) through(ctx context.Context, steps []step) (answer, error) {
	defer s.endTurns()
	for _, step := range steps {
		if step.tasks&s.task == 0 || step.when != nil && !step.when(s) {
			continue
		}
		a, err := step.try(ctx, s, step.budget)
		switch {
		case errors.Is(err, native.ErrBudget) && !s.searched:
			continue
		case a.name == "":
			a.name = step.name
		}
		return a, err
	}
	return answer{}, native.ErrBudget
}
