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
	at      []int32         // site index + 1 by raster position; 0: no cell
	wrap    Wrap            // the raster has a closed board once more along each closed axis
	known   map[string]bool // of isNew, for one piece
	// within is by piece whether it may lie on each site; nil: it may lie anywhere.
	within [][]bool
	looks  int // at sites by image
}

// maxVolume bounds the box around a board.
const maxVolume = 1 << 24

func newBoardIndex(p *Puzzle) (*boardIndex, error) {
	volume, size, closed := 1, p.Board.Size, p.Board.Wrap.Closes()
	for k, move := range p.Board.Wrap {
		size[k] += move[k]
	}
	for _, n := range size {
		if n > maxVolume || volume*n > maxVolume {
			return nil,
				&Error{Part: "board",
					Text: fmt.Sprintf(
						"a board of %d columns, %d rows and %d layers%s is larger than %d cells",
						p.Board.Size[0], p.Board.Size[1], p.Board.Size[2],
						map[bool]string{true: ", twice along each closed axis,"}[closed], maxVolume,
					)}
		}
		volume *= n
	}
	b := &boardIndex{
		lattice: p.Lattice, size: size, sites: p.Board.Sites, at: make([]int32, volume),
		within: make([][]bool, len(p.Pieces)), wrap: p.Board.Wrap,
	}
	for s, site := range b.sites {
		b.at[b.raster(site.At)] = int32(s + 1)
	}
	for r := 0; r < len(b.at) && closed; r++ {
		c := lattice.Cell{r % size[0], r / size[0] % size[1], r / size[0] / size[1]}
		b.at[r] = int32(b.site(c) + 1)
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
	c = b.wrap.Home(c)
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
		steps[k] = b.raster(b.wrap.Home(c.At.Sub(o[0].At)))
	}
	return steps
}

// fits appends the sites, in increasing order, on which the first cell of an orientation of a piece
// lies so that all of it is on the board and in its regions, and stops after most of them. If it
// may lie on the same sites again, also as another orientation, only the first time counts.
func (b *boardIndex) fits(
	fits []int32, piece int, o Orientation, again bool, most int,
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
		for axis, x := range b.wrap.Home(c.At.Sub(first.At)) {
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
		if at := &site.At; at[0] < low[0] || at[0] > high[0] || at[1] < low[1] ||
			at[1] > high[1] || at[2] < low[2] || at[2] > high[2] {
			continue
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
		if again && !b.isNew(sites) {
			continue
		}
		if fits = append(fits, int32(s)); len(fits) == end {
			break
		}
	}
	return fits
}

// isNew reports whether the sites under a piece, which it sorts, are different ones, and no earlier
// placement of the piece has the same.
func (b *boardIndex) isNew(sites []int) bool {
	slices.Sort(sites)
	key := fmt.Sprint(sites)
	known := b.known[key]
	b.known[key] = true
	return !known && len(slices.Compact(slices.Clone(sites))) == len(sites)
}

// image fills sites with the permutation of the sites that g induces, and reports whether g maps
// the board onto itself.
func (b *boardIndex) image(g Motion, sites []int) bool {
	at := b.mover(g.Motion)
	// In steps of a prime most motions show soon that they do not fit, if only at the last row.
	const prime = 1<<24 + 43
	for k := range b.sites {
		b.looks++
		s := k * prime % len(b.sites)
		n := b.site(at(b.sites[s].At).Add(g.Move))
		if n < 0 || b.sites[n].Symbol != b.sites[s].Symbol ||
			b.sites[n].Optional != b.sites[s].Optional {
			return false
		}
		sites[s] = n
	}
	return !slices.ContainsFunc(b.wrap[:], func(w lattice.Cell) bool { // which cells are the same
		return w != lattice.Cell{} &&
			b.wrap.Home(at(b.sites[0].At.Add(w)).Sub(at(b.sites[0].At))) != lattice.Cell{}
	})
}

// mover returns a function that moves one cell at a time, since boards are large.
func (b *boardIndex) mover(g lattice.Motion) func(lattice.Cell) lattice.Cell {
	moved := make([]lattice.Cell, 1)
	return func(c lattice.Cell) lattice.Cell {
		moved[0] = c
		b.lattice.Move(g, moved)
		return moved[0]
	}
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
func (b *boardIndex) corner(at func(lattice.Cell) lattice.Cell) lattice.Cell {
	if len(b.sites) == 0 {
		return lattice.Cell{}
	}
	least := at(b.sites[0].At)
	for _, s := range b.sites {
		for k, n := range at(s.At) {
			least[k] = min(least[k], n)
		}
	}
	return b.lattice.Corner([]lattice.Cell{least})
}
