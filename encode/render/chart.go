package render

import "github.com/exactile/exactile/internal/drawing/chart"

// Charts are SVG and tables inside a [Page]: their HTML methods return markup for its Body. They
// stretch with the page. Names and figures beside them are text of the page, so that they can be
// read at any width.
type (
	// Bars is a bar chart: one figure for each of several things.
	Bars = chart.Bars
	// Bar is a row of Bars.
	Bar = chart.Bar
	// Plot is points and lines between two axes.
	Plot = chart.Plot
	// Axis is one of the two axes of a Plot.
	Axis = chart.Axis
	// Series is a set of points or a line of a Plot.
	Series = chart.Series
	// Point is a point of a Series.
	Point = chart.Point
	// Matrix is a table whose cells have a deeper colour for a greater figure.
	Matrix = chart.Matrix
	// MatrixRow is a row of Matrix.
	MatrixRow = chart.MatrixRow
	// MatrixCell is a cell of Matrix.
	MatrixCell = chart.MatrixCell
)
