package cnf

import (
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
)

// A Status is a solver's verdict on a formula.
type Status int

// Unknown is also the status of an answer without a verdict.
const (
	Unknown Status = iota
	Satisfiable
	Unsatisfiable
)

func (s Status) String() string {
	switch s {
	case Satisfiable:
		return "SATISFIABLE"
	case Unsatisfiable:
		return "UNSATISFIABLE"
	}
	return "UNKNOWN"
}

// An Assignment gives variables values; a solver's model is an Assignment. It may leave variables
// open: solvers may omit variables that occur in no clause. The zero Assignment leaves all
// variables open.
type Assignment struct {
	values []int8 // of variable v at v-1: 1 true, -1 false, 0 open
	named  bool
}

// NumVars returns the highest variable that has a value.
func (a Assignment) NumVars() int { return len(a.values) }

// Named reports whether the text has the variables as x1, x2, ...
func (a Assignment) Named() bool { return a.named }

// Value reports whether l is true, which is false for an open variable.
func (a Assignment) Value(l Lit) bool {
	v := a.sign(l)
	return v > 0 && l > 0 || v < 0 && l < 0
}

// Open reports whether the variable of l has no value.
func (a Assignment) Open(l Lit) bool { return a.sign(l) == 0 }

func (a Assignment) sign(l Lit) int8 {
	if v := l.Var(); v > 0 && v <= len(a.values) {
		return a.values[v-1]
	}
	return 0
}

// An Answer is what a solver printed, except the models.
type Answer struct {
	// Status is Satisfiable as soon as there is a model.
	Status Status
	// Models is the number of models.
	Models int
	// Complete is set if the solver states that there are no other models: it ended in `s
	// UNSATISFIABLE`, also after the last model, or in `s SOLUTIONS N`. Solvers that state it only
	// by their exit status, as clasp does, leave Complete false.
	Complete bool
	// Count is the number of models that a model counter states, nil if it states none. Status does
	// not depend on it.
	Count *big.Int
	// Found is the number of models that the program says it found, if that is more than it lists:
	// clasp lists only the last one of a formula that could have an objective. Else it is 0.
	Found int
	// Cost is the last that an optimiser states, on a line that begins with o; "": none. Optimum is
	// set if it states that no model costs less.
	Cost    string
	Optimum bool
	// Approximate is set if the program calls its count an estimate, or states only an estimate.
	Approximate bool
}

// unknownVars bounds the variables of a model, and so the memory, if their number is not known.
const unknownVars = 1 << 26

// ParseAnswer reads the output of SAT solvers: the lines `s SATISFIABLE`, `s UNSATISFIABLE` and `s
// UNKNOWN` (or `s INDETERMINATE`); models as literals on `v` lines; comments on `c` lines; and
// minisat's result file, a line SAT, UNSAT or INDET and after the first a line of literals, also
// with the whole words. A model ends at a 0 or, since some programs print none, at a status line or
// the end of the text; a text that ends within a word was cut off. A program that lists many models
// may print any number of them, each with its own status line, with one for all, or with a last
// line `s UNSATISFIABLE` or `s SOLUTIONS N`.
// MaxSAT solvers print all values as one word of a digit each, `v 0110`, 1 for true.
//
// Minizinc's lines are read too: dashes after a model, equals signs after all of them, and
// =====UNSATISFIABLE===== or =====UNKNOWN===== in their place. So is the variant of pseudo-Boolean
// solvers: their literals are x1, -x2, ..., without a 0, and a model ends where a variable is
// repeated, at a status line, or at the end of the text. Their lines `o N` are the cost of a model,
// `s OPTIMUM FOUND` is SATISFIABLE, and `s UNSUPPORTED` is UNKNOWN.
//
// Model counters state their count as `c s exact arb int N`, `s mc N`, `s pmc N`, `s N`, or a
// number alone on a line; clasp, if it prints no models, as `c Models : N`.
//
// Each model is passed to model in turn; if model returns an error, reading ends with that error.
// The name is for error messages. The formula has at least least variables, and at most vars: a
// literal above vars is an error, and so is a model without a 0 that ends before least. If vars is
// 0, the number is not known, and a literal above 1<<26 is an error.
//
// A fault of the text is an error with its place: a line of any other kind, a model that was cut
// off or has both a variable and its negation, a model after `s UNSATISFIABLE`, contradictory
// status lines or counts. An error of r is wrapped. An empty text is Unknown: a solver that was
// stopped prints nothing.
func ParseAnswer(
	r io.Reader, name string, least, vars int, model func(Assignment) error,
) (Answer, error) {
	in := newScanner(r, name)
	p := &answerParser{
		scanner: in, vars: vars, least: least, model: model, allVars: vars,
		counts: counter{scanner: in},
	}
	if vars == 0 {
		p.vars = unknownVars
	}
	p.want = fmt.Sprintf("a literal of the variables 1 to %d, or 0 to end the model", p.vars)
	p.text()
	return p.answer, p.err
}

