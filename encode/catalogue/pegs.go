package catalogue

import (
	"github.com/exactile/exactile/encode/internal/pegs"
	"github.com/exactile/exactile/encode/puzzle"
)

// PegsSide is the number of rows and of columns of the pegs board.
const PegsSide = pegs.Side

// An Edition is one of the two sets of rules of the pegs puzzle. Both place six pieces, each once,
// with any turns and flips, on the 22 cells that three pegs leave of a board of 5 by 5. They differ
// in the piece "zig" and in the domains, the sets of cells that take one peg each.
type Edition = pegs.Edition

// The editions. In Plan, zig is congruent to long_l: two pieces with different names, so that
// swapping them gives another solution.
const (
	Plan  = pegs.Plan  // the written plan, "pegs:"
	Fixed = pegs.Fixed // the played edition, "pegs-fixed:"
)

// Editions lists the editions.
func Editions() []Edition { return pegs.Editions() }

// Codes of a PegsError.
const (
	InvalidPegs  = pegs.InvalidPegs  // not exactly one peg in each domain
	InvalidBoard = pegs.InvalidBoard // the board is not 5 by 5
)

// A PegsError is the reason why pegs are not a puzzle. Its JSON form is an object with the keys
// code, message and domains.
type PegsError = pegs.Error

// Pegs returns the puzzle of an edition with pegs on the given cells [x, y], in any order: there
// must be three, one in each domain. Its name lists them by x, then y. The error is a *PegsError.
func Pegs(e Edition, cells ...[2]int) (*puzzle.Puzzle, error) { return pegs.New(e, cells...) }

func pegsFamily(e Edition) family {
	text := "six pieces on a board of 5 by 5 with three pegs, given as x,y: the written plan"
	example := "pegs:1,0 3,2 4,4"
	if e == Fixed {
		text = "the same, as it is played"
		example = "pegs-fixed:1,0 2,2 4,4"
	}
	return family{
		name:    e.Family(),
		entries: []Entry{{e.Family() + ":X,Y X,Y X,Y", text, example}},
		lookup: func(rest string, _ bool) ([]*puzzle.Puzzle, error) {
			cells, err := e.Parse(rest)
			if err != nil {
				return nil, err
			}
			p, err := Pegs(e, cells...)
			if err != nil {
				return nil, err
			}
			return []*puzzle.Puzzle{p}, nil
		},
	}
}
