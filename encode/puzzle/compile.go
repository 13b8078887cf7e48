package puzzle

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
)

// MaxEntries bounds the models that Compile makes: the items of all options
// together. A placement of n cells is n+1 entries and takes 96+32n bytes, where it
// lies and as an option: a model of that size takes some 400 MB and is far beyond
// what any engine searches to its end.
const MaxEntries = 1 << 23

// maxTries bounds the places where shapes are tried, whether they fit or not: a
// second's work.
const maxTries = 1 << 28

// A Placement is a piece in a place on the board.
type Placement struct {
	Piece       int            // index into Puzzle.Pieces
	Orientation int            // index into the piece's Orientations
	Origin      lattice.Cell   // added to the orientation's cells
	Cells       []lattice.Cell // the cells covered, in reading order
}

// A Tiling is a compiled puzzle: its cover model, option o of which is
// Placements[o].
//
// Items 0 to len(Pieces)-1 are the pieces, bounded by their counts; the board's
// cells follow in reading order; hints add one more item that their placements
// must cover. Placements are ordered by piece, orientation and origin.
// A puzzle without geometry has no Placements: its model is Puzzle.Cover.
type Tiling struct {
	*cover.Model
	Puzzle     *Puzzle
	Placements []Placement
	// Orientations lists the distinct orientations of each piece.
	Orientations [][]Orientation
	// Motions names the elements of Model.Sym: Motions[k] moves option o to
	// option Sym[k][o]. Motions that move no placement differently are left out.
	Motions []lattice.Motion
}

// Compile lists the placements of p and their cover model, with its symmetries.
// The errors are those of Validate, a hint that matches no placement, and a
// model larger than MaxEntries. A puzzle that cannot be solved (a piece fits
// nowhere, the areas do not add up) compiles to a model without solutions.
func (p *Puzzle) Compile() (*Tiling, error) { return p.CompileWithin(MaxEntries) }

// CompileWithin is Compile with another bound on the size of the model: that many
// items of all options together. A model that is too large is a *TooLargeError,
// found before anything of its size is made.
func (p *Puzzle) CompileWithin(entries int) (*Tiling, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if p.Cover != nil {
		return &Tiling{Model: p.Cover, Puzzle: p}, nil
	}
	b, err := newBoardIndex(p)
	if err != nil {
		return nil, err
	}
	t := &Tiling{Puzzle: p, Model: &cover.Model{}}
	for k := range p.Pieces {
		t.Orientations = append(t.Orientations, p.Pieces[k].Orientations(p.Lattice))
	}
	size, err := t.measure(b, entries)
	if err != nil {
		return nil, err
	}
	runs := t.place(b, size)
	t.addItems(b)
	t.findSymmetries(b, runs)
	return t, t.addHints()
}

// A TooLargeError says that a puzzle's model would be too large.
type TooLargeError struct {
	Most int // items of all options together
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the placements cover more than %d cells in all", e.Most)
}

// modelSize is how many placements there are, and how many cells they cover, each
// placement's counted.
type modelSize struct{ placements, cells int }

// measure returns the size of the model, or an error if it has more than the given
// number of entries or takes too long to find.
func (t *Tiling) measure(b *boardIndex, entries int) (size modelSize, err error) {
	tries := 0
	for k, orientations := range t.Orientations {
		tries += len(orientations) * len(b.sites)
		for _, orientation := range orientations {
			for range b.fits(orientation) {
				size.placements++
				size.cells += len(orientation)
				if size.placements+size.cells > entries {
					break
				}
			}
			if size.placements+size.cells > entries {
				wrong := &TooLargeError{entries}
				return size, &Error{Part: "piece", Index: k, Text: wrong.Error(), Err: wrong}
			}
		}
		if tries > maxTries {
			return size, &Error{Part: "piece", Index: k, Text: fmt.Sprintf("the pieces so far would be tried in more than %d places", maxTries)}
		}
	}
	return size, nil
}

