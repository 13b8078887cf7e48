package table

import (
	"math"
	"math/bits"
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
)

// A counters is the part of a problem beside the board: how often the items other than
// cells may and must be covered, packed into one word.
type counters struct {
	kinds  []kind
	kindOf []int32 // kind of each live option
	counts []count // the items that can bind, a field of the word each
	start  uint64  // the word before anything is placed
	// Hole is the kind of a cell that stays empty, -1 when none can. A hole is
	// counted like a piece of one cell.
	Hole int
	// exact is set if every lower bound holds whenever every cell is filled, so
	// that a full board is a solution.
	exact bool
}

// A kind is a set of counts that options take from together: usually the one count of a
// piece type, or no count if its bounds cannot bind.
type kind struct {
	all    []int    // indices into counters.counts
	counts []int    // those that bound from above
	unit   uint64   // what a placement takes from the word
	once   uint64   // the fields of those counts that one placement exhausts
	needs  []uint64 // the fields of its needs
}

// A count is how many more options may cover an item. At the end it may be at most
// hi-lo.
//
// A need is a count of which only the lower bound can bind. Its field says how many options must
// still cover the item, and stays 0 once these are there: states that differ in how often the item
// is covered beyond are equal.
type count struct {
	item   int // -1: the holes
	lo, hi int
	low    bool // only the lower bound can bind
	need   bool
	field  uint64 // its bits in the packed word
}

func (c *count) shift() int { return bits.TrailingZeros64(c.field) }

// short reports whether the counts of a full board miss a lower bound.
func (t *counters) short(k uint64) bool {
	if t.exact {
		return false
	}
	for n := range t.counts {
		c := &t.counts[n]
		if int(k&c.field>>c.shift()) > c.hi-c.lo {
			return true
		}
	}
	return false
}

// exhausted returns a bit for every count that has nothing left.
func (t *counters) exhausted(k uint64) uint64 {
	x := uint64(0)
	for n := range t.counts {
		if k&t.counts[n].field == 0 {
			x |= 1 << n
		}
	}
	return x
}

// A span is the least and the most cells that some options have; 0 if there are none.
type span struct{ least, most int }

func (s *span) widen(cells int) {
	if s.least == 0 || cells < s.least {
		s.least = cells
	}
	s.most = max(s.most, cells)
}

// areasOf returns how many cells the options of each item have, and all options. parted is
// set if every option has exactly one item that is no cell.
func areasOf(p *problem.Problem, ord *problem.Order) (areas []span, all span, parted bool) {
	areas, parted = make([]span, len(p.Items)), true
	for _, o := range p.Live {
		items := p.Model.Options[o]
		cells := 0
		for _, i := range items {
			if ord.Pos[i] >= 0 {
				cells++
			}
		}
		parted = parted && cells == len(items)-1
		all.widen(cells)
		for _, i := range items {
			areas[i].widen(cells)
		}
	}
	return areas, all, parted
}

// build finds the counts and kinds of p, and needs if these are of use. It reports false when they
// do not fit a word. It may find p to be impossible.
func (t *counters) build(p *problem.Problem, ord *problem.Order, needs bool) bool {
	cells, musts := 0, 0
	for i, q := range ord.Pos {
		if q >= 0 {
			cells++
			musts += int(p.Items[i].Lo)
		}
	}
	areas, all, parted := areasOf(p, ord)
	filled, most := 0, 0 // cells that the items fill at least and at most
	t.exact = parted
	for i, b := range p.Items {
		if ord.Pos[i] >= 0 || b.N == 0 {
			continue
		}
		lo, hi, area := int(b.Lo), int(b.Hi), areas[i]
		if area.least == all.most && musts == cells && int(b.N) == len(p.Live) {
			// All options have one size and this item, and the board has no holes: the
			// size of the board determines how often the item is covered.
			if used := cells / all.most; used < lo || used > hi {
				p.Impossible = true
			}
			filled, most = cells, cells
			continue
		}
		loose := b.Hi == b.N
		if fit := cells / area.least; fit <= hi {
			hi, loose = fit, true // the board has no room for more
		}
		if lo > hi {
			p.Impossible = true
			return true
		}
		if parted {
			filled += lo * area.least
			most += hi * area.most
		} else {
			filled, most = max(filled, lo*area.least), cells
		}
		if lo == 0 && loose {
			t.exact = false // at least, the areas do not show it
			continue
		}
		t.exact = t.exact && lo == hi && area.least == area.most
		c := count{item: i, lo: lo, hi: hi, low: loose && lo < hi}
		if c.need = needs && c.low; c.need {
			c.hi = lo
		}
		t.counts = append(t.counts, c)
	}
	if filled > cells || parted && most < musts {
		p.Impossible = true
		return true
	}
	t.exact = t.exact || len(t.counts) == 0
	t.Hole = -1
	holes := min(cells-filled, cells-musts)
	if holes > 0 && holes < cells-musts {
		t.counts = append(t.counts, count{item: -1, hi: holes})
	}
	if !t.pack() {
		return false
	}
	t.sort(p, holes)
	return true
}

