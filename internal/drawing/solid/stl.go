package solid

import (
	"bytes"
	"encoding/binary"
	"math"

	"github.com/exactile/exactile/encode/lattice"
)

// A Model is a set of triangles in space that bound bodies, in millimetres: the corners of each
// triangle run anticlockwise seen from outside.
type Model struct{ triangles [][3]Point }

// A Point lies in space, in millimetres.
type Point [3]float32

// Add adds the body of cells whose side is cell, shrunk by inset at every face, with its least
// corner at the given place. The body is the set of points further than inset, measured along the
// axes, from every place that is not a cell; so cells stay joined only by their faces.
func (m *Model) Add(cells []lattice.Cell, at Point, cell, inset float64) {
	there := make(map[lattice.Cell]bool, len(cells))
	low := cells[0]
	for _, c := range cells {
		there[c] = true
		for k := range low {
			low[k] = min(low[k], c[k])
		}
	}
	// A cell is cut in three along every axis, as its margin may be missing on either side.
	parts := 3
	if inset == 0 {
		parts = 1
	}
	solid := make(map[lattice.Cell]bool)
	var order []lattice.Cell
	for _, c := range lattice.Sorted(cells) {
		for n := range parts * parts * parts {
			part := lattice.Cell{n % parts, n / parts % parts, n / parts / parts}
			if parts == 1 || inside(there, c, part) {
				at := lattice.Cell{c[0]*parts + part[0], c[1]*parts + part[1], c[2]*parts + part[2]}
				solid[at] = true
				order = append(order, at)
			}
		}
	}
	place := func(c lattice.Cell) (p Point) {
		for k, n := range c {
			whole, part := floorDiv(n, parts), 0.0
			switch n - whole*parts {
			case 1:
				part = inset
			case 2:
				part = cell - inset
			}
			p[k] = at[k] + float32(float64(whole-low[k])*cell+part)
		}
		return p
	}
	for _, c := range order {
		for axis := range 3 {
			for _, step := range []int{-1, 1} {
				beside := c
				beside[axis] += step
				if !solid[beside] {
					m.face(c, axis, step > 0, place)
				}
			}
		}
	}
}

// face adds the face of a part towards the lower or higher end of an axis.
func (m *Model) face(c lattice.Cell, axis int, high bool, place func(lattice.Cell) Point) {
	a, b := (axis+1)%3, (axis+2)%3
	if high {
		c[axis]++
	} else {
		a, b = b, a
	}
	corner := func(i, j int) Point {
		d := c
		d[a] += i
		d[b] += j
		return place(d)
	}
	p, q, r, s := corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)
	m.triangles = append(m.triangles, [3]Point{p, q, r}, [3]Point{p, r, s})
}

// inside reports whether a part of a cell, 0, 1 or 2 along every axis, stays after shrinking: all
// cells that its outer sides, edges and corner touch must be there.
func inside(there map[lattice.Cell]bool, c, part lattice.Cell) bool {
	for n := range 8 {
		d := c
		for k := range d {
			if n>>k&1 == 1 {
				d[k] += part[k] - 1
			}
		}
		if !there[d] {
			return false
		}
	}
	return true
}

func floorDiv(a, b int) int { return int(math.Floor(float64(a) / float64(b))) }

// Triangles returns how many triangles there are.
func (m *Model) Triangles() int { return len(m.triangles) }

// STL returns the model as a binary STL file.
func (m *Model) STL() []byte {
	var b bytes.Buffer
	var head [80]byte // must not begin with "solid", which text files do
	copy(head[:], "made by exactile, in millimetres")
	b.Write(head[:])
	write := func(v any) { _ = binary.Write(&b, binary.LittleEndian, v) } // a Buffer never fails
	write(uint32(len(m.triangles)))
	for _, t := range m.triangles {
		var e, f, normal [3]float64
		for k := range e {
			e[k], f[k] = float64(t[1][k]-t[0][k]), float64(t[2][k]-t[0][k])
		}
		length := 0.0
		for k := range normal {
			i, j := (k+1)%3, (k+2)%3
			normal[k] = e[i]*f[j] - e[j]*f[i]
			length += normal[k] * normal[k]
		}
		for k := range normal {
			if length > 0 {
				normal[k] /= math.Sqrt(length)
			}
			write(float32(normal[k]))
		}
		write(t)
		write(uint16(0))
	}
	return b.Bytes()
}
