package sheet

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/solid"
	"github.com/exactile/exactile/internal/text"
)

// pieces adds the pieces to cut out, or pictures of pieces in space.
func (s *booklet) pieces(d *drawer) error {
	if _, err := allCopies(d.Puzzle); err != nil {
		return err
	}
	if d.Puzzle.Lattice.Layered() {
		return s.pictures(d)
	}
	n, cells := 0, 0
	for _, k := range d.cutting() {
		n += copies(d.Puzzle, k)
		cells += copies(d.Puzzle, k) * len(d.Puzzle.Pieces[k].Cells)
	}
	if n == 0 {
		return nil
	}
	if s.machine && (s.o.Kerf > 0 || s.o.Clearance > 0) {
		return s.apart(d)
	}
	note := fmt.Sprintf("%d to cut out, %d cells of %g mm in all; what is hatched is scrap", n,
		cells, s.o.Cell)
	if err := s.nested(d, d.title()+": pieces", note); err != nil {
		return err
	}
	return s.dice(d)
}

// pictures draws each piece seen from a corner.
func (s *booklet) pictures(d *drawer) error {
	var blocks []block
	for k, piece := range d.Puzzle.Pieces {
		owner := make(map[lattice.Cell]int)
		cells := d.Orientations[k][0].Places()
		for _, c := range cells {
			owner[c] = 1
		}
		seen := solid.Draw(owner, cells, s.o.Cell/2)
		b := block{width: seen.Width, height: seen.Height}
		b.caption = fmt.Sprintf("%s: %s", piece.Name, text.Plural(len(piece.Cells), "cube"))
		if n := copies(d.Puzzle, k); n != 1 {
			b.caption = fmt.Sprintf("%d x %s", n, b.caption)
		}
		for side, path := range seen.Bodies[0].Sides {
			fill := d.colours[k].Shade(side)
			b.shapes = append(b.shapes, shape{path: path, fill: fill, ground: true})
		}
		at, size := seen.Bodies[0].Heart, s.o.Cell/2*lattice.Triangle.InRadius()*1.6
		b.shapes = append(b.shapes, shape{path: d.labels[k].Scaled(size).Moved(at),
			fill: d.colours[k].Shade(int(seen.Bodies[0].On)).Ink()})
		b.draw(thin, seen.Lines...)
		layers := d.layers(k)
		b.put(layers.art, outline.Point{Y: b.height + 3})
		b.width, b.height = max(b.width, layers.width), b.height+3+layers.height
		blocks = append(blocks, b)
	}
	return s.layout(d.title()+": pieces",
		"Pieces are half as large as their cells on the board; below each are its layers, in the "+
			"order of the board's", blocks)
}

// layers draws the layers of a piece in space, side by side, each in the piece's whole extent.
func (d *drawer) layers(piece int) (b block) {
	lying := d.Orientations[piece][0]
	size, owner := lying.Size(), make(map[lattice.Cell]int)
	for n := range size[0] * size[1] * size[2] {
		owner[lattice.Cell{n % size[0], n / size[0] % size[1], n / size[0] / size[1]}] = n + 1
	}
	p := outline.NewPlane(d.Puzzle.Lattice, slices.Collect(maps.Keys(owner)), d.s.o.Cell/6)
	b.width, b.height = p.Size()
	b.shapes = []shape{
		{outline.Closed(outline.Polygons(p, lying.Places(), 0)), d.colours[piece], true},
	}
	b.draw(thin, outline.Seams(p, owner, differ)...)
	return b
}

// lies returns the ways in which a piece can lie, starting with the one that is drawn first. It may
// be turned but not flipped over: its back is blank.
func (d *drawer) lies(piece int) []puzzle.Orientation {
	turning := d.Puzzle.Pieces[piece]
	turning.Rotate, turning.Flip = true, false
	return turning.Orientations(d.Puzzle.Lattice)
}

// cutting returns the pieces to cut out, the largest first: this order packs best.
func (d *drawer) cutting() (order []int) {
	p := d.Puzzle
	for k := range p.Pieces {
		if !d.isOpen(k) {
			order = append(order, k)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(len(p.Pieces[b].Cells), len(p.Pieces[a].Cells))
	})
	return order
}

