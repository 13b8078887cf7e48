package picture

import (
	"errors"
	"fmt"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/solid"
	"github.com/exactile/exactile/encode/render/internal/typeface"
)

// Views lists the ways to show a puzzle in space, the default first: its layers side by side; cubes
// seen from a corner, or with the layers lifted apart, so that no cell is hidden; balls from above.
func Views() []string { return []string{"layers", "iso", "exploded", "above"} }

// A view is a way to show a puzzle.
type view struct {
	solid         bool // from a corner, or from above
	above         bool
	lift          int // from a layer to the next, in cells
	frame         []lattice.Cell
	width, height float64
}

const (
	// solidEdge is the edge of a cube that is seen from a corner.
	solidEdge = 30.0
	// captionSize is the size of the words below layers, captionSpace the height they take.
	captionSize, captionSpace = 11.0, 16.0
)

// ErrNoGeometry reports a puzzle that is only items and options, so it cannot be drawn.
var ErrNoGeometry = errors.New("a puzzle without geometry has no picture")

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
	size, l := t.Puzzle.Board.Size, t.Puzzle.Lattice
	switch {
	case l.Sides() == 0:
		return v, fmt.Errorf("the lattice %s has no picture yet; text draws its layers in letters",
			l.Name)
	case name == "" || name == Views()[0]:
		return v, nil
	case name == "above" && !l.Round:
		return v, fmt.Errorf("the lattice %s has no view %q: that is for balls", l.Name, name)
	case name == "above":
		return view{solid: true, above: true}, nil
	case name == "iso":
		v = view{solid: true, lift: 1}
	case name == "exploded":
		// The highest corner of a layer's top is half the sum of its two sides above the lowest.
		v = view{solid: true, lift: (size[0]+size[1]+1)/2 + 2}
	default:
		return v, fmt.Errorf("no view is called %q: want one of %s", name,
			strings.Join(Views(), ", "))
	}
	if l != lattice.Cube {
		return v, fmt.Errorf("the lattice %s has no view %q: that is for cubes", l.Name, name)
	}
	return v, nil
}

// lifted returns the place at which a cell is drawn.
func (v view) lifted(c lattice.Cell) lattice.Cell { return lattice.Cell{c[0], c[1], c[2] * v.lift} }

// enclose sets the extent of a board with these cells, seen from a corner.
func (v *view) enclose(cells []lattice.Cell) {
	for _, c := range cells {
		v.frame = append(v.frame, v.lifted(c))
	}
	if len(cells) > 0 {
		whole := solid.Draw(nil, v.frame, solidEdge)
		v.width, v.height = whole.Width, whole.Height
	}
}

// layerNames returns the words below the layers of a board with these cells; one layer needs none.
func layerNames(
	face *typeface.Face, plane *outline.Plane, cells []lattice.Cell, layers int,
) (all outline.Path) {
	if layers < 2 {
		return nil
	}
	_, height := plane.Size()
	for z := range layers {
		var low, high float64
		for _, c := range cells {
			if c[2] != z {
				continue
			}
			if l, h := plane.Box(c); high == 0 {
				low, high = l.X, h.X
			} else {
				low, high = min(low, l.X), max(high, h.X)
			}
		}
		if high == 0 {
			continue
		}
		words := face.Text(fmt.Sprintf("layer %d", z+1), captionSize)
		if l, h := words.Bounds(); h.X-l.X > high-low { // narrow layers get numbers only
			words = face.Text(fmt.Sprint(z+1), captionSize)
		}
		at := outline.Point{X: (low + high) / 2, Y: height + captionSpace*0.6}
		all = append(all, words.Moved(at)...)
	}
	return all
}
