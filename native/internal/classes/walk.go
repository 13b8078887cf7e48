package classes

import (
	"context"
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
)

// A Profile holds, for every cell, about how many states a search from all roots reaches
// for the first time there or beyond, and how many nodes come before. It assumes no
// pruning, so that it overestimates the more the deeper it goes.
type Profile struct{ Arrivals, Before []float64 }

// Measure follows random paths down the order of a scheme, this many for all roots together.
//
// Source: D. E. Knuth, Estimating the Efficiency of Backtrack Programs, 1975.
func Measure(
	ctx context.Context, p *problem.Problem, f *Filter, roots []problem.Root, paths int,
) Profile {
	w := newWalk(p, f)
	sum := Profile{make([]float64, f.N+1), make([]float64, f.N+1)}
	here := Profile{make([]float64, f.N+1), make([]float64, f.N+1)}
	rnd := problem.Random(1)
	each := max(1, paths/len(roots))
	for r := range roots {
		clear(here.Arrivals)
		clear(here.Before)
		for range each {
			if ctx.Err() != nil {
				return sum
			}
			w.path(roots[r].Option, &rnd, &here)
		}
		for c := range sum.Before {
			sum.Arrivals[c] += here.Arrivals[c] / float64(each)
			sum.Before[c] += here.Before[c] / float64(each)
		}
	}
	for c := f.N; c > 0; c-- { // nodes at a cell come before the next
		sum.Before[c] = sum.Before[c-1]
	}
	sum.Before[0] = 0
	for c := 1; c <= f.N; c++ {
		sum.Before[c] += sum.Before[c-1]
	}
	return sum
}

// A walk goes down random paths.
type walk struct {
	p       *problem.Problem
	f       *Filter
	cells   []int32   // the item at each position, -1 for a gap
	lowest  [][]int32 // the options by their lowest cell
	covered []int32   // of each item
	holes   []bool    // by position
	fit     []int32   // scratch
}

func newWalk(p *problem.Problem, f *Filter) *walk {
	w := &walk{
		p: p, f: f, cells: slices.Repeat([]int32{-1}, f.N), lowest: make([][]int32, f.N),
		covered: make([]int32, len(p.Items)), holes: make([]bool, f.N),
	}
	for i, c := range f.Pos {
		if c >= 0 {
			w.cells[c] = int32(i)
		}
	}
	for _, o := range p.Live {
		if low := problem.First(f.Pos, p.Model.Options[o]); low >= 0 {
			w.lowest[low] = append(w.lowest[low], o)
		}
	}
	return w
}

// path follows one path from a root, -1 for none, and adds its estimates to a profile.
func (w *walk) path(root int32, rnd *problem.Random, to *Profile) {
	clear(w.covered)
	clear(w.holes)
	if root >= 0 {
		w.take(root)
	}
	width := 1.0
	for c, i := range w.cells {
		to.Arrivals[c] += width
		if i < 0 || w.covered[i] > 0 {
			continue
		}
		to.Before[c] += width
		w.fit = w.fit[:0]
		for _, o := range w.lowest[c] {
			if w.fits(o) {
				w.fit = append(w.fit, o)
			}
		}
		children := len(w.fit)
		if w.p.Items[i].Lo == 0 {
			children++
		}
		if children == 0 {
			return
		}
		width *= float64(children)
		if k := rnd.Below(children); k < len(w.fit) {
			w.take(w.fit[k])
		} else {
			w.holes[c] = true
		}
	}
	to.Arrivals[w.f.N] += width
}

func (w *walk) take(o int32) {
	for _, i := range w.p.Model.Options[o] {
		w.covered[i]++
	}
}

// fits reports whether no item of an option is full, or was left empty.
func (w *walk) fits(o int32) bool {
	for _, i := range w.p.Model.Options[o] {
		if b := w.p.Items[i]; b.N > 0 && w.covered[i] >= b.Hi {
			return false
		}
		if c := w.f.Pos[i]; c >= 0 && w.holes[c] {
			return false
		}
	}
	return true
}
