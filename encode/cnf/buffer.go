package cnf

import "math"

// True and False are literals of known value, outside the literals of a formula. Each is the
// negation of the other.
const (
	True  Lit = math.MaxInt32
	False     = -True
)

// A Buffer is a sink that passes clauses on in one reused slice. A slice passed to an interface is
// otherwise allocated each time, which takes longer than counting it.
type Buffer struct {
	Sink
	clause []Lit
}

// NewBuffer returns a buffer before a sink; the sink itself if it is one.
func NewBuffer(to Sink) *Buffer {
	if b, ok := to.(*Buffer); ok {
		return b
	}
	return &Buffer{Sink: to}
}

// NewVars adds n variables and returns their positive literals.
func (b *Buffer) NewVars(n int) []Lit {
	vars := make([]Lit, n)
	for k := range vars {
		vars[k] = b.NewVar()
	}
	return vars
}

// Add adds a clause of literals.
func (b *Buffer) Add(lits ...Lit) {
	b.clause = append(b.clause[:0], lits...)
	b.Sink.Add(b.clause...)
}

// AddSimplified adds a clause of literals, True and False, unless it always holds.
func (b *Buffer) AddSimplified(lits ...Lit) {
	b.clause = b.clause[:0]
	for _, l := range lits {
		switch l {
		case True:
			return
		case False:
		default:
			b.clause = append(b.clause, l)
		}
	}
	b.Sink.Add(b.clause...)
}
