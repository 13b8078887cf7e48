package native

import "slices"

// A gate is a cell at which a counting table search stops over: states whose first
// empty cell is not before it are looked at as soon as they arise.
type gate struct {
	cell    int
	islands bool // ask whether an island shows that they lead nowhere
	task    bool // what is below them is a task
}

// gatesOf returns the gates of a search in their order; task is the cell at which
// tasks begin, -1 for none. A listing does not ask for islands.
func (e *tableEngine) gatesOf(task int, listing bool) []gate {
	var gates []gate
	if e.islands != nil && !listing {
		for _, c := range e.islands.stops {
			gates = append(gates, gate{cell: c, islands: true})
		}
	}
	if task >= 0 {
		gates = append(gates, gate{cell: task, task: true})
	}
	slices.SortStableFunc(gates, func(a, b gate) int { return a.cell - b.cell })
	return gates
}

// pass counts below a state, which has passed the first gates of the search.
func (e *tableEngine) pass(st state, gates []gate) {
	b := e.scanner()
	limit := b.limit
	passed := e.gates
	e.gates, b.limit = gates, b.w.n
	if len(gates) > 0 {
		b.limit = gates[0].cell
	}
	e.count(st)
	e.gates, b.limit = passed, limit
}

// arrive takes a state through the gates it has come to. All of them are passed
// at once, so what is asked of a state does not depend on where tasks begin.
func (e *tableEngine) arrive(st state) {
	gates := e.gates
	var here gate
	for len(gates) > 0 && gates[0].cell <= st.c {
		here.islands = here.islands || gates[0].islands
		here.task = here.task || gates[0].task
		gates = gates[1:]
	}
	b := e.scanner()
	switch {
	case here.islands && e.islands.hopeless(b.open, st):
	case here.task:
		if b.weigh {
			b.weights = append(b.weights, e.guess(st, &b.rnd))
		}
		b.asTask(func() { e.pass(st, gates) })
	default:
		e.pass(st, gates)
	}
}
