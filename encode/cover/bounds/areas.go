package bounds

import "github.com/exactile/exactile/encode/cover"

// A role is what an item is in a comparison of areas.
type role uint8

const (
	other role = iota
	cell
	piece
)

// areas says how many cells the options of a model cover.
type areas struct {
	m      *cover.Model
	roles  []role // by item
	of     []area // by item
	alone  area   // of the options without a piece
	shared bool   // an option has several pieces
}

// An area is how many cells each of some options covers.
type area struct{ options, least, most int }

func (a *area) add(cells int) {
	if a.options == 0 || cells < a.least {
		a.least = cells
	}
	a.options++
	a.most = max(a.most, cells)
}

// measure takes one pass over the options that are not dead; dead may be nil.
func measure(m *cover.Model, dead []bool, roles []role) *areas {
	a := &areas{m: m, roles: roles, of: make([]area, len(m.Items))}
	for o, items := range m.Options {
		if dead != nil && dead[o] {
			continue
		}
		cells, pieces := 0, 0
		for _, i := range items {
			switch roles[i] {
			case cell:
				cells++
			case piece:
				pieces++
			}
		}
		for _, i := range items {
			a.of[i].add(cells)
		}
		if pieces == 0 {
			a.alone.add(cells)
		}
		a.shared = a.shared || pieces > 1
	}
	return a
}

// cells returns how many cells must be covered, and how many can be.
func (a *areas) cells() (must, room int) {
	for i, it := range a.m.Items {
		if a.roles[i] == cell {
			must += min(it.Min, a.of[i].options+1)
			room += min(it.Max, a.of[i].options)
		}
	}
	return must, room
}

// times returns how often a piece is covered in every solution, if the cells and the other pieces,
// whose bounds are exact, determine it.
func (a *areas) times(item int) (n int, ok bool) {
	if a.shared || a.alone.most > 0 {
		return 0, false
	}
	rest := 0
	for i, it := range a.m.Items {
		switch of := a.of[i]; {
		case a.roles[i] == cell:
			rest += it.Min
		case a.roles[i] == piece && of.least < of.most:
			return 0, false
		case a.roles[i] == piece && i != item:
			rest -= of.least * it.Min
		}
	}
	size := a.of[item].least
	if size == 0 || rest < 0 || rest%size != 0 {
		return 0, false
	}
	return rest / size, true
}

// weights returns the vector with a weight for each cell, one for an item, and 0 for all others.
func (a *areas) weights(ofCell int64, item, ofItem int) []int64 {
	weights := make([]int64, len(a.roles))
	for i, r := range a.roles {
		if r == cell {
			weights[i] = ofCell
		}
	}
	if item >= 0 {
		weights[item] = int64(ofItem)
	}
	return weights
}
