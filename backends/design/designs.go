package design

import (
	"context"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/design/internal/hitting"
	"github.com/exactile/exactile/encode/cover"
)

// All yields different designs of m, no two of which m.Sym takes to each other. If all
// solutions can be listed, designs come by their number of hints: first all with the fewest
// that leave any solution alone, and in the end all that exist. Each solution gives one design
// before another gives a second. If there are more solutions, some are drawn, each with the
// same chance if a diagram of moderate size holds them all, else by searches in random orders;
// each gives one design, with the fewest hints possible unless Fewest is -1, checked by
// searches for other solutions. Designs depend on the seed and on m and, if solutions are
// drawn, on what b finds. The report, if not nil, is filled when the sequence has ended.
//
// Hints leave a solution alone if each other solution lacks one of them: for each other
// solution they must hit the set of options that it lacks. If these sets are not listed, sets
// that the hints do not hit yet are looked for, and added one by one.
//
// Source: the latter is the implicit hitting set algorithm; R. Karp, Implicit hitting set
// problems and multi-genome alignment, CPM 2010.
func All(
	ctx context.Context, b backends.Backend, m *cover.Model, o Options, about *Report,
) iter.Seq2[Design, error] {
	if o.MostListed <= 0 {
		o.MostListed = 1 << 18
	}
	if o.Draws <= 0 {
		o.Draws = 1000
	}
	if about == nil {
		about = new(Report)
	}
	return func(yield func(Design, error) bool) {
		*about = Report{}
		d := &designer{
			ctx: ctx, backend: b, model: m, Options: o, about: about,
			source: rand.NewPCG(o.Seed, 0), seen: make(map[string]bool),
		}
		all, err := d.list()
		if err != nil {
			yield(Design{}, err)
			return
		}
		if all != nil {
			if l := newListing(m, all); l.work(max(1, len(m.Sym))) <= mostWork {
				d.yieldListed(l, yield)
				return
			}
		}
		d.yieldDrawn(yield)
	}
}

// mostEntries bounds what is listed, in options of all solutions together: a hundred megabytes.
const mostEntries = 1 << 23

// list returns all solutions, nil if they are too many, or one is too large for a set.
func (d *designer) list() (all []cover.Solution, err error) {
	all = []cover.Solution{}
	room := mostEntries
	for s, err := range backends.Verified(d.model, d.backend.Solutions(d.ctx, d.model)) {
		if err != nil {
			return nil, err
		}
		if room -= len(s); len(all) == d.MostListed || room < 0 || len(s) > hitting.Most {
			return nil, nil
		}
		all = append(all, slices.Clone(s))
	}
	slices.SortFunc(all, func(a, b cover.Solution) int { return slices.Compare(a, b) })
	return all, nil
}

// mostWork bounds the comparison of all solutions with each other, in options that two have
// in common: about half a minute's work. mostKept bounds the sets kept from it.
const (
	mostWork = 1<<31 - 1
	mostKept = 1 << 21
)

// fewTargets are searched for how many more hints than allowed are needed.
const fewTargets = 1 << 12

// yieldListed yields the designs of all solutions, by size.
func (d *designer) yieldListed(l *listing, yield func(Design, error) bool) {
	d.about.Listed, d.about.Solutions = true, len(l.all)
	targets := d.targets(l)
	found := false
	for size := 0; size <= l.largest; size++ {
		switch {
		case size <= d.Hints:
		case found:
			return
		case d.about.AtLeast == 0 && !d.about.Spent:
			d.about.AtLeast = size
			if len(targets) > fewTargets {
				return
			}
		}
		// First each solution gives one design, then one more, then two, four, eight more.
		from, to := 0, 1
		for more := true; more; from, to = to, 2*to {
			more = false
			for _, t := range targets {
				if err := d.ctx.Err(); err != nil {
					yield(Design{}, err)
					return
				}
				designs, last := d.some(l, t, size, from, to)
				more = more || !last
				for _, design := range designs {
					found = true
					if size > d.Hints {
						if d.about.AtLeast > 0 && !d.about.Spent {
							d.about.AtLeast = size
						}
						return
					}
					if d.isNew(design.Hints) && !yield(design, nil) {
						return
					}
				}
			}
		}
	}
}

