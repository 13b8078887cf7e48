package sheet

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/native"
	"pgregory.net/rapid"
)

// known returns a built-in puzzle and a solution.
func known(t *testing.T, name string) (*puzzle.Tiling, cover.Solution) {
	t.Helper()
	all, err := catalogue.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	tiling, err := all[0].Compile()
	if err != nil {
		t.Fatal(err)
	}
	for s, err := range (native.Searcher{}).Solutions(t.Context(), tiling.Model) {
		if err != nil {
			t.Fatal(err)
		}
		return tiling, s
	}
	t.Fatalf("%s has no solution", name)
	return nil, nil
}

// Scraps that pieces enclose are hatched, and nothing else: each cell that no way leads out of has lines, and
// no line is outside such a cell.
func TestScraps(t *testing.T) {
	t.Parallel()
	hatched := 0
	rapid.Check(t, func(t *rapid.T) {
		l := rapid.SampledFrom([]*lattice.Lattice{lattice.Square, lattice.Hex, lattice.Triangle}).Draw(t, "lattice")
		sheet, err := newPaper(a4)
		if err != nil {
			t.Fatal(err)
		}
		if err := sheet.nested(sheet.drawer(compiled(t, l, 12, 12, randomPieces(t)...)), "", ""); err != nil {
			t.Fatal(err)
		}
		w := sheet.windows[l]
		for _, p := range sheet.pages {
			covered := func(c lattice.Cell) bool {
				at := w.plane.Centre(c)
				for _, s := range p.shapes {
					if s.ground && contains(s.path, outline.Point{X: at.X + edge, Y: at.Y + edge + sheet.head}) {
						return true
					}
				}
				return false
			}
			// What can be reached from outside, by another way than the code's: cell by cell from the border.
			open := map[lattice.Cell]bool{}
			for changed := true; changed; {
				changed = false
				for _, c := range w.cells {
					if open[c] || covered(c) {
						continue
					}
					for _, beside := range l.Neighbours(c) {
						if open[beside] || !w.on[beside] {
							open[c], changed = true, true
							break
						}
					}
				}
			}
			lines := map[lattice.Cell]int{}
			for _, line := range p.lines {
				if line.pen != thin {
					continue
				}
				middle := outline.Point{X: (line.points[0].X+line.points[1].X)/2 - edge, Y: (line.points[0].Y+line.points[1].Y)/2 - edge - sheet.head}
				best, least := lattice.Cell{}, math.Inf(1)
				for _, c := range w.cells {
					v := w.plane.Centre(c)
					if d := math.Hypot(v.X-middle.X, v.Y-middle.Y); d < least {
						best, least = c, d
					}
				}
				lines[best]++
			}
			for _, c := range w.cells {
				scrap := !covered(c) && !open[c]
				if scrap != (lines[c] > 0) {
					t.Fatalf("%s: %v is scrap: %v, and has %d lines", l.Name, c, scrap, lines[c])
				}
				if scrap {
					hatched++
				}
			}
		}
	})
	if hatched == 0 {
		t.Error("there was no scrap")
	}
}

// contains reports whether a point is inside closed straight curves.
func contains(path outline.Path, at outline.Point) (inside bool) {
	for _, points := range flat(path) {
		for n, p := range points {
			q := points[(n+1)%len(points)]
			if (p.Y > at.Y) != (q.Y > at.Y) && at.X < p.X+(at.Y-p.Y)/(q.Y-p.Y)*(q.X-p.X) {
				inside = !inside
			}
		}
	}
	return inside
}

