package beam

import "math"

// priceUpdates is what prices learn from a pass.
type priceUpdates struct {
	b         *board
	offspring [][]int32 // by level and state, how many states of the deepest levels descend from it
	use       []int64   // scratch, by counter
	wanted    []int64
	change    []int64
}

func (a *priceUpdates) init(b *board) {
	a.b = b
	a.offspring = make([][]int32, b.n+1)
	a.use, a.wanted = make([]int64, len(b.counters)), make([]int64, len(b.counters))
	a.change = make([]int64, len(b.counters))
}

const (
	// useRate and blameRate are how much prices change for a share of 1.
	useRate   = 5
	blameRate = 1
	// learnedLevels is how many full levels are used, and depths times the size of the largest
	// piece is how many levels count as the deepest.
	learnedLevels = 10
	depths        = 3
)

// learn raises the prices of what the states that came far have used more often than
// others, and of what could not be placed in rejected states. The trace is that of the
// pass, down to the deepest level.
func (a *priceUpdates) learn(trace [][]step, full []bool, f *selection, prices []int64) {
	a.descend(trace)
	clear(a.change)
	n := int64(0)
	for l := len(trace) - 1; l > 0 && n < learnedLevels; l-- {
		if full[l] && len(trace[l]) > 0 && a.compare(trace, l) {
			n++
		}
	}
	for k := range a.change {
		if n > 0 {
			prices[k] += useRate * a.change[k] / n
		}
		if f.rejected > 0 {
			prices[k] += blameRate * unit * f.blame[k] / f.rejected
		}
	}
}

// descend counts the descendants of each state in the deepest levels.
func (a *priceUpdates) descend(trace [][]step) {
	for l := range trace {
		n := len(trace[l])
		if cap(a.offspring[l]) < n {
			a.offspring[l] = make([]int32, n)
		}
		a.offspring[l] = a.offspring[l][:n]
		clear(a.offspring[l])
	}
	for l := len(trace) - 1; l > 0; l-- {
		for n, st := range trace[l] {
			if len(trace)-1-l < depths*a.b.largest {
				a.offspring[l][n]++
			}
			if from := l - int(a.b.options[st.option].size); from > 0 {
				a.offspring[from][st.parent] += a.offspring[l][n]
			}
		}
	}
}

// compare adds to the change how much more than the average state of a level the
// states that came far have used, as a share in fixed point. It reports false if
// none came far.
func (a *priceUpdates) compare(trace [][]step, l int) bool {
	clear(a.use)
	clear(a.wanted)
	total := int64(0)
	for n := range trace[l] {
		weight := root(int64(a.offspring[l][n]))
		total += weight
		for at, st := l, trace[l][n]; ; {
			q := &a.b.options[st.option]
			for _, k := range a.b.kinds[q.kind] {
				a.use[k]++
				a.wanted[k] += weight
			}
			if at -= int(q.size); at == 0 {
				break
			}
			st = trace[at][st.parent]
		}
	}
	if total == 0 {
		return false
	}
	for k := range a.change {
		a.change[k] += a.wanted[k]*unit/total - a.use[k]*unit/int64(len(trace[l]))
	}
	return true
}

// root is the square root in units of 1/256. A float64 is exact: x has 31 bits.
func root(x int64) int64 { return int64(math.Sqrt(float64(x << 16))) }
