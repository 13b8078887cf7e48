package desk

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/encode/render/sheet"
)

// textFile is a file to save.
type textFile struct {
	Text string `json:"text"`
}

// yaml writes the puzzle with its hints as a puzzle file.
func (d *Desk) yaml(_ context.Context, q *Request) (any, error) {
	p, err := d.compile(q)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = formats.Write(&b, "yaml", p)
	return textFile{b.String()}, err
}

// solution returns the checked solution in Solution.
func (d *Desk) solution(q *Request) (cover.Solution, error) {
	options, err := d.optionsOf(d.tiling.Puzzle, q.Solution)
	if err != nil {
		return nil, err
	}
	slices.Sort(options)
	return options, d.tiling.Check(options)
}

// svg draws Solution, or the board if there is none.
func (d *Desk) svg(_ context.Context, q *Request) (any, error) {
	p, err := d.compile(q)
	if err != nil {
		return nil, err
	}
	t := d.tiling
	if len(q.Solution) == 0 && len(p.Place) > 0 { // draw the hints
		if t, err = p.Compile(); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	drawing, err := render.NewSVG(&b, t, render.Options{})
	if err != nil {
		return nil, err
	}
	if len(q.Solution) > 0 {
		s, err := d.solution(q)
		if err != nil {
			return nil, err
		}
		if err := drawing.Add(s); err != nil {
			return nil, err
		}
	}
	err = drawing.Close(true)
	return textFile{b.String()}, err
}

// papers are the sizes of paper, in millimetres.
var papers = map[string][2]float64{"a4": {210, 297}, "letter": {215.9, 279.4}}

// sheet draws the pages of a sheet to print: the board with its hints, the pieces in true
// size, and Solution, if given, upside down. Without a size of the cells, they are as large as the
// paper allows.
func (d *Desk) sheet(_ context.Context, q *Request) (any, error) {
	p, err := d.compile(q)
	if err != nil {
		return nil, err
	}
	paper, ok := papers[q.Paper]
	if !ok {
		return nil, fmt.Errorf("no paper is called %q", q.Paper)
	}
	s, err := sheet.New("pages", sheet.Options{
		Cell: cmp.Or(q.Cell, 20), FitCell: q.Cell == 0, Width: paper[0], Height: paper[1],
	})
	if err != nil {
		return nil, err
	}
	var solution cover.Solution
	if len(q.Solution) > 0 {
		if solution, err = d.solution(q); err != nil {
			return nil, err
		}
	}
	t := d.tiling
	if len(p.Place) > 0 {
		if t, err = p.Compile(); err != nil {
			return nil, err
		}
	}
	if err := s.Add(t, "", solution); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = s.Write(&b)
	return textFile{b.String()}, err
}