// Pieces of wood lie in the hole of their frame: each side between two of them, and around them, is cut once,
// and nothing else but the frame and the floor; there are no letters.
func TestInFrame(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"pentominoes:6x10", "kanoodle", "hexagon"} {
		tiling, solution := known(t, name)
		o := Options{Cell: 20, Width: 600, Height: 400}
		sheet := drawn(t, newPlates, o, tiling, solution)
		if len(sheet.pages) != 2 {
			t.Fatalf("%s: %d plates, want the frame with the pieces, and the floor", name, len(sheet.pages))
		}
		frame := sheet.pages[0]
		owner := map[lattice.Cell]int{}
		for n, o := range solution {
			for _, c := range tiling.Placements[o].Cells {
				owner[c] = n + 1
			}
		}
		want := 0
		for c, n := range owner {
			for _, beside := range tiling.Puzzle.Lattice.Neighbours(c) {
				if owner[beside] == 0 {
					want += 2
				} else if owner[beside] != n {
					want++
				}
			}
		}
		last := frame.lines[len(frame.lines)-1] // the frame itself
		frame.lines = frame.lines[:len(frame.lines)-1]
		if len(last.points) != 5 {
			t.Errorf("%s: the frame has %d points", name, len(last.points))
		}
		length := map[int]float64{4: 20, 6: 20 / math.Sqrt(3)}[tiling.Puzzle.Lattice.Sides()]
		all := sides(t, frame.lines, length)
		for s, n := range all {
			if n != 1 {
				t.Errorf("%s: %v is cut %d times", name, s, n)
			}
		}
		if 2*len(all) != want {
			t.Errorf("%s: %d sides are cut, want %d", name, len(all), want/2)
		}
		for _, s := range frame.shapes {
			if !s.ground {
				t.Errorf("%s: something is engraved", name)
				break
			}
		}
	}
}

// What is cut is what is played with: a date is no piece, a blocker is, and its die is there to fold.
func TestDatesAndDice(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ pages, pieces int }{"calendar": {2, 8}, "genius": {3, 16}} {
		tiling, _ := known(t, name)
		sheet := drawn(t, newPaper, a4, tiling, nil)
		pieces := 0
		for _, s := range sheet.pages[1].shapes {
			if s.ground {
				pieces++
			}
		}
		if len(sheet.pages) != want.pages || pieces != want.pieces {
			t.Errorf("%s: %d pages, %d pieces, want %+v", name, len(sheet.pages), pieces, want)
		}
	}
	tiling, _ := known(t, "genius")
	sheet := drawn(t, newPaper, a4, tiling, nil)
	dice := sheet.pages[2]
	nets, faces := 0, 0
	for _, l := range dice.lines {
		if l.pen != cut {
			continue
		}
		nets++
		// Six faces, and seven tabs in the form of a trapezium.
		path := outline.Closed([][]outline.Point{l.points})
		if got, want := area(path), 6*dieSide*dieSide+7*tabWide*(dieSide-tabWide); math.Abs(got-want) > 1e-6 {
			t.Errorf("a net has %g square millimetres, want %g", got, want)
		}
	}
	for _, s := range dice.shapes {
		if s.fill == (sheet.text("1", 1, 1).shapes[0].fill) {
			faces++
		}
	}
	if nets != 7 || faces < 7*6 {
		t.Errorf("%d nets with %d faces, want 7 with 42", nets, faces)
	}
}

// Cards have numbers, and their answers are on the last page, upside down.
func TestChallenges(t *testing.T) {
	t.Parallel()
	tiling, solution := known(t, "pentominoes:6x10")
	sheet := drawn(t, newPaper, a4, tiling, solution)
	for n := range 3 {
		sheet.Challenge(tiling, solution[:n+1], solution, n)
	}
	if err := sheet.finish(); err != nil {
		t.Fatal(err)
	}
	if len(sheet.pages) != 4 {
		t.Fatalf("%d pages", len(sheet.pages))
	}
	grounds := func(p *page) (n int) {
		for _, s := range p.shapes {
			if s.ground {
				n++
			}
		}
		return n
	}
	if cards, answers := grounds(sheet.pages[2]), grounds(sheet.pages[3]); cards != 1+2+3 || answers != 4*12 {
		t.Errorf("%d pieces on the cards, %d in the answers", cards, answers)
	}
	b := block{width: 10, height: 20, caption: "7"}
	b.draw(thin, []outline.Point{{X: 1, Y: 2}, {X: 3, Y: 4}})
	if up := sheet.whole(b).turned().turned(); fmt.Sprint(up.lines[0].points) != "[{9 18} {7 16}]" || up.height != 20+captionGap || up.caption != "" {
		t.Errorf("upside down it is %v, %g high", up.lines[0].points, up.height)
	}
}

