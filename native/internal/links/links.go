package links

import (
	"cmp"
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
)

// A linkMatrix is a problem as dancing links: every item heads a circular list of the open options
// that cover it, and the items that need more options are a set of bits. Removing and restoring
// take one pass over the removed part, so a search leaves the matrix unchanged. It serves any
// model, with or without positions, with any bounds.
//
// If many items need options, those with only as many left as they need, or fewer, are noted where
// their lists become so short: then most choices need no pass over all items that need options.
//
// Sparse sets in place of the lists took 1.25 times the time on edge matching, and rows of bits in
// place of them, whose loops mispredict more branches, as long as the lists.
//
// Source: D. E. Knuth, Dancing Links, 2000; bounds after Algorithm M of The Art
// of Computer Programming 7.2.2.1, with branches made disjoint by dropping the
// options tried before instead of by tweaking.
type linkMatrix struct {
	nodes []linkNode
	heads []itemHeader // heads[0] is that of no item
	// Options are runs of nodes between spacers. A spacer has item 0; its down is the last node of
	// the option after it.
	option []int32 // model option of each node, -1 for heads and spacers
	headOf []int32 // head of each item of the problem, 0 for none
	items  int     // the number of items that have room for an option
	thick  int     // the number of items that have room for several
	spare  int32   // the head of the options that may be added once all needs are met

	order []int32  // items with need at the start, as they are preferred
	needs []uint64 // those that still have need, by their places in order
	notes bool     // set if there are enough of them for notes to pay
	dead  int      // items that need more options than they have
	tight []int32  // items, in the order in which they came to need all their options
}

// A mark is what a matrix has noted on the way to a state. Who restores the matrix goes back to it.
type mark struct{ dead, tight int }

func (w *linkMatrix) mark() mark { return mark{w.dead, len(w.tight)} }

func (w *linkMatrix) back(to mark) { w.dead, w.tight = to.dead, w.tight[:to.tight] }

// A linkNode is an option's place in an item's list; next goes round the option.
type linkNode struct{ up, down, item, next int32 }

// An itemHeader is an item: how many open options cover it, and how many options it still must have
// (need) and may have (room).
type itemHeader struct {
	size       int32
	need, room int32
	place      int32 // in order; set only for items with need > 0 at the start
}

// newLinkMatrix links p's live options. Items that cannot bind are left out, except those for which
// anyway is true. Options that may still be added once all needs are met are also in the list of
// the last head, an item that may be covered any number of times.
func newLinkMatrix(p *problem.Problem, anyway func(item int) bool) *linkMatrix {
	itemOf := make([]int32, len(p.Items))
	w := &linkMatrix{headOf: itemOf, heads: make([]itemHeader, 1, len(p.Items)+2)}
	total := 0
	for i, b := range p.Items {
		if b.N > 0 && (b.Binds() || anyway(i)) {
			itemOf[i] = int32(len(w.heads))
			w.heads = append(w.heads, itemHeader{need: b.Lo, room: b.Hi})
			w.items++
			if b.Hi > 1 {
				w.thick++
			}
			total += int(b.N)
		}
	}
	w.spare = int32(len(w.heads))
	w.heads = append(w.heads, itemHeader{room: 1<<31 - 1})
	total += 2*len(p.Live) + 1
	w.nodes = make([]linkNode, len(w.heads), len(w.heads)+total)
	w.option = make([]int32, len(w.heads), len(w.heads)+total)
	for i := range w.heads {
		w.nodes[i] = linkNode{int32(i), int32(i), int32(i), 0}
		w.option[i] = -1
	}
	spacer := int32(len(w.nodes))
	w.nodes = append(w.nodes, linkNode{})
	w.option = append(w.option, -1)
	for _, o := range p.Live {
		first := int32(len(w.nodes))
		exact := false
		for _, i := range p.Model.Options[o] {
			if h := itemOf[i]; h > 0 {
				w.link(h, o)
				exact = exact || w.heads[h].need == w.heads[h].room
			}
		}
		if !exact {
			w.link(w.spare, o)
		}
		w.nodes[spacer].down = int32(len(w.nodes) - 1)
		w.nodes[len(w.nodes)-1].next = first
		spacer = int32(len(w.nodes))
		w.nodes = append(w.nodes, linkNode{})
		w.option = append(w.option, -1)
	}
	w.order = w.needy()
	// To close an item hides about as many nodes as its options have: notes cost some each.
	options := float64(1 + len(p.Live))
	w.notes = float64(len(w.order)) > float64(total)/options*float64(total)/float64(len(w.heads))
	w.needs = make([]uint64, (len(w.order)+63)/64)
	for k, i := range w.order {
		h := &w.heads[i]
		h.place = int32(k)
		w.needs[k/64] |= 1 << (k % 64)
		if w.notes && h.size < h.need {
			w.dead++
		}
	}
	return w
}

