package beam

import (
	"cmp"
	"math/bits"
	"slices"
)

const (
	// maxDistances is how many distances there may be: a box needs three, a board of
	// triangles some more.
	maxDistances = 6
	// sampled is about how many options are sampled for distances.
	sampled = 4096
	// largestIsland is the size of the largest islands that are checked.
	largestIsland = 20
)

// meet finds out which cells are neighbours, and what follows for the options.
func (b *board) meet(cells []int32) {
	at := make([]int, b.n) // the position of each cell
	for c, i := range cells {
		at[c] = b.p.Model.Pos[i]
	}
	distances := b.distances(at)
	after := make([][]int32, b.n) // of each cell its neighbours that come after it
	var own []int32
	for o := range b.options {
		own = own[:0]
		b.eachCell(int32(o), func(c int32) { own = append(own, c) })
		for x, c := range own {
			for _, d := range own[x+1:] {
				apart := max(at[c], at[d]) - min(at[c], at[d])
				if slices.Contains(distances, apart) && !slices.Contains(after[c], d) {
					after[c] = append(after[c], d)
					b.reach = max(b.reach, d-c)
				}
			}
		}
	}
	b.neighbours = newLists(b.n, func(add func(list, number int32)) {
		for c, list := range after {
			for _, d := range list {
				add(int32(c), d)
				add(d, int32(c))
			}
		}
	})
	b.measure()
	b.findEnds()
}

// distances returns the distances that connect the cells of most options.
func (b *board) distances(at []int) []int {
	frequency := map[int]int{}
	var some [][]int
	for o := 0; o < len(b.options); o += 1 + len(b.options)/sampled {
		if b.options[o].size < 2 || b.options[o].size > 64 {
			continue
		}
		var own []int
		b.eachCell(int32(o), func(c int32) { own = append(own, at[c]) })
		slices.Sort(own)
		for x := range own {
			for _, q := range own[x+1:] {
				frequency[q-own[x]]++
			}
		}
		some = append(some, own)
	}
	var distances []int
	for d := range frequency {
		distances = append(distances, d)
	}
	slices.SortFunc(distances, func(a, b int) int {
		return cmp.Or(cmp.Compare(frequency[b], frequency[a]), cmp.Compare(a, b))
	})
	distances = distances[:min(maxDistances, len(distances))]
	for few := range distances {
		whole := 0
		for _, own := range some {
			if connected(own, distances[:few+1]) {
				whole++
			}
		}
		if 4*whole >= 3*len(some) {
			return distances[:few+1]
		}
	}
	return distances
}

// connected reports whether steps of the distances lead from each position to every
// other.
func connected(at []int, distances []int) bool {
	reached := make([]bool, len(at))
	reached[0] = true
	due := []int{at[0]}
	n := 1
	for len(due) > 0 {
		q := due[len(due)-1]
		due = due[:len(due)-1]
		for _, d := range distances {
			for _, to := range [2]int{q - d, q + d} {
				if x, ok := slices.BinarySearch(at, to); ok && !reached[x] {
					reached[x] = true
					n++
					due = append(due, to)
				}
			}
		}
	}
	return n == len(at)
}

// measure finds what borders options have, and whether they are connected.
func (b *board) measure() {
	b.border = make([]int32, len(b.options))
	b.perimeter = make([]int32, len(b.counters))
	b.whole = true
	touches := make([]uint8, b.n) // in how many neighbours the option has of each cell
	inside := make([]int32, b.n)  // the last option of the cell, from 1 on
	var own, outside []int32
	for o := range b.options {
		own, outside = own[:0], outside[:0]
		b.eachCell(int32(o), func(c int32) {
			own = append(own, c)
			inside[c] = int32(o) + 1
		})
		pairs := int32(0)
		for _, c := range own {
			for _, d := range b.neighbours.of(c) {
				if inside[d] == int32(o)+1 {
					continue
				}
				pairs++
				if touches[d]++; touches[d] == 1 {
					outside = append(outside, d)
				}
			}
		}
		for _, k := range b.kinds[b.options[o].kind] {
			b.perimeter[k] = max(b.perimeter[k], pairs)
		}
		b.border[o] = pairs
		first := b.options[o].first
		for _, d := range outside {
			if d < first {
				b.border[o] -= 2 * int32(touches[d])
			} else if away := int(d - first); away < 64*b.words {
				b.mark(o, away, touches[d])
			}
			touches[d] = 0
		}
		b.whole = b.whole && b.isConnected(own, inside, int32(o)+1)
	}
}

// findEnds finds the cells of options that have at most one neighbour in their option.
func (b *board) findEnds() {
	inside := make([]int32, b.n) // the last option of the cell, from 1 on
	last := int32(b.n - 1)
	n := int(b.from(last)) + len(b.neighbours.of(last)) + 1
	b.throughEnd = newLists(n, func(add func(list, number int32)) {
		clear(inside)
		for o := int32(len(b.options) - 1); o >= 0; o-- {
			b.eachCell(o, func(c int32) { inside[c] = o + 1 })
			b.eachCell(o, func(c int32) {
				list, n := b.from(c), 0
				for j, d := range b.neighbours.of(c) {
					if inside[d] == o+1 {
						list, n = b.from(c)+int32(j)+1, n+1
					}
				}
				if n <= 1 {
					add(list, o)
				}
			})
		}
	})
}

// mark notes how often a cell, away cells after the first one of option o, touches it.
func (b *board) mark(o, away int, touches uint8) {
	for len(b.planes) < bits.Len8(touches) {
		b.planes = append(b.planes, make([]uint64, len(b.options)*b.words))
	}
	for j := range b.planes {
		b.planes[j][o*b.words+away/64] |= uint64(touches>>j&1) << (away % 64)
	}
}

// isConnected reports whether the cells of an option are connected. It clears their
// marks.
func (b *board) isConnected(own, inside []int32, mark int32) bool {
	due := append(make([]int32, 0, 64), own[0])
	inside[own[0]] = 0
	n := 0
	for ; len(due) > 0; n++ {
		c := due[len(due)-1]
		due = due[:len(due)-1]
		for _, d := range b.neighbours.of(c) {
			if inside[d] == mark {
				inside[d] = 0
				due = append(due, d)
			}
		}
	}
	return n == len(own)
}
