package problem

import (
	"cmp"
	"math"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// An Order is one way to scan the cells of a board: it gives every cell a
// position, distinct and at least 0. Positions may leave gaps, which are holes
// of the board. With them options of one shape have the same pattern at every
// cell, so that cells can share their tables.
type Order struct {
	Name string
	Pos  []int32 // position of each item, -1 for items that are no cells
	N    int     // above every position
	Span int     // the greatest distance between two cells of one option
	Mean float64 // the mean of that distance: the width of the frontier
}

// First returns the position of the first cell among some items, -1 if none is a cell.
func First(pos []int32, items []int) int32 {
	first := int32(-1)
	for _, i := range items {
		if at := pos[i]; at >= 0 && (first < 0 || at < first) {
			first = at
		}
	}
	return first
}

// CellItems returns the items that can be cells of a board: covered at most
// once, with a position that no other has, and not settled. They come in the
// order of their positions.
func (p *Problem) CellItems() []int32 {
	if p.Model.Pos == nil {
		return nil
	}
	cells := make([]int32, 0, len(p.Items))
	for i, b := range p.Items {
		if p.Model.Pos[i] >= 0 && b.N > 0 && b.Hi == 1 {
			cells = append(cells, int32(i))
		}
	}
	byPos := func(a, b int32) int { return cmp.Compare(p.Model.Pos[a], p.Model.Pos[b]) }
	if !slices.IsSortedFunc(cells, byPos) {
		slices.SortFunc(cells, byPos)
	}
	for k := 1; k < len(cells); k++ {
		if p.Model.Pos[cells[k-1]] == p.Model.Pos[cells[k]] {
			return nil // the positions have another meaning
		}
	}
	return cells
}

// maxWindow is the greatest distance between two cells of one option for a
// window to see them all.
const maxWindow = 63

// Orders returns the ways to scan the cells that fit the window, the one with the
// narrowest mean frontier first. Scanning along the short side of a board makes
// the frontier narrow, so the mean is a first guess at what is fast. Less
// promising orders, backwards and along diagonals, are included if every is set;
// setting up an order takes as long as many a small search.
func (p *Problem) Orders(cells []int32, every bool) []Order {
	return p.orders(cells, every, maxWindow)
}

// Narrowest returns the order along rows, columns or axes whose frontier is the narrowest,
// for any width of the window. It reports false if some option has no cell.
func (p *Problem) Narrowest(cells []int32) (Order, bool) {
	all := p.orders(cells, false, math.MaxInt)
	if len(all) == 0 {
		return Order{}, false
	}
	return all[0], true
}

// orders returns the orders in which no option spans more than most.
func (p *Problem) orders(cells []int32, every bool, most int) []Order {
	if len(cells) == 0 {
		return nil
	}
	first, last := p.Model.Pos[cells[0]], p.Model.Pos[cells[len(cells)-1]]
	var all []Order
	at := make([]int, len(cells))
	add := func(name string, place func(rank, q int) int) {
		for r, i := range cells {
			at[r] = place(r, p.Model.Pos[i]-first)
		}
		low, high := slices.Min(at), slices.Max(at)
		if tooSparse(high-low, len(cells)) {
			return
		}
		o := Order{Name: name, Pos: slices.Repeat([]int32{-1}, len(p.Items)), N: high - low + 1}
		for r, i := range cells {
			o.Pos[i] = int32(at[r] - low)
		}
		if p.measure(&o) && o.Span <= most {
			all = append(all, o)
		}
	}
	if tooSparse(last-first, len(cells)) {
		add("rank", func(r, _ int) int { return r })
		return all
	}
	add("rows", func(_, q int) int { return q })
	if every {
		add("rows reversed", func(_, q int) int { return -q })
	}
	if width, layer := p.strides(cells); width > 0 {
		if layer == 0 {
			// A multiple of width beyond the last cell: the board has one layer.
			layer = (last/width + 1) * width
		}
		w, h := width, layer/width
		coordinates := func(q int) [3]int {
			q += first
			return [3]int{q % w, q / w % h, q / layer}
		}
		columns := func(_, q int) int { c := coordinates(q); return c[0]*h + c[1] }
		if last >= layer {
			// In three dimensions the axes in each order.
			size := [3]int{w, h, last/layer + 1}
			for _, a := range [][3]int{{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
				add("axes "+string("xyz"[a[0]])+string("xyz"[a[1]])+string("xyz"[a[2]]),
					func(_, q int) int {
						c := coordinates(q)
						return (c[a[0]]*size[a[1]]+c[a[1]])*size[a[2]] + c[a[2]]
					})
			}
		} else if add("columns", columns); every {
			add("columns reversed", func(r, q int) int { return -columns(r, q) })
			// A sheared raster scans along diagonals. Two cells of a diagonal
			// stay a step apart, so options of one shape still have one pattern.
			add("diagonals",
				func(_, q int) int { c := coordinates(q); return (c[0]+c[1])*h + c[1] })
			add("diagonals crossed",
				func(_, q int) int { c := coordinates(q); return (c[0]-c[1])*h - c[1] })
		}
	}
	slices.SortStableFunc(all, func(a, b Order) int { return cmp.Compare(a.Mean, b.Mean) })
	return all
}

// tooSparse reports whether positions are so far apart that most are gaps.
func tooSparse(distance, cells int) bool { return distance >= 64*cells+64 }

// Measure fills in span and mean, and reports whether every option has a cell and none
// reaches further than a window.
func (p *Problem) Measure(o *Order) bool {
	o.Span, o.Mean = 0, 0
	return p.measure(o) && o.Span <= maxWindow
}

// measure fills in span and mean, and reports whether every option has a cell.
func (p *Problem) measure(o *Order) bool {
	total := 0
	for _, q := range p.Live {
		low, high := int32(-1), int32(-1)
		for _, i := range p.Model.Options[q] {
			if at := o.Pos[i]; at >= 0 {
				if low < 0 || at < low {
					low = at
				}
				high = max(high, at)
			}
		}
		if low < 0 {
			return false // an option without a cell
		}
		o.Span = max(o.Span, int(high-low))
		total += int(high - low)
	}
	o.Mean = float64(total) / float64(max(1, len(p.Live)))
	return true
}

// IsSparse guesses from a few options whether tables would be wide because a quarter
// of the options reach more cells than span, along rows and along columns.
func (p *Problem) IsSparse(cells []int32, span int) bool {
	const sample = 32
	if len(cells) == 0 {
		return false
	}
	first := p.Model.Pos[cells[0]]
	distance := p.Model.Pos[cells[len(cells)-1]] - first
	if distance <= span || tooSparse(distance, len(cells)) {
		return false
	}
	some := Problem{Model: p.Model, Residual: cover.Residual{Items: p.Items}}
	for n := 0; n < len(p.Live); n += 1 + len(p.Live)/sample {
		some.Live = append(some.Live, p.Live[n])
	}
	width, _ := some.strides(cells)
	height := 0
	if width > 0 {
		height = distance/width + 1
	}
	farInRows, farInColumns := 0, 0
	far := func(at []int) bool { return len(at) > 0 && slices.Max(at)-slices.Min(at) > span }
	for _, o := range some.Live {
		var rows, columns []int
		for _, i := range p.Model.Options[o] {
			if q := p.Model.Pos[i]; q >= 0 && p.Items[i].Hi == 1 {
				rows = append(rows, q)
				if width > 0 {
					columns = append(columns, q%width*height+(q-first)/width)
				}
			}
		}
		if far(rows) {
			farInRows++
		}
		if width == 0 || far(columns) {
			farInColumns++
		}
	}
	return 4*min(farInRows, farInColumns) > len(some.Live)
}

// strides guesses the distance between two cells that are neighbours in a
// column, and in a pile. In options made of neighbours no distance is as
// frequent as that of neighbours, in any direction. A wrong guess only costs
// time. A stride that is not found is 0.
func (p *Problem) strides(cells []int32) (width, layer int) {
	distance := p.Model.Pos[cells[len(cells)-1]] - p.Model.Pos[cells[0]]
	seen := make([]int, distance+1)
	at := make([]int, 0, 16)
	for _, o := range p.Live {
		at = at[:0]
		for _, i := range p.Model.Options[o] {
			if q := p.Model.Pos[i]; q >= 0 && p.Items[i].Hi == 1 && p.Items[i].N > 0 {
				at = append(at, q)
			}
		}
		if len(at) > 64 {
			continue // it has many pairs, and hardly fits a window
		}
		for a := range at {
			for b := range a {
				if d := at[a] - at[b]; d > 1 {
					seen[d]++
				} else if d < -1 {
					seen[-d]++
				}
			}
		}
	}
	for d, n := range seen {
		if n > 0 && (width == 0 || n > seen[width]) {
			width = d
		}
	}
	if width == 0 {
		return 0, 0
	}
	for d := 2 * width; d <= distance; d += width {
		if n := seen[d]; 2*n > seen[width] && (layer == 0 || n > seen[layer]) {
			layer = d
		}
	}
	return width, layer
}

// OwnOrder is the caller's order of the cells; ok is false if some option does
// not fit the window then.
func (p *Problem) OwnOrder(rank func(item int) int) (ord Order, ok bool) {
	ord = Order{Name: "own", Pos: make([]int32, len(p.Items))}
	var cells []int32
	for i, b := range p.Items {
		ord.Pos[i] = -1
		if b.N > 0 && b.Hi == 1 && rank(i) >= 0 {
			cells = append(cells, int32(i))
		}
	}
	slices.SortStableFunc(cells, func(a, b int32) int {
		return cmp.Compare(rank(int(a)), rank(int(b)))
	})
	for at, i := range cells {
		ord.Pos[i] = int32(at)
	}
	ord.N = len(cells)
	return ord, p.Measure(&ord)
}
