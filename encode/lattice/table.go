package lattice

import "math"

// Square is the square grid: 4 turns and 4 mirrors.
var Square = made(Lattice{Name: "square", Dims: 2, shape: squares, pairs: [][2]Cell{{{}, {1, 0}}},
	Motions: group(2, []string{"left to right", "at the diagonal /", "top to bottom",
		"at the diagonal \\"},
		matrix{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, matrix{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}})})

// Cube is the cubic grid: 24 turns and 24 mirrors.
var Cube = made(Lattice{Name: "cube", Dims: 3, shape: squares, pairs: [][2]Cell{{{}, {1, 0, 0}}},
	Rows:    "layers follow each other, the nearest first, with an empty line between them",
	Motions: cubic})

// cubic are the motions of a cube: a quarter turn, a turn about a diagonal and a mirror make them.
var cubic = group(3, nil, matrix{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
	matrix{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, matrix{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}})

// squares is the shape of the cells of the square grid, and of a layer of the cubic one.
var squares = shape{
	corners: [][]Vertex{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}, right: Vertex{1, 0}, down: Vertex{0, 1},
	unit: [2]float64{1, 1}, inRadius: .5,
}

// Hex is the hexagonal grid in axial coordinates: the row below is shifted half
// a cell to the right, so that (x, y) touches (x, y+1) and (x-1, y+1). It has 6
// turns and 6 mirrors.
var Hex = made(Lattice{Name: "hex", Dims: 2, Motions: hexMotions, shape: hexes,
	Rows:  "each row lies half a cell further to the right than the row above it",
	pairs: [][2]Cell{{{}, {1, 0}}}})

var hexes = shape{ // in half widths and quarter heights; a hexagon of width 1 has height 2/sqrt(3)
	corners: [][]Vertex{{{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}}},
	right:   Vertex{2, 0}, down: Vertex{1, 3}, unit: [2]float64{.5, 1 / (2 * math.Sqrt(3))},
	inRadius: .5,
}

// hexMirror and hexTurn generate the motions of axial coordinates.
var hexMirror, hexTurn = matrix{{-1, -1, 0}, {0, 1, 0}, {0, 0, 1}},
	matrix{{0, -1, 0}, {1, 1, 0}, {0, 0, 1}}
var hexMotions = group(2, nil, hexMirror, hexTurn)

// Triangle is the triangular grid: rows of triangles that stand on their base if x+y is even and on
// their tip if it is odd. It has 6 turns and 6 mirrors.
var Triangle = made(Lattice{Name: "triangle", Dims: 2, Motions: hexMotions, shape: triangles,
	Rows:   "counted from 0, a triangle stands on its base where column + row is even",
	period: Cell{2, 2, 1}, cells: []Cell{{}, {1, 0}}, shifts: []Cell{{1, 1}},
	basis: sixths, centres: thirds, pairs: [][2]Cell{{{}, {1, 0}}}})

// sixths and thirds embed triangles: by the corner of a row and column, and from it to the middle.
var sixths, thirds = matrix{{3, -3, 0}, {0, 6, 0}, {0, 0, 1}}, []Cell{{-2, 4, 0}, {-1, 2, 0}}

var triangles = shape{ // in half sides and heights
	corners: [][]Vertex{{{1, 0}, {2, 1}, {0, 1}}, {{0, 0}, {2, 0}, {1, 1}}},
	right:   Vertex{1, 0}, down: Vertex{0, 1}, unit: [2]float64{.5, math.Sqrt(3) / 2},
	inRadius: 1 / (2 * math.Sqrt(3)),
}

// Balls is the densest packing of balls, face-centred cubic: layers of squares, each of which lies
// half a cell to the right and down, in the hollows of the layer before it. It has the motions of a
// cube. Hexagonal close packing is none of these lattices: its layers repeat by a screw.
var Balls = made(Lattice{Name: "balls", Dims: 3, Round: true, Motions: cubic, shape: layer(.5),
	Rows:  hollows,
	basis: matrix{{1, -1, 0}, {1, 1, 1}, {0, 0, 1}}, centres: []Cell{{}},
	pairs: [][2]Cell{{{}, {1, 0, 0}}}})

// Centred is body-centred cubic: as Balls, but the balls of a layer do not touch.
var Centred = made(Lattice{Name: "centred", Dims: 3, Round: true, Motions: cubic,
	Rows: hollows, shape: layer(math.Sqrt(3) / 4),
	basis: matrix{{2, 0, 1}, {0, 2, 1}, {0, 0, 1}}, centres: []Cell{{}},
	pairs: [][2]Cell{{{}, {0, 0, 1}}}})

const hollows = "layers follow each other; each lies half a cell further to the right and down"

// layer is the shape of a layer of balls, in half cells.
func layer(radius float64) shape {
	return shape{corners: [][]Vertex{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}}, right: Vertex{2, 0},
		down: Vertex{0, 2}, away: Vertex{1, 1}, unit: [2]float64{.5, .5}, inRadius: radius}
}

// upsideDown is the mirror between the layers of prisms.
var upsideDown = matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}

var prismMotions = group(3, nil, hexMirror, hexTurn, upsideDown)

// TrianglePrism is layers of triangles, and HexPrism layers of hexagons, straight on each other.
var TrianglePrism = made(Lattice{Name: "triangle-prism", Dims: 3, shape: triangles,
	Motions: prismMotions, Rows: Triangle.Rows + below,
	period: Cell{2, 2, 1}, cells: []Cell{{}, {1, 0}}, shifts: []Cell{{1, 1}},
	basis: sixths, centres: thirds, pairs: [][2]Cell{{{}, {1, 0}}, {{}, {0, 0, 1}}}})
