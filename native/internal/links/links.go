package links

import (
	"cmp"
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
)

// A linkMatrix is a problem as dancing links: every item heads a circular list of the open options
// that cover it, and the items that need more options form another list. Removing and restoring
// take one pass over the removed part, so a search leaves the matrix unchanged. It serves any
// model, with or without positions, with any bounds.
//
// Source: D. E. Knuth, Dancing Links, 2000; bounds after Algorithm M of The Art
// of Computer Programming 7.2.2.1, with branches made disjoint by dropping the
// options tried before instead of by tweaking.
type linkMatrix struct {
	nodes []linkNode
	heads []itemHeader // heads[0] anchors the list of needy items
	// Options are runs of nodes between spacers. A spacer has item 0; its up is
	// the first node of the option before it, its down the last of the one after.
	option []int32 // model option of each node, -1 for heads and spacers
	headOf []int32 // head of each item of the problem, 0 for none
	items  int     // the number of items that have room for an option
	thick  int     // the number of items that have room for several
	spare  int32   // the head of the options that may be added once all needs are met
}

// A linkNode is an option's place in an item's list; next goes round the option.
type linkNode struct{ up, down, item, next int32 }

// An itemHeader is an item: how many open options cover it, and how many options it still must have
// (need) and may have (room).
type itemHeader struct {
	size       int32
	need, room int32
	// neighbours among the needy items; set only for items with need > 0 at the start
	left, right int32
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
		w.nodes = append(w.nodes, linkNode{up: first})
		w.option = append(w.option, -1)
	}
	last := int32(0)
	for _, i := range w.needy() {
		w.heads[i].left = last
		w.heads[last].right = i
		last = i
	}
	w.heads[0].left, w.heads[last].right = last, 0
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
		return cmp.Compare(clashes[b],
			clashes[a])
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

// hide takes the option of node x out of the lists of its other items.
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
	if h.need == 0 {
		w.heads[h.left].right = h.right
		w.heads[h.right].left = h.left
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
	if h.need == 0 {
		w.heads[h.left].right = n.item
		w.heads[h.right].left = n.item
	}
	h.need++
	h.room++
}

// unlink takes node x out of its own item's list.
func (w *linkMatrix) unlink(x int32) {
	n := &w.nodes[x]
	w.nodes[n.up].down = n.down
	w.nodes[n.down].up = n.up
	w.heads[n.item].size--
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
	w.hide(x)
	w.use(x)
	for y := x + 1; y != x; {
		if n := &w.nodes[y]; n.item == 0 {
			y = n.up
			continue
		}
		w.use(y)
		y++
	}
}

func (w *linkMatrix) untake(x int32) {
	for y := x - 1; y != x; {
		if n := &w.nodes[y]; n.item == 0 {
			y = n.down
			continue
		}
		w.unuse(y)
		y--
	}
	w.unuse(x)
	w.unhide(x)
	w.relink(x)
}
