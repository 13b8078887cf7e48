package sheet

import (
	"fmt"
	"math"
	"strings"

	"github.com/exactile/exactile/encode/render/internal/outline"
)

// The measures of a page of paper: margins, the heading, the foot, and captions.
const (
	edge       = 10.0
	foot       = 12.0
	titleSize  = 5.5
	noteSize   = 3.9 // 11 points
	noteLine   = 5.0 // from one line of a note to the next
	titleGap   = 9.0 // from a title to its note
	gap        = 8.0
	ruler      = 50.0 // the line for checking the scale
	captionGap = 6.0
)

// makeHead sets the height of the headings of the next pages so that a note fits, beside the code
// on the first one.
func (s *booklet) makeHead(note string, across bool) {
	width, _ := s.room(across)
	s.head = 0
	if len(s.pages) == 0 && s.code.width > 0 {
		width -= s.code.width + gap
		s.head = s.code.height + captionGap
	}
	want := titleGap + noteLine*float64(len(s.broken(note, noteSize, width))) + 2
	s.head = max(s.head, min(want, s.o.Height/5)) // longer notes are smaller
}

// plateEdge is the free margin of a plate, and the gap between pieces that lie apart.
const plateEdge = 2.0

// room returns the usable extent: of a page of paper between heading and foot, of a plate inside
// its edge.
func (s *booklet) room(landscape bool) (width, height float64) {
	if s.machine {
		free := 2 * (plateEdge + s.o.Kerf/2)
		return s.o.Width - free, s.o.Height - free
	}
	w, h := s.o.Width, s.o.Height
	if landscape {
		w, h = h, w
	}
	return w - 2*edge, h - 2*edge - s.head - foot
}

// paper adds a page of paper with a heading, beside which the code of the address is, on the first
// page. Its content starts at inside.
func (s *booklet) paper(landscape bool, title, note string) *page {
	p := &page{width: s.o.Width, height: s.o.Height}
	if landscape {
		p.width, p.height = p.height, p.width
	}
	w, _ := s.room(landscape)
	if len(s.pages) == 0 && s.code.width > 0 {
		p.margin.put(s.code.art, outline.Point{X: edge + w - s.code.width, Y: edge})
		w -= s.code.width + gap
	}
	p.margin.put(s.text(title, titleSize, w).art, outline.Point{X: edge, Y: edge})
	lines, size := s.wrapped(note, w)
	for n, line := range lines {
		p.margin.put(s.text(line, size, w).art, outline.Point{
			X: edge, Y: edge + titleGap + noteLine*size/noteSize*float64(n),
		})
	}
	s.pages = append(s.pages, p)
	return p
}

// wrapped breaks a note into lines of a width, so small that they fit the heading.
func (s *booklet) wrapped(note string, width float64) (lines []string, size float64) {
	for size = noteSize; ; size *= 0.95 {
		lines = s.broken(note, size, width)
		if fits(titleGap+noteLine*size/noteSize*float64(len(lines))+2, s.head) || size < 1 {
			return lines, size
		}
	}
}

