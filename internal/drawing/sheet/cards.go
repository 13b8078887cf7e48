package sheet

import (
	"fmt"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/drawing/outline"
)

// Challenge adds a numbered card: what is given of a puzzle with one solution, which is its answer on the
// last page. Only paper has cards.
func (s *Sheet) Challenge(t *puzzle.Tiling, given, solution cover.Solution) {
	if s.machine {
		return
	}
	d := s.drawer(t)
	width, height := s.room(false)
	number := fmt.Sprint(len(s.cards) + 1)
	card := d.answer(given, width, height-captionGap)
	answer := d.answer(solution, width, height-captionGap)
	card.caption, answer.caption = number, number
	s.cards, s.answers = append(s.cards, card), append(s.answers, answer)
}

// upsideDown returns a block with its caption that is read from the other side of the table.
func (s *Sheet) upsideDown(b block) block {
	whole := block{width: b.width, height: b.height}
	if b.caption != "" {
		whole.height += captionGap
		whole.put(s.text(b.caption, noteSize, max(b.width, 30)).art, outline.Point{})
	}
	whole.put(b.art, outline.Point{Y: whole.height - b.height})
	return whole.turned().turned()
}
