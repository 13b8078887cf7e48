package formats

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/exactile/exactile/encode/puzzle"
)

// noLabel stands for a cell without a label.
const noLabel = "."

// labels reads the labels of the cells: a word for each cell of the board, in reading order. The
// words may be split into rows anywhere.
func (r *modelReader) labels(n *node, p *puzzle.Puzzle) {
	lines, places, ok := n.lines()
	if !ok {
		r.fail(n.pos, "the labels are %s; want a text of words, or a list of rows", n.kind)
		return
	}
	sites, words := p.Board.Sites, 0
	for k, line := range lines {
		col := 0
		for word := range strings.FieldsFuncSeq(line, func(c rune) bool { return c == ' ' }) {
			col += strings.Index(line[col:], word)
			if problem := badLabel(word); problem != "" {
				r.fail(places[k](utf8.RuneCountInString(line[:col])), "the label %s", problem)
				return
			}
			if words < len(sites) && word != noLabel {
				sites[words].Label = word
			}
			col += len(word)
			words++
		}
	}
	if words > 0 && words != len(sites) && r.places.board != nil {
		r.fail(n.pos, "%d labels for a board of %d cells: want one for each, '.' for none",
			words, len(sites))
	}
}

// badLabel returns the reason why a word cannot be a label, or "".
func badLabel(word string) string {
	for _, c := range word {
		if problem := unfit(c); problem != "" || c == ' ' {
			return fmt.Sprintf("%q has %s", word, strings.TrimSuffix(problem, ","))
		}
	}
	if utf8.RuneCountInString(word) > puzzle.MaxLabel {
		return fmt.Sprintf("%q has more than %d characters", word, puzzle.MaxLabel)
	}
	return ""
}

// putLabels adds the labels, if any, in the rows of the board.
func putLabels(n *node, p *puzzle.Puzzle) error {
	var written []string
	some := false
	for k, s := range p.Board.Sites {
		word := s.Label
		if problem := badLabel(word); problem != "" || word == noLabel {
			return fmt.Errorf("the label %q has no text form", word)
		}
		some = some || word != ""
		if word == "" {
			word = noLabel
		}
		if last := len(written) - 1; k > 0 && p.Board.Sites[k-1].At[1] == s.At[1] {
			written[last] += " " + word
		} else {
			written = append(written, word)
		}
	}
	if some {
		n.put("labels", rows([][]string{written}))
	}
	return nil
}
