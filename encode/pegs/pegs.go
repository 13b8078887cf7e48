// Package pegs holds the rules of the pegs puzzle: its two editions, their domains, and which pegs
// make a puzzle. The catalogue names such puzzles, and one of the formats stores them.
package pegs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// Side is the number of rows and of columns of the pegs board.
const Side = 5

// An Edition is one of the two sets of rules of the pegs puzzle. Both place six pieces, each once,
// with any turns and flips, on the 22 cells that three pegs leave of a board of 5 by 5. They differ
// in the piece "zig" and in the domains.
type Edition string

// The editions. In Plan, zig is congruent to long_l: two pieces with different names, so that
// swapping them gives another solution.
const (
	Plan  Edition = "plan"  // the written plan, "pegs:"
	Fixed Edition = "fixed" // the played edition, "pegs-fixed:"
)

// Editions lists the editions.
func Editions() []Edition { return []Edition{Plan, Fixed} }

// Family returns the part of the names before the colon.
func (e Edition) Family() string {
	if e == Fixed {
		return "pegs-fixed"
	}
	return "pegs"
}

// pieces returns the six pieces in the order of the plan.
func (e Edition) pieces() []puzzle.Piece {
	zig := []string{"X", "XXX"}
	if e == Fixed {
		zig = []string{".XX", "XX"}
	}
	return []puzzle.Piece{
		puzzle.NewPiece("short_l", "XX", "X"),
		puzzle.NewPiece("long_l", "XXX", "X"),
		puzzle.NewPiece("square", "XX", "XX"),
		puzzle.NewPiece("zig", zig...),
		puzzle.NewPiece("bar", "X", "X", "X"),
		puzzle.NewPiece("triangle", "X", "XX", "X"),
	}
}

// Domains returns the three sets of cells [x, y] that take one peg each, in the order in which the
// rules list them. Not every cell is in one.
func (e Edition) Domains() [][][2]int {
	if e == Fixed {
		return [][][2]int{
			{{1, 0}, {0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 4}},
			{{1, 2}, {2, 2}, {2, 1}, {2, 0}, {3, 0}, {4, 0}, {4, 1}},
			{{1, 3}, {2, 3}, {3, 3}, {3, 2}, {3, 1}, {4, 3}, {4, 4}, {3, 4}},
		}
	}
	return [][][2]int{
		{{1, 0}, {0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}},
		{{1, 2}, {2, 2}, {2, 3}, {2, 4}, {3, 4}, {4, 4}, {4, 3}},
		{{1, 1}, {2, 1}, {3, 1}, {3, 2}, {3, 3}, {4, 1}, {4, 0}, {3, 0}},
	}
}

// An Error is the reason why pegs are not a puzzle. Its JSON form is an object with the keys
// code, message and domains.
type Error struct {
	// Code is "invalid_pegs" where there is not exactly one peg in each domain, and "invalid_board"
	// where the board is not 5 by 5.
	Code    string `json:"code"`
	Message string `json:"message"`
	// Domains lists the cells [x, y] of each domain of the edition.
	Domains [][][2]int `json:"domains,omitempty"`
}

func (e *Error) Error() string { return e.Message }

// New returns the puzzle of an edition with pegs on the given cells [x, y], in any order: there
// must be three, one in each domain. Its name lists them by x, then y. The error is an *Error.
func New(e Edition, pegs ...[2]int) (*puzzle.Puzzle, error) {
	pegs = slices.Clone(pegs)
	slices.SortFunc(pegs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	if err := e.check(pegs); err != nil {
		return nil, err
	}
	holes := make([]lattice.Cell, len(pegs))
	for k, p := range pegs {
		holes[k] = lattice.Cell{p[0], p[1]}
	}
	board := puzzle.Rect(Side, Side, holes...)
	name := e.Family() + ":" + list(pegs, " ")
	p := &puzzle.Puzzle{Name: name, Lattice: lattice.Square, Board: board, Pieces: e.pieces()}
	return p, nil
}

// check returns nil if there is exactly one of the sorted pegs in each domain.
func (e Edition) check(pegs [][2]int) error {
	for k, p := range pegs {
		switch {
		case p[0] < 0 || p[1] < 0 || p[0] >= Side || p[1] >= Side:
			return e.invalid("peg %d,%d is not on the board: x and y go from 0 to %d",
				p[0], p[1], Side-1)
		case k > 0 && p == pegs[k-1]:
			return e.invalid("two pegs on %d,%d", p[0], p[1])
		}
	}
	if len(pegs) != 3 {
		return e.invalid("%s: want three, one in each domain", number(len(pegs)))
	}
	var held []string
	valid := true
	for d, cells := range e.Domains() {
		var in [][2]int
		for _, p := range pegs {
			if slices.Contains(cells, p) {
				in = append(in, p)
			}
		}
		valid = valid && len(in) == 1
		what := "none"
		if len(in) > 0 {
			what = list(in, " and ")
		}
		held = append(held, fmt.Sprintf("D%d has %s", d, what))
	}
	if !valid {
		return e.invalid("pegs %s: every domain takes one peg, but %s",
			list(pegs, " "), strings.Join(held, ", "))
	}
	return nil
}

func (e Edition) invalid(format string, args ...any) error {
	return &Error{"invalid_pegs", fmt.Sprintf(format, args...), e.Domains()}
}

func list(pegs [][2]int, separator string) string {
	words := make([]string, len(pegs))
	for k, p := range pegs {
		words[k] = fmt.Sprintf("%d,%d", p[0], p[1])
	}
	return strings.Join(words, separator)
}

// Parse reads pegs as "1,0 3,2 4,4". The error is an *Error.
func (e Edition) Parse(text string) ([][2]int, error) {
	words := strings.Fields(text)
	if len(words) > Side*Side {
		return nil, e.invalid("%s: want three, one in each domain", number(len(words)))
	}
	var pegs [][2]int
	for _, word := range words {
		left, right, _ := strings.Cut(word, ",")
		x, errX := strconv.ParseInt(left, 10, 32)
		y, errY := strconv.ParseInt(right, 10, 32)
		if errX != nil || errY != nil {
			return nil, e.invalid("%q is not a peg: want three x,y, such as %s:1,0 3,2 4,4",
				word, e.Family())
		}
		pegs = append(pegs, [2]int{int(x), int(y)})
	}
	return pegs, nil
}

// number spells a number of pegs.
func number(pegs int) string {
	if pegs == 1 {
		return "1 peg"
	}
	return fmt.Sprintf("%d pegs", pegs)
}
