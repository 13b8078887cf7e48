package formats

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/formats/internal/fault"
	"github.com/exactile/exactile/encode/internal/dlx"
	"github.com/exactile/exactile/encode/puzzle"
)

var dlxFile = Format{
	Name: "dlx", Text: "Knuth's items and options",
	shows: showsDLX, ending: ".dlx", read: readDLX, alone: true, write: writeDLX,
}

// readDLX reads a cover model as Knuth's items and options. Such a puzzle has no
// geometry.
func readDLX(s *source) ([]*Document, error) {
	m, err := dlx.Parse(strings.NewReader(s.text), s.name, dlx.Limits{
		Bytes: s.limits.Bytes, Line: s.limits.Line, Items: s.limits.Items, Options: s.limits.Options, Entries: s.limits.Entries,
	})
	var bad *dlx.Error
	if errors.As(err, &bad) {
		// Columns in bad are bytes, columns here are characters.
		place := fault.Pos{Line: bad.Line, Col: bad.Col}
		if line := s.at(place).Excerpt; line != "" {
			place.Col = fault.Column(line, max(bad.Col-1, 0))
		}
		return nil, &fault.Error{Pos: place, Text: bad.Message, Err: bad}
	}
	if err != nil {
		return nil, err
	}
	p := &puzzle.Puzzle{Name: s.puzzleName(0, 1), Cover: m}
	return []*Document{{p, s, puzzlePlaces{whole: fault.Pos{}}}}, nil
}

// writeDLX writes the cover model of one puzzle.
func writeDLX(b *bytes.Buffer, puzzles []*puzzle.Puzzle) error {
	t, err := puzzles[0].Compile()
	if err != nil {
		return err
	}
	return dlx.Write(b, t.Model)
}

// showsDLX: the first line has a '|' (a comment, bounds, or secondary items), or the second line
// starts and ends with items of the first.
func showsDLX(l look) bool {
	items := strings.Fields(l.lines[0])
	if strings.Contains(l.lines[0], "|") {
		return true
	}
	if len(l.lines) < 2 {
		return false
	}
	option := strings.Fields(l.lines[1])
	isItem := func(word string) bool {
		word, _, _ = strings.Cut(word, ":") // cut its colour off
		return slices.Contains(items, word)
	}
	return len(option) > 0 && isItem(option[0]) && isItem(option[len(option)-1])
}
