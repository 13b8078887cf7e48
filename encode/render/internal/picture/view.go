package picture

import (
	"fmt"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/palette"
	"github.com/exactile/exactile/encode/render/internal/solid"
)

// Views lists the ways to show a puzzle in space, the default first: its layers side by side, the
// whole seen from a corner, or seen from a corner with the layers lifted apart, so that no cell is
// hidden.
func Views() []string { return []string{"layers", "iso", "exploded"} }

// A view is a way to show a puzzle.
type view struct {
	solid         bool // from a corner
	lift          int  // from a layer to the next, in cells
	frame         []lattice.Cell
	width, height float64
}

const (
	// solidEdge is the edge of a cube that is seen from a corner.
	solidEdge = 30.0
	// captionSize is the size of the words below layers, captionSpace the height they take.
	captionSize, captionSpace = 11.0, 16.0
)

// CheckView returns an error if a puzzle cannot be shown in the named view.
func CheckView(name string, t *puzzle.Tiling) error {
	if t.Puzzle.Cover != nil {
		return ErrNoGeometry
	}
	_, err := viewByName(name, t)
	return err
}

// viewByName returns a view; "" is the first.
func viewByName(name string, t *puzzle.Tiling) (v view, err error) {
	size := t.Puzzle.Board.Size
	switch {
	case name == "" || name == Views()[0]:
		return v, nil
	case name == "iso":
		v = view{solid: true, lift: 1}
	case name == "exploded":
		// The highest corner of a layer's top is half the sum of its two sides above the lowest.
		v = view{solid: true, lift: (size[0]+size[1]+1)/2 + 2}
	default:
		return v, fmt.Errorf("no view is called %q: want one of %s", name, strings.Join(Views(), ", "))
	}
	if t.Puzzle.Lattice.Dims != 3 {
		return v, fmt.Errorf("a puzzle in the plane has no view %q: that is for lattice: cube", name)
	}
	return v, nil
}

// lifted returns the place at which a cell is drawn.
func (v view) lifted(c lattice.Cell) lattice.Cell { return lattice.Cell{c[0], c[1], c[2] * v.lift} }

// look prepares the view of a board with these cells: its extent, or the words below its layers.
func (p *Painter) look(cells []lattice.Cell) {
	layers := p.tiling.Puzzle.Board.Size[2]
	if p.view.solid {
		for _, c := range cells {
			p.view.frame = append(p.view.frame, p.view.lifted(c))
		}
		if len(cells) > 0 {
			whole := solid.Draw(nil, p.view.frame, solidEdge)
			p.view.width, p.view.height = whole.Width, whole.Height
		}
		return
	}
	if layers < 2 {
		return
	}
	_, height := p.Plane.Size()
	for z := range layers {
		var low, high float64
		for _, c := range cells {
			if c[2] != z {
				continue
			}
			if l, h := p.Plane.Box(c); high == 0 {
				low, high = l.X, h.X
			} else {
				low, high = min(low, l.X), max(high, h.X)
			}
		}
		if high == 0 {
			continue
		}
		words := p.face.Text(fmt.Sprintf("layer %d", z+1), captionSize)
		if l, h := words.Bounds(); h.X-l.X > high-low { // narrow layers get numbers only
			words = p.face.Text(fmt.Sprint(z+1), captionSize)
		}
		at := outline.Point{X: (low + high) / 2, Y: height + captionSpace*0.6}
		p.Words = append(p.Words, words.Moved(at)...)
	}
}

// A paint is a path and its colour.
type paint struct {
	path   outline.Path
	colour palette.Colour
}

// A body is a piece seen from a corner; the lines between bodies have the piece -1.
type body struct {
	piece  int
	paints []paint
}

// bodies returns the bodies of a solution, or of the empty board, in painting order.
func (p *Painter) bodies(s cover.Solution) []body {
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
		painted.paints = append(painted.paints, paint{b.Whole, fill})
		for side, path := range b.Sides {
			if len(path) > 0 && side > 0 {
				painted.paints = append(painted.paints, paint{path, fill.Shade(side)})
			}
		}
		if painted.piece >= 0 {
			painted.paints = append(painted.paints,
				paint{p.Labels[painted.piece].Scaled(0.75).Moved(b.Heart), fill.Shade(int(b.On)).Ink()})
		}
		all = append(all, painted)
	}
	return append(all, body{-1, []paint{{outline.Stroke(seen.Lines, 2*inset), p.theme.Line}}})
}