// Flat pieces in space have their volume less the clearance along their sides, and the tray that of its floor
// and of its wall, which ends where the board begins: so the pieces fit it.
func TestTray(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"pentominoes:6x10", "hexagon", "pentominoes:8x8-center"} {
		tiling, _ := known(t, name)
		o := Options{Cell: 20, Width: 210, Height: 297, Clearance: 0.2, Thick: 4}
		b, err := newBodies(o)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Add(tiling); err != nil {
			t.Fatal(err)
		}
		want, cells := 0.0, []lattice.Cell(nil)
		for _, piece := range tiling.Puzzle.Pieces {
			places := puzzle.Orientation(piece.Cells).Places()
			for _, l := range outline.Polygons(outline.NewPlane(tiling.Puzzle.Lattice, places, 20), places, 0.1) {
				want += area(outline.Closed([][]outline.Point{l})) * 4
			}
		}
		for _, s := range tiling.Puzzle.Board.Sites {
			cells = append(cells, s.At)
		}
		width, height := outline.NewPlane(tiling.Puzzle.Lattice, cells, 20).Size()
		around := (width + 2*border) * (height + 2*border)
		want += around*floorHigh + (around-float64(len(cells))*cellArea(tiling.Puzzle.Lattice)*400)*4
		sum := volume(t, b)
		if math.Abs(sum-want) > 1e-4*want {
			t.Errorf("%s: %.1f cubic millimetres, want %.1f", name, sum, want)
		}
	}
}

// volume is what the triangles of bodies enclose, in cubic millimetres.
func volume(t *testing.T, b *bodies) (sum float64) {
	t.Helper()
	beds, _, err := b.Beds()
	if err != nil {
		t.Fatal(err)
	}
	for _, stl := range beds {
		for v := range corners(stl) {
			sum += (v[0]*(v[4]*v[8]-v[5]*v[7]) + v[1]*(v[5]*v[6]-v[3]*v[8]) + v[2]*(v[3]*v[7]-v[4]*v[6])) / 6
		}
	}
	return sum
}

// corners yields the three corners of each triangle of an STL.
func corners(stl []byte) iter.Seq[[9]float64] {
	return func(yield func([9]float64) bool) {
		for k := range binary.LittleEndian.Uint32(stl[80:]) {
			var v [9]float64
			for n := range v {
				v[n] = float64(math.Float32frombits(binary.LittleEndian.Uint32(stl[84+50*int(k)+12+4*n:])))
			}
			if !yield(v) {
				return
			}
		}
	}
}

// Bodies lie on the bed of a printer, and on several if they must: all of them, and as large as the tray
// allows unless the size of cells is given.
func TestBeds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name       string
		wide, deep float64
		fit        bool
		beds       int
		cell       float64
		errorPart  string
	}{
		{"pentominoes:6x10", 180, 180, true, 3, 16, ""},
		{"pentominoes:6x10", 180, 180, false, 0, 0, "pentominoes:6x10: the tray is 140 by 220 mm, larger than the bed"},
		{"pentominoes:6x10", 250, 250, false, 3, 20, ""},
		{"pentominoes:6x10", 0, 0, true, 1, 20, ""},
		{"soma", 180, 180, true, 1, 20, ""},
		{"soma", 70, 70, true, 7, 20, ""},
		{"soma", 50, 50, true, 7, 16.6, ""},
		{"hexagon", 120, 180, true, 2, 14.2, ""},
	} {
		tiling, _ := known(t, test.name)
		o := Options{Cell: 20, Width: 210, Height: 297, Clearance: 0.2, Thick: 4, BedWidth: test.wide, BedDepth: test.deep, FitCell: test.fit}
		b, err := newBodies(o)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Add(tiling); err != nil {
			t.Fatal(err)
		}
		beds, cell, err := b.Beds()
		if test.errorPart != "" {
			if err == nil || !strings.Contains(err.Error(), test.errorPart) {
				t.Errorf("%s: %v; want %q", test.name, err, test.errorPart)
			}
			continue
		}
		if err != nil || len(beds) != test.beds || math.Abs(cell-test.cell) > 1e-9 {
			t.Errorf("%s on %gx%g: %d beds, cells of %g, %v; want %d, %g", test.name, test.wide, test.deep, len(beds), cell, err, test.beds, test.cell)
		}
		for k, stl := range beds {
			low, high := [2]float64{1e9, 1e9}, [2]float64{-1e9, -1e9}
			for v := range corners(stl) {
				for n := range v {
					if axis := n % 3; axis < 2 {
						low[axis], high[axis] = min(low[axis], v[n]), max(high[axis], v[n])
					}
				}
			}
			if wide, deep := high[0]-low[0], high[1]-low[1]; test.wide > 0 && (wide > test.wide || deep > test.deep) {
				t.Errorf("%s: bed %d is %.1f by %.1f mm", test.name, k, wide, deep)
			}
		}
	}
}