// pack gives every count its field.
func (t *counters) pack() bool {
	if len(t.counts) > 64 {
		return false
	}
	at := 0
	for n := range t.counts {
		c := &t.counts[n]
		width := bits.Len(uint(c.hi))
		if at+width > 64 {
			return false
		}
		c.field = (1<<width - 1) << at
		t.start |= uint64(c.hi) << at
		at += width
	}
	return true
}

// sort finds the kind of every live option, and adds that of the holes.
func (t *counters) sort(p *problem.Problem, holes int) {
	fieldOf := make([]int16, len(p.Items)) // 1 + index of the item's count
	for n, c := range t.counts {
		if c.item >= 0 {
			fieldOf[c.item] = int16(n + 1)
		}
	}
	t.kindOf = make([]int32, len(p.Live))
	single := make([]int32, len(t.counts)+1) // 1 + kind of that count alone
	var several []int32                      // kinds of two counts or more
	var mine []int
	for k, o := range p.Live {
		mine = mine[:0]
		for _, i := range p.Model.Options[o] {
			if n := fieldOf[i]; n > 0 {
				mine = append(mine, int(n-1))
			}
		}
		if len(mine) < 2 {
			at := &single[len(t.counts)]
			if len(mine) == 1 {
				at = &single[mine[0]]
			}
			if *at == 0 {
				*at = t.newKind(mine) + 1
			}
			t.kindOf[k] = *at - 1
			continue
		}
		at := slices.IndexFunc(several, func(q int32) bool {
			return slices.Equal(t.kinds[q].all, mine)
		})
		if at < 0 {
			at = len(several)
			several = append(several, t.newKind(mine))
		}
		t.kindOf[k] = several[at]
	}
	if holes > 0 {
		mine = mine[:0]
		if last := len(t.counts) - 1; last >= 0 && t.counts[last].item < 0 {
			mine = append(mine, last)
		}
		t.Hole = int(t.newKind(mine))
	}
}

func (t *counters) newKind(counts []int) int32 {
	k := kind{all: append([]int(nil), counts...)}
	for _, n := range counts {
		c := &t.counts[n]
		if c.need {
			k.needs = append(k.needs, c.field)
			continue
		}
		k.counts = append(k.counts, n)
		k.unit += 1 << c.shift()
		if c.hi == 1 {
			k.once |= c.field
		}
	}
	t.kinds = append(t.kinds, k)
	return int32(len(t.kinds) - 1)
}

// Sameness measures how far the pieces of a board differ; it is lower with more copies. It
// is the logarithm of the number of sets of pieces that may be left, divided by its value
// if all pieces differed. It is 0 if nothing is counted and 1 if every piece occurs once.
func (t *counters) Sameness() float64 {
	pieces := 0
	for _, c := range t.counts {
		if c.item >= 0 {
			pieces += c.hi
		}
	}
	if pieces == 0 {
		return 0
	}
	return t.Sets() / float64(pieces)
}

// Sets is the number of sets of pieces that may be left, as its logarithm to base 2.
func (t *counters) Sets() (bits float64) {
	for _, c := range t.counts {
		if c.item >= 0 {
			bits += math.Log2(float64(c.hi + 1))
		}
	}
	return bits
}

// ManyCopies is the sameness up to which a count merges at most cells.
const ManyCopies = 0.9