// place lists the placements, their options, and where each orientation's are.
// All of them lie end to end in memory.
func (t *Tiling) place(b *boardIndex, size modelSize) [][]run {
	t.Placements = make([]Placement, 0, size.placements)
	t.Options = make([][]int, 0, size.placements)
	items := make([]int, 0, size.placements+size.cells)
	cells := make([]lattice.Cell, 0, size.cells)
	runs := make([][]run, len(t.Orientations))
	for k, orientations := range t.Orientations {
		for n, orientation := range orientations {
			start := len(t.Placements)
			for origin, sites := range b.fits(orientation) {
				items = append(items, k)
				for _, site := range sites {
					cells = append(cells, b.sites[site].At)
					items = append(items, len(t.Orientations)+site)
				}
				t.Placements = append(t.Placements, Placement{k, n, origin, last(cells, len(sites))})
				t.Options = append(t.Options, last(items, 1+len(sites)))
			}
			runs[k] = append(runs[k], run{start, len(t.Placements)})
		}
	}
	return runs
}

// last returns the last n elements of a slice, as one that cannot grow into what
// comes after them.
func last[T any](s []T, n int) []T { return s[len(s)-n : len(s) : len(s)] }

// run is a range of options: the placements of one orientation, whose first
// cells are increasing.
type run struct{ start, end int }

// addItems names and bounds the pieces and the cells.
func (t *Tiling) addItems(b *boardIndex) {
	p := t.Puzzle
	placed := make([]int, len(p.Pieces))
	for _, pl := range t.Placements {
		placed[pl.Piece]++
	}
	t.Items = make([]cover.Item, 0, len(p.Pieces)+len(p.Board.Sites)+1)
	t.Pos = make([]int, 0, cap(t.Items))
	for k, piece := range p.Pieces {
		// As many as there are placements is as good as any number.
		most := max(piece.Count.Min, min(piece.Count.Max, placed[k]))
		t.Items = append(t.Items, cover.Item{Name: itemName(piece.Name), Min: piece.Count.Min, Max: most})
		t.Pos = append(t.Pos, -1)
	}
	for _, s := range p.Board.Sites {
		it := cover.Item{Name: cellName(p.Lattice, s.At), Min: 1, Max: 1}
		if s.Optional {
			it.Min = 0
		}
		t.Items = append(t.Items, it)
		t.Pos = append(t.Pos, b.raster(s.At))
	}
}

// addHints restricts the model to the solutions that contain every hint.
func (t *Tiling) addHints() error {
	var take []int
	for k, h := range t.Puzzle.Place {
		o := t.Find(t.Puzzle.Piece(h.Piece), h.Cells)
		if o < 0 {
			return &Error{Part: "hint", Index: k, Field: "cells",
				Text: fmt.Sprintf("hint %d: piece %q cannot lie on %s: %s", k+1, h.Piece, cellList(t.Puzzle.Lattice, h.Cells), t.misfit(h))}
		}
		take = append(take, o)
	}
	slices.Sort(take)
	before := t.Model.Sym
	t.Model = t.Model.Restrict(cover.Shard{Take: slices.Compact(take)})
	// Restrict keeps the symmetries that keep the hints; so do their names.
	kept := t.Motions[:0:0]
	for k, g := range before {
		if slices.ContainsFunc(t.Model.Sym, func(h []int) bool { return slices.Equal(g, h) }) {
			kept = append(kept, t.Motions[k])
		}
	}
	t.Motions = kept
	return nil
}

// misfit says why no placement is the hint.
func (t *Tiling) misfit(h Hint) string {
	p := t.Puzzle
	piece := p.Pieces[p.Piece(h.Piece)]
	on := make(map[lattice.Cell]bool)
	for _, site := range p.Board.Sites {
		on[site.At] = true
	}
	cells := lattice.Sorted(h.Cells)
	for k, c := range cells {
		if k > 0 && c == cells[k-1] {
			return "(" + cellName(p.Lattice, c) + ") stands twice"
		}
		if !on[c] {
			return "(" + cellName(p.Lattice, c) + ") is not on the board"
		}
	}
	if len(cells) != len(piece.Cells) {
		return fmt.Sprintf("the piece has %d, not %d", len(piece.Cells), len(cells))
	}
	return "it has another shape or other symbols, or may not be turned or flipped so"
}

