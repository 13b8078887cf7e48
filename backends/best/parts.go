package best

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/exactile/exactile/encode/puzzle"
)

// A Part is a model whose solutions are some of the best ones, or would be better.
type Part struct {
	Name string // unique among the parts: "best", "beyond", "best-4x6"
	Best bool   // its solutions are best ones; else there are none
	// Tiling is of a puzzle without a goal, or with a bound. One with the best solutions alone has
	// the claims of the puzzle, without that of the best value.
	Tiling *puzzle.Tiling
}

// Parts returns the models which show that a value is the best and how many solutions have it: the
// sum over those with Best.
func Parts(t *puzzle.Tiling, value int) (parts []Part, err error) {
	g := t.Puzzle.Goal
	add := func(isBest bool, of *puzzle.Tiling, name string) {
		p, part := *of.Puzzle, *of
		p.Claims = nil
		if part.Puzzle = &p; isBest && g.Of != "box" {
			isOther := func(c puzzle.Claim) bool { return c.Kind == puzzle.Best }
			p.Claims = slices.DeleteFunc(slices.Clone(t.Puzzle.Claims), isOther)
		}
		parts = append(parts, Part{name, isBest, &part})
	}
	switch {
	case g.Best == "":
		add(true, t.Within(g.Bounds), "best")
		return parts, nil
	case !g.Boards():
		add(true, t.Within(puzzle.Exactly(value)), "best")
		if better := betterThan(g, value); better.Min <= better.Max {
			add(false, t.Within(better), "beyond")
		}
		return parts, nil
	}
	var sizes [][2]int
	if g.Of == "square" {
		sizes = append(sizes, [2]int{value, value})
	}
	for columns := 1; g.Of == "box" && columns <= value; columns++ {
		if value%columns == 0 {
			sizes = append(sizes, [2]int{columns, value / columns})
		}
	}
	for _, size := range sizes {
		on, err := t.On(size[0], size[1])
		if err != nil {
			return nil, err
		}
		add(true, on, nameOn("best", on))
	}
	beyond, err := within(t, value-1)
	for _, on := range beyond {
		add(false, on, nameOn("beyond", on))
	}
	return parts, err
}

// nameOn is the name of a part on a board.
func nameOn(word string, t *puzzle.Tiling) string {
	size := t.Puzzle.Board.Size
	return fmt.Sprintf("%s-%dx%d", word, size[0], size[1])
}

// betterThan are the values that are better than one.
func betterThan(g puzzle.Goal, value int) puzzle.Bounds {
	if g.Best == "most" {
		return puzzle.Bounds{Min: value + 1, Max: puzzle.Unbounded}
	}
	return puzzle.Bounds{Max: value - 1}
}

// within returns models whose solutions, together, are those at least as good as a value: a larger
// board has those of a smaller one.
func within(t *puzzle.Tiling, value int) (all []*puzzle.Tiling, err error) {
	switch g := t.Puzzle.Goal; {
	case value < 0:
	case g.Best == "most":
		all = append(all, t.Within(puzzle.Bounds{Min: value, Max: puzzle.Unbounded}))
	case g.Of == "square":
		on, err := t.On(value, value)
		return append(all, on), err
	case g.Of == "box":
		for columns := 1; columns <= value && err == nil; columns++ {
			if rows := value / columns; columns == value || value/(columns+1) < rows {
				var on *puzzle.Tiling
				on, err = t.On(columns, rows)
				all = append(all, on)
			}
		}
		if err == nil {
			// The first that has a solution has one whose longer side is least for its area: each
			// box of the same area with a shorter side is in a board before it.
			longer := func(t *puzzle.Tiling) int { return slices.Max(t.Puzzle.Board.Size[:]) }
			slices.SortStableFunc(all, func(a, b *puzzle.Tiling) int {
				return cmp.Compare(longer(a), longer(b))
			})
		}
	default:
		all = append(all, t.Within(puzzle.Bounds{Max: value}))
	}
	return all, err
}

// leastBoard returns a lower bound of the side of a square, or of the area of a box.
func leastBoard(p *puzzle.Puzzle) int {
	area := 0
	for _, piece := range p.Pieces {
		area += len(piece.Cells) * piece.Count.Min
	}
	if p.Goal.Of == "box" {
		return area
	}
	return int(math.Ceil(math.Sqrt(float64(area))))
}
