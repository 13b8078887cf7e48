package cover

import (
	"math"
	"slices"
)

// Reduce returns a model with the same solutions that drops options which are in no solution, to a
// fixpoint. Dropped options keep their indices: they cover one more item, which must not be
// covered.
//
// Two rules drop an option. Stranded item: once the option is chosen, some item has fewer options
// left than it still needs. Stranded region: once the option is chosen, some region of cells that
// no remaining option leaves has a size that the pieces with options inside cannot add up to. Items
// are cells if Pos has a place for them. The second rule needs positions. Both rules are skipped
// for models so large that they would take longer than they save. If an item cannot be covered at
// all, every option is dropped.
//
// The rules do not depend on the order of the options. So neither the set of dropped options nor
// the symmetry of the result depends on the numbering of options.
func (m *Model) Reduce() *Model {
	r := newReducer(m)
	work := maxItemWork
	for r.feasible && r.itemRound(&work) {
	}
	for budget := maxRegionWork; r.feasible && (r.regionRound(&budget) || r.itemRound(&work)); {
	}
	if !r.feasible {
		clear(r.alive)
	}
	var drop []int
	for o, dead := range m.Dead() {
		if !dead && !r.alive[o] {
			drop = append(drop, o)
		}
	}
	if len(drop) == 0 {
		return m
	}
	return m.With(Extra{Item{Name: "!reduced"}, drop})
}

// reducer is the state of one call of Reduce.
type reducer struct {
	m      *Model
	covers [][]int // options of each item, at least half of them alive
	left   []int   // options alive of each item
	most   int     // the greatest number of options that share an item with one option
	found  []int   // an option that left each item coverable, or -1
	near   [][]int // items that share an option with an item, those with Min 0 last
	needy  []int   // number of near items with Min > 0, which can be stranded
	alive  []bool
	// feasible is set while every item has as many options as it needs.
	feasible bool

	// The changes since the last round of the first rule: the items that have lost options, each
	// once, and whether there was a round.
	changed   []int
	isChanged []bool
	tested    bool

	stamp   int
	chosen  int   // the current option
	item    []int // item is covered by the current option if item[i] == stamp
	clashes []int // option shares an item of Max 1 with the current option if clashes[o] == stamp
	listed  []int // option was listed if listed[o] == stamp
	noted   int   // the stamp for which clashes was written
	visited []int // item was visited for the current option if visited[i] == stamp
	// linked and summed mark options, in the two passes over the options of a region. An option
	// that fits lies in a single region, so that one mark serves all regions.
	linked, summed []int
	cells          []int // scratch: the cells of a region
}

func newReducer(m *Model) *reducer {
	r := &reducer{
		m:       m,
		covers:  m.Covers(),
		alive:   make([]bool, len(m.Options)),
		item:    make([]int, len(m.Items)),
		clashes: make([]int, len(m.Options)),
		visited: make([]int, len(m.Items)),
		found:   slices.Repeat([]int{-1}, len(m.Items)),
		near:    make([][]int, len(m.Items)),
		needy:   make([]int, len(m.Items)),
		linked:  make([]int, len(m.Options)),
		summed:  make([]int, len(m.Options)),
		listed:  make([]int, len(m.Options)),
		left:    make([]int, len(m.Items)),

		feasible:  true,
		isChanged: make([]bool, len(m.Items)),
	}
	for o, dead := range m.Dead() {
		r.alive[o] = !dead
	}
	for i, it := range m.Items {
		r.compact(i)
		r.left[i] = len(r.covers[i])
		r.feasible = r.feasible && r.left[i] >= it.Min
		r.stamp++
		for _, o := range r.covers[i] {
			for _, j := range m.Options[o] {
				if r.visited[j] != r.stamp {
					r.visited[j] = r.stamp
					r.near[i] = append(r.near[i], j)
				}
			}
		}
		n := 0
		for k, j := range r.near[i] {
			if m.Items[j].Min > 0 {
				r.near[i][k], r.near[i][n] = r.near[i][n], j
				n++
			}
		}
		r.needy[i] = n
	}
	for o, alive := range r.alive {
		if alive {
			r.most = max(r.most, r.rivals(o))
		}
	}
	return r
}

// compact removes the options that are no longer alive from the list of an item.
func (r *reducer) compact(i int) {
	r.covers[i] = slices.DeleteFunc(r.covers[i], func(o int) bool { return !r.alive[o] })
}

// rivals bounds the number of options alive that exclude o, including o.
func (r *reducer) rivals(o int) (n int) {
	for _, i := range r.m.Options[o] {
		if r.m.Items[i].Max == 1 {
			n += r.left[i]
		}
	}
	return max(n, 1)
}

// living lists the options that are alive.
func (r *reducer) living() (options []int) {
	for o, alive := range r.alive {
		if alive {
			options = append(options, o)
		}
	}
	return options
}

