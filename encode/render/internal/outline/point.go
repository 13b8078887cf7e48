package outline

import (
	"math"
)

// A Point lies in the plane: x grows to the right, y downwards.
type Point struct{ X, Y float64 }

func (p Point) add(q Point) Point     { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) sub(q Point) Point     { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) times(f float64) Point { return Point{p.X * f, p.Y * f} }
func (p Point) dot(q Point) float64   { return p.X*q.X + p.Y*q.Y }
func (p Point) cross(q Point) float64 { return p.X*q.Y - p.Y*q.X }
func (p Point) unit() Point           { return p.times(1 / math.Hypot(p.X, p.Y)) }
func (p Point) right() Point          { return Point{-p.Y, p.X} }
