package play

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	tea "charm.land/bubbletea/v2"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

// places are the numbers of solutions from here that contain each option; nil if not known.
type places []*big.Int

// placesMemory bounds the memory to count them, in bytes: a mere help must not take more.
const placesMemory = 256 << 20

// behind counts, for every option, the solutions that contain it.
func behind(ctx context.Context, part *cover.Model) tea.Msg {
	options, _, err := native.Searcher{Memory: placesMemory}.Marginals(ctx, part)
	if err != nil {
		return places(nil)
	}
	return places(options)
}

// legal returns the free places of the piece in the hand in its orientation: the option of
// each, by the cell of the hand.
func (b *table) legal() map[lattice.Cell]int {
	covered := make(map[lattice.Cell]bool)
	for _, o := range b.placed {
		for _, c := range b.tiling.Placements[o].Cells {
			covered[c] = true
		}
	}
	legal := make(map[lattice.Cell]int)
	for o, pl := range b.tiling.Placements {
		if pl.Piece != b.hand || !b.faces(o) {
			continue
		}
		if !slices.ContainsFunc(pl.Cells, func(c lattice.Cell) bool { return covered[c] }) {
			legal[pl.Cells[0]] = o
		}
	}
	return legal
}

// faces reports whether an option has its piece in its present orientation. An option names
// only one of the orientations that cover the same cells.
func (b *table) faces(option int) bool {
	pl := &b.tiling.Placements[option]
	if pl.Orientation == b.facing[pl.Piece] {
		return true
	}
	facing := b.tiling.Orientations[pl.Piece][b.facing[pl.Piece]]
	shift := pl.Cells[0].Sub(facing[0].At)
	sites := b.tiling.Puzzle.Board.Sites
	for k, c := range facing {
		if c.At.Add(shift) != pl.Cells[k] {
			return false
		}
		n, _ := slices.BinarySearchFunc(sites, pl.Cells[k], func(s puzzle.Site, at lattice.Cell) int { return s.At.Compare(at) })
		if c.Symbol != puzzle.Any && c.Symbol != sites[n].Symbol {
			return false
		}
	}
	return true
}

// tint colours the squares where the piece in the hand fits by their shades.
func (b *table) tint(squares map[lattice.Cell]square) {
	for c, grey := range b.shades() {
		if s, known := squares[c]; known && s.escape == "" {
			s.escape = shade(grey)
			squares[c] = s
		}
	}
}

// shades returns the grey of each cell where the piece in the hand fits: the darkest if no
// solution has it there, the lightest if the most solutions have. It is nil if not known.
func (b *table) shades() map[lattice.Cell]uint8 {
	if b.behind == nil || b.hand < 0 {
		return nil
	}
	legal, most := b.legal(), new(big.Int)
	for _, o := range legal {
		if n := b.behind[o]; n.Cmp(most) > 0 {
			most = n
		}
	}
	shades := make(map[lattice.Cell]uint8, len(legal))
	for c, o := range legal {
		shades[c] = grey(b.behind[o], most)
	}
	return shades
}

// grey returns the grey for n of most solutions, the darkest for none.
func grey(n, most *big.Int) uint8 {
	const darkest, lightest = 236, 254
	if n.Sign() == 0 {
		return darkest
	}
	part, _ := new(big.Rat).SetFrac(n, most).Float64()
	return uint8(darkest + 3 + int(part*float64(lightest-darkest-3)))
}

// shade returns the escape sequence of a grey, one of the last of a terminal's 256 colours.
func shade(grey uint8) string {
	const middle, white, black = 245, 231, 16
	ink := white
	if grey > middle {
		ink = black
	}
	return fmt.Sprintf("\x1b[38;5;%d;48;5;%dm", ink, grey)
}

// here is the text of how many solutions have the piece in the hand where it is.
func (b *table) here() string {
	if b.behind == nil {
		return ""
	}
	option, why := b.fit()
	if why != "" {
		return ""
	}
	return fmt.Sprintf(", %v with the piece here", b.behind[option])
}
