package sheet

import (
	"bytes"
	"compress/zlib"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"pgregory.net/rapid"
)

// a4 is a sheet of paper cells of 20 mm.
var a4 = Options{Cell: 20, Width: 210, Height: 297}

// compiled returns a puzzle with a full board.
func compiled(t interface {
	Helper()
	Fatal(...any)
}, l *lattice.Lattice, columns, rows int, pieces ...puzzle.Piece) *puzzle.Tiling {
	t.Helper()
	p := &puzzle.Puzzle{Name: "a puzzle", Lattice: l, Board: puzzle.Rect(columns, rows), Pieces: pieces}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling
}

// drawn returns a sheet of a puzzle.
func drawn(t *testing.T, begin func(Options) (*booklet, error), o Options, tiling *puzzle.Tiling, s cover.Solution) *booklet {
	t.Helper()
	sheet, err := begin(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := sheet.Add(tiling, "", s); err != nil {
		t.Fatal(err)
	}
	return sheet
}

// area is the area inside straight closed curves.
func area(path outline.Path) (sum float64) {
	var at, start outline.Point
	for _, s := range path {
		to := s.To
		switch s.Op {
		case outline.Move:
			start = to
		case outline.Close:
			to = start
			fallthrough
		default:
			sum += (at.X*to.Y - at.Y*to.X) / 2
		}
		at = to
	}
	return math.Abs(sum)
}

func cellArea(l *lattice.Lattice) float64 {
	return map[int]float64{4: 1, 6: math.Sqrt(3) / 2, 3: math.Sqrt(3) / 4}[l.Sides()]
}

// side is a side of a cell, in thousandths of a millimetre, the same from both ends.
type side [2][2]int

func sideOf(p, q outline.Point) side {
	at := func(p outline.Point) [2]int {
		return [2]int{int(math.Round(p.X * 1000)), int(math.Round(p.Y * 1000))}
	}
	a, b := at(p), at(q)
	if b[0] < a[0] || b[0] == a[0] && b[1] < a[1] {
		a, b = b, a
	}
	return side{a, b}
}

// sides cuts lines into sides of cells of the given length and counts each.
func sides(t interface{ Fatalf(string, ...any) }, lines []line, length float64) map[side]int {
	all := make(map[side]int)
	for _, l := range lines {
		if l.pen != cut {
			continue
		}
		for k, p := range l.points[1:] {
			from := l.points[k]
			long := math.Hypot(p.X-from.X, p.Y-from.Y)
			n := math.Round(long / length)
			if n < 1 || math.Abs(long-n*length) > 1e-6 {
				t.Fatalf("a line of %g mm where sides have %g", long, length)
			}
			on := func(part float64) outline.Point {
				return outline.Point{X: from.X + (p.X-from.X)*part/n, Y: from.Y + (p.Y-from.Y)*part/n}
			}
			for part := 0.0; part < n; part++ {
				all[sideOf(on(part), on(part+1))]++
			}
		}
	}
	return all
}

// randomPieces draws pieces of any shape, in any number.
func randomPieces(t *rapid.T) (pieces []puzzle.Piece) {
	for n := range rapid.IntRange(1, 4).Draw(t, "pieces") {
		places := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) lattice.Cell {
			return lattice.Cell{rapid.IntRange(0, 3).Draw(t, "x"), rapid.IntRange(0, 3).Draw(t, "y")}
		}), 1, 7, rapid.ID).Draw(t, "cells")
		piece := puzzle.Piece{Name: fmt.Sprint(n), Count: puzzle.Exactly(rapid.IntRange(0, 5).Draw(t, "count"))}
		for _, c := range places {
			piece.Cells = append(piece.Cells, puzzle.Cell{At: c})
		}
		pieces = append(pieces, piece)
	}
	return pieces
}

// Pieces of any shape, on every flat lattice: all are in the file; running the other in true size and on the page,
// none over another, and each cut line is there once.
func TestNested(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		l := rapid.SampledFrom([]*lattice.Lattice{lattice.Square, lattice.Hex, lattice.Triangle}).Draw(t, "lattice")
		pieces := randomPieces(t)
		sheet, err := newPaper(a4)
		if err != nil {
			t.Fatal(err)
		}
		tiling := compiled(t, l, 12, 12, pieces...)
		if err := sheet.nested(sheet.drawer(tiling), "", ""); err != nil {
			t.Fatal(err)
		}
		length := map[int]float64{4: 20, 6: 20 / math.Sqrt(3), 3: 20}[l.Sides()]
		sum := 0.0
		for _, p := range sheet.pages {
			sum += areaOnPage(t, p)
			cutOnce(t, p, length)
		}
		cells := 0
		for _, piece := range pieces {
			cells += len(piece.Cells) * piece.Count.Min
		}
		if want := float64(cells) * cellArea(l) * 400; math.Abs(sum-want) > 1e-3 {
			t.Fatalf("the pieces have %g square millimetres, want %g", sum, want)
		}
	})
}