// broken breaks a note into lines of a width.
func (s *booklet) broken(note string, size, width float64) (lines []string) {
	for part := range strings.SplitSeq(note, "\n") {
		line, long := "", 0.0
		for word := range strings.FieldsSeq(part) {
			if wide := s.face.Width(word+" ", size); line != "" && long+wide > width {
				lines, line, long = append(lines, line), word, wide
			} else {
				line, long = strings.TrimLeft(line+" "+word, " "), long+wide
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// plate adds a plate of material, which has no heading, or else a page of paper. The parts to cut
// start at the returned place.
func (s *booklet) plate(title, note string) (p *page, at outline.Point) {
	if !s.machine {
		return s.paper(false, title, note), s.inside()
	}
	p = &page{width: s.o.Width, height: s.o.Height}
	s.pages = append(s.pages, p)
	free := plateEdge + s.o.Kerf/2
	return p, outline.Point{X: free, Y: free}
}

// inside is where the art of a page begins.
func (s *booklet) inside() outline.Point { return outline.Point{X: edge, Y: edge + s.head} }

// whole returns a block with its caption above it as a part of its art.
func (s *booklet) whole(b block) block {
	if b.caption == "" {
		return b
	}
	caption := s.text(b.caption, noteSize, max(b.width, 30))
	all := block{width: max(b.width, caption.width), height: b.height + captionGap}
	all.put(caption.art, outline.Point{})
	all.put(b.art, outline.Point{Y: captionGap})
	return all
}

// layout puts blocks on as few pages as possible: all on one, upright or across, or else one after
// the other. A block larger than a page is split over several. In a booklet of a single page they
// wait for the others.
func (s *booklet) layout(title, note string, blocks []block) error {
	for k, b := range blocks {
		blocks[k] = s.whole(b)
	}
	if s.single {
		s.parts, s.note = append(s.parts, blocks), strings.TrimPrefix(s.note+"\n"+note, "\n")
		return nil
	}
	s.makeHead(note, false)
	for _, landscape := range []bool{false, true} {
		if places, ok := s.shelve(landscape, blocks); ok {
			p := s.paper(landscape, title, note)
			for k, b := range blocks {
				p.put(b.art, outline.Point{X: edge + places[k].X, Y: edge + s.head + places[k].Y})
			}
			return nil
		}
	}
	for len(blocks) > 0 {
		n := 1 // as many as go on a page, at least one
		for n < len(blocks) {
			if _, ok := s.shelve(false, blocks[:n+1]); !ok {
				break
			}
			n++
		}
		if _, upright := s.shelve(false, blocks[:n]); !upright && n == 1 {
			if _, across := s.shelve(true, blocks[:1]); !across {
				if err := s.tile(title, note, blocks[0]); err != nil {
					return err
				}
				blocks = blocks[1:]
				continue
			}
		}
		if err := s.layout(title, note, blocks[:n]); err != nil {
			return err
		}
		blocks = blocks[n:]
	}
	return nil
}

// shelve returns the places of blocks on one page, and whether all fit.
func (s *booklet) shelve(landscape bool, blocks []block) (places []outline.Point, ok bool) {
	sh := shelf{gap: gap}
	sh.width, sh.height = s.room(landscape)
	for _, b := range blocks {
		x, y, ok := sh.place(b.width, b.height)
		if !ok {
			return nil, false
		}
		places = append(places, outline.Point{X: x, Y: y})
	}
	return places, true
}

// tile splits a block that is larger than a page over several pages, to be glued together edge to
// edge.
func (s *booklet) tile(title, note string, b block) error {
	part := func(n, parts, row, column int) string {
		return fmt.Sprintf("part %d of %d: row %d, column %d; cut along the corners and glue edge "+
			"to edge; %s", n, parts, row, column, note)
	}
	s.makeHead(part(100, 100, 10, 10), false)
	columns, rows, landscape := 0, 0, false
	for _, across := range []bool{false, true} {
		w, h := s.room(across)
		c, r := int(math.Ceil(b.width/w-1e-9)), int(math.Ceil(b.height/h-1e-9))
		if columns == 0 || c*r < columns*rows {
			columns, rows, landscape = c, r, across
		}
	}
	if len(s.pages)+columns*rows > maxPages {
		return fmt.Errorf("the board takes %d pages: use smaller cells", columns*rows)
	}
	// Parts have equal sizes, so that none is a strip.
	w, h := b.width/float64(columns), b.height/float64(rows)
	for r := range rows {
		for c := range columns {
			p := s.paper(landscape, title, part(r*columns+c+1, columns*rows, r+1, c+1))
			inside := s.inside()
			p.clip = &[4]float64{inside.X, inside.Y, w, h}
			x, y := float64(c)*w, float64(r)*h
			p.put(b.seen(x, y, x+w, y+h), outline.Point{X: inside.X - x, Y: inside.Y - y})
			for k := range 4 { // a mark outside each corner
				right, below := float64(k%2), float64(k/2)
				x, y := inside.X+right*w, inside.Y+below*h
				p.margin.draw(thin, []outline.Point{
					{X: x + 8*right - 4, Y: y}, {X: x, Y: y}, {X: x, Y: y + 8*below - 4},
				})
			}
		}
	}
	return nil
}

// A shelf places boxes from left to right in rows, and rows from top to bottom.
type shelf struct {
	width, height float64 // the room; a height of 0 is unlimited
	gap           float64
	x, y, row     float64
}

// place returns where a box goes, and whether there is room for it.
func (s *shelf) place(width, height float64) (x, y float64, ok bool) {
	if s.x > 0 && !fits(s.x+width, s.width) {
		s.x, s.y, s.row = 0, s.y+s.row+s.gap, 0
	}
	if !fits(s.x+width, s.width) || s.height > 0 && !fits(s.y+height, s.height) {
		return 0, 0, false
	}
	x, y = s.x, s.y
	s.x += width + s.gap
	s.row = max(s.row, height)
	return x, y, true
}