// errSecond stops the parser at the second model if only the first is needed.
var errSecond = errors.New("second model")

// ParseFirst reads an answer like ParseAnswer, up to the end of its first model, and returns that
// model. If Answer.Models is 0, the model is the zero Assignment.
func ParseFirst(r io.Reader, name string, vars int) (Assignment, Answer, error) {
	var first Assignment
	seen := false
	answer, err := ParseAnswer(r, name, vars, vars, func(a Assignment) error {
		if seen {
			return errSecond
		}
		first, seen = a, true
		return nil
	})
	if errors.Is(err, errSecond) {
		answer.Models, err = 1, nil
	}
	return first, answer, err
}

type answerParser struct {
	*scanner
	vars   int // the highest variable of a literal
	least  int // the number of variables that a whole model has at least
	model  func(Assignment) error
	answer Answer
	want   string // what a model must contain, for messages

	refuted bool   // s UNSATISFIABLE was read: no model or status may follow
	bare    bool   // SAT was read: lines of literals without a v are models
	cut     bool   // the text ends right after the last literal
	allVars int    // number of values of a model without a 0, if known
	named   bool   // the current model is of x1, x2, ... and ends without a 0
	values  []int8 // the current model
	widest  int    // number of values of the model before
	open    bool   // a model has begun and not ended
	begun   place  // where it has begun

	counts counter
}

func (p *answerParser) text() {
	for p.skipSpace(); p.peek() != end; p.skipSpace() {
		switch b := p.peek(); {
		case p.bare && (b == '-' || b == '+' || isDigit(b)):
			p.literals()
		case isDigit(b):
			p.counts.number()
		default:
			p.wordLine()
		}
	}
	p.ended()
	p.consistent()
}

// consistent fails if the count contradicts the status or the models.
func (p *answerParser) consistent() {
	a, n := &p.answer, p.counts.n
	if found := p.counts.stated; found > a.Models {
		a.Found = found
	}
	a.Count, a.Approximate = n, p.counts.about || n == nil && p.counts.estimated
	switch {
	case n == nil || a.Approximate || p.err != nil:
	case n.Sign() == 0 && a.Status == Satisfiable:
		p.fail(p.counts.place, "a count of 0 beside SATISFIABLE")
	case n.Sign() > 0 && a.Status == Unsatisfiable:
		p.fail(p.counts.place, "a count above 0 beside UNSATISFIABLE")
	case n.Cmp(big.NewInt(int64(a.Models))) < 0:
		p.fail(p.counts.place, "a count below the %d models that are listed", a.Models)
	}
}

// wordLine reads a line that starts with a word.
func (p *answerParser) wordLine() {
	switch word, at := p.word(); word {
	case "c":
		p.counts.comment(p.answer.Models > 0 || p.open)
	case "o":
		p.skipBlanks()
		p.answer.Cost, _ = p.word()
		p.skipLine()
	case "v":
		if p.skipBlanks(); !p.open && (p.peek() == '0' || p.peek() == '1') {
			p.digits()
		}
		p.literals()
	case "s":
		p.statusLine()
	case "SAT", "SATISFIABLE":
		p.bare = true
		p.status(at, Satisfiable)
	case "UNSAT", "UNSATISFIABLE", "=====UNSATISFIABLE=====":
		p.status(at, Unsatisfiable)
	case "INDET", "INDETERMINATE", "UNKNOWN", "=====UNKNOWN=====":
		p.status(at, Unknown)
	case "----------":
		p.lineEnd()
	case "==========":
		if p.answer.Models == 0 {
			p.fail(at, "the end of all solutions, of which there is none")
		}
		p.status(at, Unsatisfiable)
	default:
		p.fail(at, "found %q: want a line that starts with s, v or c%s", word, advice(word))
	}
}

