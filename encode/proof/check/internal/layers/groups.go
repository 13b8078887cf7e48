package layers

import (
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// maxLabel bounds labels.
const maxLabel = 1 << 62

// A digit is the part of a label that stands for one item of a grouping: which of the item's
// options is chosen, counted from 1, or 0 for none; or how many of them are.
type digit struct {
	step, base uint64 // it is label / step % base
	options    []int
	which      bool
}

// digitsOf returns the digits of labels, the low ones first; none without a grouping.
func digitsOf(m *cover.Model, g cover.Grouping) (digits []digit, err error) {
	covers := m.Covers()
	step := uint64(1)
	for k, i := range slices.Concat(g.By, g.Use) {
		most := min(m.Items[i].Max, len(covers[i]))
		d := digit{step, uint64(most + 1), covers[i], k < len(g.By)}
		if d.which && most > 1 {
			return nil, refuse(0,
				"item %d may be covered more than once: its options do not make groups", i+1)
		} else if d.which {
			d.base = uint64(len(covers[i]) + 1)
		}
		if step > maxLabel/d.base {
			return nil, refuse(0, "there may be more groups than are counted")
		}
		step *= d.base
		digits = append(digits, d)
	}
	return digits, nil
}

// labelsOf returns what each option adds to the label of a solution; nil without digits.
func labelsOf(m *cover.Model, digits []digit) (labels []uint64) {
	for _, d := range digits {
		if labels == nil {
			labels = make([]uint64, len(m.Options))
		}
		for k, o := range d.options {
			if d.which {
				labels[o] += d.step * uint64(k+1)
			} else {
				labels[o] += d.step
			}
		}
	}
	return labels
}

// groupOf returns the group of a label, without its number of solutions.
func groupOf(digits []digit, label uint64) cover.Group {
	g := cover.Group{Options: cover.Solution{}, Use: []int{}}
	for _, d := range digits {
		n := int(label / d.step % d.base)
		switch {
		case !d.which:
			g.Use = append(g.Use, n)
		case n > 0 && !slices.Contains(g.Options, d.options[n-1]):
			g.Options = append(g.Options, d.options[n-1])
		}
	}
	slices.Sort(g.Options)
	return g
}
