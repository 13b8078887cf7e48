package outline

import (
	"math"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/lattice"
	"pgregory.net/rapid"
)

// area is the area that a path encloses: Green's theorem, exact for parabolas.
func area(p Path) float64 {
	var sum float64
	var at, start Point
	for _, s := range p {
		switch s.Op {
		case Move:
			at, start = s.To, s.To
		case Line:
			sum += at.cross(s.To) / 2
			at = s.To
		case Curve: // the chord, and two thirds of the triangle beyond it
			sum += at.cross(s.To)/2 + s.By.sub(at).cross(s.To.sub(at))/3
			at = s.To
		case Close:
			sum += at.cross(start) / 2
			at = start
		}
	}
	return sum
}

// cellArea is the area between the corners of a cell of the given size.
func cellArea(l *lattice.Lattice, size float64) float64 {
	corners := l.Corners(lattice.Cell{})
	p := make(Path, 0, len(corners)+1)
	for n, v := range corners {
		x, y := l.Plane(v)
		s := Segment{Op: Line, To: Point{x * size, y * size}}
		if n == 0 {
			s.Op = Move
		}
		p = append(p, s)
	}
	return area(append(p, Segment{Op: Close}))
}

func curves(p Path) int {
	n := 0
	for _, s := range p {
		if s.Op == Move {
			n++
		}
	}
	return n
}

// Whatever the cells, the outline encloses just their area, holes and touching
// corners included; and its inside is to its right, which makes areas positive.
func TestOutlineEnclosesTheCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := rapid.SampledFrom([]*lattice.Lattice{lattice.Square, lattice.Cube, lattice.Hex, lattice.Triangle, lattice.HexPrism, lattice.TrianglePrism}).Draw(t, "lattice")
		layers := 0
		if l.Dims == 3 {
			layers = 2
		}
		cells := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) lattice.Cell {
			return lattice.Cell{rapid.IntRange(0, 5).Draw(t, "x"), rapid.IntRange(0, 5).Draw(t, "y"), rapid.IntRange(0, layers).Draw(t, "z")}
		}), 1, 40, rapid.ID).Draw(t, "cells")
		plane := NewPlane(l, cells, 10)
		want := float64(len(cells)) * cellArea(l, 10)
		if got := area(Around(plane, cells, 0, 0)); math.Abs(got-want) > 1e-6 {
			t.Fatalf("%s: the outline of %v encloses %g, want %g", l.Name, cells, got, want)
		}
		if got := area(Around(plane, cells, 0.5, 2)); got >= want || got < want/3 {
			t.Fatalf("%s: drawn inside them, the cells' outline encloses %g of %g", l.Name, got, want)
		}
		low, high := Around(plane, cells, 0, 0).Bounds()
		w, h := plane.Size()
		if l.Dims == 3 { // every layer has room for all cells of the others
			if low.X < -1e-6 || low.Y < -1e-6 || high.X > w+1e-6 || high.Y > h+1e-6 {
				t.Fatalf("%s: cells lie in %v to %v, outside of %g,%g", l.Name, low, high, w, h)
			}
		} else if math.Abs(low.X)+math.Abs(low.Y)+math.Abs(high.X-w)+math.Abs(high.Y-h) > 1e-6 {
			t.Fatalf("%s: the board lies in %v to %v, want the origin to %g,%g", l.Name, low, high, w, h)
		}
	})
}

