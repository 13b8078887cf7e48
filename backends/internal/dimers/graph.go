package dimers

import (
	"cmp"
	"math"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// A graph has a vertex for each item that must be covered once, at a point of a raster, and an edge
// for each pair of them that an option covers. A side of edge e is 2e from its first end to its
// second, and 2e+1 back; next is the side that follows each around a face.
type graph struct {
	at    [][2]int
	edges []edge
	next  []int
}

type edge struct {
	ends    [2]int // the first one earlier in the scan
	options uint64
}

// newGraph returns the graph of a model whose solutions are the perfect matchings of the graph; nil
// for any other model, or if edges drawn as straight lines may cross.
func newGraph(m *cover.Model) *graph {
	s := m.Propagate()
	if s.Impossible || m.Pos == nil || len(s.Live) == 0 {
		return nil
	}
	var items []int
	for i, b := range s.Items {
		if b.N > 0 && b.Lo == 1 && b.Hi == 1 && m.Pos[i] >= 0 {
			items = append(items, i)
		}
	}
	slices.SortFunc(items, func(i, j int) int { return cmp.Compare(m.Pos[i], m.Pos[j]) })
	vertex, pos := make(map[int]int), make([]int, len(items))
	for v, i := range items {
		if vertex[i], pos[v] = v, m.Pos[i]; v > 0 && pos[v-1] == pos[v] {
			return nil
		}
	}
	g := &graph{}
	index := make(map[[2]int]int)
	for _, o := range s.Live {
		var ends []int
		for _, i := range m.Options[o] {
			if v, ok := vertex[i]; ok {
				ends = append(ends, v)
				continue
			}
			// In every solution n options are chosen. Do they keep the bounds of this item?
			b, n, least := s.Items[i], len(items)/2, 0
			if int(b.N) == len(s.Live) {
				least = n
			}
			if b.N > 0 && (int(b.Lo) > least || int(b.Hi) < min(n, int(b.N))) {
				return nil
			}
		}
		if len(ends) != 2 {
			return nil
		}
		slices.Sort(ends)
		key := [2]int(ends)
		if _, ok := index[key]; !ok {
			index[key] = len(g.edges)
			g.edges = append(g.edges, edge{ends: key})
		}
		g.edges[index[key]].options++
	}
	// The width of the raster follows from an edge that leads down. In a raster few distances
	// occur.
	widths := map[int]bool{pos[len(pos)-1] + 1: true}
	for _, e := range g.edges {
		for d := -1; d <= 1; d++ {
			widths[pos[e.ends[1]]-pos[e.ends[0]]+d] = true
		}
		if len(widths) > 16 {
			return nil
		}
	}
	for width := range widths {
		if g.draw(pos, width) {
			return g
		}
	}
	return nil
}

// draw places the vertices, whose positions go through the raster row by row. It reports false
// unless each edge is a side or, all in one direction, a diagonal of a square: these do not cross.
func (g *graph) draw(pos []int, width int) bool {
	if width < 1 {
		return false
	}
	g.at, g.next = make([][2]int, len(pos)), make([]int, 2*len(g.edges))
	for v, p := range pos {
		g.at[v] = [2]int{p % width, p / width}
	}
	out, diagonal := make([][]int, len(pos)), 0 // the sides from each vertex
	for k, e := range g.edges {
		from, to := g.at[e.ends[0]], g.at[e.ends[1]]
		switch x, y := to[0]-from[0], to[1]-from[1]; {
		case y == 0 && x == 1, y == 1 && x == 0:
		case y == 1 && x*x == 1 && diagonal != -x:
			diagonal = x
		default:
			return false
		}
		out[e.ends[0]], out[e.ends[1]] = append(out[e.ends[0]], 2*k), append(out[e.ends[1]], 2*k+1)
	}
	for _, sides := range out {
		slices.SortFunc(sides, func(a, b int) int { return cmp.Compare(g.angle(a), g.angle(b)) })
		for k, side := range sides {
			g.next[side^1] = sides[(k+1)%len(sides)]
		}
	}
	return true
}

// angle returns the direction of a side.
func (g *graph) angle(side int) float64 {
	from, to := g.at[g.edges[side/2].ends[side%2]], g.at[g.edges[side/2].ends[1-side%2]]
	return math.Atan2(float64(to[1]-from[1]), float64(to[0]-from[0]))
}

// orient gives each edge a sign: 1 if it leads from its first end to its second, -1 if back. Around
// each face but one of each component, an odd number of edges leads along the sides. The edges of a
// spanning tree are 1. The others join the faces to a tree: from its leaves on, each face has one
// edge left, which makes its number odd.
//
// Source: P. Kasteleyn, Graph theory and crystal physics, 1967.
func (g *graph) orient() []int {
	sign, up := make([]int, len(g.edges)), make([]int, len(g.at)) // up: in the tree, to some vertex
	for v := range up {
		up[v] = v
	}
	root := func(v int) int {
		for up[v] != v {
			up[v] = up[up[v]]
			v = up[v]
		}
		return v
	}
	inTree := make([]bool, len(g.edges))
	for k, e := range g.edges {
		if v, w := root(e.ends[0]), root(e.ends[1]); v != w {
			up[v], inTree[k] = w, true
		}
	}
	face, faces := make([]int, len(g.next)), [][]int{nil} // from 1: the sides of each
	for start := range face {
		if face[start] == 0 {
			faces = append(faces, nil)
		}
		for side := start; face[side] == 0; side = g.next[side] {
			face[side] = len(faces) - 1
			faces[face[side]] = append(faces[face[side]], side)
		}
	}
	// edges without a sign; sides with 1
	open, along := make([]int, len(faces)), make([]int, len(faces))
	var ready []int
	set := func(e, s int) {
		sign[e] = s
		for _, side := range []int{2 * e, 2*e + 1} {
			f := face[side]
			if open[f]--; (s == 1) == (side%2 == 0) {
				along[f]++
			}
			if open[f] == 1 {
				ready = append(ready, f)
			}
		}
	}
	for f := range faces {
		open[f] = len(faces[f])
	}
	for e := range sign {
		if inTree[e] {
			set(e, 1)
		}
	}
	for f := range faces {
		if open[f] == 1 {
			ready = append(ready, f)
		}
	}
	for len(ready) > 0 {
		f := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		for _, side := range faces[f] {
			if sign[side/2] == 0 && open[f] == 1 {
				if (side%2 == 0) == (along[f]%2 == 1) {
					set(side/2, -1)
				} else {
					set(side/2, 1)
				}
				break
			}
		}
	}
	return sign
}
