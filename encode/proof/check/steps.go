package check

// A step of a proof without hints adds a clause or deletes one.
type step struct {
	deletes bool
	// lits are in the order of the text, and valid until the next step.
	lits []int32
}

// A stepReader reads the steps of a proof: lines of literals that end in 0, with a d
// before those that are deleted (DRAT); or, where numbered, lines whose first word says
// what they do and whose second is the number of a clause (FRAT), of which the numbers
// and hints are not needed.
//
// Source: S. Baek, M. Carneiro and M. J. H. Heule, A Flexible Proof Format for SAT
// Solver-Elaborator Communication, TACAS 2021 (FRAT).
type stepReader struct {
	in       *words
	vars     int // the highest variable that there may be
	numbered bool
	lits     []int32
}

// next returns the next step, or io.EOF.
func (r *stepReader) next() (step, error) {
	if r.numbered {
		return r.nextNumbered()
	}
	word, err := r.in.next()
	if err != nil {
		return step{}, err
	}
	deletes := string(word) == "d"
	if deletes {
		if word, err = r.in.more(); err != nil {
			return step{}, err
		}
	}
	r.lits, err = r.in.clause(word, r.lits[:0], r.vars)
	return step{deletes, r.lits}, err
}

// nextNumbered is next for FRAT. The clauses of the formula (o) are known, and what is
// left at the end (f) says nothing.
func (r *stepReader) nextNumbered() (s step, err error) {
	for {
		word, err := r.in.next()
		if err != nil {
			return step{}, err
		}
		verb := string(word)
		switch verb {
		case "a", "d", "o", "f":
		case "l": // the hints of the clause before
			if err := r.skipHints(); err != nil {
				return step{}, err
			}
			continue
		default:
			return step{}, r.in.refuse("no line of a proof begins with %.20q", verb)
		}
		if _, err = r.in.number(1); err != nil {
			return step{}, err
		}
		if word, err = r.in.more(); err != nil {
			return step{}, err
		}
		if r.lits, err = r.in.clause(word, r.lits[:0], r.vars); err != nil {
			return step{}, err
		}
		if verb == "a" || verb == "d" {
			return step{verb == "d", r.lits}, nil
		}
	}
}

// skipHints skips numbers up to 0.
func (r *stepReader) skipHints() error {
	for {
		if n, err := r.in.number(-maxHint); err != nil || n == 0 {
			return err
		}
	}
}

// maxHint is above all numbers of clauses.
const maxHint = 1 << 62