// A target is a solution to be left alone by hints.
type target struct {
	solution int
	order    []int // its options, in random order
	sets     []hitting.Set
	known    bool // sets are kept
	met      bool // sets were known before
	fewest   int  // hints needed; -1: not known
	searched bool // fewest is final
}

// targets returns one solution of each orbit, in random order.
func (d *designer) targets(l *listing) []*target {
	var targets []*target
	for _, n := range cover.Permutation(d.source, len(l.all)) {
		if l.all[n].Least(d.model.Sym) {
			targets = append(targets, &target{solution: n, order: d.shuffled(l.all[n]), fewest: -1})
		}
	}
	return targets
}

// some returns the designs of a target with size hints whose index is at least from and
// below to, and whether there are no more.
func (d *designer) some(l *listing, t *target, size, from, to int) (designs []Design, last bool) {
	lone := func(o int) bool { return len(l.with[o]) == 1 }
	if size == 0 && len(l.all) > 1 || size == 1 && !slices.ContainsFunc(t.order, lone) {
		return nil, true // clear without the sets
	}
	sets := d.setsOf(l, t)
	budget := designBudget
	n := 0
	for set := range hitting.OfSize(sets, size, &budget) {
		if n++; n <= from {
			continue
		}
		if n > to {
			return designs, false
		}
		if !t.searched {
			t.searched, t.fewest = true, size
		}
		designs = append(designs, Design{hintsOf(set, t.order), l.all[t.solution], t.fewest})
	}
	if budget < 0 {
		d.about.Spent, t.searched = true, true
	}
	return designs, true
}

// setsOf returns the sets that hints for a target must hit. They are kept while there is room.
func (d *designer) setsOf(l *listing, t *target) []hitting.Set {
	if t.known {
		return t.sets
	}
	sets := l.lacking(t)
	if !t.met && len(sets) > 0 && sets[0] == (hitting.Set{}) {
		d.about.Contained++
	}
	t.met = true
	if d.kept+len(sets) <= mostKept {
		d.kept += len(sets)
		t.sets, t.known = sets, true
	}
	return sets
}

// A listing is all solutions of a model, by their options.
type listing struct {
	all     []cover.Solution
	with    [][]int32 // of each option, the solutions that have it
	lacks   []hitting.Set
	largest int // options of a solution
}

func newListing(m *cover.Model, all []cover.Solution) *listing {
	l := &listing{
		all: all, with: make([][]int32, len(m.Options)), lacks: make([]hitting.Set, len(all)),
	}
	for n, s := range all {
		for _, o := range s {
			l.with[o] = append(l.with[o], int32(n))
		}
		l.largest = max(l.largest, len(s))
	}
	return l
}

// work is how many options all solutions have in common with each other, counted for one
// solution of each orbit.
func (l *listing) work(symmetries int) (n int) {
	for _, with := range l.with {
		n += len(with) * len(with) / symmetries
	}
	return n
}

// lacking returns the options of a target that each other solution lacks, as places in its
// order; of two such sets of which one contains the other only the smaller one.
func (l *listing) lacking(t *target) []hitting.Set {
	var whole hitting.Set
	var touched []int32
	for e, o := range t.order {
		one := hitting.Of(e)
		whole = whole.Or(one)
		for _, n := range l.with[o] {
			if int(n) == t.solution {
				continue
			}
			if l.lacks[n] == (hitting.Set{}) {
				touched = append(touched, n)
			}
			l.lacks[n] = l.lacks[n].Or(one) // what it has, until below
		}
	}
	var sets []hitting.Set
	for _, n := range touched {
		sets = append(sets, whole.Minus(l.lacks[n]))
		l.lacks[n] = hitting.Set{}
	}
	if len(touched) < len(l.all)-1 {
		sets = append(sets, whole) // some solutions have nothing in common with it
	}
	return slices.Clone(hitting.Minimal(sets))
}