// areaOnPage adds up the areas of the pieces of a page, each of which must lie within its edges.
func areaOnPage(t *rapid.T, p *page) (sum float64) {
	for _, s := range p.shapes {
		if !s.ground {
			continue
		}
		sum += area(s.path)
		low, high := s.path.Bounds()
		if low.X < edge-1e-6 || low.Y < edge-1e-6 || high.X > 200+1e-6 || high.Y > 287+1e-6 {
			t.Fatalf("a piece lies at %v to %v, want it at %v to {200 287}", low, high, edge)
		}
	}
	return sum
}

// cutOnce checks that the cut lines of a page are the sides of its pieces, each of one piece or
// of two.
func cutOnce(t *rapid.T, p *page, length float64) {
	want := make(map[side]int)
	for _, s := range p.shapes {
		if !s.ground {
			continue
		}
		for _, points := range flat(s.path) {
			for part := range sides(t, []line{{cut, points}}, length) {
				want[part]++
			}
		}
	}
	got := sides(t, p.lines, length)
	for part, n := range want {
		if n > 2 || got[part] != 1 {
			t.Fatalf("a side of %d pieces is cut %d times, want one or two pieces and one cut", n, got[part])
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d sides are cut, want the %d of the pieces", len(got), len(want))
	}
}

// streams returns the drawing commands of the pages of a PDF.
func streams(t *testing.T, pdf []byte) (all []string) {
	t.Helper()
	for _, m := range regexp.MustCompile(`(?s)/FlateDecode /Length \d+>>\nstream\n(.*?)\nendstream`).FindAllSubmatch(pdf, -1) {
		r, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(text))
	}
	return all
}

// lengths returns the lengths of the straight lines of drawing commands, in millimetres:
// by its own definition PDF's unit is a 72nd of an inch.
func lengths(commands string) map[string]int {
	all := make(map[string]int)
	var x, y float64
	for text := range strings.Lines(commands) {
		var toX, toY float64
		var op string
		if n, _ := fmt.Sscanf(text, "%f %f %s", &toX, &toY, &op); n == 3 && (op == "m" || op == "l") {
			if op == "l" {
				all[fmt.Sprintf("%.1f", math.Hypot(toX-x, toY-y)*25.4/72)]++
			}
			x, y = toX, toY
		}
	}
	return all
}

// 20 mm are 20 mm, by the units of the file.
func TestTrueSize(t *testing.T) {
	t.Parallel()
	tiling := compiled(t, lattice.Square, 3, 1, puzzle.NewPiece("I", "XXX"))
	var b bytes.Buffer
	if err := drawn(t, newPaper, a4, tiling, cover.Solution{0}).PDF(&b); err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(b.Bytes(), []byte("/MediaBox [0 0 595.28 841.89]")) {
		t.Error("the page is not A4")
	}
	pages := streams(t, b.Bytes())
	if len(pages) != 3 {
		t.Fatalf("%d pages, want the board, the piece and the solution", len(pages))
	}
	board, piece := lengths(pages[0]), lengths(pages[1])
	if board["60.0"] != 2 || board["20.0"] != 4 || board["50.0"] != 1 {
		t.Errorf("the board has lines of %v mm", board)
	}
	if piece["60.0"] < 2 || piece["20.0"] < 2 || piece["50.0"] != 1 {
		t.Errorf("the piece has lines of %v mm", piece)
	}
	var again bytes.Buffer
	if err := drawn(t, newPaper, a4, tiling, cover.Solution{0}).PDF(&again); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Error("the same sheet is other bytes")
	}
}

// strokes are the lines of an SVG whose unit is a millimetre, as commands of a PDF.
func strokes(svg string) string {
	var b strings.Builder
	for _, m := range regexp.MustCompile(`<path fill="none"[^>]* d="([^"]*)"`).FindAllStringSubmatch(svg, -1) {
		path := regexp.MustCompile(`([ML])(\S+) ([^MLZ]+)`)
		points := path.FindAllStringSubmatch(m[1], -1)
		if strings.HasSuffix(m[1], "Z") {
			points = append(points, []string{"", "L", points[0][2], points[0][3]})
		}
		for _, p := range points {
			var x, y float64
			fmt.Sscan(p[2], &x)
			fmt.Sscan(p[3], &y)
			fmt.Fprintf(&b, "%f %f %s\n", x/25.4*72, y/25.4*72, strings.ToLower(p[1]))
		}
	}
	return b.String()
}

