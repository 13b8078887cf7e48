package cnf

import (
	"math/big"
	"strings"
)

// maxCount bounds the digits of a count.
const maxCount = 1 << 16

func isDigit(b int) bool { return b >= '0' && b <= '9' }

// comment reads the rest of a line that starts with c. Model counters state their counts there.
func (p *answerParser) comment() {
	switch word, _ := p.word(); word {
	case "s":
		switch kind, _ := p.word(); kind {
		case "exact", "approx":
			arb, _ := p.word()
			if number, _ := p.word(); arb != "arb" || number != "int" {
				break // the sum of weights
			}
			p.answer.Approximate = p.answer.Approximate || kind == "approx"
			p.count()
			return
		case "log10-estimate":
			p.estimated = true
		}
	case "[appmc]": // approxmc, which states its estimates as s mc N
		p.answer.Approximate = true
	case "Models": // clasp, which writes N+ if there may be more
		colon, _ := p.word()
		n, at := p.word()
		p.skipBlanks()
		if colon == ":" && n != "" && strings.Trim(n, "0123456789") == "" && p.peek() == '\n' && p.answer.Models == 0 {
			count, _ := new(big.Int).SetString(n, 10)
			p.setCount(at, count)
		}
	}
	p.skipLine()
}

// count reads a count and the end of its line.
func (p *answerParser) count() {
	p.skipBlanks()
	at := p.at()
	var digits []byte
	for b := p.peek(); isDigit(b); b = p.peek() {
		if p.pos++; len(digits) == maxCount {
			p.fail(at, "a count of more than %d digits", maxCount)
			return
		}
		digits = append(digits, byte(b))
	}
	if len(digits) == 0 || !isWordEnd(p.peek()) {
		p.fail(p.at(), "found %s: want the number of models", p.found())
		return
	}
	if p.skipBlanks(); p.peek() == end {
		p.fail(at, "the text ends within a line: the count may have been cut off")
	} else if isDigit(p.peek()) || p.peek() == '-' {
		p.fail(at, "found a line of numbers: a model stands on lines that start with v, "+
			"or in a file that starts with SAT")
	}
	p.lineEnd()
	n, _ := new(big.Int).SetString(string(digits), 10)
	p.setCount(at, n)
}

// setCount keeps a count.
func (p *answerParser) setCount(at place, n *big.Int) {
	switch had := p.answer.Count; {
	case p.err != nil:
	case had != nil && had.Cmp(n) != 0:
		p.fail(at, "a count that is not the one in line %d", p.counted.line)
	default:
		p.answer.Count, p.counted = n, at
	}
}

// consistent fails if the count contradicts the status or the models.
func (p *answerParser) consistent() {
	a := &p.answer
	switch n := a.Count; {
	case n == nil:
		a.Approximate = a.Approximate || p.estimated
	case a.Approximate || p.err != nil:
	case n.Sign() == 0 && a.Status == Satisfiable:
		p.fail(p.counted, "a count of 0 beside SATISFIABLE")
	case n.Sign() > 0 && a.Status == Unsatisfiable:
		p.fail(p.counted, "a count above 0 beside UNSATISFIABLE")
	case n.Cmp(big.NewInt(int64(a.Models))) < 0:
		p.fail(p.counted, "a count below the %d models that are listed", a.Models)
	}
}