// needy returns the items that need options, in the order in which they are preferred if they have
// as few choices. The options of the first clash with the most others in items without need: the
// search does not see these clashes by the numbers of choices. So the middle rows of a chessboard
// come before the others, and queens take two thirds of the nodes.
//
// Source: for queens it is the organ-pipe order in D. E. Knuth, The Art of Computer Programming
// 7.2.2.1.
func (w *linkMatrix) needy() (items []int32) {
	clashes := make([]float64, len(w.heads)) // of the options of each item, on average
	for x := len(w.heads) + 1; x < len(w.nodes); x++ {
		first, sum := x, 0.
		for ; w.nodes[x].item != 0; x++ {
			if i := w.nodes[x].item; w.heads[i].need <= 0 && i != w.spare {
				sum += float64(w.heads[i].size)
			}
		}
		for y := first; sum > 0 && y < x; y++ {
			i := w.nodes[y].item
			clashes[i] += sum / float64(w.heads[i].size)
		}
	}
	for i := range w.heads {
		if w.heads[i].need > 0 {
			items = append(items, int32(i))
		}
	}
	slices.SortStableFunc(items, func(a, b int32) int {
		return cmp.Compare(clashes[b], clashes[a])
	})
	return items
}

// link appends a node to the list of item h.
func (w *linkMatrix) link(h, option int32) {
	x := int32(len(w.nodes))
	up := w.nodes[h].up
	w.nodes = append(w.nodes, linkNode{up, h, h, x + 1})
	w.nodes[up].down = x
	w.nodes[h].up = x
	w.heads[h].size++
	w.option = append(w.option, option)
}

// node returns the first node of a model option.
func (w *linkMatrix) node(option int32) int32 { return int32(slices.Index(w.option, option)) }

// hide takes the option of node x out of the lists of its other items, without notes.
func (w *linkMatrix) hide(x int32) {
	nodes, heads := w.nodes, w.heads
	for y := nodes[x].next; y != x; {
		n := &nodes[y]
		nodes[n.up].down = n.down
		nodes[n.down].up = n.up
		heads[n.item].size--
		y = n.next
	}
}

// hideNoting is hide with notes, if there are any.
func (w *linkMatrix) hideNoting(x int32) {
	if !w.notes {
		w.hide(x)
		return
	}
	nodes, heads := w.nodes, w.heads
	for y := nodes[x].next; y != x; {
		n := &nodes[y]
		nodes[n.up].down = n.down
		nodes[n.down].up = n.up
		h := &heads[n.item]
		if h.size--; h.size <= h.need {
			w.shorten(n.item)
		}
		y = n.next
	}
}

// shorten notes that the list of an item has become so short that it needs all of it, or more.
func (w *linkMatrix) shorten(item int32) {
	switch h := &w.heads[item]; h.size {
	case h.need:
		w.tight = append(w.tight, item)
	case h.need - 1:
		w.dead++
	}
}

func (w *linkMatrix) unhide(x int32) {
	nodes, heads := w.nodes, w.heads
	for y := nodes[x].next; y != x; {
		n := &nodes[y]
		nodes[n.up].down = y
		nodes[n.down].up = y
		heads[n.item].size++
		y = n.next
	}
}

// close hides every option in the list of an item that has no room left.
func (w *linkMatrix) close(item int32) {
	if w.notes {
		for x := w.nodes[item].down; x != item; x = w.nodes[x].down {
			w.hideNoting(x)
		}
		return
	}
	for x := w.nodes[item].down; x != item; x = w.nodes[x].down {
		w.hide(x)
	}
}

func (w *linkMatrix) reopen(item int32) {
	for x := w.nodes[item].up; x != item; x = w.nodes[x].up {
		w.unhide(x)
	}
}

// use covers the item of node x with x's option, which is in none of the other
// items' lists any more.
func (w *linkMatrix) use(x int32) {
	n := &w.nodes[x]
	h := &w.heads[n.item]
	h.room--
	h.need--
	if h.size == h.need && w.notes { // it needed more than it had
		w.dead--
		w.tight = append(w.tight, n.item)
	}
	if h.need == 0 {
		w.needs[h.place>>6] &^= 1 << (h.place & 63)
	}
	switch h.room {
	case 0:
		w.items--
		w.close(n.item)
	case 1:
		w.thick--
	}
}

func (w *linkMatrix) unuse(x int32) {
	n := &w.nodes[x]
	h := &w.heads[n.item]
	switch h.room {
	case 0:
		w.items++
		w.reopen(n.item)
	case 1:
		w.thick++
	}
	h.need++
	h.room++
	if h.need == 1 {
		w.needs[h.place>>6] |= 1 << (h.place & 63)
	}
}

// unlink takes node x out of its own item's list.
func (w *linkMatrix) unlink(x int32) {
	n := &w.nodes[x]
	w.nodes[n.up].down = n.down
	w.nodes[n.down].up = n.up
	h := &w.heads[n.item]
	if h.size--; h.size <= h.need && w.notes {
		w.shorten(n.item)
	}
}

func (w *linkMatrix) relink(x int32) {
	n := &w.nodes[x]
	w.nodes[n.up].down = x
	w.nodes[n.down].up = x
	w.heads[n.item].size++
}

// take chooses the option of node x: it leaves every list, then each of its
// items is covered once more.
func (w *linkMatrix) take(x int32) {
	w.unlink(x)
	w.hideNoting(x)
	w.use(x)
	w.useOthers(x)
}

func (w *linkMatrix) untake(x int32) {
	w.unuseOthers(x)
	w.unuse(x)
	w.unhide(x)
	w.relink(x)
}

// useOthers covers the items of the option of node x, but for that of x.
func (w *linkMatrix) useOthers(x int32) {
	for y := w.nodes[x].next; y != x; y = w.nodes[y].next {
		w.use(y)
	}
}

func (w *linkMatrix) unuseOthers(x int32) {
	for y := x - 1; y != x; {
		if n := &w.nodes[y]; n.item == 0 {
			y = n.down
			continue
		}
		w.unuse(y)
		y--
	}
}