// The pages for browsers have the lines of the PDF.
func TestPages(t *testing.T) {
	t.Parallel()
	tiling := compiled(t, lattice.Square, 3, 1, puzzle.NewPiece("I", "XXX"))
	var pdf, svg bytes.Buffer
	if err := drawn(t, newPaper, a4, tiling, cover.Solution{0}).PDF(&pdf); err != nil {
		t.Fatal(err)
	}
	if err := drawn(t, newPaper, a4, tiling, cover.Solution{0}).Pages(&svg); err != nil {
		t.Fatal(err)
	}
	want := streams(t, pdf.Bytes())
	got := strings.SplitAfter(strings.TrimSpace(svg.String()), "</svg>\n")
	if len(got) != len(want) {
		t.Fatalf("%d pages, want %d", len(got), len(want))
	}
	for n, page := range got {
		if err := xml.Unmarshal([]byte(page), new(struct{})); err != nil {
			t.Errorf("page %d: %v", n+1, err)
		}
		if !strings.Contains(page, `width="210mm" height="297mm" viewBox="0 0 210 297"`) {
			t.Errorf("page %d is not A4: %.150s", n+1, page)
		}
		// The PDF does not tell lines from the sides of what is filled.
		lines, all := lengths(strokes(page)), lengths(want[n])
		for length, n := range lines {
			if all[length] < n {
				t.Errorf("%d lines of %s mm, in the PDF %d", n, length, all[length])
			}
		}
		if n == 0 && (lines["60.0"] != 2 || lines["20.0"] != 4 || lines["50.0"] != 1) {
			t.Errorf("the board has lines of %v mm", lines)
		}
	}
}

// extents returns width and height of all polylines of a layer of a DXF file.
func extents(t *testing.T, dxf, layer string) (all []string) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(dxf), "\n")
	if len(lines)%2 != 0 {
		t.Fatalf("%d lines are no pairs of code and value", len(lines))
	}
	var low, high [2]float64
	entity, on := "", ""
	for k := 0; k < len(lines); k += 2 {
		code, value := strings.TrimSpace(lines[k]), lines[k+1]
		switch code {
		case "0":
			entity = value
			if value == "SEQEND" && on == layer {
				all = append(all, fmt.Sprintf("%.2fx%.2f", high[0]-low[0], high[1]-low[1]))
			}
			if value == "POLYLINE" {
				low, high = [2]float64{1e9, 1e9}, [2]float64{-1e9, -1e9}
			}
		case "8":
			on = value
		case "10", "20":
			if entity == "VERTEX" {
				axis := int(code[0] - '1')
				var v float64
				fmt.Sscan(value, &v)
				low[axis], high[axis] = min(low[axis], v), max(high[axis], v)
			}
		}
	}
	return all
}

// A machine's cuts are moved by half of the kerf: outside of pieces, inside of the hole.
func TestKerf(t *testing.T) {
	t.Parallel()
	tiling := compiled(t, lattice.Square, 2, 2, puzzle.NewPiece("I", "XX").Times(puzzle.Exactly(2)))
	o := Options{Cell: 20, Width: 300, Height: 200, Kerf: 0.2, Clearance: 0.04}
	var dxf, svg bytes.Buffer
	if err := drawn(t, newPlates, o, tiling, nil).DXF(&dxf); err != nil {
		t.Fatal(err)
	}
	want := []string{"39.80x39.80", "60.00x60.00", "60.00x60.00", "40.16x20.16", "40.16x20.16"} // hole, frame, floor, pieces
	if got := extents(t, dxf.String(), "CUT"); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("cut lines of %v, want %v", got, want)
	}
	if err := drawn(t, newPlates, o, tiling, nil).SVG(&svg); err != nil {
		t.Fatal(err)
	}
	var file struct {
		Width  string `xml:"width,attr"`
		Plates []struct {
			Groups []struct {
				ID    string `xml:"id,attr"`
				Paths []struct {
					D string `xml:"d,attr"`
				} `xml:"path"`
			} `xml:"g"`
		} `xml:"g"`
	}
	if err := xml.Unmarshal(svg.Bytes(), &file); err != nil {
		t.Fatal(err)
	}
	cuts := 0
	for _, plate := range file.Plates {
		for _, g := range plate.Groups {
			if strings.HasPrefix(g.ID, "cut") {
				cuts += len(g.Paths)
			}
		}
	}
	if file.Width != "920mm" || len(file.Plates) != 3 || cuts != 5 {
		t.Errorf("%s wide, %d plates, %d cuts", file.Width, len(file.Plates), cuts)
	}
}

