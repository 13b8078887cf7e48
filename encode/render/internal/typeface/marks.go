package typeface

import (
	"math"
	"slices"

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
		return append(outline.Circle(r, false), outline.Circle(r-thick, true)...)
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

// star returns a star with tips so far from the origin, perhaps with a hole in it.
func star(r float64, hollow bool) outline.Path {
	points := func(r float64) (all []outline.Point) {
		for k := range 10 {
			y, x := math.Sincos(math.Pi * float64(2*k-5) / 10)
			reach := r * (1 - .6*float64(k%2))
			all = append(all, outline.Point{X: x * reach, Y: y * reach})
		}
		return all
	}
	if !hollow {
		return polygon(points(r))
	}
	hole := points(r * .62)
	slices.Reverse(hole)
	return append(polygon(points(r)), polygon(hole)...)
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