// statusLine reads the rest of a line that starts with s.
func (p *answerParser) statusLine() {
	if p.skipBlanks(); isDigit(p.peek()) {
		p.counts.number()
		return
	}
	switch word, at := p.word(); word {
	case "SATISFIABLE":
		p.status(at, Satisfiable)
	case "UNSATISFIABLE":
		p.status(at, Unsatisfiable)
	case "OPTIMUM":
		if word, at := p.word(); word != "FOUND" {
			p.fail(at, "found %q: want FOUND, as in OPTIMUM FOUND", word)
		}
		p.answer.Optimum = true
		p.status(at, Satisfiable)
	case "UNKNOWN", "INDETERMINATE", "UNSUPPORTED":
		p.status(at, Unknown)
	case "SOLUTIONS":
		p.solutions()
	case "mc", "pmc":
		p.counts.number()
	default:
		p.fail(at, "found %q: want SATISFIABLE, UNSATISFIABLE or UNKNOWN", word)
	}
}

// advice returns a hint on a text that begins with a word and is not an answer.
func advice(word string) string {
	switch {
	case word == "p":
		return "; this is a formula, and not what a solver says of it"
	case word == "WARNING:" || word == "|",
		strings.HasPrefix(word, "====") && strings.HasSuffix(word, "..."):
		return "; if it is minisat that printed this, it writes its model to a second file: " +
			"minisat FORMULA RESULT, and RESULT is what is wanted here"
	case strings.Trim(word, "+-0123456789") == "":
		return "; a model stands on lines that start with v, or in a file that starts with SAT"
	}
	return ""
}

// ended ends a model that has no 0 at its end. The last literal of a text that ends within a word
// may have been a longer one.
func (p *answerParser) ended() {
	switch {
	case !p.open:
	case p.cut || !p.named && len(p.values) < p.allVars:
		p.fail(p.begun, "the model that starts here has no 0 at its end, and was cut off")
	default:
		p.endModel()
	}
}

// lineEnd fails if anything follows on this line.
func (p *answerParser) lineEnd() {
	if word, at := p.word(); word != "" {
		p.fail(at, "found %q: want the end of the line", word)
	}
}

// status processes a status line.
func (p *answerParser) status(at place, s Status) {
	if p.ended(); p.refuted {
		p.fail(at, "a status after UNSATISFIABLE")
	}
	if s == Unsatisfiable && p.answer.Models == 0 && p.answer.Status == Satisfiable {
		p.fail(at, "UNSATISFIABLE after SATISFIABLE, without a model between them")
	}
	if p.err != nil {
		return
	}
	if s == Satisfiable || s == Unsatisfiable && p.answer.Models == 0 {
		p.answer.Status = s
	}
	if s == Unsatisfiable {
		p.refuted, p.answer.Complete = true, true
	}
	p.lineEnd()
}

// solutions reads the rest of picosat's last line, the number of models.
func (p *answerParser) solutions() {
	p.ended()
	p.skipBlanks()
	at := p.at()
	n := p.number(MaxVar, "the number of models")
	if p.answer.Models == 0 && n > 0 { // it only counted
		p.counts.set(at, big.NewInt(int64(n)))
		p.lineEnd()
		return
	}
	if n != p.answer.Models {
		p.fail(at, "%d models announced, but there are %d", n, p.answer.Models)
	}
	if p.err != nil {
		return
	}
	if n == 0 {
		p.answer.Status = Unsatisfiable
	}
	p.refuted, p.answer.Complete = true, true
	p.lineEnd()
}

// leastDigits is the least length of a word of digits 0 and 1 that can only be a model: a number is
// shorter.
const leastDigits = 9

