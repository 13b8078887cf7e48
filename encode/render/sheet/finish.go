package sheet

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/render/internal/outline"
)

// finish adds the cards, the page of solutions, which are upside down, and the foot of every page.
func (s *booklet) finish() error {
	if s.finished {
		return nil
	}
	s.finished = true
	if len(s.cards) > 0 {
		note := "What is in colour lies where it must; lay the rest. "
		if s.choices {
			note += "There may be several solutions; one is upside down under the same number."
		} else {
			note += "Each has one solution, upside down under the same number."
		}
		if err := s.layout(s.title()+": challenges", note, s.cards); err != nil {
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
	if s.single {
		if err := s.onePage(); err != nil {
			return err
		}
	}
	for n, p := range s.pages {
		y := p.height - edge
		number := s.text(fmt.Sprintf("%d / %d", n+1, len(s.pages)), noteSize, 40)
		p.margin.put(number.art, outline.Point{X: p.width - edge - number.width, Y: y - noteSize})
		p.margin.draw(thin, []outline.Point{
			{X: edge, Y: y - 1.5}, {X: edge, Y: y}, {X: edge + ruler, Y: y},
			{X: edge + ruler, Y: y - 1.5},
		})
		words := s.text("50 mm when printed true", noteSize, ruler-2)
		p.margin.put(words.art, outline.Point{X: edge + 1, Y: y - 2 - noteSize})
	}
	return nil
}

// title is the heading of what is of all puzzles.
func (s *booklet) title() string { return cmp.Or(s.o.Title, strings.Join(s.names, ", ")) }

// errFull reports parts that are too much for a page.
var errFull = errors.New("the page is full")

// onePage lays the parts of a booklet out on its single page: in rows, from the top. A part goes
// beside the others of a row if it is no higher than they are.
func (s *booklet) onePage() error {
	s.makeHead(s.note, s.across)
	width, height := s.room(s.across)
	p := s.paper(s.across, s.title(), s.note)
	at, row := outline.Point{}, 0.0 // the next place, and the height of its row
	for rest := s.parts; len(rest) > 0; {
		next := slices.IndexFunc(rest, func(part []block) bool {
			b, ok := together(part, width-at.X)
			return at.X > 0 && ok && fits(b.height, row)
		})
		if next < 0 {
			next = 0
			if at.X > 0 {
				at, row = outline.Point{Y: at.Y + row + gap}, 0
			}
		}
		b, ok := together(rest[next], width-at.X)
		if row = max(row, b.height); !ok || !fits(at.Y+row, height) {
			return errFull
		}
		p.put(b.art, outline.Point{X: edge + at.X, Y: edge + s.head + at.Y})
		at.X += b.width + gap
		rest = slices.Delete(slices.Clone(rest), next, next+1)
	}
	return nil
}

// smallGap is the gap between blocks of one part.
const smallGap = 5.0

// together returns blocks in rows of at most a width as one block, and whether each fits it.
func together(blocks []block, width float64) (all block, ok bool) {
	sh := shelf{gap: smallGap, width: width, height: math.Inf(1)}
	for _, b := range blocks {
		x, y, ok := sh.place(b.width, b.height)
		if !ok {
			return block{}, false
		}
		all.put(b.art, outline.Point{X: x, Y: y})
		all.width, all.height = max(all.width, x+b.width), max(all.height, y+b.height)
	}
	return all, true
}
