package export

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/internal/located"
)

// ParseAnswer reads the output of a program for a model of so many options that this package wrote,
// and passes each of its models to model; the name is for error messages. It reads
//
//   - what [cnf.ParseAnswer] reads: SAT solvers, model counters, minizinc;
//   - clingo and clasp, whose atoms x(N) are true (with any --verbose that numbers answers);
//   - SMT solvers: sat, unsat or unknown and the values of x1, x2, ..., be it those that
//     get-value prints or the functions of get-model, or literals;
//   - lists of Python: a model as [1, -2, 3], or a list of models;
//   - glpsol --write, by column, and the solution file of cbc, by name;
//   - toulbar2 -s, also with -a, and the file of its -w.
//
// For other outputs of these programs the error names the option that prints what is read.
//
// Atoms and columns that an answer omits are false. cbc writes either all columns or those that are
// not zero, so if it writes a zero it must write all. If there are no options, an answer
// SATISFIABLE without a model has the empty model. Errors have the line of the fault; an error of
// model ends the reading.
func ParseAnswer(
	r io.Reader, name string, options int, model func(cnf.Assignment) error,
) (cnf.Answer, error) {
	t := &translator{from: bufio.NewReaderSize(r, 1<<16), name: name, options: options}
	answer, err := cnf.ParseAnswer(t, name, options, 0, model)
	if wrong := (*located.Error)(nil); errors.As(t.err, &wrong) && errors.Is(err, wrong) {
		return answer, wrong // it has a place already
	}
	if err == nil && options == 0 && answer.Models == 0 && answer.Status == cnf.Satisfiable {
		answer.Models = 1 // some programs print nothing for an empty model
		err = model(cnf.Assignment{})
	}
	return answer, err
}

// A translator translates an answer in any dialect to that of SAT solvers, line for line, so that
// the line numbers are the same.
type translator struct {
	from    *bufio.Reader
	name    string
	options int

	dialect dialect // nil: not detected yet
	plain   bool    // the answer is a SAT solver's, and is not translated
	line    int
	out     []byte // the translated text; the part not read yet starts at
	at      int
	err     error
}

// maxLine bounds the lines of a translated answer, in bytes: one holds a model.
const maxLine = 1 << 26

func (t *translator) Read(p []byte) (int, error) {
	for t.at == len(t.out) && t.err == nil {
		if t.plain {
			return t.from.Read(p)
		}
		t.out, t.at = t.out[:0], 0
		t.err = t.next()
	}
	if t.at < len(t.out) {
		n := copy(p, t.out[t.at:])
		t.at += n
		return n, nil
	}
	return 0, t.err
}

// next translates a line.
func (t *translator) next() error {
	text, err := t.readLine()
	if err != nil && (!errors.Is(err, io.EOF) || len(text) == 0) {
		if errors.Is(err, io.EOF) && t.dialect != nil {
			if t.out, err = t.dialect.end(t.out); err != nil {
				return t.wrong(err)
			}
			return io.EOF
		}
		return err
	}
	t.line++
	trimmed := bytes.TrimSpace(text)
	if t.dialect == nil && !t.plain {
		if err := t.choose(trimmed); err != nil {
			return t.wrong(err)
		}
	}
	if t.dialect == nil {
		t.out = append(t.out, text...)
		return nil
	}
	var wrong error
	t.out, wrong = t.dialect.line(t.out, trimmed, bytes.HasSuffix(text, []byte("\n")))
	if wrong != nil {
		return t.wrong(wrong)
	}
	t.out = append(t.out, '\n')
	return nil
}

func (t *translator) wrong(err error) error {
	return located.Errorf(t.name, max(1, t.line), 1, "%w", err)
}

// readLine returns the next line, including its end.
func (t *translator) readLine() ([]byte, error) {
	text, err := t.from.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return text, err
	}
	whole := bytes.Clone(text)
	for errors.Is(err, bufio.ErrBufferFull) {
		if len(whole) > maxLine {
			t.line++
			return nil, t.wrong(fmt.Errorf("a line of more than %d bytes", maxLine))
		}
		text, err = t.from.ReadSlice('\n')
		whole = append(whole, text...)
	}
	return whole, err
}

// choose detects the dialect by the first line that is not a comment. Comments pass through, since
// SAT solvers print them too.
func (t *translator) choose(text []byte) error {
	word, _, _ := bytes.Cut(text, []byte(" "))
	switch string(word) {
	case "", "c", "\xef\xbb\xbfc":
	case "clingo", "clasp", "Answer:", "Solving...", "Reading":
		t.dialect = &aspAnswer{marked: newMarks(t.options)}
	case "sat", "unsat", "unknown", "(error":
		t.dialect = &smtAnswer{options: t.options}
	case "Optimal", "Infeasible", "Integer", "Stopped":
		t.dialect = &cbcAnswer{marked: newMarks(t.options), status: make(map[string]bool)}
	case "True", "False", "None":
		t.dialect = new(listAnswer)
	case "loading":
		t.dialect = &valuesAnswer{options: t.options}
	default:
		if text[0] == '{' { // what JSON it is, the next lines show
			text = bytes.Clone(text) // Peek moves it
			after, _ := t.from.Peek(256)
			text = append(text, after...)
		}
		if err := otherOutput(text); err != nil {
			return err
		}
		switch {
		case len(text) > 1 && isValues(text):
			t.dialect = &valuesAnswer{options: t.options, bare: true}
		case bytes.HasPrefix(text, []byte("s mip ")):
			t.dialect = &glpkAnswer{options: t.options}
		case text[0] == '[':
			t.dialect = new(listAnswer)
		default:
			t.plain = true
		}
	}
	return nil
}