// digits reads a model that is one word of a digit for each variable, or the first literal of
// another model, whose number may begin with such digits. A word that could be a number is a model
// if it is as long as one and stands alone: as a literal it would leave the other variables open.
func (p *answerParser) digits() {
	at := p.at()
	n, length := 0, 0
	for b := p.peek(); b == '0' || b == '1'; b = p.peek() {
		p.pos++
		if length++; length <= p.vars {
			p.values = append(p.values, int8(2*(b-'0')-1))
		}
		if n <= p.vars {
			n = 10*n + b - '0'
		}
	}
	word := isWordEnd(p.peek()) && length > 1 && length <= p.vars
	whole := word && (length >= leastDigits || p.values[0] < 0)
	if word && !whole && p.least > 1 && length >= p.least {
		p.skipBlanks()
		whole = p.peek() == '\n'
	}
	switch {
	case whole && p.refuted:
		p.fail(at, "a model after UNSATISFIABLE")
	case whole && p.peek() == end:
		p.fail(at, "the text ends within a line: the model may have been cut off")
	case whole && length < p.least:
		p.fail(at, "a model of %d digits: the formula has at least %d variables", length, p.least)
	case whole:
		p.endModel()
	case word && n <= p.vars:
		p.values = nil
		p.take(at, n, false)
	default:
		p.values = nil
		p.take(at, p.decimal(n, length, at, p.vars, p.want), false)
	}
}

// literals reads the literals on the rest of this line into the model.
func (p *answerParser) literals() {
	for {
		p.knownLine()
		p.skipBlanks()
		at := p.at()
		if b := p.peek(); b == '\n' || b == end {
			return
		}
		n, named := p.literal('x', p.vars, p.want)
		p.take(at, n, named)
	}
}

// take adds a literal to the model, or ends the model if n is 0.
func (p *answerParser) take(at place, n int, named bool) {
	if p.cut = p.peek() == end && n != 0; p.refuted {
		p.fail(at, "a model after UNSATISFIABLE")
	}
	switch {
	case p.open && named != p.named, named && n == 0:
		p.fail(at, "a model of numbers and of names")
	case named && p.open && p.has(n):
		p.endModel()
	}
	if !p.open {
		p.open, p.begun, p.named = true, at, named
	}
	if n == 0 {
		p.endModel()
	} else {
		p.assign(at, Lit(n))
	}
}

// knownLine is a fast path for literals of an open model: numbers wholly in the buffer, with an x
// before them if the model is named, of variables without a value that need no more memory. The
// general loop would take twice as long for a listing.
func (p *answerParser) knownLine() {
	if !p.open || p.refuted {
		return
	}
	text := p.buf[p.pos:p.n]
	for at := 0; ; {
		for at < len(text) && text[at] == ' ' {
			at++
		}
		p.pos = p.n - len(text) + at
		sign := int8(1)
		if at < len(text) && text[at] == '-' {
			sign = -1
			at++
		}
		if p.named {
			if at == len(text) || text[at] != 'x' {
				return
			}
			at++
		}
		v, start := 0, at
		for at < len(text) && text[at]-'0' < 10 && at-start < 9 {
			v = 10*v + int(text[at]-'0')
			at++
		}
		if at == len(text) || text[at] != ' ' && text[at] != '\n' ||
			v == 0 || v > cap(p.values) || v > p.vars {
			return
		}
		if v > len(p.values) {
			p.values = p.values[:v]
		}
		if p.values[v-1] != 0 {
			return
		}
		p.values[v-1] = sign
	}
}

// has reports whether the variable of n has a value in the current model.
func (p *answerParser) has(n int) bool {
	v := max(n, -n)
	return v <= len(p.values) && p.values[v-1] != 0
}

func (p *answerParser) assign(at place, l Lit) {
	v, sign := l.Var(), int8(1)
	if l < 0 {
		sign = -1
	}
	if v > cap(p.values) {
		// Grow by doubling, but not far beyond: a model may have millions of values.
		p.values = append(make([]int8, 0, max(v, p.widest, 2*len(p.values))), p.values...)
	}
	if v > len(p.values) {
		p.values = p.values[:v]
	}
	if p.values[v-1] == -sign {
		p.fail(at, "the model has both %d and %d", -l, l)
	}
	p.values[v-1] = sign
}

// endModel passes the model on, unless there was an error in it.
func (p *answerParser) endModel() {
	if p.err != nil {
		return
	}
	a := Assignment{values: p.values, named: p.named && p.open}
	p.widest, p.values = len(a.values), nil
	p.open = false
	p.answer.Status = Satisfiable
	p.answer.Models++
	if err := p.model(a); err != nil {
		p.stop(err)
	}
}