var HexPrism = made(Lattice{Name: "hex-prism", Dims: 3, shape: hexes,
	Motions: prismMotions, Rows: Hex.Rows + below,
	pairs: [][2]Cell{{{}, {1, 0}}, {{}, {0, 0, 1}}}})

const below = "; layers follow each other"

// Rhombic cuts cubes of five places a side into 24 tetrahedra each, by their six diagonal planes.
var Rhombic = made(Lattice{Name: "rhombic", Dims: 3, Motions: cubic,
	Rows:   "a cube of 5 x 5 x 5 places has 24 cells, with coordinates 0 or 4, 1 or 3, and 2",
	period: Cell{5, 5, 5}, cells: rhombs(), basis: unit(1), centres: []Cell{{-2, -2, -2}},
	pairs: [][2]Cell{{{2, 1, 0}, {1, 2, 0}}, {{2, 1, 0}, {2, 1, -1}}, {{2, 1, 0}, {2, 0, 1}}}})

// rhombs lists the places in a cube that are, from its middle, at distances 0, 1 and 2 along axes.
func rhombs() (cells []Cell) {
	for n := range 125 {
		c := Cell{n % 5, n / 5 % 5, n / 25}
		x, y, z := c[0]-2, c[1]-2, c[2]-2
		if x*y*z == 0 && x*x+y*y+z*z == 5 {
			cells = append(cells, c)
		}
	}
	return cells
}

// TetraOcta is tetrahedra and octahedra that fill space: a cube of three places a side is a
// tetrahedron and four eighths of octahedra at its other corners, neighbours are mirror images.
var TetraOcta = made(Lattice{Name: "tetra-octa", Dims: 3, Motions: cubic,
	Rows: "a cube of 3 x 3 x 3 places has 5 cells: its middle and every other corner, first " +
		"2,0,0 0,2,0 0,0,2 and 2,2,2",
	period: Cell{6, 6, 6}, shifts: []Cell{{3, 3, 0}, {0, 3, 3}, {3, 0, 3}},
	cells: []Cell{{1, 1, 1}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {2, 2, 2},
		{4, 1, 1}, {3, 0, 0}, {5, 2, 0}, {5, 0, 2}, {3, 2, 2}},
	basis: unit(2), centres: []Cell{{-5, -5, -5}},
	pairs: [][2]Cell{{{1, 1, 1}, {2, 0, 0}}, {{2, 0, 0}, {3, 0, 0}}}})

func unit(n int) matrix { return matrix{{n, 0, 0}, {0, n, 0}, {0, 0, n}} }

// Sticks is the edges of squares: points have even coordinates, and a stick is between two.
var Sticks = made(Lattice{Name: "sticks", Dims: 2, Motions: Square.Motions,
	Rows:   "a stick lies where one of column and row is odd, counted from 0; points are even",
	period: Cell{2, 2, 1}, cells: []Cell{{1, 0}, {0, 1}},
	pairs: [][2]Cell{{{1, 0}, {3, 0}}, {{1, 0}, {2, 1}}},
	shape: shape{corners: [][]Vertex{{{-1, 0}, {1, 0}}, {{0, -1}, {0, 1}}}, right: Vertex{1, 0},
		down: Vertex{0, 1}, unit: [2]float64{.75, .75}, inRadius: .22}})

// Trigs is the edges of triangles, and Twigs the edges of hexagons: in both, the middles of the
// ways from even places of the hexagonal grid to their neighbours.
var Trigs = made(Lattice{Name: "trigs", Dims: 2, Motions: hexMotions, Rows: edges,
	period: Cell{2, 2, 1}, cells: []Cell{{1, 0}, {0, 1}, {1, 1}},
	pairs: [][2]Cell{{{1, 0}, {0, 1}}, {{1, 0}, {-1, 1}}, {{1, 0}, {-1, 0}}},
	shape: shape{corners: [][]Vertex{{{-2, 0}, {2, 0}}, {{-1, -3}, {1, 3}}, {{-1, 3}, {1, -3}}},
		right: Vertex{2, 0}, down: Vertex{1, 3}, unit: [2]float64{.5, .5 / math.Sqrt(3)},
		inRadius: .22}})
var Twigs = made(Lattice{Name: "twigs", Dims: 2, Motions: hexMotions, Rows: edges,
	period: Cell{2, 2, 1}, cells: []Cell{{1, 0}, {0, 1}, {1, 1}},
	pairs: [][2]Cell{{{1, 0}, {0, 1}}},
	shape: shape{corners: [][]Vertex{{{0, -2}, {0, 2}}, {{-1, 1}, {1, -1}}, {{-1, -1}, {1, 1}}},
		right: Vertex{2, 0}, down: Vertex{1, 3}, unit: [2]float64{.25 * math.Sqrt(3), .25},
		inRadius: .18}})

const edges = "no cell lies where column and row are even; each row lies half a cell further right"

// All lists the lattices in the order in which messages list them.
func All() []*Lattice {
	return []*Lattice{Square, Cube, Hex, Triangle, Balls, Centred, TrianglePrism, HexPrism, Rhombic,
		TetraOcta, Sticks, Trigs, Twigs}
}

// ByName returns the lattice of that name.
func ByName(name string) (*Lattice, bool) {
	for _, l := range All() {
		if l.Name == name {
			return l, true
		}
	}
	return nil, false
}
