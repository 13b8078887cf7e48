package argument

import (
	"context"
	"fmt"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// largePrime is the modulus that stands for the rational numbers: 2^31-1.
const largePrime = 1<<31 - 1

const (
	// maxExact bounds the items {n,n}, whose square the memory grows with: 16 MiB.
	maxExact = 1 << 11
	// maxModularWork bounds the words that an elimination touches: about 100 ms.
	maxModularWork = 1 << 27
	// maxSmall bounds the integers that weights modulo the large prime are scaled to.
	maxSmall = 1 << 12
)

// modular finds weights modulo a prime.
func (f *finder) modular(ctx context.Context, modulus int) (*Argument, error) {
	var exact []int // items
	column := make([]int, len(f.m.Items))
	for i, it := range f.m.Items {
		column[i] = -1
		if it.Min == it.Max && it.Max > 0 {
			column[i] = len(exact)
			exact = append(exact, i)
		}
	}
	bounds := make([]int, len(exact))
	for c, i := range exact {
		bounds[c] = f.m.Items[i].Min % modulus
	}
	if len(exact) > maxExact {
		return nil, nil
	}
	s := newSpace(bounds, modulus)
	// The order mixes the pieces: for most models without an argument, a few times as many options
	// as there are items show that there is none. The basis modulo another prime comes first.
	var columns []int
	work, n, first := 0, len(f.options), f.basis
	f.basis = nil
	step := cover.Stride(n)
	for k, o := -len(first), 0; k < n && !s.isZero(); k++ {
		option := o
		if k < 0 {
			option = first[len(first)+k]
		} else {
			o = (o + step) % n
		}
		columns = columns[:0]
		for _, i := range f.options[option] {
			if column[i] >= 0 {
				columns = append(columns, column[i])
			}
		}
		size := s.size
		if work += s.add(columns); work > maxModularWork {
			return nil, nil
		}
		if s.size < size {
			f.basis = append(f.basis, option)
		}
		if k%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if s.isZero() {
		return nil, nil
	}
	a := &Argument{Modulus: modulus, Weights: make([]int, len(f.m.Items))}
	for c, w := range s.vector() {
		a.Weights[exact[c]] = w
	}
	if modulus == largePrime {
		f.scale(a)
	}
	a.Text = f.modularText(a)
	return a, nil
}

// scale replaces weights modulo a prime by small integers that are a multiple of them, if it finds
// some that are right over the integers.
func (f *finder) scale(a *Argument) {
	small := make([]int, len(a.Weights))
factors:
	for factor := 1; factor <= 64; factor++ {
		for i, w := range a.Weights {
			small[i] = w * factor % a.Modulus
			if small[i] > a.Modulus/2 {
				small[i] -= a.Modulus
			}
			if small[i] > maxSmall || small[i] < -maxSmall {
				continue factors
			}
		}
		// Sums below the modulus are 0 only if they are 0 modulo it.
		sum := 0
		for i, w := range small {
			sum += w * f.low[i]
		}
		for _, items := range f.options {
			if weight(small, items) != 0 {
				return
			}
		}
		if sum != 0 {
			a.Modulus, a.Weights = 0, small
		}
		return
	}
}

func weight(weights, items []int) (sum int) {
	for _, i := range items {
		sum += weights[i]
	}
	return sum
}

func (f *finder) modularText(a *Argument) string {
	sum := 0
	for i, w := range a.Weights {
		sum += w * f.low[i]
	}
	numbers, option, whole := "numbers", "placement", "the board"
	if f.m.Pos == nil {
		option, whole = "option", "what must be covered"
	}
	if a.Modulus > 0 {
		numbers, sum = fmt.Sprintf("numbers modulo %d", a.Modulus), sum%a.Modulus
	}
	return fmt.Sprintf("with %s on %s every %s adds up to 0, and %s to %d",
		numbers, f.count(a.Weights), option, whole, sum)
}

// A space is the vectors of weights of the items {n,n} under which all options so far have weight
// 0, modulo a prime. It begins with one vector for each such item, and each option that is no
// combination of those before it makes it one smaller. As long as a vector gives the bounds a
// weight, there is an argument.
type space struct {
	modulus uint64
	size    int      // vectors
	stride  int      // items
	columns []uint32 // from c*stride on, the weight of item c in every vector
	bounds  []uint32 // the weight of the vector of the n
	sum     []uint32
}

func newSpace(bounds []int, modulus int) *space {
	n := len(bounds)
	s := &space{
		modulus: uint64(modulus), size: n, stride: n,
		columns: make([]uint32, n*n), bounds: make([]uint32, n), sum: make([]uint32, n),
	}
	for c, b := range bounds {
		s.columns[c*n+c], s.bounds[c] = 1, uint32(b)
	}
	return s
}

func (s *space) column(c int) []uint32 { return s.columns[c*s.stride:][:s.size] }

// isZero reports whether no vector gives the bounds a weight.
func (s *space) isZero() bool {
	return !slices.ContainsFunc(s.bounds, func(w uint32) bool { return w != 0 })
}

// add leaves the vectors in which the items of an option add up to 0. It returns about how many
// numbers it touched.
func (s *space) add(items []int) (work int) {
	s.sum = s.sum[:s.size]
	clear(s.sum)
	for _, c := range items {
		for k, w := range s.column(c) {
			if w += s.sum[k]; w >= uint32(s.modulus) {
				w -= uint32(s.modulus)
			}
			s.sum[k] = w
		}
	}
	work = len(items) * s.size
	pivot := slices.IndexFunc(s.sum, func(w uint32) bool { return w != 0 })
	if pivot < 0 {
		return work
	}
	// The pivot's vector is scaled to give the option the weight -1, added to the others as often
	// as makes their weight 0, and replaced by the last.
	scale := s.modulus - inverse(uint64(s.sum[pivot]), s.modulus)
	last := s.size - 1
	drop := func(column []uint32) {
		if at := uint64(column[pivot]); at != 0 {
			factor := at * scale % s.modulus
			for k, w := range s.sum {
				if w != 0 {
					column[k] = uint32((uint64(column[k]) + factor*uint64(w)) % s.modulus)
				}
			}
			work += len(column)
		}
		column[pivot] = column[last]
	}
	for c := range s.stride {
		drop(s.column(c))
	}
	drop(s.bounds)
	s.size, s.bounds = last, s.bounds[:last]
	return work + s.stride
}

// vector returns a vector that gives the bounds a weight.
func (s *space) vector() []int {
	k := slices.IndexFunc(s.bounds, func(w uint32) bool { return w != 0 })
	v := make([]int, s.stride)
	for c := range v {
		v[c] = int(s.column(c)[k])
	}
	return v
}

// inverse returns 1/a modulo a prime.
func inverse(a, prime uint64) uint64 {
	result := uint64(1)
	for n := prime - 2; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = result * a % prime
		}
		a = a * a % prime
	}
	return result
}
