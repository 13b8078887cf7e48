// Package catalogue holds the puzzles that are built in, by name: the fifty
// variants of Cilada, the pegs puzzles in both editions, and the boards for
// pentominoes and dominoes of any size.
//
// A name is a family, or a family, a colon and what it asks of the family:
// "cilada", "cilada:3..7", "pegs:1,0 3,2 4,4", "pentominoes:6x10". The package
// only builds puzzles; how many solutions they have is said by the puzzle files
// under testdata, not here.
package catalogue

import (
	"fmt"
	"strings"

	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/spelling"
)

// An Entry describes a kind of built-in puzzle to a reader.
type Entry struct {
	Pattern string // how such names are formed: "pentominoes:WxH"
	Text    string // what they are, in one line
	Example string // a name that Lookup knows
}

// A family is the built-in puzzles whose names start alike.
type family struct {
	name    string // what stands before the colon
	entries []Entry
	// lookup builds the puzzles that the part after the colon names; rest is
	// empty, and colon false, for the bare family name.
	lookup func(rest string, colon bool) ([]*puzzle.Puzzle, error)
}

// families lists the families in the order of Entries.
func families() []family {
	return []family{
		ciladaFamily(),
		pegsFamily(Plan),
		pegsFamily(Fixed),
		pentominoFamily(),
		pentominoSquareFamily(),
		dominoFamily(),
	}
}

// Entries lists what is built in, in the order in which it should be shown.
func Entries() []Entry {
	var all []Entry
	for _, f := range families() {
		all = append(all, f.entries...)
	}
	return all
}

// Has reports whether the name belongs to a built-in family, so that Lookup has
// more to say of it than that it is unknown.
func Has(name string) bool {
	_, ok := familyOf(name)
	return ok
}

// Lookup returns the built-in puzzles that name stands for, one or, for names
// such as "cilada:3..7", several in order. Each call returns new puzzles. The
// error is an *UnknownError if no family has that name, a *PegsError for pegs
// that are no puzzle, and else says what the family expects.
func Lookup(name string) ([]*puzzle.Puzzle, error) {
	f, ok := familyOf(name)
	if !ok {
		suggestion, _ := Suggest(name)
		return nil, &UnknownError{Name: name, Suggestion: suggestion}
	}
	_, rest, colon := strings.Cut(name, ":")
	return f.lookup(rest, colon)
}

// Suggest returns the built-in name that was probably meant by a name of no
// family: the nearest family with what stood after the colon.
func Suggest(name string) (string, bool) {
	head, rest, colon := strings.Cut(name, ":")
	var known []string
	for _, f := range families() {
		known = append(known, f.name)
	}
	nearest, ok := spelling.Nearest(head, known)
	if ok && colon {
		nearest += ":" + rest
	}
	return nearest, ok
}

// An UnknownError says that no built-in puzzle has the name.
type UnknownError struct {
	Name       string
	Suggestion string // the name that was probably meant, or ""
}

func (e *UnknownError) Error() string {
	text := fmt.Sprintf("there is no built-in puzzle %q", e.Name)
	if e.Suggestion != "" {
		text += fmt.Sprintf("; did you mean %q?", e.Suggestion)
	}
	return text
}

func familyOf(name string) (family, bool) {
	head, _, _ := strings.Cut(name, ":")
	for _, f := range families() {
		if f.name == head {
			return f, true
		}
	}
	return family{}, false
}
