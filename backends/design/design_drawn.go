package design

import (
	"errors"
	"iter"
	"slices"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/design/internal/hitting"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// The limits of numbering the solutions, for drawing.
const (
	drawNodes  = 1 << 24
	drawMemory = 256 << 20
)

// errNoDesign is returned if a drawn solution gives no design within the limits.
var errNoDesign = errors.New("backends: no such design")

// yieldDrawn yields a design for each of some drawn solutions.
func (d *designer) yieldDrawn(yield func(Design, error) bool) {
	draws := 0
	for s, err := range d.drawn() {
		if err != nil {
			yield(Design{}, err)
			return
		}
		d.about.Solutions++
		design, err := d.designOf(s)
		switch {
		case errors.Is(err, errNoDesign):
		case err != nil:
			yield(Design{}, err)
			return
		case d.isNew(design.Hints):
			if !yield(design, nil) {
				return
			}
		}
		if draws++; draws == d.Draws {
			return
		}
	}
}

// drawn yields solutions without end: by random numbers, each with the same chance, if
// numbering them is quick, else the first in a random order of the options.
func (d *designer) drawn() iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		numbered := native.Searcher{MaxNodes: drawNodes, Memory: drawMemory}
		if set, err := numbered.Rank(d.ctx, d.model); err == nil {
			set.Random(d.Seed)(yield)
			return
		}
		for {
			s, ok, err := d.first()
			if !ok && err == nil || !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// first returns the first solution in a random order of the options.
func (d *designer) first() (s cover.Solution, ok bool, err error) {
	m := *d.model
	m.Sym, m.Options = nil, make([][]int, len(d.model.Options))
	order := cover.Permutation(d.source, len(m.Options))
	for o, old := range order {
		m.Options[o] = d.model.Options[old]
	}
	if s, ok, err = backends.First(d.ctx, d.backend, &m); !ok || err != nil {
		return nil, false, err
	}
	for k, o := range s {
		s[k] = order[o]
	}
	slices.Sort(s)
	return s, true, nil
}

// another returns a solution that contains the hints and is not s.
func (d *designer) another(s cover.Solution, hints []int) (t cover.Solution, ok bool, err error) {
	hints = slices.Sorted(slices.Values(hints))
	m := d.model.Restrict(cover.Shard{Take: hints})
	for t, err := range backends.Verified(m, backends.AtMostN(d.ctx, d.backend, m, 2)) {
		if err != nil {
			return nil, false, err
		}
		if !slices.Equal(t, s) {
			return t, true, nil
		}
	}
	return nil, false, nil
}

// designOf returns a design for a solution, with the fewest hints if they can be found. The
// error is errNoDesign if there is none.
func (d *designer) designOf(s cover.Solution) (Design, error) {
	order := d.shuffled(s)
	if len(s) > hitting.Most {
		return d.tight(s, order)
	}
	var sets []hitting.Set
	budget := designBudget
	for {
		set, atLeast, ok := hitting.Smallest(sets, min(d.Hints, len(s)), &budget)
		if !ok && budget < 0 {
			return d.tight(s, order)
		}
		if !ok {
			if atLeast <= len(s) && (d.about.AtLeast == 0 || atLeast < d.about.AtLeast) {
				d.about.AtLeast = atLeast
			}
			return Design{}, errNoDesign
		}
		hints := hintsOf(set, order)
		other, found, err := d.another(s, hints)
		if err != nil {
			return Design{}, err
		}
		if !found {
			return Design{hints, s, len(hints)}, nil
		}
		lacks, err := d.lacking(s, other, order)
		if err != nil {
			return Design{}, err
		}
		sets = hitting.Minimal(append(sets, lacks))
	}
}

// lacking returns the options of s that some solution near s lacks, as places in the order:
// a subset of what other lacks, of which no other solution lacks only a proper part. The
// error is errNoDesign if the set is empty.
func (d *designer) lacking(s, other cover.Solution, order []int) (lacks hitting.Set, err error) {
	tried := make(map[int]bool)
	for {
		var common []int
		lacks = hitting.Set{}
		next := -1
		for e, o := range order {
			if _, has := slices.BinarySearch(other, o); has {
				common = append(common, o)
				continue
			}
			lacks = lacks.Or(hitting.Of(e))
			if next < 0 && !tried[o] {
				next = o
			}
		}
		switch {
		case lacks == hitting.Set{}:
			d.about.Contained++
			return lacks, errNoDesign
		case next < 0:
			return lacks, nil
		}
		tried[next] = true
		nearer, found, err := d.another(s, append(common, next))
		if err != nil {
			return lacks, err
		}
		if found {
			other = nearer
		}
	}
}

// tight returns a design for a solution in which no hint can be left out, but which may
// have more hints than needed.
func (d *designer) tight(s cover.Solution, order []int) (Design, error) {
	d.about.Spent = true
	var hints []int
	for {
		other, found, err := d.another(s, hints)
		if err != nil {
			return Design{}, err
		}
		if !found {
			break
		}
		lacks := slices.IndexFunc(order, func(o int) bool { return !slices.Contains(other, o) })
		if lacks < 0 {
			d.about.Contained++
			return Design{}, errNoDesign
		}
		hints = append(hints, order[lacks])
	}
	for k := len(hints) - 1; k >= 0; k-- {
		fewer := slices.Delete(slices.Clone(hints), k, k+1)
		_, found, err := d.another(s, fewer)
		if err != nil {
			return Design{}, err
		}
		if !found {
			hints = fewer
		}
	}
	if len(hints) > d.Hints {
		return Design{}, errNoDesign
	}
	slices.Sort(hints)
	return Design{hints, s, -1}, nil
}
