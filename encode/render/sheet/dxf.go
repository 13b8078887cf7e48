package sheet

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"github.com/exactile/exactile/encode/render/internal/outline"
)

// DXF writes the plates side by side in the format of AutoCAD release 12, a unit a millimetre:
// lines to cut in a layer CUT, lines to engrave in a layer ENGRAVE.
//
// Source: Autodesk, AutoCAD Release 12 Customization Manual, chapter 11, Drawing
// Interchange and File Formats, 1992.
func (s *booklet) DXF(to io.Writer) error {
	w := bufio.NewWriter(to)
	_, height := s.extent()
	put := func(pairs ...any) { // a code and its value, several times
		for n := 0; n < len(pairs); n += 2 {
			fmt.Fprintf(w, "%3d\n%v\n", pairs[n], pairs[n+1])
		}
	}
	put(0, "SECTION", 2, "HEADER", 9, "$ACADVER", 1, "AC1009",
		9, "$INSUNITS", 70, 4, // newer than release 12, which ignores it
		0, "ENDSEC", 0, "SECTION", 2, "TABLES", 0, "TABLE", 2, "LAYER", 70, 2,
		0, "LAYER", 2, "CUT", 70, 0, 62, 1, 6, "CONTINUOUS",
		0, "LAYER", 2, "ENGRAVE", 70, 0, 62, 7, 6, "CONTINUOUS",
		0, "ENDTAB", 0, "ENDSEC", 0, "SECTION", 2, "ENTITIES")
	polyline := func(layer string, points []outline.Point, x float64) {
		last, closed := len(points)-1, 0
		if points[0] == points[last] {
			points, closed = points[:last], 1
		}
		put(0, "POLYLINE", 8, layer, 66, 1, 70, closed)
		for _, p := range points {
			// y grows upwards in DXF
			put(0, "VERTEX", 8, layer, 10, milli(p.X+x), 20, milli(height-p.Y))
		}
		put(0, "SEQEND", 8, layer)
	}
	at := 0.0
	for _, p := range s.pages {
		for _, shape := range p.shapes {
			if shape.ground {
				continue
			}
			for _, points := range flat(shape.path) {
				polyline("ENGRAVE", points, at)
			}
		}
		for _, l := range p.lines {
			if l.pen == cut {
				polyline("CUT", l.points, at)
			} else {
				polyline("ENGRAVE", l.points, at)
			}
		}
		at += p.width + between
	}
	put(0, "ENDSEC", 0, "EOF")
	return w.Flush()
}

// flat returns a path as closed lines; its curves are split into chords that are at most a
// hundredth of a millimetre off.
func flat(path outline.Path) [][]outline.Point {
	var all [][]outline.Point
	var points []outline.Point
	for _, s := range path {
		switch s.Op {
		case outline.Move:
			points = []outline.Point{s.To}
		case outline.Line:
			points = append(points, s.To)
		case outline.Curve:
			from := points[len(points)-1]
			// A parabola is furthest from its chord in the middle: by half the distance of the
			// control point from the chord's middle. With n chords the distance is n*n times less.
			far := math.Hypot(s.By.X-(from.X+s.To.X)/2, s.By.Y-(from.Y+s.To.Y)/2) / 2
			n := max(1, int(math.Ceil(math.Sqrt(far/0.01))))
			for k := 1; k <= n; k++ {
				t := float64(k) / float64(n)
				a, b, c := (1-t)*(1-t), 2*t*(1-t), t*t
				points = append(points, outline.Point{X: a*from.X + b*s.By.X + c*s.To.X,
					Y: a*from.Y + b*s.By.Y + c*s.To.Y})
			}
		case outline.Close:
			if len(points) > 1 {
				all = append(all, append(points, points[0]))
			}
			points = nil
		}
	}
	return all
}
