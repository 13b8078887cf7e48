package cover

import "math/bits"

// Automorphism reports whether the permutation g of the options maps m onto itself: it must induce
// a permutation of the items, see [Model.ItemImages]. Such a g maps solutions to solutions.
func (m *Model) Automorphism(g []int) bool {
	_, ok := m.ItemImages(g)
	return ok
}

// ItemImages returns the permutation of the items that g, a permutation of the options, induces: it
// keeps bounds and maps the items of every option to those of its image. ok is false if there is
// none. Items that the same options cover are interchangeable; their images are increasing. It
// takes time linear in the options' sizes.
func (m *Model) ItemImages(g []int) (images []int, ok bool) {
	if len(g) != len(m.Options) {
		return nil, false
	}
	if !isPermutation(g) {
		return nil, false
	}
	images, ok = m.candidate(g)
	return images, ok && m.Maps(g, images)
}

func isPermutation(g []int) bool {
	seen := make([]bool, len(g))
	for _, o := range g {
		if o < 0 || o >= len(g) || seen[o] {
			return false
		}
		seen[o] = true
	}
	return true
}

// Maps reports whether g and images, permutations of the options and the items, keep bounds and map
// the items of every option to those of its image.
func (m *Model) Maps(g, images []int) bool {
	if len(g) != len(m.Options) || len(images) != len(m.Items) ||
		!isPermutation(g) || !isPermutation(images) {
		return false
	}
	for i, k := range images {
		if m.Items[i].Min != m.Items[k].Min || m.Items[i].Max != m.Items[k].Max {
			return false
		}
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
			if in[images[i]] != o+1 {
				return false
			}
		}
	}
	return true
}

// candidate finds the only candidate for the permutation of the items that g induces: an item goes
// to one with the same bounds that is covered by exactly the images of its options. Sets of options
// are compared by sums of hashes, so the caller must verify the result.
func (m *Model) candidate(g []int) (images []int, ok bool) {
	sums := make([]struct{ before, after uint64 }, len(m.Items))
	for o, items := range m.Options {
		before, after := mixHash(uint64(o)), mixHash(uint64(g[o]))
		for _, i := range items {
			s := &sums[i]
			s.before, s.after = s.before+before, s.after+after
		}
	}
	// The items, by their bounds and sums before g, in lists by a hash of these, each increasing.
	heads := make([]int32, 1<<bits.Len(uint(len(m.Items))))
	next := make([]int32, len(m.Items))
	list := func(it Item, sum uint64) *int32 {
		h := mixHash(sum ^ mixHash(uint64(it.Min)) ^ mixHash(^uint64(it.Max)))
		return &heads[h&uint64(len(heads)-1)]
	}
	for k := range heads {
		heads[k] = -1
	}
	for i := len(m.Items) - 1; i >= 0; i-- {
		head := list(m.Items[i], sums[i].before)
		next[i], *head = *head, int32(i)
	}
	images = make([]int, len(m.Items))
	alike := func(i, k int) bool {
		it, other := m.Items[i], m.Items[k]
		return sums[i].after == sums[k].before && it.Min == other.Min && it.Max == other.Max
	}
	for i := range sums {
		at := list(m.Items[i], sums[i].after)
		for *at >= 0 && !alike(i, int(*at)) {
			at = &next[*at]
		}
		if *at < 0 {
			return nil, false
		}
		images[i], *at = int(*at), next[*at]
	}
	return images, true
}

// mixHash is the finalizer of splitmix64: a cheap hash of a small number.
func mixHash(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
