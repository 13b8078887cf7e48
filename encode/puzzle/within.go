package puzzle

import (
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
)

// On compiles the puzzle of t on a board of columns and rows whose cells may stay empty, in place
// of its goal and without its claims, with the symmetries and in the order of t.
func (t *Tiling) On(columns, rows int) (*Tiling, error) {
	on := *t.Puzzle
	on.Goal, on.Claims = Goal{}, nil
	on.Board = Board{Size: lattice.Cell{columns, rows, 1}}
	if max(columns, rows) > maxVolume || columns*rows > maxVolume {
		return on.Compile() // which refuses it
	}
	for y := range rows {
		for x := range columns {
			on.Board.Sites = append(on.Board.Sites, Site{
				Cell: Cell{At: lattice.Cell{x, y}}, Optional: true,
			})
		}
	}
	board, err := on.Compile()
	if err != nil {
		return nil, err
	}
	same := *board.Under(t.symmetry).Shuffled(t.seed)
	same.asked = t.Puzzle.Goal.Of
	return &same, nil
}

// Turnable reports whether a motion takes the solutions on each board of t to those on the board
// with columns and rows exchanged; t asks for a board.
func (t *Tiling) Turnable() bool {
	side := 0
	for _, p := range t.Puzzle.Pieces {
		low, high := p.Cells[0].At, p.Cells[0].At
		for _, c := range p.Cells {
			for k, x := range c.At {
				low[k], high[k] = min(low[k], x), max(high[k], x)
			}
		}
		side = max(side, high[0]-low[0]+2, high[1]-low[1]+2)
	}
	board, err := t.On(side, side) // one larger than all pieces, so that each motion shows
	return err == nil && slices.ContainsFunc(board.Motions, func(g Motion) bool {
		moved := []lattice.Cell{{1, 0}}
		board.Puzzle.Lattice.Move(g.Motion, moved)
		return moved[0][0] == 0
	})
}

// Placed returns the options of s that are placements, without those of holes.
func (t *Tiling) Placed(s cover.Solution) cover.Solution {
	if t.Puzzle.Cover != nil {
		return s
	}
	n, _ := slices.BinarySearch(s, len(t.Placements))
	return s[:n:n]
}

// Value returns how many pieces or holes a solution has, or how large the board is, whichever the
// goal is about.
func (t *Tiling) Value(s cover.Solution) int {
	switch size := t.Puzzle.Board.Size; t.asked {
	case "square":
		return size[0]
	case "box":
		return size[0] * size[1]
	}
	n := 0
	if t.Puzzle.Goal.Of == "holes" {
		_, n = t.Puzzle.Area()
	}
	for _, o := range t.Placed(s) {
		n += t.Adds(o)
	}
	return n
}

// Adds returns what a placement adds to the Value: one piece, or less than 0 holes.
func (t *Tiling) Adds(o int) (n int) {
	if t.Puzzle.Goal.Of != "holes" {
		return 1
	}
	sites := t.Puzzle.Board.Sites
	for _, i := range t.Options[o] {
		if k := i - len(t.Puzzle.Pieces); k >= 0 && k < len(sites) && sites[k].Optional {
			n--
		}
	}
	return n
}

// Within returns t with those solutions alone whose Value is within bounds. Where it bounds holes,
// its model has an option for each, after those of the placements; they cover only added items.
func (t *Tiling) Within(b Bounds) *Tiling {
	p, bounded := *t.Puzzle, *t
	p.Goal = Goal{Of: p.Goal.Of, Bounds: b}
	bounded.Puzzle = &p
	item := cover.Item{Name: "!" + p.Goal.Of, Min: b.Min, Max: b.Max}
	if p.Goal.Of == "holes" {
		bounded.Model = t.Model.Slack(item, t.optional(), t.siteImages()...)
	} else {
		bounded.Model = t.Model.Bounded(item, 0)
	}
	return &bounded
}

// optional are the items of the cells that may stay empty.
func (t *Tiling) optional() (items []int) {
	for k, s := range t.Puzzle.Board.Sites {
		if s.Optional {
			items = append(items, len(t.Puzzle.Pieces)+k)
		}
	}
	return items
}

// siteImages returns the permutations of the cells' items that the motions induce.
func (t *Tiling) siteImages() (all []func(i int) int) {
	b, err := newBoardIndex(t.Puzzle)
	if err != nil {
		return nil // Compile has made one
	}
	for _, g := range t.Motions {
		sites := make([]int, len(b.sites))
		b.image(g, sites)
		all = append(all, func(i int) int {
			return len(t.Puzzle.Pieces) + sites[i-len(t.Puzzle.Pieces)]
		})
	}
	return all
}