// Find returns the option that is the given piece on the given cells, in any
// order, or -1.
func (t *Tiling) Find(piece int, cells []lattice.Cell) int {
	cells = lattice.Sorted(cells)
	return slices.IndexFunc(t.Placements, func(pl Placement) bool {
		return pl.Piece == piece && slices.Equal(pl.Cells, cells)
	})
}

// boardIndex finds sites by their place.
type boardIndex struct {
	lattice *lattice.Lattice
	size    lattice.Cell
	sites   []Site
	at      []int32 // site index + 1 by raster position; 0: no cell
}

// MaxVolume bounds the box around a board.
const MaxVolume = 1 << 24

func newBoardIndex(p *Puzzle) (*boardIndex, error) {
	volume := 1
	for _, n := range p.Board.Size {
		if n > MaxVolume || volume*n > MaxVolume {
			return nil, &Error{Part: "board", Text: fmt.Sprintf("a board of %d columns, %d rows and %d layers is larger than %d cells", p.Board.Size[0], p.Board.Size[1], p.Board.Size[2], MaxVolume)}
		}
		volume *= n
	}
	b := &boardIndex{p.Lattice, p.Board.Size, p.Board.Sites, make([]int32, volume)}
	for s, site := range b.sites {
		b.at[b.raster(site.At)] = int32(s + 1)
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

// fits yields every origin, in reading order, at which the orientation fits on the
// board, and the sites that it then covers, in the orientation's order. The slice
// is valid until the next.
func (b *boardIndex) fits(o Orientation) iter.Seq2[lattice.Cell, []int] {
	return func(yield func(lattice.Cell, []int) bool) {
		// A shape is anchored at its first cell: only sites need be tried, and the
		// order of the first cells is the order of the origins.
		first := o[0]
		sites := make([]int, len(o))
		// Where the box around the shape is on the board every cell is in the raster,
		// always as many places from the first: most tries end with the first of them
		// that is no site, and cost no more than to look there.
		var low, high lattice.Cell
		steps := make([]int, len(o))
		for k, c := range o {
			d := c.At.Sub(first.At)
			steps[k] = b.raster(d)
			for axis, x := range d {
				low[axis], high[axis] = min(low[axis], x), max(high[axis], x)
			}
		}
		for axis, n := range b.size {
			if low[axis] <= -n || high[axis] >= n {
				return
			}
		}
	next:
		for s := range b.sites {
			site := &b.sites[s]
			for axis, n := range b.size {
				if x := site.At[axis]; x < -low[axis] || x >= n-high[axis] {
					continue next
				}
			}
			origin := site.At.Sub(first.At)
			if site.Symbol != first.Symbol || !b.lattice.Translates(origin) {
				continue
			}
			sites[0] = s
			from := b.raster(site.At)
			for k := 1; k < len(o); k++ {
				n := int(b.at[from+steps[k]]) - 1
				if n < 0 || b.sites[n].Symbol != o[k].Symbol {
					continue next
				}
				sites[k] = n
			}
			if !yield(origin, sites) {
				return
			}
		}
	}
}

// itemName spells a piece's name so that it is one word in Knuth's text format
// and no cell's name: percent signs, commas, a leading '!' and the characters
// that the format gives a meaning become %XX.
func itemName(name string) string {
	var b strings.Builder
	for k, c := range []byte(name) {
		if c <= ' ' || c == 0x7f || strings.IndexByte("%,|:", c) >= 0 || k == 0 && c == '!' {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// cellName spells a cell as "x,y" or, in space, "x,y,z".
func cellName(l *lattice.Lattice, c lattice.Cell) string {
	s := strconv.Itoa(c[0]) + "," + strconv.Itoa(c[1])
	if l != nil && l.Dims == 3 {
		s += "," + strconv.Itoa(c[2])
	}
	return s
}

func cellList(l *lattice.Lattice, cells []lattice.Cell) string {
	names := make([]string, len(cells))
	for k, c := range cells {
		names[k] = "(" + cellName(l, c) + ")"
	}
	return strings.Join(names, " ")
}
