package argument

import (
	"fmt"
	"math/big"
	"slices"
)

const (
	// maxWeights bounds the different weights of the options of a piece.
	maxWeights = 1 << 9
	// maxSpan bounds the sums that a set can have, and maxSumWork the words that the sets touch:
	// about 50 ms.
	maxSpan, maxSumWork = 1 << 20, 1 << 26
	// fewOptions is the step from option to option of a first look, which mostly shows that a sum
	// is possible: with more options it still is.
	fewOptions = 13
)

// group makes groups of the options.
func (f *finder) group(piece []bool) {
	f.pieces, f.groups = nil, nil
	of := make([]int, len(f.m.Items))
	for i, p := range piece {
		of[i] = -1
		if p {
			of[i] = len(f.pieces)
			f.pieces = append(f.pieces, i)
			f.groups = append(f.groups, group{least: f.low[i], most: f.high[i]})
		}
	}
	free := len(f.groups)
	f.groups = append(f.groups, group{most: len(f.options)})
	f.groupOf = make([]int, len(f.options))
	for o, items := range f.options {
		f.groupOf[o] = free
		for _, i := range items {
			if of[i] >= 0 {
				f.groupOf[o] = of[i]
			}
		}
		f.groups[f.groupOf[o]].options++
	}
	f.groups[free].most = f.groups[free].options
}

// area is the colouring with one colour for all items that an option with a piece covers.
func (f *finder) area(piece []bool) Colouring {
	c := Colouring{Weights: make([]int, len(f.m.Items)), chosen: true}
	for _, items := range f.options {
		if slices.ContainsFunc(items, func(i int) bool { return piece[i] }) {
			for _, i := range items {
				if !piece[i] {
					c.Weights[i] = 1
				}
			}
		}
	}
	return c
}

// sums compares the sums of the weights of options with those that the items allow.
func (f *finder) sums(c Colouring) *Argument {
	weights := slices.Grow(slices.Clone(c.Weights), len(f.m.Items))[:len(f.m.Items)]
	clear(weights[len(c.Weights):]) // items that a rewrite added
	// The sum over the items is from low to high, and every sum over some options of a solution
	// from floor to ceiling.
	var low, high, floor, ceiling, room int
	for i, w := range weights {
		switch {
		case w > 0:
			low, high, ceiling = low+w*f.low[i], high+w*f.high[i], ceiling+w*f.high[i]
		case w < 0:
			low, high, floor = low+w*f.high[i], high+w*f.low[i], floor+w*f.high[i]
		}
		if w != 0 {
			room += f.high[i]
		}
	}
	if ceiling-floor > maxSpan {
		return nil
	}
	var r reach
	for _, step := range []int{fewOptions, 1} {
		possible, weighed := false, f.weigh(weights, step)
		if weighed {
			r, possible, weighed = f.reach(room, floor, ceiling, low, high)
		}
		if possible || step == 1 && !weighed {
			return nil
		}
	}
	a := &Argument{Weights: weights, Pieces: f.pieces}
	a.Text = f.sumsText(c, r)
	return a
}

// reach compares the sums over the options weighed, from floor to ceiling, with those from low to
// high. It reports whether one is possible, and whether that took no more than maxSumWork.
func (f *finder) reach(room, floor, ceiling, low, high int) (r reach, possible, ended bool) {
	for _, g := range f.groups {
		room -= g.least * g.size
	}
	sums := new(big.Int).SetBit(new(big.Int), -floor, 1) // bit s-floor is set for a sum s
	work := 0
	for _, g := range f.groups {
		times := g.most
		if g.size > 0 {
			// The cells that the other pieces need are not there for this one.
			times = min(times, g.least+max(room, -1)/g.size)
		}
		r.cramped = r.cramped || times < g.most
		if room < 0 || times < g.least || g.least > 0 && len(g.weights) == 0 {
			times, sums = 0, new(big.Int)
		}
		if len(g.weights) > 0 {
			r.least += g.least * slices.Min(g.weights)
			r.most += times * slices.Max(g.weights)
			for _, w := range g.weights {
				r.divisor = divisor(r.divisor, w)
			}
		}
		for n := range times {
			work += (1 + len(g.weights)) * ((ceiling-floor)/64 + 1)
			if work > maxSumWork {
				return r, false, false
			}
			next := added(sums, g.weights, ceiling-floor)
			if n >= g.least && next.Or(next, sums).Cmp(sums) == 0 {
				break
			}
			sums = next
		}
	}
	for s := max(low, floor); s <= min(high, ceiling) && !possible; s++ {
		possible = sums.Bit(s-floor) == 1
	}
	return r, possible, true
}

