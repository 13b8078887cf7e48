package proof

import (
	"math/bits"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// prime is the modulus of the linear algebra below: 2^61-1.
const prime = 1<<61 - 1

// maxInvariantWork bounds the numbers that the linear algebra touches: about a second. Honest
// puzzles stay below, since their rows are few or sparse.
const maxInvariantWork = 1 << 28

// invariant returns a weight vector under which every option has weight zero while the bounds of
// the items have a positive weight, or nil if it finds none. This proves at the root that there is
// no solution: on a chessboard without two opposite corners it is the old colouring argument, with
// one weight for white cells and its negative for black ones.
//
// Only items {n,n} can have weights. Such weights exist if and only if the vector of bounds is not
// a linear combination of the options' vectors. Gaussian elimination modulo a prime decides that;
// the weights found are then scaled to small integers and verified over the integers.
func invariant(m *cover.Model) []int64 {
	var exact []int // items
	column := make([]int, len(m.Items))
	for i, it := range m.Items {
		column[i] = -1
		if it.Min == it.Max {
			column[i] = len(exact)
			exact = append(exact, i)
		}
	}
	n := len(exact)
	if n == 0 || n*n > maxInvariantWork {
		return nil
	}
	e := &echelon{rows: make([][]uint64, n), target: make([]uint64, n)}
	for c, i := range exact {
		e.target[c] = uint64(m.Items[i].Min) % prime
	}
	row := make([]uint64, n)
	for _, items := range m.Options {
		clear(row)
		for _, i := range items {
			if c := column[i]; c >= 0 {
				row[c] = 1
			}
		}
		if e.add(row) {
			row = make([]uint64, n)
		}
		if e.work > maxInvariantWork {
			return nil
		}
	}
	for q, t := range e.target {
		if t == 0 {
			continue
		}
		vector := make([]int64, len(m.Items))
		if scaled(e.weights(q), func(c int, w int64) {
			vector[exact[c]] = w
		}) && separates(m, vector) {
			return vector
		}
	}
	return nil
}

// An echelon is a basis of a vector space in reduced echelon form: rows[p] is 1 at its pivot p and
// 0 at the pivots of the other rows. The target is kept reduced by the basis, so that it is 0 as
// soon as it lies in the space.
type echelon struct {
	rows   [][]uint64 // by pivot; nil: none
	target []uint64
	work   int // numbers touched
}

// add adds v to the space. If that makes the space larger, it reports true, and the echelon keeps
// v.
func (e *echelon) add(v []uint64) bool {
	for p, row := range e.rows {
		if row != nil && v[p] != 0 {
			e.eliminate(v, row, p)
		}
	}
	e.work += 2 * len(v)
	pivot := slices.IndexFunc(v, func(x uint64) bool { return x != 0 })
	if pivot < 0 {
		return false
	}
	inverse := power(v[pivot], prime-2)
	for c := range v {
		v[c] = multiply(v[c], inverse)
	}
	for _, row := range e.rows {
		if row != nil && row[pivot] != 0 {
			e.eliminate(row, v, pivot)
		}
	}
	if e.target[pivot] != 0 {
		e.eliminate(e.target, v, pivot)
	}
	e.rows[pivot] = v
	return true
}

// eliminate subtracts the multiple of row, whose pivot is p, that makes v[p] 0.
func (e *echelon) eliminate(v, row []uint64, p int) {
	e.work += len(row)
	factor := prime - v[p]
	for c, x := range row {
		if x != 0 {
			v[c] = (v[c] + multiply(factor, x)) % prime
		}
	}
}

// weights returns the vector that is orthogonal to the space, 1 at column q, which is not a pivot,
// and 0 at the other columns that are not pivots.
func (e *echelon) weights(q int) []uint64 {
	w := make([]uint64, len(e.rows))
	w[q] = 1
	for p, row := range e.rows {
		if row != nil && row[q] != 0 {
			w[p] = prime - row[q]
		}
	}
	return w
}

// scaled calls set with small integers that are a common multiple of w modulo the prime, or returns
// false if it finds no such multiple.
func scaled(w []uint64, set func(c int, w int64)) bool {
	const small = 1 << 12
	for factor := uint64(1); factor <= 64; factor++ {
		fits := true
		for c, x := range w {
			x = multiply(x, factor)
			switch {
			case x <= small:
				set(c, int64(x))
			case prime-x <= small:
				set(c, -int64(prime-x))
			default:
				fits = false
			}
		}
		if fits {
			return true
		}
	}
	return false
}

// separates reports whether every option has weight zero under the vector and the bounds of the
// items, which must be exact where the vector is not 0, have a positive weight. It negates the
// vector if their weight is negative.
func separates(m *cover.Model, vector []int64) bool {
	var sum int64
	for i, w := range vector {
		sum += w * int64(m.Items[i].Min)
	}
	for _, items := range m.Options {
		var weight int64
		for _, i := range items {
			weight += vector[i]
		}
		if weight != 0 {
			return false
		}
	}
	if sum < 0 {
		for i := range vector {
			vector[i] = -vector[i]
		}
	}
	return sum != 0
}

// multiply returns a*b modulo the prime.
func multiply(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	_, remainder := bits.Div64(high, low, prime)
	return remainder
}

func power(a uint64, n uint64) uint64 {
	result := uint64(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = multiply(result, a)
		}
		a = multiply(a, a)
	}
	return result
}
