package export

import (
	"errors"
	"fmt"
	"strconv"
)

// A dialect is a language of answers.
type dialect interface {
	// line appends the translation of a line to out; err describes a fault. ended is false for a
	// last line without its end, which may be cut off.
	line(out, text []byte, ended bool) ([]byte, error)
	// end appends the translation of the end of the text.
	end(out []byte) ([]byte, error)
}

// marks are the options that a model chooses, for answers that omit the others.
type marks struct{ chosen []bool }

func newMarks(options int) marks { return marks{make([]bool, options)} }

// set marks the option with the given variable number as chosen.
func (k marks) set(number []byte) error {
	n, err := strconv.Atoi(string(number))
	if err != nil || n < 1 || n > len(k.chosen) {
		return fmt.Errorf("found %.40q: want the number of one of %d placements",
			number, len(k.chosen))
	}
	k.chosen[n-1] = true
	return nil
}

// model appends the whole model and clears the marks.
func (k marks) model(out []byte) []byte {
	out = append(out, 'v')
	for o, chosen := range k.chosen {
		out = append(out, ' ')
		if !chosen {
			out = append(out, '-')
		}
		out = strconv.AppendInt(out, int64(o+1), 10)
	}
	clear(k.chosen)
	return append(out, " 0"...)
}

// errCut reports a text that ends within a line, or before the line that must be its last.
var errCut = errors.New("the end of the text within a line, or before its last: it was cut off")
