package picture

import (
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/solid"
)

// A body is a piece seen from a corner; the lines between bodies have the piece -1.
type body struct {
	piece  int
	paints []paint
}

// Hidden names the pieces of a solution that the view "iso" does not show.
func Hidden(t *puzzle.Tiling, s cover.Solution) (names []string) {
	owner := make(map[lattice.Cell]int)
	for n, o := range s {
		for _, c := range t.Placements[o].Cells {
			owner[c] = n + 1
		}
	}
	left := append(cover.Solution{-1}, s...)
	for _, f := range solid.Seen(owner) {
		left[f.Owner] = -1
	}
	for _, o := range left {
		if o >= 0 {
			names = append(names, t.Puzzle.Pieces[t.Placements[o].Piece].Name)
		}
	}
	return names
}

// bodies returns the bodies of a solution, or of the empty board, in painting order.
func (p *Painter) bodies(s cover.Solution) []body {
	if p.view.above {
		return p.fromAbove(s)
	}
	layers := p.tiling.Puzzle.Board.Size[2]
	owner := make(map[lattice.Cell]int)
	options := []int{0} // by the owner's number divided by that of layers
	for _, o := range s {
		for _, c := range p.tiling.Placements[o].Cells {
			// If layers are lifted apart, the part of a piece in each layer is a body of its own.
			part := 0
			if p.view.lift > 1 {
				part = c[2]
			}
			owner[p.view.lifted(c)] = len(options)*layers + part
		}
		options = append(options, o)
	}
	if len(s) == 0 { // the board: every cell is a body
		for n, c := range p.view.frame {
			owner[c] = n + 1
		}
	}
	if len(owner) == 0 {
		return nil
	}
	seen := solid.Draw(owner, p.view.frame, solidEdge)
	tints := p.Tints(s)
	var all []body
	for _, b := range seen.Bodies {
		fill, painted := p.theme.Empty, body{piece: -1}
		if len(s) > 0 {
			o := options[b.Owner/layers]
			painted.piece = p.tiling.Placements[o].Piece
			fill, _ = p.Colours(painted.piece, tints[o])
		}
		// The whole comes first, so that no ground shows through between two sides.
		painted.paints = append(painted.paints, paint{path: b.Whole, colour: fill})
		for side, path := range b.Sides {
			if len(path) > 0 && side > 0 {
				painted.paints = append(painted.paints, paint{path: path, colour: fill.Shade(side)})
			}
		}
		if painted.piece >= 0 {
			painted.paints = append(painted.paints,
				paint{
					path:   p.Labels[painted.piece].Scaled(0.75).Moved(b.Heart),
					colour: fill.Shade(int(b.On)).Ink(),
				})
		}
		all = append(all, painted)
	}
	return append(all, body{
		-1, []paint{{path: outline.Stroke(seen.Lines, 2*inset), colour: p.theme.Line}},
	})
}

// fromAbove returns the balls of a solution, or of the empty board, from the lowest layer up.
func (p *Painter) fromAbove(s cover.Solution) (all []body) {
	tints, over := p.Tints(s), make(map[lattice.Cell]int)
	for _, o := range s {
		for _, c := range p.tiling.Placements[o].Cells {
			over[c] = o + 1
		}
	}
	ball := outline.Circle(p.Plane.InRadius(), false)
	for _, site := range p.tiling.Puzzle.Board.Sites {
		at, fill, b := p.Plane.Centre(site.At), p.theme.Empty, body{piece: -1}
		o := over[site.At] - 1
		if o >= 0 {
			b.piece = p.tiling.Placements[o].Piece
			fill, _ = p.Colours(b.piece, tints[o])
		}
		inside := ball.Scaled(1 - 2*inset/p.Plane.InRadius())
		b.paints = []paint{{path: ball.Moved(at), colour: p.theme.Line},
			{path: inside.Moved(at), colour: fill}}
		if o >= 0 {
			label := p.Labels[b.piece].Scaled(.75).Moved(at)
			b.paints = append(b.paints, paint{path: label, colour: fill.Ink()})
		}
		all = append(all, b)
	}
	return all
}
