package table

import "slices"

// A checkpoint is a cell at which a counting table search stops over: states whose first
// empty cell is not before it are looked at as soon as they arise.
type checkpoint struct {
	cell    int
	islands bool // ask whether an island shows that they lead nowhere
	task    bool // what is below them is a task
}

// checkpointsOf returns the gates of a search in their order; task is the cell at which
// tasks begin, -1 for none. A listing does not ask for islands.
func (e *Engine) checkpointsOf(task int, listing bool) []checkpoint {
	var gates []checkpoint
	if e.Islands != nil && !listing {
		for _, c := range e.Islands.stops {
			gates = append(gates, checkpoint{cell: c, islands: true})
		}
	}
	if task >= 0 {
		gates = append(gates, checkpoint{cell: task, task: true})
	}
	slices.SortStableFunc(gates, func(a, b checkpoint) int { return a.cell - b.cell })
	return gates
}

// pass counts below a state, which has passed the first gates of the search.
func (e *Engine) pass(st State, gates []checkpoint) {
	b := e.Scanner()
	limit := b.Limit
	passed := e.checkpoints
	e.checkpoints, b.Limit = gates, b.Window.N
	if len(gates) > 0 {
		b.Limit = gates[0].cell
	}
	e.Count(st)
	e.checkpoints, b.Limit = passed, limit
}

// arrive takes a state through the gates it has come to. All of them are passed
// at once, so what is asked of a state does not depend on where tasks begin.
func (e *Engine) arrive(st State) {
	gates := e.checkpoints
	var here checkpoint
	for len(gates) > 0 && gates[0].cell <= st.C {
		here.islands = here.islands || gates[0].islands
		here.task = here.task || gates[0].task
		gates = gates[1:]
	}
	b := e.Scanner()
	switch {
	case here.islands && e.Islands.hopeless(b.Open, st):
	case here.task:
		if b.Weigh {
			b.Weights = append(b.Weights, e.guess(st, &b.Rnd))
		}
		b.AsTask(func() { e.pass(st, gates) })
	default:
		e.pass(st, gates)
	}
}
