// Package dimers counts, by a formula, the solutions of planar models whose options cover two cells
// each, such as dominoes on a board with holes: the Pfaffian of a matrix with a row for each cell.
//
// Sources: P. Kasteleyn, The statistics of dimers on a lattice, 1961; H. Temperley and M. Fisher,
// Dimer problem in statistical mechanics, 1961.
package dimers

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// Count returns the number of solutions of m. ok is false if the formula does not apply: an option
// does not cover two cells that must be covered once, another bound can bind, or the cells and
// their pairs are no part of a square raster with diagonals in one direction. The time is
// proportional to the cells, the square of the board's shorter side and the digits of the number.
func Count(ctx context.Context, m *cover.Model) (n *big.Int, ok bool, err error) {
	g := newGraph(m)
	if g == nil {
		return nil, false, nil
	}
	sign := g.orient()
	n, product := new(big.Int), big.NewInt(1)
	// The Chinese remainder theorem, until the product of the primes is above twice the bound: the
	// Pfaffian is the number or its negative.
	for p, bits := uint64(1)<<31-1, g.bits(); float64(product.BitLen()) < bits+2; p -= 2 {
		prime := new(big.Int).SetUint64(p)
		if !prime.ProbablyPrime(0) { // exact below 2^64
			continue
		}
		rest, err := g.pfaffian(ctx, sign, p)
		if err != nil {
			return nil, true, err
		}
		step := new(big.Int).SetUint64(rest)
		step.Sub(step, n).Mul(step, new(big.Int).ModInverse(product, prime)).Mod(step, prime)
		n.Add(n, step.Mul(step, product))
		product.Mul(product, prime)
	}
	if negative := new(big.Int).Sub(product, n); negative.Cmp(n) < 0 {
		n = negative
	}
	return n, true, nil
}

// bits bounds the logarithm to base 2 of the number: by Hadamard, the square of the Pfaffian is at
// most the product of the lengths of the rows.
func (g *graph) bits() (sum float64) {
	squares := make([]float64, len(g.at))
	for _, e := range g.edges {
		squares[e.ends[0]] += float64(e.options * e.options)
		squares[e.ends[1]] += float64(e.options * e.options)
	}
	for _, x := range squares {
		sum += math.Log2(max(1, x)) / 4
	}
	return sum
}

// ranks numbers the vertices along the board's shorter side, so that rows are short.
func (g *graph) ranks() []int {
	var size [2]int
	for _, at := range g.at {
		size = [2]int{max(size[0], at[0]), max(size[1], at[1])}
	}
	long := 1
	if size[0] > size[1] {
		long = 0
	}
	order, rank := make([]int, len(g.at)), make([]int, len(g.at))
	for v := range order {
		order[v] = v
	}
	slices.SortFunc(order, func(v, w int) int {
		a, b := g.at[v], g.at[w]
		return cmp.Or(cmp.Compare(a[long], b[long]), cmp.Compare(a[1-long], b[1-long]))
	})
	for n, v := range order {
		rank[v] = n
	}
	return rank
}

// A triangle is a skew-symmetric matrix modulo p: row v has the entries from column v on, and is
// nil once v is taken out. In the order of a scan rows are short.
type triangle [][]uint64

// pfaffian returns the Pfaffian of the matrix whose entry (v,w) is the number of options of an edge
// times its sign, modulo p. It takes out two vertices at a time.
func (g *graph) pfaffian(ctx context.Context, sign []int, p uint64) (uint64, error) {
	rank := g.ranks()
	rows := make([][]int, len(g.at)) // the edges from each vertex, in the order of ranks
	for k, e := range g.edges {
		v := min(rank[e.ends[0]], rank[e.ends[1]])
		rows[v] = append(rows[v], k)
	}
	// Rows are filled in only as far as they are needed: else their zeros would take much memory.
	t, filled := make(triangle, len(g.at)), 0
	fill := func(to int) {
		for ; filled <= to; filled++ {
			t[filled] = []uint64{0}
			for _, k := range rows[filled] {
				e := g.edges[k]
				t.add(rank[e.ends[(1-sign[k])/2]], rank[e.ends[(1+sign[k])/2]], e.options%p, p)
			}
		}
	}
	result := uint64(1)
	for v := range t {
		fill(v)
		if t[v] == nil {
			continue
		}
		of := t.take(v, v, p)
		if len(of) == 0 || ctx.Err() != nil {
			return 0, ctx.Err()
		}
		w, pivot := of[0].column, of[0].x
		fill(w)
		result = result * pivot % p
		for u := v + 1; u < w; u++ { // each vertex that w passes on its way to v changes the sign
			if t[u] != nil {
				result = p - result
			}
		}
		inverse := new(big.Int).ModInverse(new(big.Int).SetUint64(pivot),
			new(big.Int).SetUint64(p)).Uint64()
		// Entry (i,j) loses (a_vi a_wj - a_vj a_wi) / a_vw.
		other := t.take(w, v+1, p)
		for _, row := range [][]entry{of, other} {
			if len(row) > 0 {
				fill(row[len(row)-1].column)
			}
		}
		for _, b := range other {
			for _, a := range of[1:] {
				t.add(b.column, a.column, a.x*inverse%p*b.x%p, p)
			}
		}
	}
	return result, nil
}

// An entry is one of a row.
type entry struct {
	column int
	x      uint64
}

// take returns what is not 0 in row v, whose columns begin at first, and takes v out.
func (t triangle) take(v, first int, p uint64) (row []entry) {
	for u := first; u < v; u++ {
		if v-u < len(t[u]) && t[u][v-u] != 0 {
			row = append(row, entry{u, p - t[u][v-u]})
			t[u][v-u] = 0
		}
	}
	for k, x := range t[v] {
		if x != 0 {
			row = append(row, entry{v + k, x})
		}
	}
	t[v] = nil
	return row
}

// add adds x to entry (v,w), and takes it off (w,v).
func (t triangle) add(v, w int, x, p uint64) {
	if v > w {
		v, w, x = w, v, p-x
	}
	for len(t[v]) <= w-v {
		t[v] = append(t[v], 0)
	}
	if v < w {
		t[v][w-v] = (t[v][w-v] + x) % p
	}
}