// A reach is the sums of weights that the options of solutions can have, as far as words need it.
type reach struct {
	least, most int
	// cramped is set if most is less than what the bounds of the pieces allow: there is no room for
	// more of them.
	cramped bool
	divisor int // of all weights; 0: all weights are 0
}

// divisor returns the greatest common divisor, which is not negative.
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// weigh sets the weights and sizes of the groups by every step-th option. It reports whether there
// are not too many.
func (f *finder) weigh(weights []int, step int) bool {
	for k := range f.groups {
		f.groups[k].weights, f.groups[k].size = f.groups[k].weights[:0], len(f.m.Items)
	}
	for o := 0; o < len(f.options); o += step {
		items, g := f.options[o], &f.groups[f.groupOf[o]]
		w, size := 0, 0
		for _, i := range items {
			w += weights[i]
			if weights[i] != 0 {
				size++
			}
		}
		g.size = min(g.size, size)
		if !slices.Contains(g.weights, w) {
			if g.weights = append(g.weights, w); len(g.weights) > maxWeights {
				return false
			}
		}
	}
	for k := range f.groups {
		if f.groups[k].options == 0 {
			f.groups[k].size = 0
		}
	}
	return true
}

// added returns the sums of an element of sums and a weight, without those above the span.
func added(sums *big.Int, weights []int, span int) *big.Int {
	next, moved := new(big.Int), new(big.Int)
	for _, w := range weights {
		if w < 0 {
			moved.Rsh(sums, uint(-w))
		} else {
			moved.Lsh(sums, uint(w))
		}
		next.Or(next, moved)
	}
	for next.BitLen() > span+1 {
		next.SetBit(next, next.BitLen()-1, 0)
	}
	return next
}

// sumsText explains that the pieces cannot cover the colours of the board.
func (f *finder) sumsText(c Colouring, r reach) string {
	cell, pieces := "cell", "pieces"
	if f.m.Pos == nil || c.chosen {
		cell, pieces = "item", "options"
	}
	var must, all [2]int // by colour
	for i, w := range c.Weights {
		if w != 0 {
			colour := 0
			if w < 0 {
				colour = 1
			}
			must[colour] += f.low[i]
			all[colour] += f.high[i]
		}
	}
	optional := must != all
	if c.Words == "" {
		board := "the board has"
		if cell == "item" {
			board = "there are"
		}
		switch {
		case r.most < must[0] && !r.cramped:
			return fmt.Sprintf("%s must be covered, and the %s cover %d at most",
				plural(must[0], cell), pieces, r.most)
		case r.least > all[0]:
			return fmt.Sprintf("%s %s, and the %s cover %d at least", board, plural(all[0], cell),
				pieces, r.least)
		case r.divisor > 1 && must[0] == all[0] && all[0]%r.divisor != 0:
			number := fmt.Sprintf("a multiple of %d", r.divisor)
			if r.divisor == 2 {
				number = "an even number"
			}
			return fmt.Sprintf("%s %s, and the %s cover %s", board, plural(all[0], cell), pieces,
				number)
		case optional:
			return fmt.Sprintf("%s %s, of which %d must be covered, and no choice of %s covers "+
				"from %d to %d",
				board, plural(all[0], cell), must[0], pieces, must[0], all[0])
		default:
			return fmt.Sprintf("%s %s, and no choice of %s covers %d", board, plural(all[0], cell),
				pieces, all[0])
		}
	}
	text := fmt.Sprintf("with %ss coloured %s the board has %d of one and %d of the other", cell,
		c.Words, all[0], all[1])
	if optional {
		text += fmt.Sprintf(" (%d and %d must be covered)", must[0], must[1])
	}
	return text + ", which the " + pieces + " cannot cover however they lie"
}