// nested lays pieces side by side, so that neighbours share a line and a single cut. Each goes to
// the first place in reading order where it fits.
func (s *booklet) nested(d *drawer, title, note string) error {
	s.makeHead(note, s.across)
	width, height := s.room(s.across)
	w := s.windows[d.Puzzle.Lattice]
	if w == nil || w.height != height {
		if s.narrow && len(s.parts) > 0 {
			width -= s.parts[0][0].width + gap
		}
		w = newWindow(d.Puzzle.Lattice, s.o.Cell, width, height)
		s.windows[d.Puzzle.Lattice] = w
	}
	var beds []*bed
	for _, k := range d.cutting() {
		lies := d.lies(k)
		last, from := 0, 0 // earlier places are full for copies of the piece
		for range copies(d.Puzzle, k) {
			for {
				if last == len(beds) {
					beds = append(beds, &bed{owner: make(map[lattice.Cell]int)})
				}
				at, ok := beds[last].place(w, k, lies, from)
				if ok {
					from = at
					break
				}
				if len(beds[last].pieces) == 0 {
					return s.tooLarge(d, k)
				}
				last, from = last+1, 0
			}
		}
		if len(s.pages)+len(beds) > maxPages {
			return fmt.Errorf("the pieces take more than %d pages: use smaller cells", maxPages)
		}
	}
	if s.single {
		var blocks []block
		for _, b := range beds {
			blocks = append(blocks, d.onBed(w, b))
		}
		return s.layout(title, note, blocks)
	}
	for _, b := range beds {
		p, at := s.plate(title, note)
		p.put(d.onBed(w, b).art, at)
	}
	return nil
}

// onBed draws the pieces that lie on a page.
func (d *drawer) onBed(w *window, b *bed) (drawn block) {
	for n, l := range b.lies {
		drawn.put(d.figure(w.plane, b.pieces[n], l), outline.Point{})
	}
	drawn.draw(cut, outline.Seams(w.plane, b.owner, differ)...)
	if !d.s.machine {
		drawn.draw(thin, hatched(w.plane, b.scraps(w, d.Puzzle.Lattice))...)
	}
	for c := range b.owner {
		_, high := w.plane.Box(c)
		drawn.width, drawn.height = max(drawn.width, high.X), max(drawn.height, high.Y)
	}
	return drawn
}

// tooLarge returns the error for a piece that is larger than a page.
func (s *booklet) tooLarge(d *drawer, piece int) error {
	width, height := s.room(false)
	cell := 0.0
	for _, l := range d.lies(piece) {
		w, h := outline.NewPlane(d.Puzzle.Lattice, l.Places(), 1).Size()
		cell = max(cell, min(width/w, height/h))
	}
	return fmt.Errorf("piece %q is larger than a page: cells of %.1f mm fit",
		d.Puzzle.Pieces[piece].Name, math.Floor(cell*10)/10-0.1)
}

// apart lays pieces with room between them. Each has a line of its own, moved out by half of the
// kerf and in by half of the clearance.
func (s *booklet) apart(d *drawer) error {
	inset := (s.o.Clearance - s.o.Kerf) / 2
	between := plateEdge + max(0, -2*inset)
	room, low := s.room(false)
	var sh shelf // without room, before the first plate
	var p *page
	var at outline.Point
	for _, k := range d.cutting() {
		flat, plane, height := puzzle.Orientation(nil), (*outline.Plane)(nil), math.Inf(1)
		var width float64
		for _, l := range d.lies(k) {
			q := outline.NewPlane(d.Puzzle.Lattice, l.Places(), s.o.Cell)
			if w, h := q.Size(); h < height-1e-6 && fits(w, room) {
				flat, plane, width, height = l, q, w, h
			}
		}
		if plane == nil || !fits(height, low) {
			return s.tooLarge(d, k)
		}
		for range copies(d.Puzzle, k) {
			x, y, ok := sh.place(width, height)
			if !ok {
				if len(s.pages) == maxPages {
					return fmt.Errorf("the pieces take more than %d plates: use smaller cells",
						maxPages)
				}
				p, at = s.plate("", "")
				sh = shelf{gap: between, width: room, height: low}
				x, y, _ = sh.place(width, height)
			}
			a := d.figure(plane, k, flat)
			a.draw(cut, closed(outline.Polygons(plane, flat.Places(), inset))...)
			p.put(a, outline.Point{X: at.X + x, Y: at.Y + y})
		}
	}
	return nil
}
