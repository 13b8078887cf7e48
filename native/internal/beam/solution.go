package beam

import "slices"

// solution returns the model's options of the solution that an option completes when it
// is added to a state of level l.
func solution(b *board, trace [][]step, l int, last step) []int32 {
	placed := []int32{last.option}
	for at, parent := l, last.parent; at > 0; {
		st := trace[at][parent]
		placed = append(placed, st.option)
		at -= int(b.options[st.option].size)
		parent = st.parent
	}
	used := make([]int32, len(b.counters))
	for _, o := range placed {
		for _, k := range b.kinds[b.options[o].kind] {
			used[k]++
		}
	}
	left := make([][]int32, len(b.counters)) // of congruent items, how often each is yet to be used
	for k := range b.counters {
		if q := &b.counters[k]; len(q.members) > 1 {
			left[k] = b.dealt(q, used[k])
		}
	}
	solution := make([]int32, 0, len(placed))
	for _, o := range placed {
		q := &b.options[o]
		if q.source < 0 {
			continue
		}
		source := q.source
		for _, k := range b.kinds[q.kind] { // congruent items have no other counter beside theirs
			if left[k] == nil {
				continue
			}
			m := slices.IndexFunc(left[k], func(n int32) bool { return n > 0 })
			left[k][m]--
			source = b.counters[k].options[m][q.rank]
		}
		solution = append(solution, source)
	}
	return solution
}
