package table

import (
	"math/bits"

	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// A wideBoard is a window with any number of slots and with placements that reach
// as far ahead as the window does. The placements of each cell are numbered
// separately, 64 to a word. The available ones are looked up too, by the
// exhausted counts. A node takes three to five times as long as on a fastBoard.
type wideBoard struct {
	*Window
	sites []wideSite
	slots []wideSlot // of each of window.at
	holes uint64     // the bit of the count of holes; if exhausted, no cell may stay empty
}

// A wideSlot is the effect of a placement on a state.
type wideSlot struct {
	mask  uint64
	unit  uint64 // what it takes from the packed counts
	field uint64 // its count; 0 for none
	count uint64 // the bit of its count among the exhausted ones
	// several is the kind when it has several counts, otherwise -1; field and
	// count are then 0.
	several int32
}

// A wideSite is the tables of a cell.
type wideSite struct {
	fits   []wideWord
	strict []wideWord // the same once no cell may stay empty any more
	near   near
}

// A wideWord is the tables for 64 placements of a cell.
type wideWord struct {
	window []lookahead // by the bytes of the window, bit 0 left out
	counts []lookahead // by bytes of the exhausted counts
	shift  []uint8     // which bytes those are
}

// A near is the tables of a cell that needs only one word and four bytes of the window: no
// placement there takes from a count, and none reaches farther.
type near [4]*lookahead

// allFit is the table of a byte that rules out nothing.
var allFit = func() (t lookahead) {
	for v := range t {
		t[v] = ^uint64(0)
	}
	return t
}()

// nearOf returns the tables of the given words as a near; they are nil if they do not fit.
func nearOf(words []wideWord) (t near) {
	if len(words) != 1 || len(words[0].shift) > 0 || len(words[0].window) > len(t) {
		return t
	}
	for j := range t {
		t[j] = &allFit
		if j < len(words[0].window) {
			t[j] = &words[0].window[j]
		}
	}
	return t
}

// fit returns which of the placements fit a window.
func (t *near) fit(e uint64) uint64 {
	return t[0][byte(e)] & t[1][byte(e>>8)] & t[2][byte(e>>16)] & t[3][byte(e>>24)]
}

// maxTables bounds the memory of the tables, in chunks of 2 KiB.
const maxTables = 1 << 15

// newWideBoard returns nil if the tables would take too much memory.
func newWideBoard(w *Window, demands demands) *wideBoard {
	b := &wideBoard{Window: w, slots: make([]wideSlot, len(w.at)), sites: make([]wideSite, w.N)}
	for n := range w.at {
		q := &w.at[n]
		k := &w.kinds[q.kind]
		s := wideSlot{mask: q.mask, unit: k.unit, several: -1}
		switch len(k.counts) {
		case 0:
		case 1:
			s.field, s.count = w.counts[k.counts[0]].field, 1<<k.counts[0]
		default:
			s.several = q.kind
		}
		b.slots[n] = s
	}
	if w.Hole >= 0 && len(w.kinds[w.Hole].counts) > 0 {
		b.holes = 1 << w.kinds[w.Hole].counts[0]
	}
	budget := maxTables
	if !b.tables(demands(w, false), false, &budget) ||
		b.holes != 0 && !b.tables(demands(w, true), true, &budget) {
		return nil
	}
	if b.holes == 0 {
		for c := range b.sites {
			b.sites[c].strict = b.sites[c].fits
			b.sites[c].near = nearOf(b.sites[c].fits)
		}
	}
	return b
}

// tables fills in the words of every cell, shared by cells whose placements look
// the same and make the same demands.
func (b *wideBoard) tables(filled []uint64, strict bool, budget *int) bool {
	words := make([][]wideWord, b.N)
	byHash := make(map[uint64][]int, b.N) // cells with tables of their own
	for c := range b.N {
		h := uint64(0)
		for n := b.from[c]; n < b.from[c+1]; n++ {
			for _, x := range [3]uint64{b.at[n].mask, uint64(b.at[n].kind), filled[n]} {
				h = (h ^ x) * 0x9e3779b97f4a7c15
				h ^= h >> 29
			}
		}
		for _, d := range byHash[h] {
			if b.alike(c, d, filled) {
				words[c] = words[d]
				break
			}
		}
		if words[c] == nil && b.from[c] < b.from[c+1] {
			if words[c] = b.words(c, filled, strict, budget); words[c] == nil {
				return false
			}
			byHash[h] = append(byHash[h], c)
		}
		if strict {
			b.sites[c].strict = words[c]
		} else {
			b.sites[c].fits = words[c]
		}
	}
	return true
}

// alike reports whether the placements of two cells can share their tables.
func (b *wideBoard) alike(c, d int, filled []uint64) bool {
	if b.from[c+1]-b.from[c] != b.from[d+1]-b.from[d] {
		return false
	}
	for n, m := b.from[c], b.from[d]; n < b.from[c+1]; n, m = n+1, m+1 {
		if b.at[n].mask != b.at[m].mask || b.at[n].kind != b.at[m].kind || filled[n] != filled[m] {
			return false
		}
	}
	return true
}

// words makes the words of one cell; nil if they would take too much memory.
func (b *wideBoard) words(c int, filled []uint64, strict bool, budget *int) []wideWord {
	words := make([]wideWord, 0, (b.from[c+1]-b.from[c]+63)/64)
	bytes := (b.Span + 7) / 8
	for from := b.from[c]; from < b.from[c+1]; from += 64 {
		to := min(from+64, b.from[c+1])
		var demands, counts [64]demand
		usable, involved := uint64(0), uint64(0)
		for n := from; n < to; n++ {
			q := &b.at[n]
			if strict && int(q.kind) == b.Hole {
				continue
			}
			usable |= 1 << (n - from)
			demands[n-from] = demand{empty: q.mask >> 1, filled: filled[n] >> 1}
			for _, i := range b.kinds[q.kind].counts {
				counts[n-from].filled |= 1 << i // that is, not exhausted
			}
			involved |= counts[n-from].filled
		}
		wd := wideWord{window: make([]lookahead, bytes)}
		for shift := 0; shift < 64; shift += 8 {
			if involved>>shift&255 != 0 {
				wd.shift = append(wd.shift, uint8(shift))
			}
		}
		wd.counts = make([]lookahead, len(wd.shift))
		if *budget -= bytes + len(wd.counts); *budget < 0 {
			return nil
		}
		for j := range wd.window {
			wd.window[j].fill(8*j, usable, demands[:to-from])
		}
		for j, shift := range wd.shift {
			wd.counts[j].fill(int(shift), usable, counts[:to-from])
		}
		if bytes+len(wd.counts) == 0 {
			// A placement of one cell and no count: nothing rules it out.
			wd.window = make([]lookahead, 1)
			wd.window[0].fill(0, usable, demands[:to-from])
		}
		words = append(words, wd)
	}
	return words
}

// A wideSearch searches a wideBoard depth first.
type wideSearch struct {
	Scan
	board *wideBoard
	trail []int32 // the placements made, as indices into window.at
}

func newWideSearch(b *wideBoard, wk run.Search) *wideSearch {
	return &wideSearch{Scan: newScan(b.Window, wk), board: b}
}

func (s *wideSearch) From(open []uint64) { s.Open = open }

func (s *wideSearch) Count(st State) { s.run(st.C, st.F, s.board.exhausted(st.K), st.K, 0) }

func (s *wideSearch) List(st State) { s.Count(st) }

func (s *wideSearch) NodeCost() float64 { return 20 }

// Step chooses a random child of a state, and returns how many there are.
func (s *wideSearch) Step(st State, rnd *problem.Random) (next State, children int) {
	b := s.board
	gone := b.exhausted(st.K)
	words := b.wordsAt(st.C, gone)
	e := (s.Open[st.C] &^ st.F) >> 1
	pick := int32(0)
	for n := range words {
		for fit := words[n].fit(e, gone); fit != 0; fit &= fit - 1 {
			// Reservoir sampling: each child replaces the one before with the chance
			// that makes all equally likely.
			if children++; rnd.Below(children) == 0 {
				pick = b.from[st.C] + int32(n*64+bits.TrailingZeros64(fit))
			}
		}
	}
	if children == 0 {
		return st, 0
	}
	q := &b.slots[pick]
	return s.after(st, q.mask, q.unit), children
}

// fit returns which of the placements fit a window and the exhausted counts.
func (w *wideWord) fit(e, gone uint64) uint64 {
	fit := ^uint64(0)
	for j := range w.window {
		fit &= w.window[j][byte(e>>(8*j))]
	}
	for j, shift := range w.shift {
		fit &= w.counts[j][byte(gone>>shift)]
	}
	return fit
}

// run searches below a state whose cell c is empty; bit n of gone is set if
// count n is exhausted. It lists solutions if s.Visit is set.
func (s *wideSearch) run(c int, f, gone, k uint64, depth int) {
	s.Nodes++
	if s.Nodes >= s.PauseAt && s.Pause() {
		return
	}
	if s.Prune != nil && s.Cut(s.Window.p, s.optionsOf(s.trail[:depth])) {
		return
	}
	if depth == len(s.trail) {
		s.trail = append(s.trail, 0)
	}
	b := s.board
	words := b.wordsAt(c, gone)
	open, until := s.Open[c], s.until(c)
	e := (open &^ f) >> 1
	first := b.from[c]
	for n := range words {
		for fit := words[n].fit(e, gone); fit != 0; fit &= fit - 1 {
			at := first + int32(n*64+bits.TrailingZeros64(fit))
			q := &b.slots[at]
			s.trail[depth] = at
			filled, left := f|q.mask, k-q.unit
			still := b.goneAfter(q, gone, left)
			e := open &^ filled
			step := bits.TrailingZeros64(e) // 64 when the window is full
			next := c + step
			if e == 0 {
				next = s.NextOpen(next)
			}
			if next >= until {
				st := State{next, filled >> step, left}
				if s.pruned(c, st) {
					continue
				}
				if next >= s.Limit {
					s.reach(st, still, depth+1)
					continue
				}
			}
			s.run(next, filled>>step, still, left, depth+1)
		}
	}
}

// wordsAt returns the words of a cell for the exhausted counts of a state.
func (b *wideBoard) wordsAt(c int, gone uint64) []wideWord {
	if gone&b.holes == b.holes {
		return b.sites[c].strict
	}
	return b.sites[c].fits
}

// goneAfter returns the exhausted counts after a placement that leaves the packed counts k.
func (b *wideBoard) goneAfter(q *wideSlot, gone, k uint64) uint64 {
	if k&q.field == 0 {
		gone |= q.count
		if q.several >= 0 {
			gone |= b.spent(q.several, k)
		}
	}
	return gone
}

// spent returns which counts of a kind are exhausted.
func (b *wideBoard) spent(kind int32, k uint64) uint64 {
	gone := uint64(0)
	for _, n := range b.kinds[kind].counts {
		if k&b.counts[n].field == 0 {
			gone |= 1 << n
		}
	}
	return gone
}

// reach handles a state at the limit or beyond, of which the first depth placements of the trail
// are chosen.
func (s *wideSearch) reach(st State, gone uint64, depth int) {
	if st.C < s.Window.N {
		s.atLimit(st, func() { s.run(st.C, st.F, gone, st.K, depth) })
	} else if s.Full(st.K) && s.Visit != nil {
		s.Deliver(s.optionsOf(s.trail[:depth]))
	}
}

// optionsOf sets chosen to the options among the placements, and returns it.
func (s *wideSearch) optionsOf(placements []int32) []int32 {
	s.Chosen = s.Chosen[:0]
	for _, at := range placements {
		if o := s.Window.at[at].option; o >= 0 {
			s.Chosen = append(s.Chosen, o)
		}
	}
	return s.Chosen
}
