package layers

import "github.com/exactile/exactile/encode/cover"

// A sumProblem asks for the sets of options that cover each item i low[i] to high[i] times.
type sumProblem struct {
	low, high []int
	options   [][]use
}

// A use is how often an option covers an item.
type use struct{ item, times int }

// newSumProblem returns the problem whose solutions are those of m that a motion maps to
// themselves. They are unions of its cycles of options, so each cycle is an option, which covers
// what its members cover. A nil motion fixes all.
func newSumProblem(m *cover.Model, motion []int) *sumProblem {
	p := new(sumProblem)
	for _, it := range m.Items {
		p.low, p.high = append(p.low, it.Min), append(p.high, it.Max)
	}
	done := make([]bool, len(m.Options))
	times := make([]int, len(m.Items))
	for o := range m.Options {
		if done[o] {
			continue
		}
		var items []int
		for !done[o] {
			done[o] = true
			for _, i := range m.Options[o] {
				if times[i]++; times[i] == 1 {
					items = append(items, i)
				}
			}
			if motion != nil {
				o = motion[o]
			}
		}
		uses := make([]use, len(items))
		for k, i := range items {
			uses[k], times[i] = use{i, times[i]}, 0
		}
		p.options = append(p.options, uses)
	}
	return p
}

// degrees returns how often all options together cover each item.
func (p *sumProblem) degrees() []int {
	sum := make([]int, len(p.low))
	for _, uses := range p.options {
		for _, u := range uses {
			sum[u.item] += u.times
		}
	}
	return sum
}

// drop drops a bound that the other bounds imply: its weights must show that no set of options
// keeps these and violates that. Where it is violated, weights of which no option has a positive
// sum would have a positive sum over the covers of the items.
func (p *sumProblem) drop(item int, upper bool, weights []int) (fault string) {
	if len(weights) != len(p.low) {
		return "there is not one weight for each item"
	}
	for _, uses := range p.options {
		sum := 0
		for _, u := range uses {
			sum += u.times * weights[u.item]
		}
		if sum > 0 {
			return "an option has a positive weight"
		}
	}
	sum := 0
	degrees := p.degrees()
	for i, w := range weights {
		low, high := p.low[i], p.high[i]
		if i == item && upper {
			low, high = high+1, degrees[i]
		} else if i == item {
			low, high = 0, low-1
		}
		if w > 0 {
			sum += w * min(low, degrees[i]+1)
		} else {
			sum += w * min(high, degrees[i])
		}
	}
	switch {
	case sum <= 0:
		return "the weights do not show that the other bounds imply it"
	case upper:
		p.high[item] = degrees[item]
	default:
		p.low[item] = 0
	}
	return ""
}

// blocks returns for each item of an order the options that cover it, and no item before it. An
// option that covers none of them is returned as missing, from 1.
func (p *sumProblem) blocks(order []int) (blocks [][]int, missing int) {
	blocks = make([][]int, len(order))
	place := make([]int, len(p.low)) // in the order, from 1
	for t, i := range order {
		place[i] = t + 1
	}
	for o, uses := range p.options {
		first := len(order) + 1
		for _, u := range uses {
			if place[u.item] > 0 {
				first = min(first, place[u.item])
			}
		}
		if first > len(order) {
			return nil, o + 1
		}
		blocks[first-1] = append(blocks[first-1], o)
	}
	return blocks, 0
}
