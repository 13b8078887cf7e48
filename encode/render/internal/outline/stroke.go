package outline

import "math"

// Circle returns a circle around the origin, made of eight parabolas whose error is below a
// thousandth of the radius. A hole runs the other way round.
func Circle(r float64, hole bool) Path {
	const parts = 8
	turn := 2 * math.Pi / parts
	if hole {
		turn = -turn
	}
	at := func(angle, r float64) Point {
		return Point{X: r * math.Cos(angle), Y: r * math.Sin(angle)}
	}
	path := Path{{Op: Move, To: at(0, r)}}
	for k := range parts {
		angle := float64(k) * turn
		path = append(path, Segment{Op: Curve,
			By: at(angle+turn/2, r/math.Cos(turn/2)), To: at(angle+turn, r)})
	}
	return append(path, Segment{Op: Close})
}

// Stroke returns the area that a round pen of the given width draws along lines.
func Stroke(lines [][]Point, width float64) Path {
	var path Path
	disc := Circle(width/2, false)
	for _, line := range lines {
		for n, p := range line {
			path = append(path, disc.Moved(p)...)
			if n == 0 || p == line[n-1] {
				continue
			}
			from := line[n-1]
			aside := p.sub(from).unit().right().times(width / 2)
			path = append(path, Closed([][]Point{
				{from.sub(aside), p.sub(aside), p.add(aside), from.add(aside)}})...)
		}
	}
	return path
}
