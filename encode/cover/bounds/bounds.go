// Package bounds shows by sums, without search, which bounds of a model follow from others, and
// that a model has no solution.
//
// It is one argument throughout. Give each item a weight; an option weighs as much as its items
// together. The options of a solution weigh as much as all items, each as often as it is covered,
// which the bounds limit. So if no option weighs more than 0, the model has no solution for which
// the bounds make the items weigh more. A bound follows from the others if this is so with its
// opposite in its place: the weights show it, as they do in a certificate.
//
// The weights are areas, as in a packing: cells weigh -1, and a piece the number of cells that each
// of its options covers at least; or cells weigh 1, and a piece takes off the number that each
// covers at most. [Tight] finds other weights with a linear program.
package bounds

import (
	"cmp"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// Sums compares what the options of a model add up to with the bounds of its items. It does not
// change the model.
type Sums struct{ m *cover.Model }

// Of returns the sums of m, which must be valid.
func Of(m *cover.Model) Sums { return Sums{m} }

// AddUp returns false if sums show that the model has no solution. The items that must be covered
// an exact number of times are covered in total as often as the sum of their bounds, and each
// option adds the number of those items that it covers. If all options add multiples of a number,
// the sum of the bounds must be a multiple too. True proves nothing.
//
// So pentominoes, any number of each, do not fill a board of 12x12, which a search may not find
// out. The sum is taken twice: over all such items, and over those with a position only. Pieces
// used an exact number of times are items too, and hide the contradiction if other pieces may be
// used any number of times.
//
// It takes time in proportion to the size of the model.
func (s Sums) AddUp() bool {
	dead, roles := s.m.Dead(), make([]role, len(s.m.Items))
	for i, it := range s.m.Items {
		if it.Min == it.Max {
			roles[i] = cell
		}
	}
	if !s.addUp(dead, roles) {
		return false
	}
	for i, p := range s.m.Pos {
		if p < 0 {
			roles[i] = other
		}
	}
	return s.m.Pos == nil || s.addUp(dead, roles)
}

// addUp reports whether the sum of the bounds of the cells, which are exact, is a multiple of what
// divides the number of cells of each option.
func (s Sums) addUp(dead []bool, roles []role) bool {
	step := 0
	for o, items := range s.m.Options {
		cells := 0
		for _, i := range items {
			if roles[i] == cell {
				cells++
			}
		}
		for cells != step && cells != 0 && !dead[o] {
			step, cells = cells, step%cells
		}
	}
	rest := 0
	for i, it := range s.m.Items {
		switch {
		case roles[i] != cell:
		case step > 0:
			rest = (rest + it.Min%step) % step
		case it.Min > 0:
			return false // no option covers it
		}
	}
	return rest == 0
}

// Implied yields bounds that follow from the room there is: the bounds of the items that can be
// covered several times, by those of the items that can be covered once. Such an item can have no
// more options than these have room for. If it is in every option, it has no fewer than these need.
// A search loses nothing without such a bound: it cannot be violated before those that imply it.
//
// upper says which bound of the item it is. weights has a weight for each item: no option weighs
// more than 0, and with the opposite of the bound the items do. Implied returns false, and not all
// bounds, if an item must have more options than there is room for.
//
// It takes time in proportion to the size of the model, and weights in proportion to the items.
func (s Sums) Implied(yield func(item int, upper bool, weights func() []int64)) (possible bool) {
	roles := make([]role, len(s.m.Items))
	for i, it := range s.m.Items {
		if roles[i] = cell; it.Max > 1 {
			roles[i] = piece
		}
	}
	a := measure(s.m, nil, roles)
	must, room := a.cells()
	for i, it := range s.m.Items {
		of := a.of[i]
		if roles[i] != piece || of.options == 0 {
			continue
		}
		if min(it.Min, of.options+1)*of.least > room {
			return false
		}
		if it.Max < of.options && (it.Max+1)*of.least > room {
			yield(i, true, func() []int64 { return a.weights(-1, i, of.least) })
		}
		everywhere := of.options == len(s.m.Options)
		if everywhere && it.Min > 0 && min(it.Min-1, of.options)*of.most < must {
			yield(i, false, func() []int64 { return a.weights(1, i, -of.most) })
		}
	}
	return true
}

// Determined returns by item whether its bounds are above 1 and the items with exact bounds imply
// both: a board of 64 cells that must be covered holds 32 dominoes. An item that is implied is not
// used to imply another. Only the few items with the most options are tried, since each takes a
// pass over the model.
//
// For an item let the cells be the items with exact bounds that are covered together with it. The
// item and the other items with exact bounds are pieces. If no option has two pieces, each that
// covers cells has one, and all options of a piece cover equally many, then every option weighs 0
// where a piece takes off what it covers: the cells give how often the item is covered.
func (s Sums) Determined() []bool {
	implied := make([]bool, len(s.m.Items))
	if !slices.ContainsFunc(s.m.Items, func(it cover.Item) bool { return it.Max > 1 }) {
		return implied
	}
	const mostTried = 4
	dead, covers := s.m.Dead(), s.m.Covers()
	var many []int
	for i, it := range s.m.Items {
		if it.Max > 1 && len(covers[i]) > it.Max {
			many = append(many, i)
		}
	}
	slices.SortStableFunc(many, func(a, b int) int {
		return cmp.Compare(len(covers[b]), len(covers[a]))
	})
	for _, i := range many[:min(len(many), mostTried)] {
		roles := make([]role, len(s.m.Items))
		for j, it := range s.m.Items {
			if it.Min == it.Max && !implied[j] {
				roles[j] = piece
			}
		}
		for _, o := range covers[i] {
			for _, j := range s.m.Options[o] {
				if roles[j] == piece && !dead[o] {
					roles[j] = cell
				}
			}
		}
		roles[i] = piece
		n, ok := measure(s.m, dead, roles).times(i)
		implied[i] = ok && s.m.Items[i].Min <= n && n <= s.m.Items[i].Max
	}
	return implied
}

// Areas returns the two vectors of weights that compare areas, for pieces of which no option covers
// two. The cells are the other items that an option with a piece covers. In least each piece weighs
// as many cells as its options cover at least, and a cell -1; in most a piece weighs -1 for each of
// the cells that its options cover at most, and a cell 1. No option weighs more than 0. most is nil
// if an option without a piece covers a cell.
func (s Sums) Areas(pieces []bool) (least, most []int64) {
	roles := make([]role, len(s.m.Items))
	for _, items := range s.m.Options {
		if slices.ContainsFunc(items, func(i int) bool { return pieces[i] }) {
			for _, i := range items {
				if roles[i] = cell; pieces[i] {
					roles[i] = piece
				}
			}
		}
	}
	a := measure(s.m, nil, roles)
	least, most = a.weights(-1, -1, 0), a.weights(1, -1, 0)
	for i, of := range a.of {
		if roles[i] == piece {
			least[i], most[i] = int64(of.least), -int64(of.most)
		}
	}
	if a.alone.most > 0 {
		most = nil
	}
	return least, most
}