// affected lists the living options for which the first rule may give another result than in the
// last round. The rule uses the options of the items near an option, so its result can only change
// if one of these items has lost options. Without this list a long row of cells, where each round
// only drops options at the ends, would take quadratic time.
func (r *reducer) affected() (options []int) {
	if !r.tested {
		r.tested = true
		options = r.living()
	} else {
		r.stamp++
		for _, y := range r.changed {
			if need := r.m.Items[y].Min; need == 0 || r.left[y]-r.most >= need {
				continue // enough options are left for y whatever is chosen
			}
			for _, i := range r.near[y] {
				if r.visited[i] == r.stamp || r.m.Items[i].Max != 1 {
					continue // listed already, or not used by the rule
				}
				r.visited[i] = r.stamp
				for _, o := range r.covers[i] {
					if r.alive[o] && r.listed[o] != r.stamp {
						r.listed[o] = r.stamp
						options = append(options, o)
					}
				}
			}
		}
	}
	for _, i := range r.changed {
		r.isChanged[i] = false
	}
	r.changed = r.changed[:0]
	return options
}

// round drops all the options for which strands is true, and reports whether there were any. All
// are judged by the state at the start of the round.
func (r *reducer) round(options []int, strands func(o int) bool) bool {
	drop := slices.DeleteFunc(options, func(o int) bool { return !strands(o) })
	for _, o := range drop {
		r.alive[o] = false
		for _, i := range r.m.Options[o] {
			if !r.isChanged[i] {
				r.isChanged[i] = true
				r.changed = append(r.changed, i)
			}
			r.left[i]--
			r.feasible = r.feasible && r.left[i] >= r.m.Items[i].Min
		}
	}
	for _, i := range r.changed {
		if len(r.covers[i]) > 2*r.left[i] {
			r.compact(i)
		}
	}
	return len(drop) > 0
}

// choose marks the items of o, for fits.
func (r *reducer) choose(o int) {
	r.stamp++
	r.chosen = o
	for _, i := range r.m.Options[o] {
		r.item[i] = r.stamp
	}
}

// fits reports whether p can be chosen together with the option marked last: they share no item
// with Max 1. An option is compared with several times as many as it clashes with, so those are
// noted at the first question.
func (r *reducer) fits(p int) bool {
	if r.noted != r.stamp {
		r.noteClashes()
	}
	return r.clashes[p] != r.stamp
}

func (r *reducer) noteClashes() {
	r.noted = r.stamp
	for _, i := range r.m.Options[r.chosen] {
		if r.m.Items[i].Max == 1 {
			for _, p := range r.covers[i] {
				r.clashes[p] = r.stamp
			}
		}
	}
}

// maxItemWork bounds the first rule, in visits of items near options: about two seconds for all
// rounds together. Only boards with thousands of pieces, each near to every cell, reach it.
const maxItemWork = 1 << 30

// itemRound is a round of the first rule, unless it might exceed the budget. Its work is bounded
// beforehand, as in regionRound.
func (r *reducer) itemRound(budget *int) bool {
	options := r.affected()
	work := 0
	for _, o := range options {
		for _, i := range r.m.Options[o] {
			if r.m.Items[i].Max == 1 {
				work += r.needy[i]
			}
		}
	}
	if work > *budget {
		*budget = 0
		return false
	}
	*budget -= work
	return r.round(options, r.leavesItemUncovered)
}

// leavesItemUncovered is the first rule. It checks only items near the option, since others lose no
// options. It stops at as many fitting options as the item needs: mostly at the first one.
func (r *reducer) leavesItemUncovered(o int) bool {
	r.choose(o)
	rivals := r.rivals(o)
	for _, i := range r.m.Options[o] {
		if r.m.Items[i].Max != 1 {
			continue
		}
		for _, y := range r.near[i][:r.needy[i]] {
			if r.visited[y] == r.stamp {
				continue
			}
			r.visited[y] = r.stamp
			need := r.m.Items[y].Min
			if r.item[y] == r.stamp {
				need--
			}
			if need > 0 && r.left[y]-rivals < need && !r.leaves(o, y, need) {
				return true
			}
		}
	}
	// An item that shares only items of Max > 1 with o can lose only option o, which also lowers
	// its need by one.
	return false
}

// leaves reports whether at least need options other than o fit and cover y. Mostly one does that
// was found before: the options that follow one another lie near to each other, and exclude the
// same.
func (r *reducer) leaves(o, y, need int) bool {
	fits := func(p int) bool { return p != o && r.alive[p] && r.fits(p) }
	if p := r.found[y]; need == 1 && p >= 0 && fits(p) {
		return true
	}
	for _, p := range r.covers[y] {
		if fits(p) {
			if need--; need == 0 {
				r.found[y] = p
				return true
			}
		}
	}
	return false
}

// maxRegionWork bounds the second rule, in entries of options visited: a few seconds for all rounds
// together. One round takes at most the number of options times the entries of all of them, and may
// use only a quarter of the bound.
const maxRegionWork = 1 << 30

