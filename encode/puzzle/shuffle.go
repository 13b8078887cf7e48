package puzzle

import (
	"math/bits"
	"math/rand/v2"
)

// Shuffled returns t with its placements in an order that depends only on seed; 0 is the order of
// t. Options get other numbers, but the solutions, the fingerprint of the model and the digest of
// its solutions stay. The order decides which solution a search finds first, how long that takes,
// and how a formula is numbered. It also decides the shards: parts of one whole must have the same
// seed.
func (t *Tiling) Shuffled(seed uint64) *Tiling {
	if seed == 0 {
		return t
	}
	n := len(t.Options)
	order := make([]int, n) // order[new] is the option's number in t
	for o := range order {
		order[o] = o
	}
	// The generator is specified, unlike the way math/rand uses its numbers.
	source := rand.NewPCG(seed, 0)
	for o := n - 1; o > 0; o-- {
		other, _ := bits.Mul64(source.Uint64(), uint64(o+1))
		order[o], order[other] = order[other], order[o]
	}
	number := make([]int, n) // the inverse
	for o, old := range order {
		number[old] = o
	}
	m := *t.Model
	m.Options = make([][]int, n)
	shuffled := *t
	shuffled.Model = &m
	if t.Placements != nil {
		shuffled.Placements = make([]Placement, n)
	}
	for o, old := range order {
		m.Options[o] = t.Options[old]
		if t.Placements != nil {
			shuffled.Placements[o] = t.Placements[old]
		}
	}
	if t.Sym != nil {
		m.Sym = make([][]int, len(t.Sym))
		for k, g := range t.Sym {
			m.Sym[k] = make([]int, n)
			for old, image := range g {
				m.Sym[k][number[old]] = number[image]
			}
		}
	}
	return &shuffled
}
