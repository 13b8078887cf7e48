package typeface

import (
	"math"

	"github.com/exactile/exactile/encode/render/internal/letters"
	"github.com/exactile/exactile/encode/render/internal/outline"
)

// Mark returns the picture of a mark around the origin, size across.
func Mark(m letters.Mark, size float64) outline.Path {
	r, thick := size/2, size/5
	switch m {
	case letters.Square:
		return append(box(r*0.9, false), box(r*0.9-thick, true)...)
	case letters.Circle:
		return append(circle(r, false), circle(r-thick, true)...)
	case letters.Cross:
		t := thick * 0.75
		return polygon([]outline.Point{
			{X: -t, Y: -r}, {X: t, Y: -r}, {X: t, Y: -t}, {X: r, Y: -t}, {X: r, Y: t}, {X: t, Y: t},
			{X: t, Y: r}, {X: -t, Y: r}, {X: -t, Y: t}, {X: -r, Y: t}, {X: -r, Y: -t},
			{X: -t, Y: -t},
		})
	}
	return nil
}

// box returns a square, half its side being r; a hole runs the other way round.
func box(r float64, hole bool) outline.Path {
	if hole {
		return polygon([]outline.Point{{X: -r, Y: -r}, {X: -r, Y: r}, {X: r, Y: r}, {X: r, Y: -r}})
	}
	return polygon([]outline.Point{{X: -r, Y: -r}, {X: r, Y: -r}, {X: r, Y: r}, {X: -r, Y: r}})
}

func polygon(points []outline.Point) outline.Path {
	return outline.Closed([][]outline.Point{points})
}

// Disc returns a disc around the origin.
func Disc(r float64) outline.Path { return circle(r, false) }

// circle returns a circle of eight parabolas, which are less than a thousandth of
// the radius from the true one.
func circle(r float64, hole bool) outline.Path {
	const parts = 8
	turn := 2 * math.Pi / parts
	if hole {
		turn = -turn
	}
	at := func(angle, r float64) outline.Point {
		return outline.Point{X: r * math.Cos(angle), Y: r * math.Sin(angle)}
	}
	path := outline.Path{{Op: outline.Move, To: at(0, r)}}
	for k := range parts {
		angle := float64(k) * turn
		path = append(path, outline.Segment{Op: outline.Curve,
			By: at(angle+turn/2, r/math.Cos(turn/2)), To: at(angle+turn, r)})
	}
	return append(path, outline.Segment{Op: outline.Close})
}
