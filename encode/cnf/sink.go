package cnf

import "fmt"

// A Sink takes variables and clauses: it is what encodings write to. A [Formula]
// keeps them; [Measure] counts them, and a [Stream] writes them. A type of your own,
// around a solver for instance, takes three methods.
type Sink interface {
	// NewVar adds a variable and returns its positive literal.
	NewVar() Lit
	// Add adds the clause that at least one of lits holds. No literals make the empty
	// clause, which nothing satisfies. The slice is not to be kept.
	Add(lits ...Lit)
	// Err returns why the sink takes no more, or nil. An encoding may then end early;
	// whatever it adds all the same is to be ignored.
	Err() error
}

// A tally is what every sink of this package counts, and where the limits are kept.
// After an error it counts nothing more.
type tally struct {
	size Size
	err  error
}

// NewVar adds a variable and returns its positive literal. Past MaxVar it sets
// Err and returns 0, which Add then ignores together with everything else.
func (t *tally) NewVar() Lit {
	if !t.room(1) {
		return 0
	}
	t.size.Vars++
	return Lit(t.size.Vars)
}

// room reports whether there may be n more variables.
func (t *tally) room(n int) bool {
	if t.err == nil && n > MaxVar-t.size.Vars {
		t.err = fmt.Errorf("cnf: %w: more than %d variables", ErrTooLarge, MaxVar)
	}
	return t.err == nil
}

// count counts a clause and reports whether it is one that can be added.
func (t *tally) count(lits []Lit) bool {
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
		t.err = fmt.Errorf("cnf: %w: more than %d literals", ErrTooLarge, maxLiterals)
		return false
	}
	t.size.Clauses++
	t.size.Literals += len(lits)
	return true
}

// NumVars returns the number of variables, which is also the highest one.
func (t *tally) NumVars() int { return t.size.Vars }

// NumClauses returns the number of clauses.
func (t *tally) NumClauses() int { return t.size.Clauses }

// Size returns the numbers of variables, clauses and literals.
func (t *tally) Size() Size { return t.size }

// Err returns why not all that was added is there, or nil. It wraps ErrTooLarge
// where a limit is the reason.
func (t *tally) Err() error { return t.err }

// A meter is a sink that counts what it is given.
type meter struct {
	tally
	weighed bool  // the length of the text is wanted, which takes a third of counting
	bytes   int64 // that length
}

func (m *meter) Add(lits ...Lit) {
	if m.count(lits) && m.weighed {
		m.bytes += clauseBytes(lits)
	}
}

// Measure returns the size of the formula that build makes, without keeping its
// clauses, and the error it would end in.
func Measure(build func(to Sink)) (Size, error) {
	var m meter
	build(&m)
	return m.size, m.err
}
