package export

import (
	"errors"
	"fmt"
)

// listAnswer is what libraries for Python return: [1, -2, 3] for a model, a list of such lists for
// many; True, False and None beside them.
type listAnswer struct {
	depth int
	lists bool // a list of lists
}

func (a *listAnswer) line(out, text []byte, _ bool) ([]byte, error) {
	switch {
	case a.depth > 0 || len(text) == 0 || text[0] == '[':
	case string(text) == "True":
		return append(out, "s SATISFIABLE"...), nil
	case string(text) == "False":
		return append(out, "s UNSATISFIABLE"...), nil
	case string(text) == "None":
		return out, nil
	default:
		return out, fmt.Errorf("found %.40q: want True, False or a list of literals", text)
	}
	const deepest = 2
	for k, b := range text {
		if k == 0 {
			out = append(out, "v "...)
		}
		switch b {
		case '[':
			if a.lists = a.depth > 0; a.depth == deepest {
				return out, errors.New("found a list in a list of lists: want literals")
			}
			a.depth++
		case ']':
			if a.depth == 0 {
				return out, errors.New("a bracket too many")
			}
			if !a.lists || a.depth == deepest {
				out = append(out, " 0"...)
			}
			a.depth--
		case ',':
			b = ' '
			fallthrough
		default:
			out = append(out, b)
		}
	}
	return out, nil
}

func (a *listAnswer) end(out []byte) ([]byte, error) {
	if a.depth > 0 {
		return out, errors.New("the end of the text within a list")
	}
	return out, nil
}
