package cover

import (
	"math/bits"
)

// Automorphism reports whether the permutation g of the options maps m onto itself: it must induce
// a permutation of the items that keeps bounds and maps the items of every option to those of its
// image. Such a g maps solutions to solutions. It takes time linear in the options' sizes.
func (m *Model) Automorphism(g []int) bool {
	if len(g) != len(m.Options) {
		return false
	}
	seen := make([]bool, len(g))
	for _, o := range g {
		if o < 0 || o >= len(g) || seen[o] {
			return false
		}
		seen[o] = true
	}
	image, ok := m.itemImage(g)
	if !ok {
		return false
	}
	// If the image has as many items, and each is the image of an item of the option, they are the
	// same set: an option has no item twice.
	in := make([]int, len(m.Items)) // 1 + the last option whose image has the item
	for o, items := range m.Options {
		if len(items) != len(m.Options[g[o]]) {
			return false
		}
		for _, i := range m.Options[g[o]] {
			in[i] = o + 1
		}
		for _, i := range items {
			if in[image[i]] != o+1 {
				return false
			}
		}
	}
	return true
}

// itemImage finds the only candidate for the permutation of the items that g induces: an item goes
// to one with the same bounds that is covered by exactly the images of its options. Sets of options
// are compared by sums of hashes, so the caller must verify the result. Items that the same options
// cover are interchangeable, so any matching of them will do.
func (m *Model) itemImage(g []int) (image []int, ok bool) {
	before := make([]uint64, len(m.Items))
	after := make([]uint64, len(m.Items))
	for o, items := range m.Options {
		h, gh := mix(uint64(o)), mix(uint64(g[o]))
		for _, i := range items {
			before[i] += h
			after[i] += gh
		}
	}
	// The items, by their bounds and sums before g, in lists by a hash of these, each increasing.
	heads := make([]int32, 1<<bits.Len(uint(len(m.Items))))
	next := make([]int32, len(m.Items))
	list := func(it Item, sum uint64) *int32 {
		h := mix(sum ^ mix(uint64(it.Min)) ^ mix(^uint64(it.Max)))
		return &heads[h&uint64(len(heads)-1)]
	}
	for k := range heads {
		heads[k] = -1
	}
	for i := len(m.Items) - 1; i >= 0; i-- {
		head := list(m.Items[i], before[i])
		next[i], *head = *head, int32(i)
	}
	image = make([]int, len(m.Items))
	alike := func(i, k int) bool {
		it, other := m.Items[i], m.Items[k]
		return after[i] == before[k] && it.Min == other.Min && it.Max == other.Max
	}
	for i, sum := range after {
		at := list(m.Items[i], sum)
		for *at >= 0 && !alike(i, int(*at)) {
			at = &next[*at]
		}
		if *at < 0 {
			return nil, false
		}
		image[i], *at = int(*at), next[*at]
	}
	return image, true
}

// mix is the finalizer of splitmix64: a cheap hash of a small number.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
