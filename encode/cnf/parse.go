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
	if p.text(); p.err != nil {
		return nil, nil, p.err
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

func (p *dimacsParser) text() {
	for {
		p.skipSpace()
		switch b, at, begun := p.peek(), p.at(), p.header != (place{}); {
		case b == 'c' && p.line != p.used:
			p.comment()
		case !begun && b == 'p':
			p.header = at
			p.headerLine()
		case !begun:
			p.fail(at, "found %s: want a comment or the header \"p cnf VARIABLES CLAUSES\"", p.found())
			return
		case b == end || b == '%' && p.f.NumClauses() == p.clauses:
			if n := p.f.NumClauses(); n != p.clauses {
				p.fail(p.header, "the header announces %d clauses, but there are %d", p.clauses, n)
			}
			return
		default:
			p.oneClause(at)
		}
	}
}

func (p *dimacsParser) headerLine() {
	p.pos++ // the p
	const want = "\"p cnf VARIABLES CLAUSES\""
	if kind, at := p.word(); kind != "cnf" {
		p.fail(at, "found %q: want %s", kind, want)
	}
	p.skipBlanks()
	vars := p.count(p.limits.Vars, "the number of variables in "+want)
	p.skipBlanks()
	p.clauses = p.count(p.limits.Clauses, "the number of clauses in "+want)
	if word, at := p.word(); word != "" {
		p.fail(at, "found %q after the header", word)
	}
	p.f.AddVars(vars)
	if p.highest > vars {
		p.failShown(p.highestAt, p.highest)
	}
}

// count reads a non-negative number.
func (p *dimacsParser) count(most int, want string) int {
	if p.peek() == '-' {
		p.fail(p.at(), "found %s: want %s", p.found(), want)
	}
	return p.number(most, want)
}

// oneClause reads literals up to and including the next 0.
func (p *dimacsParser) oneClause(at place) {
	if p.f.NumClauses() == p.clauses {
		p.fail(at, "a clause more than the %d that the header announces", p.clauses)
	}
	p.clause = p.clause[:0]
	for p.peek() != end {
		here := p.at()
		l := Lit(p.number(MaxVar, "a literal, or 0 to end the clause"))
		p.used = p.line
		if l == 0 {
			if p.f.Add(p.clause...); p.f.Err() != nil {
				p.stop(p.f.Err())
			}
			return
		}
		if l.Var() > p.f.NumVars() {
			p.fail(here, "literal %d in a formula of %d variables", l, p.f.NumVars())
		}
		if len(p.clause) == p.limits.Literals-p.f.Size().Literals {
			p.fail(here, "more than %d literals", p.limits.Literals)
		}
		p.clause = append(p.clause, l)
		for p.skipSpace(); p.peek() == 'c' && p.line != p.used; p.skipSpace() {
			p.comment()
		}
	}
	p.fail(p.at(), "the text ends in the clause that starts at line %d: want 0", at.line)
}

// comment reads a line that starts with c.
func (p *dimacsParser) comment() {
	for _, want := range []string{"c", "p", "show"} {
		if word, _ := p.word(); word != want {
			p.skipLine()
			return
		}
	}
	if p.show == nil {
		p.show = []Lit{}
	}
	for {
		p.skipBlanks()
		at := p.at()
		v := p.count(MaxVar, "a variable to show, or 0 to end the list")
		switch {
		case v == 0:
			if word, at := p.word(); word != "" {
				p.fail(at, "found %q after the 0 that ends the list", word)
			}
			return
		case p.header != place{} && v > p.f.NumVars():
			p.failShown(at, v)
		case len(p.show) == p.limits.Vars:
			p.fail(at, "more than %d variables to show", p.limits.Vars)
		case v > p.highest:
			p.highest, p.highestAt = v, at
		}
		p.show = append(p.show, Lit(v))
	}
}

func (p *dimacsParser) failShown(at place, v int) {
	p.fail(at, "variable %d is shown, but there are only %d", v, p.f.NumVars())
}