// Lines and balls are drawn on their middles, and a line stops before a point where it ends alone.
func TestLinesAndBalls(t *testing.T) {
	for _, l := range []*lattice.Lattice{lattice.Sticks, lattice.Trigs, lattice.Twigs, lattice.Balls, lattice.Centred} {
		start := l.Starts()[0]
		near := l.Neighbours(start)[0]
		plane := NewPlane(l, []lattice.Cell{start, near}, 10)
		one, both := Around(plane, []lattice.Cell{start}, 1, 0), Around(plane, []lattice.Cell{start, near}, 1, 0)
		low, high := one.Bounds()
		if middle, want := low.add(high).times(.5), plane.Centre(start); distance(middle, want) > .01 || area(both) <= 2*area(one)-1 {
			t.Errorf("%s: the middle is %v, want %v; areas %g and %g", l.Name, middle, want, area(one), area(both))
		}
		if l.Sides() == 2 && len(plane.lines([]lattice.Cell{start, near})) == 2 {
			shared := 0
			for _, v := range l.Corners(start) {
				if slices.Contains(l.Corners(near), v) {
					shared++
				}
			}
			if length := plane.lines([]lattice.Cell{start, near})[0]; shared != 1 || distance(length[0], length[1]) <= distance(plane.lines([]lattice.Cell{start})[0][0], plane.lines([]lattice.Cell{start})[0][1]) {
				t.Errorf("%s: neighbours share %d points, and are not drawn up to it", l.Name, shared)
			}
		}
	}
}

func TestCurves(t *testing.T) {
	ring := []lattice.Cell{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {2, 1}, {0, 2}, {1, 2}, {2, 2}}
	for _, test := range []struct {
		name  string
		cells []lattice.Cell
		want  int
	}{
		{"a ring has a hole", ring, 2},
		{"cells that touch in a corner", []lattice.Cell{{0, 0}, {1, 1}}, 2},
		{"two layers", []lattice.Cell{{0, 0, 0}, {0, 0, 1}}, 2},
		{"an L", []lattice.Cell{{0, 0}, {0, 1}, {1, 1}}, 1},
	} {
		if got := curves(Around(NewPlane(lattice.Cube, test.cells, 1), test.cells, 0.1, 0.1)); got != test.want {
			t.Errorf("%s: %d curves, want %d", test.name, got, test.want)
		}
	}
}

// A shape that is moved has its outline moved: that is what Shift says.
func TestShift(t *testing.T) {
	for _, l := range lattice.All() {
		if l.Sides() == 0 {
			continue
		}
		cells := slices.DeleteFunc([]lattice.Cell{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, func(c lattice.Cell) bool { return !l.Has(c) })
		d := lattice.Cell{4, 2}
		if l.Dims == 3 {
			d[2] = 1
		}
		var moved []lattice.Cell
		for _, c := range cells {
			moved = append(moved, c.Add(d))
		}
		plane := NewPlane(l, append(moved, cells...), 7)
		one, other := Around(plane, cells, 1, 1).Moved(plane.Shift(d)), Around(plane, moved, 1, 1)
		if one.SVG() != other.SVG() {
			t.Errorf("%s: %s\nwant %s", l.Name, one.SVG(), other.SVG())
		}
	}
}

func TestSVG(t *testing.T) {
	square := []lattice.Cell{{0, 0}}
	got := Around(NewPlane(lattice.Square, square, 10), square, 1, 2).SVG()
	if want := "M1 3Q1 1 3 1H7Q9 1 9 3V7Q9 9 7 9H3Q1 9 1 7Z"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := (Path{{Op: Move, To: Point{-0.001, -1.005}}, {Op: Line, To: Point{-3.14159, 2}}, {Op: Close}}).SVG(), "M0-1L-3.14 2Z"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestPartsAndMiddle(t *testing.T) {
	cells := []lattice.Cell{{4, 0}, {0, 0}, {1, 0}, {2, 0}, {1, 1}, {0, 0, 1}}
	parts := Parts(lattice.Cube, cells)
	if len(parts) != 3 || len(parts[0]) != 4 || len(parts[1]) != 1 || parts[2][0] != (lattice.Cell{0, 0, 1}) {
		t.Fatalf("parts %v", parts)
	}
	if got := Middle(NewPlane(lattice.Cube, cells, 1), parts[0]); got != (lattice.Cell{1, 0}) {
		t.Errorf("the middle of a T is %v", got)
	}
	if got, want := Heart(NewPlane(lattice.Cube, cells, 2), cells[1:3]), (Point{2, 1}); got != want {
		t.Errorf("the heart of a domino is %v, want %v", got, want)
	}
}
