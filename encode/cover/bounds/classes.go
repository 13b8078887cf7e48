package bounds

import "github.com/exactile/exactile/encode/cover"

// classes are the classes of the items and options of a model that nothing local tells apart: items
// have the same bounds and as many options of each class, and options as many items of each class.
// Every automorphism maps each class to itself. Classes are numbered from 0.
//
// Source: colour refinement; that a linear program need only have a variable for each class is in
// M. Grohe, K. Kersting, M. Mladenov and E. Selman, Dimension Reduction via Colour Refinement,
// 2014.
type classes struct{ items, options []int }

// classesOf finds the classes of the items, and of the options that cover no item with Max == 0;
// the class of another is -1. It returns nil if that would take long: on a board the classes spread
// from the border, a cell a round.
func classesOf(m *cover.Model) *classes {
	const most = 1 << 25 // entries of options, in all rounds: about .1 s
	entries := 0
	for _, covers := range m.Options {
		entries += len(covers)
	}
	items, options := make([]uint64, len(m.Items)), make([]uint64, len(m.Options))
	dead := m.Dead()
	for i, it := range m.Items {
		items[i] = mix(mix(uint64(it.Min)) + uint64(it.Max))
	}
	c := new(classes)
	n := 0
	for work := most; work > 0; work -= max(1, entries) {
		var found int
		if c.items, found = numbered(items, nil); found == n {
			c.options, _ = numbered(options, dead)
			return c
		}
		n = found
		sums := make([]uint64, len(items))
		for o, covers := range m.Options {
			if dead[o] {
				continue
			}
			options[o] = 0
			for _, i := range covers {
				options[o] += mix(items[i])
			}
			for _, i := range covers {
				sums[i] += mix(options[o])
			}
		}
		for i := range items {
			items[i] = mix(items[i] + mix(sums[i]))
		}
	}
	return nil
}

// numbered numbers hashes in the order in which they first occur, -1 for those that are left out.
func numbered(hashes []uint64, out []bool) (numbers []int, n int) {
	numbers = make([]int, len(hashes))
	known := make(map[uint64]int)
	for k, h := range hashes {
		if out != nil && out[k] {
			numbers[k] = -1
			continue
		}
		number, seen := known[h]
		if !seen {
			number = len(known)
			known[h] = number
		}
		numbers[k] = number
	}
	return numbers, len(known)
}

// mix is the finalizer of splitmix64: a cheap hash of a small number.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
