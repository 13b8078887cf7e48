package backends

import (
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// conjugates returns the classes of conjugate symmetries of m but that of the identity, as
// indices into Sym, which must be a group whose first element is the identity. If g and h are
// conjugate, h = k g k^-1 for a symmetry k, and k maps the solutions that g fixes to those
// that h fixes: they are as many.
func conjugates(m *cover.Model) (classes [][]int) {
	// A few options tell all symmetries apart, and products need only be known on these.
	points := base(m)
	index := make(map[string]int, len(m.Sym))
	key := func(at func(o int) int) string {
		var text []byte
		for _, o := range points {
			image := at(o)
			text = append(text, byte(image), byte(image>>8), byte(image>>16), byte(image>>24))
		}
		return string(text)
	}
	for k, g := range m.Sym {
		index[key(func(o int) int { return g[o] })] = k
	}
	inverses := make([][]int, len(m.Sym)) // on the points
	for k, g := range m.Sym {
		inverses[k] = make([]int, len(points))
		for n, o := range points {
			inverses[k][n] = slices.Index(g, o)
		}
	}
	known := make([]bool, len(m.Sym))
	for a := 1; a < len(m.Sym); a++ {
		if known[a] {
			continue
		}
		var class []int
		for k := range m.Sym {
			n := -1
			image := key(func(int) int { n++; return m.Sym[k][m.Sym[a][inverses[k][n]]] })
			if b, ok := index[image]; ok && !known[b] {
				known[b] = true
				class = append(class, b)
			}
		}
		slices.Sort(class)
		classes = append(classes, class)
	}
	return classes
}

// base returns options of which no symmetry but the identity fixes all, so that their images
// tell all symmetries of a group apart.
func base(m *cover.Model) (points []int) {
	var left [][]int // symmetries that fix all points so far
	if len(m.Sym) > 1 {
		left = slices.Clone(m.Sym[1:])
	}
	for len(left) > 0 {
		moved := 0
		for moved < len(left[0]) && left[0][moved] == moved {
			moved++
		}
		if moved == len(left[0]) {
			left = left[1:] // the identity again
			continue
		}
		points = append(points, moved)
		left = slices.DeleteFunc(left, func(g []int) bool { return g[moved] != moved })
	}
	return points
}
