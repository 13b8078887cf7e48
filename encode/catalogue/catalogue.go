// Package catalogue holds the built-in puzzles, by name: the fifty variants of Cilada, the pegs
// puzzles in both editions, the boards for pentominoes and dominoes of any size, commercial games,
// and every set of polyforms on every named board.
//
// A puzzle that is not computed is a puzzle file in the folder puzzles, embedded; a name with
// parameters chooses from it the pieces of a variant, or adds hints.
//
// A name is a family, or a family, a colon and its parameters: "cilada", "cilada:3..7", "pegs:1,0
// 3,2 4,4", "pentominoes:6x10", "hexiamonds:hexagon:3". With braces, as in
// "dominoes:{4..12}x{4..12}", it is several. The package only builds puzzles. Known
// facts on their solutions are in their claims if they are few, else in the puzzle files under
// testdata; nothing is counted here.
package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/pegs"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/text"
)

// families lists the families in the order of Entries.
func families() []family {
	return append([]family{
		ciladaFamily(),
		pegsFamily(pegs.Plan),
		pegsFamily(pegs.Fixed),
		pentominoFamily(),
		pentominoSquareFamily(),
		dominoFamily(),
		tatamiFamily(),
		tatamiSquareFamily(),
		squaresFamily(),
		calendarFamily(),
		geniusFamily(),
	}, fixedFamilies()...)
}

// Entries lists the built-in families in the order in which they should be shown.
func Entries() []Entry {
	var all []Entry
	for _, f := range families() {
		all = append(all, f.entries...)
	}
	return append(all,
		Entry{"SET:BOARD",
			"a set of pieces, once each, on a board as exactile new names them: tetrahexes:7x4, " +
				"hexiamonds:hexagon:4, one-sided-pentominoes:5x18", "hexiamonds:12x6"},
		Entry{"...{A,B,M..N}...",
			"a puzzle for each part in the braces, in quotes for the shell: " +
				`"dominoes:{4..12}x{4..12}" is 81 boards`, "dominoes:{4..12}x{4..12}"})
}

// Has reports whether the name belongs to a built-in family, so that an error of Lookup is more
// specific than that the name is unknown. It may have braces, also wrong ones.
func Has(name string) bool {
	all, err := Expand(name)
	if err != nil {
		all = []string{name}
	}
	return slices.ContainsFunc(all, func(name string) bool {
		_, ok := familyOf(name)
		return ok
	})
}

// Lookup returns the built-in puzzles of a name: one or, for names such as "cilada:3..7" and those
// that [Expand] takes, several in order. Each call returns new puzzles. The error is a *pegs.Error
// for invalid pegs; else it describes the names of the family, or reports that there is no such
// family.
func Lookup(name string) ([]*puzzle.Puzzle, error) {
	names, err := Expand(name)
	if err != nil {
		return nil, err
	}
	var all []*puzzle.Puzzle
	for _, name := range names {
		puzzles, err := lookup(name)
		if err != nil {
			return nil, err
		}
		all = append(all, puzzles...)
	}
	return all, nil
}

func lookup(name string) ([]*puzzle.Puzzle, error) {
	f, ok := familyOf(name)
	if !ok {
		suggestion, ok := Suggest(name)
		if ok {
			suggestion = fmt.Sprintf("; did you mean %q?", suggestion)
		}
		return nil, fmt.Errorf("there is no built-in puzzle %q%s", name, suggestion)
	}
	_, rest, colon := strings.Cut(name, ":")
	return f.lookup(rest, colon)
}

// Suggest returns the built-in name that was probably meant by a name of no family: the nearest
// family, with the text after the colon.
func Suggest(name string) (string, bool) {
	head, rest, colon := strings.Cut(name, ":")
	var known []string
	for _, f := range families() {
		known = append(known, f.name)
	}
	for _, k := range kinds() {
		known = append(known, k.words()...)
	}
	nearest, ok := text.Nearest(head, known)
	if ok && colon {
		nearest += ":" + rest
	}
	return nearest, ok
}

func familyOf(name string) (family, bool) {
	head, _, _ := strings.Cut(name, ":")
	for _, f := range families() {
		if f.name == head {
			return f, true
		}
	}
	return setFamily(head)
}
