package desk

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/native"
)

// card draws the built-in puzzle Name to choose it by: what is given, and of a solution the first
// Limit other pieces; where nothing is given and Limit is 0, all of it. The plain search finds it,
// so that the drawing is the same on every machine.
func (d *Desk) card(ctx context.Context, q *Request) (any, error) {
	p, _, err := named(ctx, q.Name)
	if err != nil {
		return nil, err
	}
	t, err := p.Compile()
	if err != nil {
		return nil, err
	}
	var shown cover.Solution
	for s, err := range (native.Plain{}).Solutions(ctx, t.Model) {
		if err != nil {
			return nil, err
		}
		shown = t.Ordered(s)
		break
	}
	var given []int
	for _, h := range p.Place {
		given = append(given, t.Find(p.Piece(h.Piece), h.Cells))
	}
	shown = slices.DeleteFunc(shown, func(o int) bool { return slices.Contains(given, o) })
	if most := q.Limit; most > 0 || len(given) > 0 {
		shown = shown[:min(most, len(shown))]
	}
	shown = append(shown, given...)
	slices.Sort(shown)
	var options render.Options
	switch l := t.Puzzle.Lattice; {
	case l == lattice.Cube:
		options.View = "iso"
	case l.Round:
		options.View = "above"
	}
	var b bytes.Buffer
	drawing, err := render.NewSVG(&b, t, options)
	if err != nil {
		return nil, err
	}
	if err := drawing.Add(shown); err != nil {
		return nil, err
	}
	if err := drawing.Close(true); err != nil {
		return nil, err
	}
	text := strings.Replace(b.String(), "<defs>", "<style>"+onPage+"</style><defs>", 1)
	return textFile{text}, nil
}

// onPage takes a picture's ground away and follows the page in light and dark.
const onPage = `path[d^="M0 0H"]{display:none}@media(prefers-color-scheme:dark){` +
	`[fill="#1b1d21"]{fill:#d5d9df}[fill="#e6e8ec"]{fill:#383d46}[fill="#5b616b"]{fill:#a2a9b4}}`
