package cnf

import (
	"math/big"
	"strconv"
	"strings"
)

// maxCount bounds the digits of a count.
const maxCount = 1 << 16

func isDigit(b int) bool { return b >= '0' && b <= '9' }

// A counter reads what model counters state, and keeps it.
type counter struct {
	*scanner
	n         *big.Int // nil: no count
	place     place    // of n
	about     bool     // the program calls its count an estimate
	estimated bool     // there is an estimate beside the count, or in its place
	stated    int      // models that a program says it found, beside those that it lists
}

// comment reads the rest of a line that starts with c. Model counters state their counts there, and
// solvers that list models their number.
func (c *counter) comment(listed bool) {
	switch word, _ := c.word(); word {
	case "s":
		switch kind, _ := c.word(); kind {
		case "exact", "approx":
			arb, _ := c.word()
			if number, _ := c.word(); arb != "arb" || number != "int" {
				break // the sum of weights
			}
			c.about = c.about || kind == "approx"
			c.number()
			return
		case "log10-estimate":
			c.estimated = true
		}
	case "[appmc]": // approxmc, which states its estimates as s mc N
		c.about = true
	case "Models": // clasp, which writes N+ if there may be more, and 0 beside UNSATISFIABLE
		colon, _ := c.word()
		digits, at := c.word()
		c.skipBlanks()
		n, err := strconv.Atoi(strings.TrimSuffix(digits, "+"))
		if listed && colon == ":" && err == nil {
			c.stated = n
		}
		if !listed && colon == ":" && digits != "" && digits != "0" &&
			strings.Trim(digits, "0123456789") == "" && c.peek() == '\n' {
			n, _ := new(big.Int).SetString(digits, 10)
			c.set(at, n)
		}
	}
	c.skipLine()
}

// number reads a count and the end of its line.
func (c *counter) number() {
	c.skipBlanks()
	at := c.at()
	var digits []byte
	for b := c.peek(); isDigit(b); b = c.peek() {
		if c.pos++; len(digits) == maxCount {
			c.fail(at, "a count of more than %d digits", maxCount)
			return
		}
		digits = append(digits, byte(b))
	}
	if len(digits) == 0 || !isWordEnd(c.peek()) {
		c.fail(c.at(), "found %s: want the number of models", c.found())
		return
	}
	c.skipBlanks()
	switch b := c.peek(); {
	case b == end:
		c.fail(at, "the text ends within a line: the count may have been cut off")
	case isDigit(b), b == '-':
		c.fail(at, "found a line of numbers: a model stands on lines that start with v, "+
			"or in a file that starts with SAT")
	case b != '\n':
		c.fail(c.at(), "found %s: want the end of the line", c.found())
	}
	n, _ := new(big.Int).SetString(string(digits), 10)
	c.set(at, n)
}

// set keeps a count.
func (c *counter) set(at place, n *big.Int) {
	switch {
	case c.err != nil:
	case c.n != nil && c.n.Cmp(n) != 0:
		c.fail(at, "a count that is not the one in line %d", c.place.line)
	default:
		c.n, c.place = n, at
	}
}