// regionRound is a round of the second rule, unless the model has no positions or the round might
// exceed the budget. Its work is not counted but bounded beforehand, so that the result does not
// depend on the numbering of options.
func (r *reducer) regionRound(budget *int) bool {
	if r.m.Pos == nil {
		return false
	}
	options, entries, cells := 0, 0, 0
	for o, alive := range r.alive {
		if alive {
			options++
			entries += len(r.m.Options[o])
		}
	}
	for _, p := range r.m.Pos {
		if p >= 0 {
			cells++
		}
	}
	most := min(*budget, maxRegionWork/4)
	if options == 0 || cells == 0 || options > most/entries {
		return false
	}
	*budget -= options * entries
	return r.round(r.living(), r.leavesRegionUnfilled)
}

// leavesRegionUnfilled is the second rule. Two cells belong to one region if a chain of options
// that fit links them. Only regions with a cell near the option can be new. Mostly all these cells
// are in one region, which ends the search.
func (r *reducer) leavesRegionUnfilled(o int) bool {
	r.choose(o)
	var border []int
	for _, i := range r.m.Options[o] {
		if r.m.Pos[i] < 0 {
			continue
		}
		for _, y := range r.near[i] {
			if r.m.Pos[y] >= 0 && r.item[y] != r.stamp && !slices.Contains(border, y) {
				border = append(border, y)
			}
		}
	}
	missing := len(border)
	for _, start := range border {
		if r.visited[start] == r.stamp {
			continue
		}
		region, whole := r.region(start, border, &missing)
		if !whole {
			return false
		}
		if !r.fillable(region) {
			return true
		}
	}
	return false
}

// region collects the cells linked to start and subtracts the border cells it visits from missing.
// It returns early with whole false if the first region contains the whole border: then the option
// separates nothing.
func (r *reducer) region(start int, border []int, missing *int) (region []int, whole bool) {
	first := *missing == len(border)
	r.visited[start] = r.stamp
	*missing--
	region = append(r.cells[:0], start)
	for k := 0; k < len(region); k++ {
		if first && *missing == 0 {
			return nil, false
		}
		for _, p := range r.covers[region[k]] {
			if r.linked[p] == r.stamp {
				continue
			}
			if r.linked[p] = r.stamp; !r.alive[p] || !r.fits(p) {
				continue
			}
			for _, y := range r.m.Options[p] {
				if r.m.Pos[y] >= 0 && r.visited[y] != r.stamp && r.item[y] != r.stamp {
					r.visited[y] = r.stamp
					region = append(region, y)
					if slices.Contains(border, y) {
						*missing--
					}
				}
			}
		}
	}
	r.cells = region
	return region, true
}

// maxRegionSize bounds the regions to which fillable is applied.
const maxRegionSize = 4096

// fillable reports whether the sizes of the options inside the region, with each piece used no more
// often than it still may be, can add up to the size of the region. It returns true if a cell of
// the region may stay empty or be covered twice.
func (r *reducer) fillable(region []int) bool {
	if len(region) > maxRegionSize {
		return true
	}
	// The items that an option covers besides cells bound how often its size may be used; the
	// scarcest of several is used as its bound, and none where two are as scarce: which of them is
	// used must not depend on their numbers. Added items, of which there may be many, are left out.
	own := len(r.m.Items) - r.m.AddedItems
	type use struct{ item, size int }
	copies := make(map[use]int)
	for _, i := range region {
		if it := r.m.Items[i]; it.Min != 1 || it.Max != 1 {
			return true
		}
		for _, p := range r.covers[i] {
			if r.summed[p] == r.stamp {
				continue
			}
			if r.summed[p] = r.stamp; !r.alive[p] || !r.fits(p) {
				continue
			}
			u, most, tie := use{item: -1}, math.MaxInt, false
			for _, y := range r.m.Options[p] {
				// A cell of the chosen option is never in the region, even if it has room left.
				if r.m.Pos[y] >= 0 && r.item[y] != r.stamp {
					u.size++
					continue
				}
				left := r.m.Items[y].Max
				if r.item[y] == r.stamp {
					left--
				}
				switch {
				case y >= own:
				case left < most:
					u.item, most, tie = y, left, false
				case left == most:
					tie = true
				}
			}
			if tie {
				u.item, most = -1, math.MaxInt
			}
			copies[u] = most
		}
	}
	sums := make([]bool, len(region)+1)
	sums[0] = true
	for u, most := range copies {
		addCopies(sums, u.size, most)
	}
	return sums[len(region)]
}

// addCopies extends the set of reachable sums by up to most terms of one size.
func addCopies(sums []bool, size, most int) {
	used := make([]int, len(sums))
	for s := range sums {
		if !sums[s] && s >= size && sums[s-size] && used[s-size] < most {
			sums[s], used[s] = true, used[s-size]+1
		}
	}
}