// A board larger than a page is split into parts that together are the board.
func TestTiles(t *testing.T) {
	t.Parallel()
	tiling := compiled(t, lattice.Square, 30, 20, puzzle.NewPiece("I", "XX").Times(puzzle.Exactly(1)))
	sheet := drawn(t, newPaper, a4, tiling, nil)
	sum := 0.0
	for _, p := range sheet.pages {
		if p.clip != nil {
			sum += p.clip[2] * p.clip[3]
			if p.clip[0]+p.clip[2] > p.width-edge+1e-6 || p.clip[1]+p.clip[3] > p.height-edge {
				t.Errorf("a part of %v on a page of %g by %g", *p.clip, p.width, p.height)
			}
		}
	}
	if math.Abs(sum-600*400) > 1e-6 {
		t.Errorf("the parts have %g square millimetres, want %d", sum, 600*400)
	}
}

// Puzzles with the same pieces have them on one page.
func TestBooklet(t *testing.T) {
	t.Parallel()
	sheet, err := newPaper(a4)
	if err != nil {
		t.Fatal(err)
	}
	piece := puzzle.NewPiece("I", "XX").Times(puzzle.Exactly(3))
	for _, tiling := range []*puzzle.Tiling{
		compiled(t, lattice.Square, 3, 2, piece), compiled(t, lattice.Square, 2, 3, piece),
		compiled(t, lattice.Square, 2, 3, piece.Times(puzzle.Exactly(2))),
	} {
		if err := sheet.Add(tiling, "", nil); err != nil {
			t.Fatal(err)
		}
	}
	if len(sheet.pages) != 5 {
		t.Errorf("%d pages, want three boards and two sets of pieces", len(sheet.pages))
	}
}

// A sheet that cannot be made is an error that names a way out.
func TestRefusals(t *testing.T) {
	t.Parallel()
	long := puzzle.NewPiece("long", strings.Repeat("X", 40))
	often := puzzle.NewPiece("I", "X").Times(puzzle.Bounds{Max: puzzle.Unbounded})
	items := &puzzle.Tiling{Puzzle: &puzzle.Puzzle{Name: "items", Cover: &cover.Model{}}, Model: &cover.Model{}}
	cubes := &puzzle.Tiling{Puzzle: &puzzle.Puzzle{Lattice: lattice.Cube}, Model: &cover.Model{}}
	for name, test := range map[string]struct {
		begin  func(Options) (*booklet, error)
		tiling *puzzle.Tiling
		want   string
	}{
		"long":  {newPaper, compiled(t, lattice.Square, 40, 1, long), "cells of 6.1 mm"},
		"plate": {newPlates, compiled(t, lattice.Square, 40, 1, long), "a larger plate"},
		"many":  {newPaper, compiled(t, lattice.Square, 100, 100, often), "more than 2000 pieces"},
		"items": {newPaper, items, "without geometry"},
		"cubes": {newPlates, cubes, "STL"},
	} {
		sheet, err := test.begin(a4)
		if err != nil {
			t.Fatal(err)
		}
		if err := sheet.Add(test.tiling, "", nil); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
	for _, o := range []Options{{}, {Cell: math.NaN(), Width: 100, Height: 100}, {Cell: 20, Width: 20, Height: 100},
		{Cell: 20, Width: 100, Height: math.Inf(1)}, {Cell: 20, Width: 100, Height: 100, Kerf: 10}, {Cell: 2, Width: 5000, Height: 5000}} {
		if _, err := newPaper(o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
}

// Bodies are as many as the pieces, and none is in another's place.
func TestBodies(t *testing.T) {
	t.Parallel()
	p := &puzzle.Puzzle{Lattice: lattice.Cube, Board: puzzle.Board{}, Pieces: []puzzle.Piece{
		puzzle.NewPiece("V", "XX", "X.").Times(puzzle.Exactly(11)),
		puzzle.NewPiece("U", "X.X", "XXX").Times(puzzle.Exactly(2)),
	}}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	b, err := newBodies(Options{Cell: 20, Width: 210, Height: 297})
	if err == nil {
		err = b.Add(tiling)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Add(tiling); err != nil { // the same pieces are not made again
		t.Error(err)
	}
	if got, want := volume(t, b), 20.*20*20*(11*3+2*5); math.Abs(got-want) > 1 {
		t.Errorf("%.1f cubic millimetres, want %.1f", got, want)
	}
	if low, err := newBodies(a4); err != nil {
		t.Fatal(err)
	} else if err := low.Add(compiled(t, lattice.Square, 1, 1, puzzle.NewPiece("X", "X"))); err == nil || !strings.Contains(err.Error(), "0 mm high") {
		t.Errorf("flat pieces without a height: %v", err)
	}
}
