package puzzle

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
)

// MaxEntries bounds the models that Compile makes: the total of items over all options. A placement
// of n cells is n+1 entries and takes 96+32n bytes, for its place and its option: a model of that
// size takes some 400 MB and is far beyond what any engine can search completely.
const MaxEntries = 1 << 23

// maxTries bounds the places where shapes are tried, whether they fit or not: about a second.
const maxTries = 1 << 28

// Compile lists the placements of p and their cover model, with its symmetries. A piece that is
// used no times has no placements, unless a hint names it.
// The errors are those of Validate, a hint that matches no placement, and a
// model larger than MaxEntries. A puzzle that cannot be solved (a piece fits
// nowhere, the areas do not add up) compiles to a model without solutions.
func (p *Puzzle) Compile() (*Tiling, error) { return p.CompileWithin(MaxEntries) }

// CompileWithin is Compile with another bound on the size of the model: the total of items over all
// options. A model that is too large is a *TooLargeError, which is found before anything of its
// size is allocated.
func (p *Puzzle) CompileWithin(entries int) (*Tiling, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if p.Cover != nil {
		return &Tiling{Model: p.Cover, Puzzle: p}, nil
	}
	if p.Lattice == nil {
		square := *p
		square.Lattice = lattice.Square
		p = &square
	}
	b, err := newBoardIndex(p)
	if err != nil {
		return nil, err
	}
	t := &Tiling{Puzzle: p, Model: &cover.Model{}}
	for k := range p.Pieces {
		t.Orientations = append(t.Orientations, p.Pieces[k].Orientations(p.Lattice))
	}
	f, err := t.fit(b, entries)
	if err != nil {
		return nil, err
	}
	t.place(b, f)
	t.addItems(b)
	t.findSymmetries(b, f.runs)
	if len(p.Groups)+len(p.Rules) > 0 {
		if err := t.addRules(b, len(f.first)+f.cells, entries); err != nil {
			return nil, err
		}
	}
	if err := cmp.Or(t.addHints(), t.addOvers()); err != nil {
		return t, err
	}
	t.restrict()
	return t, nil
}

// fitting is where all orientations fit: the sites of the first cells of all placements, in their
// order, and the range of each orientation by piece.
type fitting struct {
	first []int32
	runs  [][]run
	cells int // total over all placements
}

// fit returns where the orientations fit, or an error if the model has more than the given number
// of entries or takes too long to find.
func (t *Tiling) fit(b *boardIndex, entries int) (*fitting, error) {
	f := &fitting{runs: make([][]run, len(t.Orientations))}
	tries := 0
	for k, orientations := range t.Orientations {
		f.runs[k] = make([]run, 0, len(orientations))
		if t.unused(k) {
			orientations = nil
		}
		tries += len(orientations) * len(b.sites)
		b.known = make(map[string]bool)
		anywhere := func(c Cell) bool { return c.Symbol == Any }
		again := b.wrap.Closes() || slices.ContainsFunc(t.Puzzle.Pieces[k].Cells, anywhere)
		for _, o := range orientations {
			start := len(f.first)
			most := (entries-start-f.cells)/(1+len(o)) + 1
			f.first = b.fits(f.first, k, o, again, most)
			f.cells += (len(f.first) - start) * len(o)
			if len(f.first)+f.cells > entries {
				wrong := &TooLargeError{entries}
				return nil, &Error{Part: "piece", Index: k, Text: wrong.Error(), Err: wrong}
			}
			f.runs[k] = append(f.runs[k], run{start, len(f.first)})
		}
		if tries > maxTries {
			return nil, &Error{Part: "piece", Index: k,
				Text: fmt.Sprintf("the pieces so far would be tried in more than %d places",
					maxTries)}
		}
	}
	return f, nil
}

// unused reports whether a piece is used no times, and no hint has it either.
func (t *Tiling) unused(piece int) bool {
	p := &t.Puzzle.Pieces[piece]
	return p.Count.Max == 0 && !slices.ContainsFunc(t.Puzzle.Place,
		func(h Hint) bool { return h.Piece == p.Name })
}

// place lists the placements and their options. All of them are contiguous in memory.
func (t *Tiling) place(b *boardIndex, f *fitting) {
	t.Placements = make([]Placement, 0, len(f.first))
	t.Options = make([][]int, 0, len(f.first))
	items := make([]int, len(f.first)+f.cells)
	cells := make([]lattice.Cell, f.cells)
	for k, orientations := range t.Orientations {
		for n, in := range f.runs[k] {
			o := orientations[n]
			steps := b.steps(o)
			for _, first := range f.first[in.start:in.end] {
				at := b.sites[first].At
				from := b.raster(at)
				option, covered := items[:1+len(o):1+len(o)], cells[:len(o):len(o)]
				items, cells = items[len(option):], cells[len(covered):]
				option[0] = k
				for n, step := range steps {
					site := int(b.at[from+step]) - 1
					covered[n], option[1+n] = b.sites[site].At, len(t.Orientations)+site
				}
				if b.wrap.Closes() {
					slices.Sort(option[1:])
					slices.SortFunc(covered, lattice.Cell.Compare)
				}
				t.Placements = append(t.Placements, Placement{k, n, at.Sub(o[0].At), covered})
				t.Options = append(t.Options, option)
			}
		}
	}
}

