package export

import (
	"bytes"
	"errors"
)

// valuesAnswer is the output of toulbar2 with -s: the values of all variables on the line after a
// line "New solution", or after the number of a solution with -a, and the file of its -w, which has
// only such lines. Without -a each solution is better than the one before, and the last is the
// answer.
type valuesAnswer struct {
	options int
	bare    bool   // the file of -w
	next    bool   // the next line has values
	last    []byte // the last solution, translated
	silent  bool   // a solution without its values
}

func (a *valuesAnswer) line(out, text []byte, ended bool) ([]byte, error) {
	if !ended {
		return out, errCut
	}
	number, values, listed := bytes.Cut(text, []byte("): "))
	switch {
	case a.next || a.bare:
		if !isValues(text) {
			a.next, a.silent = false, true
			return a.line(out, text, ended)
		}
		a.next = false
		var err error
		if a.last, err = a.model(a.last[:0], text); a.bare {
			out, a.last = append(out, a.last...), nil
		}
		return out, err
	case listed && bytes.Contains(number, []byte(" solution(")):
		return a.model(out, values)
	case bytes.HasPrefix(text, []byte("New solution:")):
		a.next = true
	case bytes.HasPrefix(text, []byte("No solution")):
		return append(out, "s UNSATISFIABLE"...), nil
	case bytes.HasPrefix(text, []byte("Number of solutions")):
		if n := bytes.Fields(text); string(n[len(n)-2]) == "=" {
			return append(append(out, "s SOLUTIONS "...), n[len(n)-1]...), nil
		}
	}
	return out, nil
}

// model appends the model of a line of values.
func (a *valuesAnswer) model(out, text []byte) ([]byte, error) {
	if !isValues(text) || len(bytes.Fields(text)) < a.options {
		return out, errors.New("want a value, 0 or 1, for each variable")
	}
	marked := newMarks(a.options)
	for o, value := range bytes.Fields(text)[:a.options] {
		marked.chosen[o] = value[0] == '1'
	}
	return marked.model(out), nil
}

func (a *valuesAnswer) end(out []byte) ([]byte, error) {
	if a.last == nil && (a.next || a.silent) {
		return out,
			errors.New(
				"toulbar2 prints no solution without -s: run it with -s, or with -a -s for all",
			)
	}
	if a.last != nil {
		out = append(append(out, a.last...), '\n')
	}
	return out, nil
}

// isValues reports whether a line has nothing but the words 0 and 1.
func isValues(line []byte) bool {
	words := bytes.Fields(line)
	for _, w := range words {
		if string(w) != "0" && string(w) != "1" {
			return false
		}
	}
	return len(words) > 0
}
