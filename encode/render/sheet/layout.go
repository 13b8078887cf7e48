package sheet

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/exactile/exactile/encode/render/internal/outline"
)

// The measures of a page of paper: margins, the heading, the foot, and captions.
const (
	edge       = 10.0
	head       = 15.0
	foot       = 12.0
	titleSize  = 4.6
	noteSize   = 2.8
	gap        = 8.0
	ruler      = 50.0 // the line for checking the scale
	captionGap = 5.0
)

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
	return w - 2*edge, h - 2*edge - head - foot
}

// paper adds a page of paper with a heading. Its content starts at inside.
func (s *booklet) paper(landscape bool, title, note string) *page {
	p := &page{width: s.o.Width, height: s.o.Height}
	if landscape {
		p.width, p.height = p.height, p.width
	}
	w, _ := s.room(landscape)
	p.margin.put(s.text(title, titleSize, w).art, outline.Point{X: edge, Y: edge})
	for n, line := range strings.Split(note, "\n") {
		p.margin.put(s.text(line, noteSize, w).art, outline.Point{
			X: edge, Y: edge + 7 + 3.8*float64(n),
		})
	}
	s.pages = append(s.pages, p)
	return p
}

// plate adds a plate of material, which has no heading, or else a page of paper. The parts to cut
// start at the returned place.
func (s *booklet) plate(title, note string) (p *page, at outline.Point) {
	if !s.machine {
		return s.paper(false, title, note), inside
	}
	p = &page{width: s.o.Width, height: s.o.Height}
	s.pages = append(s.pages, p)
	free := plateEdge + s.o.Kerf/2
	return p, outline.Point{X: free, Y: free}
}

// inside is where the art of a page begins.
var inside = outline.Point{X: edge, Y: edge + head}

// whole returns a block with its caption above it as a part of its art.
func (s *booklet) whole(b block) block {
	if b.caption == "" {
		return b
	}
	all := block{width: b.width, height: b.height + captionGap}
	all.put(s.text(b.caption, noteSize, max(b.width, 30)).art, outline.Point{})
	all.put(b.art, outline.Point{Y: captionGap})
	return all
}

// layout puts blocks on as few pages as possible: all on one, upright or across, or else one after
// the other. A block larger than a page is split over several.
func (s *booklet) layout(title, note string, blocks []block) error {
	for k, b := range blocks {
		blocks[k] = s.whole(b)
	}
	for _, landscape := range []bool{false, true} {
		if places, ok := s.shelve(landscape, blocks); ok {
			p := s.paper(landscape, title, note)
			for k, b := range blocks {
				p.put(b.art, outline.Point{X: inside.X + places[k].X, Y: inside.Y + places[k].Y})
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
			part := fmt.Sprintf("part %d of %d: row %d, column %d; cut along the corners and "+
				"glue edge to edge; %s",
				r*columns+c+1, columns*rows, r+1, c+1, note)
			p := s.paper(landscape, title, part)
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

// finish adds the cards, the page of solutions, which are upside down, and the foot of every page.
func (s *booklet) finish() error {
	if len(s.cards) > 0 {
		note := "What is in colour lies where it must; lay the rest. Each has one solution, " +
			"which is on the last page."
		if err := s.layout(cmp.Or(s.o.Title, strings.Join(s.names, ", "))+": challenges", note,
			s.cards); err != nil {
			return err
		}
	}
	if len(s.answers) > 0 {
		title := "Solutions"
		if len(s.answers) == 1 {
			title = "A solution"
		}
		for k, b := range s.answers {
			s.answers[k] = s.whole(b).turned().turned()
		}
		if err := s.layout(title, "", s.answers); err != nil {
			return err
		}
	}
	s.cards, s.answers = nil, nil
	for n, p := range s.pages {
		y := p.height - edge
		number := s.text(fmt.Sprintf("%d / %d", n+1, len(s.pages)), noteSize, 40)
		p.margin.put(number.art, outline.Point{X: p.width - edge - number.width, Y: y - noteSize})
		p.margin.draw(thin, []outline.Point{
			{X: edge, Y: y - 1.5}, {X: edge, Y: y}, {X: edge + ruler, Y: y},
			{X: edge + ruler, Y: y - 1.5},
		})
		words := s.text("50 mm, if it was printed at 100 %", noteSize, ruler-2)
		p.margin.put(words.art, outline.Point{X: edge + 1, Y: y - 2 - noteSize})
	}
	return nil
}
