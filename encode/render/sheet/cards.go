package sheet

import (
	"fmt"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
)

// Challenge adds a numbered card: what is given of a puzzle with one solution, which is its answer
// on the last page, and how hard it is, in stars of five; 0: unknown. Only paper has cards.
func (s *booklet) Challenge(t *puzzle.Tiling, given, solution cover.Solution, stars int) {
	d := s.drawer(t)
	width, height := s.room(false)
	number := fmt.Sprint(len(s.cards) + 1)
	card := d.answer(given, width, height-captionGap)
	answer := d.answer(solution, width, height-captionGap)
	card.caption, answer.caption = number, number
	if stars > 0 {
		card.caption += "   " + strings.Repeat("★", stars) + strings.Repeat("☆", 5-stars)
	}
	s.cards, s.answers = append(s.cards, card), append(s.answers, answer)
}
