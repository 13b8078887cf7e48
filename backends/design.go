package backends

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/exactile/exactile/backends/internal/hitting"
	"github.com/exactile/exactile/encode/cover"
)

// A Design is a way to leave one solution of a model: hints, options that must be chosen.
// None of them can be spared.
type Design struct {
	Hints    []int // increasing
	Solution cover.Solution
	// Fewest is how many hints it takes to leave this solution alone, -1 where that is not known.
	Fewest int
}

// DesignOptions say what hints are looked for. The zero value asks for none.
type DesignOptions struct {
	Hints int    // at most so many
	Seed  uint64 // of the order in which they come
	// MostListed is how many solutions are listed at most; 0: 262144. Of more than these, or of
	// those that have so much in common that it would take minutes to compare all of them, some
	// are drawn, Draws at most, 0 being 1000.
	MostListed, Draws int
}

// A DesignReport says what was looked through for designs, and so why there are no more.
type DesignReport struct {
	// Listed says that all solutions were; Solutions is how many were looked at.
	Listed    bool
	Solutions int
	// Contained is how many of them are a part of another one, so that no hints leave them
	// alone.
	Contained int
	// AtLeast, if not 0, is how many hints it takes at least, more than were allowed.
	AtLeast int
	// Spent says that some sets of hints were given up as too many to be searched.
	Spent bool
}

// Designs yields different designs of m, no two of which m.Sym takes to each other. Where all
// solutions can be listed, they come by how many hints they have: first all with the fewest
// that leave any solution alone, and in the end all that there are. Each solution gives one
// before another gives a second. Of more solutions some are drawn, each with the same chance
// where a diagram of moderate size has all of them, else by searches in orders by chance; each
// gives one design, which has as few hints as it takes unless that is not known, and is checked
// by searches for other solutions. Designs depend on the seed and on m, and where solutions
// are drawn on what b finds. The report, if not nil, is true when the sequence has ended.
//
// Hints leave a solution alone if each other solution lacks one of them: so they hit what the
// solution has, and another has not, for each other. Where these are not listed, those that
// do not hit yet are looked for, and added one by one.
//
// Source: the second is the implicit hitting set algorithm; R. Karp, Implicit hitting set
// problems and multi-genome alignment, CPM 2010.
func Designs(
	ctx context.Context, b Backend, m *cover.Model, o DesignOptions, about *DesignReport,
) iter.Seq2[Design, error] {
	if o.MostListed <= 0 {
		o.MostListed = 1 << 18
	}
	if o.Draws <= 0 {
		o.Draws = 1000
	}
	if about == nil {
		about = new(DesignReport)
	}
	return func(yield func(Design, error) bool) {
		*about = DesignReport{}
		d := &designer{
			ctx: ctx, backend: b, model: m, DesignOptions: o, about: about,
			source: rand.NewPCG(o.Seed, 0), seen: make(map[string]bool),
		}
		all, err := d.list()
		switch {
		case err != nil:
			yield(Design{}, err)
		case all != nil:
			if l := newListing(m, all); l.work(max(1, len(m.Sym))) <= mostWork {
				d.yieldListed(l, yield)
				return
			}
			fallthrough
		default:
			d.yieldDrawn(yield)
		}
	}
}

// A designer is one range over Designs.
type designer struct {
	DesignOptions
	ctx     context.Context
	backend Backend
	model   *cover.Model
	about   *DesignReport
	source  *rand.PCG
	seen    map[string]bool // designs, each as the least of its images
	kept    int             // sets of targets
}

// mostEntries bounds what is listed, in options of all solutions together: a hundred megabytes.
const mostEntries = 1 << 23

// list returns all solutions, nil if they are more than may be, or too large for a set.
func (d *designer) list() (all []cover.Solution, err error) {
	all = []cover.Solution{}
	room := mostEntries
	for s, err := range Checked(d.model, d.backend.Solutions(d.ctx, d.model)) {
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

// mostWork bounds the comparison of all solutions with each other, in options that two have in
// common: half a minute's work or so. mostKept bounds what is kept of it, in sets.
const (
	mostWork = 1 << 31
	mostKept = 1 << 21
)

// fewTargets are looked through for how many more hints than are allowed it takes.
const fewTargets = 1 << 12

// designBudget bounds the search for the hints of one size of one solution, in steps: a
// second's work or so.
const designBudget = 1 << 18

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
		// A solution gives one, then one more, then two, four, eight more.
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
	if !found {
		for _, t := range targets {
			d.setsOf(l, t) // how many are contained says why there is none
		}
	}
}

// A target is a solution that is to be left alone.
type target struct {
	solution int
	order    []int // its options, in an order by chance
	sets     []hitting.Set
	known    bool // sets are kept
	met      bool // sets were known once
	fewest   int  // hints that it takes; -1: not known
	searched bool // there is no more to be known of that
}

// targets returns one solution of each orbit, in an order by chance.
func (d *designer) targets(l *listing) []*target {
	var targets []*target
	for _, n := range permutation(d.source, len(l.all)) {
		if l.all[n].Least(d.model.Sym) {
			targets = append(targets, &target{solution: n, order: d.shuffled(l.all[n]), fewest: -1})
		}
	}
	return targets
}

// shuffled returns the options of a solution in an order by chance.
func (d *designer) shuffled(s cover.Solution) (order []int) {
	for _, k := range permutation(d.source, len(s)) {
		order = append(order, s[k])
	}
	return order
}

// hintsOf returns the options that a set numbers in an order, increasing.
func hintsOf(set hitting.Set, order []int) (hints []int) {
	for e := range set.Elements() {
		hints = append(hints, order[e])
	}
	slices.Sort(hints)
	return hints
}

// some returns the designs of a target with so many hints, from one number to another, and
// whether there are no more.
func (d *designer) some(l *listing, t *target, size, from, to int) (designs []Design, last bool) {
	lone := func(o int) bool { return len(l.with[o]) == 1 }
	if size == 0 && len(l.all) > 1 || size == 1 && !slices.ContainsFunc(t.order, lone) {
		return nil, true // it can be seen without the sets
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

// setsOf returns what hints for a target must hit. It is kept while there is room.
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

// isNew reports whether no symmetry takes some hints to those of a design that was there.
func (d *designer) isNew(hints []int) bool {
	key := fmt.Sprint(cover.Solution(hints).Canonical(d.model.Sym))
	if d.seen[key] {
		return false
	}
	d.seen[key] = true
	return true
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

// work is how many options all solutions have in common with each other, of one of so many
// symmetric ones.
func (l *listing) work(symmetries int) (n int) {
	for _, with := range l.with {
		n += len(with) * len(with) / symmetries
	}
	return n
}

// lacking returns what each other solution lacks of the options of a target, as numbers in
// its order; of two such sets of which one contains the other only the smaller one.
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
			l.lacks[n] = l.lacks[n].Or(one) // what it has, for now
		}
	}
	var sets []hitting.Set
	for _, n := range touched {
		sets = append(sets, whole.Minus(l.lacks[n]))
		l.lacks[n] = hitting.Set{}
	}
	if len(touched) < len(l.all)-1 {
		sets = append(sets, whole) // some have nothing in common
	}
	return slices.Clone(hitting.Minimal(sets))
}

// errNoDesign is that a solution that was drawn gives no design that was asked for.
var errNoDesign = errors.New("backends: no such design")
