package cnf

import "io"

// ParseDIMACS reads a formula in DIMACS form, and the variables of its `c p show`
// lines as positive literals in their order; show is nil where there is no such
// line. The name is for error messages.
//
// A line that starts with c is a comment. The header `p cnf V C` comes before the clauses, and its
// counts must be correct: no literal above V, and exactly C clauses, each ended by 0. Clauses may
// share a line or span several. Lines may end in CR LF, and a byte order mark before the text is
// skipped. After the last clause a line that starts with % ends the text, since SATLIB's files have
// one.
//
// A fault of the text is an *Error with its place; an error of r is wrapped.
func ParseDIMACS(r io.Reader, name string, limits Limits) (f *Formula, show []Lit, err error) {
	p := &dimacsParser{scanner: newScanner(r, name), limits: limits.withDefaults(), f: new(Formula)}
	if err := p.text(); err != nil {
		return nil, nil, err
	}
	return p.f, p.show, nil
}

type dimacsParser struct {
	*scanner
	limits  Limits
	f       *Formula
	show    []Lit
	clauses int   // number announced by the header
	header  place // the place of the header; zero before it was read
	used    int   // the last line with a literal, where no comment can start
	clause  []Lit // scratch
	// highest is the highest variable shown, checked once the header is read.
	highest   int
	highestAt place
}

func (p *dimacsParser) text() error {
	for {
		p.skipSpace()
		b, at, begun := p.peek(), p.at(), p.header != place{}
		var err error
		switch {
		case b == 'c' && p.line != p.used:
			err = p.comment()
		case !begun && b == 'p':
			p.header = at
			err = p.headerLine()
		case !begun:
			return p.errorf(at, "found %s: want a comment or the header \"p cnf VARIABLES CLAUSES\"", p.found())
		case b == end || b == '%' && p.f.NumClauses() == p.clauses:
			if n := p.f.NumClauses(); n != p.clauses {
				return p.errorf(p.header, "the header announces %d clauses, but there are %d", p.clauses, n)
			}
			return p.readError()
		default:
			err = p.oneClause(at)
		}
		if err != nil {
			return err
		}
	}
}

func (p *dimacsParser) headerLine() error {
	p.pos++ // the p
	const want = "\"p cnf VARIABLES CLAUSES\""
	if kind, at := p.word(); kind != "cnf" {
		return p.errorf(at, "found %q: want %s", kind, want)
	}
	p.skipBlanks()
	vars, err := p.count(p.limits.Vars, "the number of variables in "+want)
	if err != nil {
		return err
	}
	p.skipBlanks()
	if p.clauses, err = p.count(p.limits.Clauses, "the number of clauses in "+want); err != nil {
		return err
	}
	if word, at := p.word(); word != "" {
		return p.errorf(at, "found %q after the header", word)
	}
	p.f.AddVars(vars)
	if p.highest > vars {
		return p.errorShown(p.highestAt, p.highest)
	}
	return nil
}

// count reads a non-negative number.
func (p *dimacsParser) count(most int, want string) (int, error) {
	at := p.at()
	if p.peek() == '-' {
		return 0, p.errorf(at, "found %s: want %s", p.found(), want)
	}
	return p.number(most, want)
}

// oneClause reads literals up to and including the next 0.
func (p *dimacsParser) oneClause(at place) error {
	if p.f.NumClauses() == p.clauses {
		return p.errorf(at, "a clause more than the %d that the header announces", p.clauses)
	}
	p.clause = p.clause[:0]
	for {
		here := p.at()
		n, err := p.number(MaxVar, "a literal, or 0 to end the clause")
		if err != nil {
			return err
		}
		p.used = p.line
		if n == 0 {
			p.f.Add(p.clause...)
			return p.f.Err()
		}
		l := Lit(n)
		if l.Var() > p.f.NumVars() {
			return p.errorf(here, "literal %d in a formula of %d variables", n, p.f.NumVars())
		}
		if len(p.clause) == p.limits.Literals-p.f.Size().Literals {
			return p.errorf(here, "more than %d literals", p.limits.Literals)
		}
		p.clause = append(p.clause, l)
		for p.skipSpace(); p.peek() == 'c' && p.line != p.used; p.skipSpace() {
			if err := p.comment(); err != nil {
				return err
			}
		}
		if p.peek() == end {
			return p.errorf(p.at(), "the text ends in the clause that starts at line %d: want 0", at.line)
		}
	}
}

// comment reads a line that starts with c.
func (p *dimacsParser) comment() error {
	for _, want := range []string{"c", "p", "show"} {
		if word, _ := p.word(); word != want {
			p.skipLine()
			return nil
		}
	}
	if p.show == nil {
		p.show = []Lit{}
	}
	for {
		p.skipBlanks()
		at := p.at()
		v, err := p.count(MaxVar, "a variable to show, or 0 to end the list")
		switch {
		case err != nil:
			return err
		case v == 0:
			if word, at := p.word(); word != "" {
				return p.errorf(at, "found %q after the 0 that ends the list", word)
			}
			return nil
		case p.header != place{} && v > p.f.NumVars():
			return p.errorShown(at, v)
		case len(p.show) == p.limits.Vars:
			return p.errorf(at, "more than %d variables to show", p.limits.Vars)
		case v > p.highest:
			p.highest, p.highestAt = v, at
		}
		p.show = append(p.show, Lit(v))
	}
}

func (p *dimacsParser) errorShown(at place, v int) error {
	return p.errorf(at, "variable %d is shown, but there are only %d", v, p.f.NumVars())
}
