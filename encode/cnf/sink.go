package cnf

import "fmt"

// A Sink takes variables and clauses: encodings write to it. A [Formula] keeps them, [Measure]
// counts them, and a [Stream] writes them. Your own Sink, around a solver for instance, needs only
// three methods.
type Sink interface {
	// NewVar adds a variable and returns its positive literal.
	NewVar() Lit
	// Add adds the clause that at least one of lits holds; without literals, the empty clause,
	// which is unsatisfiable. Add must not keep the slice.
	Add(lits ...Lit)
	// Err returns why the sink takes no more, or nil. An encoding may then end early; anything that
	// it still adds must be ignored.
	Err() error
}

// A sizeCounter counts for every sink of this package, and checks the limits. After an error it
// counts nothing more.
type sizeCounter struct {
	size Size
	err  error
}

// NewVar adds a variable and returns its positive literal. Past MaxVar it sets Err and returns 0;
// Add then ignores all clauses.
func (t *sizeCounter) NewVar() Lit {
	if !t.room(1) {
		return 0
	}
	t.size.Vars++
	return Lit(t.size.Vars)
}

// room reports whether there may be n more variables.
func (t *sizeCounter) room(n int) bool {
	if t.err == nil && n > MaxVar-t.size.Vars {
		t.err = fmt.Errorf("cnf: %w: more than %d variables", errTooLarge, MaxVar)
	}
	return t.err == nil
}

// count counts a clause and reports whether it can be added.
func (t *sizeCounter) count(lits []Lit) bool {
	if t.err != nil {
		return false
	}
	for _, l := range lits {
		if l == 0 || l.Var() > t.size.Vars {
			t.err = fmt.Errorf("cnf: literal %d in a formula of %d variables", l, t.size.Vars)
			return false
		}
	}
	if len(lits) > maxLiterals-t.size.Literals || t.size.Clauses >= maxClauses {
		t.err = fmt.Errorf("cnf: %w: more than %d literals", errTooLarge, maxLiterals)
		return false
	}
	t.size.Clauses++
	t.size.Literals += len(lits)
	return true
}

// NumVars returns the number of variables, which is also the highest one.
func (t *sizeCounter) NumVars() int { return t.size.Vars }

// NumClauses returns the number of clauses.
func (t *sizeCounter) NumClauses() int { return t.size.Clauses }

// Size returns the numbers of variables, clauses and literals.
func (t *sizeCounter) Size() Size { return t.size }

// Err returns why some of what was added is missing, or nil: mostly a limit.
func (t *sizeCounter) Err() error { return t.err }

// A sizeMeter is a sink that only counts.
type sizeMeter struct {
	sizeCounter
	counted bool  // count bytes too, which takes a third of the time
	bytes   int64 // length of the text
}

func (m *sizeMeter) Add(lits ...Lit) {
	if m.count(lits) && m.counted {
		m.bytes += clauseBytes(lits)
	}
}

// Measure returns the size of the formula that build makes, without keeping its clauses, and the
// error that building it gives.
func Measure(build func(to Sink)) (Size, error) {
	var m sizeMeter
	build(&m)
	return m.size, m.err
}
