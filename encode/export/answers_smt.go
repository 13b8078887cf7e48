package export

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

// smtAnswer is the output of SMT solvers: a word, and a list of names and values, or literals. The
// Python interface of z3 prints [x1 = True, x2 = False].
type smtAnswer struct {
	options int
	depth   int // open parentheses
	name    int // number of the variable whose value is next, 0 for none
}

func (a *smtAnswer) line(out, text []byte, _ bool) ([]byte, error) {
	if a.depth == 0 {
		switch {
		case string(text) == "sat":
			return append(out, "s SATISFIABLE"...), nil
		case string(text) == "unsat":
			return append(out, "s UNSATISFIABLE"...), nil
		case string(text) == "unknown":
			return append(out, "s UNKNOWN"...), nil
		case bytes.HasPrefix(text, []byte("(error")):
			return out, nil // an error after unsat: there are no values to get
		case len(text) > 0 && bytes.IndexByte([]byte("+-0123456789"), text[0]) >= 0:
			return append(append(out, "v "...), text...), nil
		case len(text) > 0 && text[0] != '(' && text[0] != '[':
			return out, fmt.Errorf("found %.40q: want sat, unsat, unknown or the values", text)
		}
	}
	started := false
	for len(text) > 0 {
		word := text[:1]
		switch {
		case bytes.IndexByte([]byte(" \t=,"), text[0]) >= 0:
		case text[0] == '(' || text[0] == '[':
			a.depth++
		case text[0] == ')' || text[0] == ']':
			if a.depth--; a.depth < 0 {
				return out, errors.New("a parenthesis too many")
			}
			if a.depth == 0 && a.name != 0 {
				return out, fmt.Errorf("x%d has no value", a.name)
			}
		default:
			if n := bytes.IndexAny(text, " \t=,()[]"); n > 0 {
				word = text[:n]
			} else {
				word = text
			}
		}
		text = text[len(word):]
		value, err := a.word(word)
		if err != nil {
			return out, err
		}
		if value == 0 && (a.depth > 0 || word[0] != ')' && word[0] != ']') {
			continue
		}
		if !started {
			started, out = true, append(out, 'v')
		}
		out = strconv.AppendInt(append(out, ' '), int64(value), 10) // 0: the last parenthesis
	}
	return out, nil
}

// word processes a word, and returns the literal if the word is the value of a variable.
func (a *smtAnswer) word(word []byte) (int, error) {
	switch string(word) {
	case "(", ")", "[", "]", " ", "\t", "=", ",", "model", "define-fun", "Bool":
		return 0, nil
	case "true", "false", "True", "False":
		value := a.name
		if a.name = 0; word[0]|' ' == 'f' {
			value = -value
		}
		return value, nil
	}
	number, ok := bytes.CutPrefix(word, []byte("x"))
	n, err := strconv.Atoi(string(number))
	if !ok || err != nil || n < 1 || n > a.options || a.name != 0 {
		return 0, fmt.Errorf("found %.40q: want x1, x2, ..., x%d and true or false", word,
			a.options)
	}
	a.name = n
	return 0, nil
}

func (a *smtAnswer) end(out []byte) ([]byte, error) {
	if a.depth > 0 {
		return out, errors.New("the end of the text within parentheses")
	}
	return out, nil
}
