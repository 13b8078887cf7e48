package outline

import (
	"math"
	"strconv"
)

// An Op is the kind of a segment.
type Op byte

// The operations: start at To; a straight line to To; a quadratic curve to To with control point
// By; back to the start of the curve.
const (
	Move  Op = 'M'
	Line  Op = 'L'
	Curve Op = 'Q'
	Close Op = 'Z'
)

// A Segment is a step of a path.
type Segment struct {
	Op     Op
	By, To Point
}

// A Path is a sequence of closed curves, whose inside is filled.
type Path []Segment

// Closed returns the path of closed polygons.
func Closed(polygons [][]Point) Path {
	var path Path
	for _, points := range polygons {
		for n, v := range points {
			op := Line
			if n == 0 {
				op = Move
			}
			path = append(path, Segment{Op: op, To: v})
		}
		path = append(path, Segment{Op: Close})
	}
	return path
}

// Mapped returns the path with the function applied to all its points.
func (p Path) Mapped(to func(Point) Point) Path {
	mapped := make(Path, len(p))
	for n, s := range p {
		mapped[n] = Segment{s.Op, to(s.By), to(s.To)}
	}
	return mapped
}

// Moved returns the path moved by d.
func (p Path) Moved(d Point) Path { return p.Mapped(d.add) }

// Scaled returns the path scaled about the origin.
func (p Path) Scaled(f float64) Path {
	return p.Mapped(func(v Point) Point { return v.times(f) })
}

// Bounds returns a box that contains the path, an empty box for an empty path.
func (p Path) Bounds() (low, high Point) {
	points := make([]Point, 0, 2*len(p))
	for _, s := range p {
		switch s.Op {
		case Curve:
			points = append(points, s.By, s.To)
		case Move, Line:
			points = append(points, s.To)
		}
	}
	return bounds(points)
}

// SVG spells the path as SVG's "d" attribute does, to a hundredth.
func (p Path) SVG() string {
	var b []byte
	var at Point
	for _, s := range p {
		to := Point{hundredth(s.To.X), hundredth(s.To.Y)}
		switch {
		case s.Op == Close:
			b = append(b, 'Z')
			continue
		case s.Op == Line && to == at:
			continue
		case s.Op == Line && to.Y == at.Y:
			b = number(append(b, 'H'), to.X, false)
		case s.Op == Line && to.X == at.X:
			b = number(append(b, 'V'), to.Y, false)
		case s.Op == Curve:
			b = append(b, 'Q')
			b = number(b, hundredth(s.By.X), false)
			b = number(b, hundredth(s.By.Y), true)
			b = number(b, to.X, true)
			b = number(b, to.Y, true)
		default:
			b = number(append(b, byte(s.Op)), to.X, false)
			b = number(b, to.Y, true)
		}
		at = to
	}
	return string(b)
}

// Number spells a coordinate as SVG does, to a hundredth.
func Number(x float64) string { return string(number(nil, hundredth(x), false)) }

func hundredth(x float64) float64 {
	return math.Round(x*100)/100 + 0 // no negative zero
}

// number appends x, after a space if x would run into the number before it.
func number(b []byte, x float64, follows bool) []byte {
	if follows && x >= 0 {
		b = append(b, ' ')
	}
	return strconv.AppendFloat(b, x, 'f', -1, 64)
}