// addItems adds the items of the pieces and the cells, with names and bounds.
func (t *Tiling) addItems(b *boardIndex) {
	p := t.Puzzle
	placed := make([]int, len(p.Pieces))
	for _, pl := range t.Placements {
		placed[pl.Piece]++
	}
	t.Items = make([]cover.Item, 0, len(p.Pieces)+len(p.Board.Sites)+1)
	t.Pos = make([]int, 0, cap(t.Items))
	for k, piece := range p.Pieces {
		// The number of placements is as good a bound as any larger number.
		most := max(piece.Count.Min, min(piece.Count.Max, placed[k]))
		t.Items = append(t.Items, cover.Item{
			Name: itemName(piece.Name), Min: piece.Count.Min, Max: most,
		})
		t.Pos = append(t.Pos, -1)
	}
	for _, s := range p.Board.Sites {
		it := cover.Item{Name: cellName(p.Lattice, s.At), Min: 1, Max: 1}
		if s.Optional {
			it.Min = 0
		}
		t.Items = append(t.Items, it)
		t.Pos = append(t.Pos, p.Board.position(s.At))
	}
}

// position returns where a scan of the board meets a cell. It folds closed axes, 0, n-1, 1, n-2 and
// so on, so that it meets the cells at both sides of a seam soon after each other.
func (b *Board) position(c lattice.Cell) (at int) {
	for k := 2; k >= 0; k-- {
		n, x := b.Size[k], c[k]
		if b.Wrap[k][k] > 0 {
			x = min(2*x, 2*(n-1-x)+1)
		}
		at = at*n + x
	}
	return at
}

// addHints adds that every solution contains the hints.
func (t *Tiling) addHints() error {
	var take []int
	for k, h := range t.Puzzle.Place {
		o := t.Find(t.Puzzle.Piece(h.Piece), h.Cells)
		if o < 0 {
			return &Error{Part: "hint", Index: k, Field: "cells",
				Text: fmt.Sprintf("hint %d: piece %q cannot lie on %s: %s", k+1, h.Piece,
					cellList(t.Puzzle.Lattice, h.Cells), t.misfit(h))}
		}
		take = append(take, o)
	}
	slices.Sort(take)
	take = slices.Compact(take)
	t.limit("!take", Bounds{len(take), len(take)}, take, func(n int) string {
		return fmt.Sprintf("it contains %d of %d hints", n, len(t.Puzzle.Place))
	})
	return nil
}

// misfit returns the reason why no placement matches the hint.
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
			return "(" + cellName(p.Lattice, c) + ") occurs twice"
		}
		if !on[c] {
			return "(" + cellName(p.Lattice, c) + ") is not on the board"
		}
	}
	if len(cells) != len(piece.Cells) {
		return fmt.Sprintf("the piece has %d, not %d", len(piece.Cells), len(cells))
	}
	outside := func(s Site) bool {
		return slices.Contains(cells, s.At) &&
			(s.Region == 0 || !strings.ContainsRune(piece.Within, s.Region))
	}
	if k := slices.IndexFunc(p.Board.Sites, outside); k >= 0 && piece.Within != "" {
		return fmt.Sprintf("it is held to %s, and (%s) is not in there", regionsText(piece.Within),
			cellName(p.Lattice, p.Board.Sites[k].At))
	}
	return "it has another shape or other symbols, or may not be turned or flipped so"
}

// addOvers adds that the pieces cover their labels.
func (t *Tiling) addOvers() error {
	for k, over := range t.Puzzle.Over {
		piece := t.Puzzle.Piece(over.Piece)
		labelled := func(c lattice.Cell) bool { return t.Puzzle.Label(c) == over.Label }
		var on []int
		for o, pl := range t.Placements {
			if pl.Piece == piece && slices.ContainsFunc(pl.Cells, labelled) {
				on = append(on, o)
			}
		}
		if len(on) == 0 {
			return &Error{Part: "over", Index: k, Field: "label",
				Text: fmt.Sprintf("piece %q cannot cover the label %q", over.Piece, over.Label)}
		}
		t.limit("!some", Bounds{1, len(on)}, on, func(int) string {
			return "a piece does not cover its label: want " + over.String()
		})
	}
	return nil
}
