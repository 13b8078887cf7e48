package puzzle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
)

// boardIndex finds sites by their place.
type boardIndex struct {
	lattice *lattice.Lattice
	size    lattice.Cell
	sites   []Site
	at      []int32 // site index + 1 by raster position; 0: no cell
	// within is by piece whether it may lie on each site; nil: it may lie anywhere.
	within [][]bool
}

// maxVolume bounds the box around a board.
const maxVolume = 1 << 24

func newBoardIndex(p *Puzzle) (*boardIndex, error) {
	volume := 1
	for _, n := range p.Board.Size {
		if n > maxVolume || volume*n > maxVolume {
			return nil,
				&Error{Part: "board",
					Text: fmt.Sprintf(
						"a board of %d columns, %d rows and %d layers is larger than %d cells",
						p.Board.Size[0], p.Board.Size[1], p.Board.Size[2], maxVolume,
					)}
		}
		volume *= n
	}
	b := &boardIndex{
		p.Lattice, p.Board.Size, p.Board.Sites, make([]int32, volume),
		make([][]bool, len(p.Pieces)),
	}
	for s, site := range b.sites {
		b.at[b.raster(site.At)] = int32(s + 1)
	}
	same := make(map[string][]bool)
	for k, piece := range p.Pieces {
		if piece.Within != "" && same[piece.Within] == nil {
			in := make([]bool, len(b.sites))
			for s, site := range b.sites {
				in[s] = site.Region != 0 && strings.ContainsRune(piece.Within, site.Region)
			}
			same[piece.Within] = in
		}
		b.within[k] = same[piece.Within]
	}
	return b, nil
}

func (b *boardIndex) raster(c lattice.Cell) int {
	return (c[2]*b.size[1]+c[1])*b.size[0] + c[0]
}

// site returns the index of the site at c, or -1.
func (b *boardIndex) site(c lattice.Cell) int {
	for k, n := range b.size {
		if c[k] < 0 || c[k] >= n {
			return -1
		}
	}
	return int(b.at[b.raster(c)]) - 1
}

// steps returns how far the cells of an orientation are from the first on the raster, if the box
// around them is on the board.
func (b *boardIndex) steps(o Orientation) []int {
	steps := make([]int, len(o))
	for k, c := range o {
		steps[k] = b.raster(c.At.Sub(o[0].At))
	}
	return steps
}

// fits appends the sites, in increasing order, on which the first cell of an orientation of a piece
// lies so that all of it is on the board and in its regions, and stops after most of them. Sites
// where an earlier orientation with the same cells fits are left out.
func (b *boardIndex) fits(
	fits []int32, piece int, o Orientation, earlier []Orientation, most int,
) []int32 {
	// A shape is anchored at its first cell: so only sites are tried, and the order of the first
	// cells is the order of the origins.
	first := &o[0]
	within := b.within[piece]
	sites := make([]int, len(o))
	// If the box around the shape is on the board, all its cells are in the raster, at fixed
	// distances from the first. Most tries end at the first cell that is not a site, and cost one
	// look-up for each cell before.
	var low, high lattice.Cell
	for _, c := range o {
		for axis, x := range c.At.Sub(first.At) {
			low[axis], high[axis] = min(low[axis], x), max(high[axis], x)
		}
	}
	for axis, n := range b.size {
		if low[axis] <= -n || high[axis] >= n {
			return fits
		}
		high[axis] = n - 1 - high[axis]
		low[axis] = -low[axis]
	}
	steps := b.steps(o)
	end := len(fits) + most
next:
	for s := range b.sites {
		site := &b.sites[s]
		for axis, x := range site.At {
			if x < low[axis] || x > high[axis] {
				continue next
			}
		}
		if !first.covers(site.Symbol) || !b.lattice.Translates(site.At.Sub(first.At)) ||
			within != nil && !within[s] {
			continue
		}
		sites[0] = s
		from := b.raster(site.At)
		for k := 1; k < len(o); k++ {
			n := int(b.at[from+steps[k]]) - 1
			if n < 0 || !o[k].covers(b.sites[n].Symbol) || within != nil && !within[n] {
				continue next
			}
			sites[k] = n
		}
		if slices.ContainsFunc(earlier, func(other Orientation) bool {
			return b.covers(other,
				sites)
		}) {
			continue
		}
		if fits = append(fits, int32(s)); len(fits) == end {
			break
		}
	}
	return fits
}

// covers reports whether the symbols let an orientation lie on those sites.
func (b *boardIndex) covers(o Orientation, sites []int) bool {
	for k, s := range sites {
		if !o[k].covers(b.sites[s].Symbol) {
			return false
		}
	}
	return true
}

// image fills sites with the permutation of the sites that g induces, followed by the translation
// to normal position, and reports whether g maps the board onto itself.
func (b *boardIndex) image(g lattice.Motion, sites []int) bool {
	moved := make([]lattice.Cell, 1) // one at a time, since boards are large
	at := func(s int) lattice.Cell {
		moved[0] = b.sites[s].At
		b.lattice.Move(g, moved)
		return moved[0]
	}
	here := func(s int) lattice.Cell { return b.sites[s].At }
	shift := b.corner(at).Sub(b.corner(here))
	for s := range b.sites {
		n := b.site(at(s).Add(shift))
		if n < 0 || b.sites[n].Symbol != b.sites[s].Symbol ||
			b.sites[n].Optional != b.sites[s].Optional {
			return false
		}
		sites[s] = n
	}
	return true
}

// sameRegions reports whether a motion, given as a permutation of the sites, maps the sites where
// the first piece may lie to those where the second may.
func (b *boardIndex) sameRegions(first, second int, sites []int) bool {
	from, to := b.within[first], b.within[second]
	if from == nil || to == nil {
		return from == nil && to == nil
	}
	for s, image := range sites {
		if from[s] != to[image] {
			return false
		}
	}
	return true
}

// corner returns the translation that moves the sites, placed by at, to normal position.
func (b *boardIndex) corner(at func(s int) lattice.Cell) lattice.Cell {
	if len(b.sites) == 0 {
		return lattice.Cell{}
	}
	least := at(0)
	for s := range b.sites {
		for k, n := range at(s) {
			least[k] = min(least[k], n)
		}
	}
	return b.lattice.Corner([]lattice.Cell{least})
}
