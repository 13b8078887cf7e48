package export

import (
	"bytes"
	"fmt"
	"strconv"
)

// aspAnswer is the output of clingo and clasp: after "Answer: N" a line of atoms.
type aspAnswer struct {
	marked marks
	atoms  bool // the next line has atoms
	open   bool // more answers may follow
	models int
}

func (a *aspAnswer) line(out, text []byte, ended bool) ([]byte, error) {
	if !ended {
		return out, errCut // a cut line may have lost atoms, or the + of 8+
	}
	if a.atoms {
		a.atoms = false
		for atom := range bytes.FieldsSeq(text) {
			number, ok := bytes.CutPrefix(atom, []byte("x("))
			number, closed := bytes.CutSuffix(number, []byte(")"))
			if !ok || !closed {
				return out, fmt.Errorf("found the atom %.40q: want x(N)", atom)
			}
			if err := a.marked.set(number); err != nil {
				return out, err
			}
		}
		a.models++
		return a.marked.model(out), nil
	}
	switch word, rest, _ := bytes.Cut(text, []byte(" ")); string(word) {
	case "Answer:":
		a.atoms = true
	case "SATISFIABLE":
		a.open = true
		return append(out, "s SATISFIABLE"...), nil
	case "UNSATISFIABLE", "UNKNOWN":
		return append(append(out, "s "...), word...), nil
	case "Models":
		// The number of models; with a + there may be more.
		n := bytes.TrimLeft(rest, " :")
		if all, err := strconv.Atoi(string(n)); err == nil && a.models > 0 && all > a.models {
			return append(append(out, "c Models : "...), n...), nil // with -q1 it prints only some
		}
		if a.open && !bytes.HasSuffix(n, []byte("+")) {
			return append(append(out, "s SOLUTIONS "...), n...), nil
		}
	}
	return out, nil
}

func (a *aspAnswer) end(out []byte) ([]byte, error) {
	if a.atoms {
		return out, fmt.Errorf("the end of the text: want the atoms of an answer")
	}
	return out, nil
}
