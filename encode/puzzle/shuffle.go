package puzzle

import (
	"math/rand/v2"

	"github.com/exactile/exactile/encode/cover"
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
	// order has for each new number the option's number in t, and number is the inverse.
	order := cover.Permutation(rand.NewPCG(seed, 0), len(t.Options))
	number := make([]int, len(order))
	for o, old := range order {
		number[old] = o
	}
	shuffled := *t
	shuffled.seed = seed
	shuffled.Model = t.Model.Permuted(nil, number)
	if t.Placements != nil {
		shuffled.Placements = make([]Placement, len(order))
		for o, old := range order {
			shuffled.Placements[o] = t.Placements[old]
		}
	}
	return &shuffled
}
