package dlx

import (
	"fmt"
	"maps"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// A colour is the colour that options give a secondary item: options with the same colour agree,
// others exclude each other. The empty name is no colour, which agrees with none.
type colour struct {
	item int
	name string
}

// colours are the options that give each colour, in increasing order.
type colours map[colour][]int

// A rewrite turns colours into bounds. The solutions of the model are those of the coloured one,
// one for one.
//
// An item X=c, without a bound, is covered by the options that give X the colour c. Options that
// give X no colour, or a colour that no other option gives, cover X as usual. It remains to make
// options of different colours exclude each other. An item covered at most once does that only for
// options that all exclude each other, as do options that share another item covered at most once,
// such as all pieces on one cell. So the options that use X are split into groups, and a few added
// items make any two groups agree: see agree, which adds no options. If there are many groups, an
// added option for each colour means that the colour is not used: see unused. In the model these
// options come after the others.
//
// With agree, choosing an option drops the same options as purifying a list in Knuth's algorithm C,
// so that a search has no more nodes. Native colours would save the added entries, but every
// search, encoding, rewrite and reduction, and the checker, would need a second meaning of
// "covered".
type rewrite struct {
	m      *cover.Model
	names  map[string]bool
	next   int // the next number for names that are taken
	added  []addedItem
	limits Limits
	most   int // the greatest number of groups that agree in pairs
	now    int // the coloured item that is being rewritten
	spent  int // entries of all options
	// Of the original text:
	uses    []int   // how many options have each item
	singles [][]int // the first items with Max at most 1 of each option
	common  []int   // scratch of groups for each item; all zero otherwise
}

// An addedItem does not identify options, so that it comes after the named items.
type addedItem struct {
	name    string
	min     int // Max is 1
	options []int
}

// A group is a set of options that exclude each other whatever their colours.
type group struct {
	always bool // exactly one of them is in every solution
	byName map[string][]int
	size   int
}

// rewrite turns the colours of a model into bounds. The options of the model do not have the items
// of the colours yet, and own their slices; most is the greatest number of groups that agree in
// pairs. The error is that the limits are exceeded.
func (c colours) rewrite(m *cover.Model, limits Limits, most int) error {
	r := rewrite{m: m, names: make(map[string]bool), limits: limits, most: most}
	r.uses, r.common = make([]int, len(m.Items)), make([]int, len(m.Items))
	r.singles = make([][]int, len(m.Options))
	r.next = 2
	for _, it := range m.Items {
		r.names[it.Name] = true
	}
	for o, items := range m.Options {
		r.spent += len(items)
		for _, i := range items {
			r.uses[i]++
			if m.Items[i].Max <= 1 && len(r.singles[o]) < looked {
				r.singles[o] = append(r.singles[o], i)
			}
		}
	}
	byItem := make(map[int][]string)
	for at := range c {
		byItem[at.item] = append(byItem[at.item], at.name)
	}
	for _, i := range slices.Sorted(maps.Keys(byItem)) {
		names := byItem[i]
		slices.Sort(names)
		if err := r.item(i, names, c); err != nil {
			return err
		}
	}
	for _, a := range r.added {
		r.cover(r.name(a.name, a.min, 1), a.options...)
		m.Added++
	}
	for _, items := range m.Options {
		slices.Sort(items)
	}
	return nil
}

// item rewrites the colours of an item.
func (r *rewrite) item(i int, names []string, c colours) error {
	r.now = i
	var alone group // options that agree with no other
	shared := make(map[string][]int)
	named := make(map[string]int)
	uses := 0
	for _, name := range names {
		uses += len(c[colour{i, name}])
	}
	if !r.fits(uses, len(names)) {
		return r.tooMany()
	}
	for _, name := range names {
		options := c[colour{i, name}]
		if name != "" {
			named[name] = r.name(r.m.Items[i].Name+"="+name, 0, len(options))
			r.cover(named[name], options...)
		}
		if name != "" && len(options) > 1 {
			shared[name] = options
			continue
		}
		r.cover(i, options...)
		alone.add(name, options...)
	}
	if len(shared) == 0 || len(shared) == 1 && alone.size == 0 {
		return nil // item i is enough, or nothing is needed
	}
	parts := r.groups(shared)
	groups := parts
	if alone.size > 0 {
		groups = append(groups, alone)
	}
	if len(groups) > r.most || !r.leavesRoom(pairwise(groups)) {
		return r.unused(i, named, parts, alone.size > 0)
	}
	for b := range groups {
		for a := range b {
			r.agree(groups[a], groups[b])
		}
	}
	return nil
}

// A member is an option and the colour that it gives.
type member struct {
	name   string
	option int
}

// groups splits options by items with Max at most 1: first the options that cover the item covered
// most often, then of the others likewise, and so on. This gives few groups, though not always the
// fewest. Once they are too many to agree in pairs, each remaining option goes by its item that
// occurs most often among the rest.
func (r *rewrite) groups(shared map[string][]int) []group {
	var rest []member
	for _, name := range slices.Sorted(maps.Keys(shared)) {
		for _, o := range shared[name] {
			rest = append(rest, member{name, o})
		}
	}
	var seen []int // items that the rest cover, r.common[i] times
	for _, m := range rest {
		for _, i := range r.singles[m.option] {
			if r.common[i]++; r.common[i] == 1 {
				seen = append(seen, i)
			}
		}
	}
	slices.Sort(seen)
	var groups []group
	for len(rest) > 0 && len(groups) < r.most {
		best := -1
		for _, i := range seen {
			if r.common[i] > 0 && (best < 0 || r.common[i] > r.common[best]) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		var g group
		rest = slices.DeleteFunc(rest, func(m member) bool {
			if !slices.Contains(r.singles[m.option], best) {
				return false
			}
			g.add(m.name, m.option)
			for _, i := range r.singles[m.option] {
				r.common[i]--
			}
			return true
		})
		g.always = r.m.Items[best].Min == 1 && r.uses[best] == g.size
		groups = append(groups, g)
	}
	parts := make(map[int]*group)
	for _, m := range rest {
		by := -1 - m.option // it may be alone in its group
		for _, i := range r.singles[m.option] {
			if by < 0 || r.common[i] > r.common[by] {
				by = i
			}
		}
		if parts[by] == nil {
			parts[by] = &group{}
		}
		parts[by].add(m.name, m.option)
	}
	for _, i := range seen {
		r.common[i] = 0
	}
	for _, by := range slices.Sorted(maps.Keys(parts)) {
		groups = append(groups, *parts[by])
	}
	return groups
}

// looked bounds the items of an option that groups considers, so that wide options do not take
// quadratic time.
const looked = 16

func (g *group) add(name string, options ...int) {
	if g.byName == nil {
		g.byName = make(map[string][]int)
	}
	g.byName[name] = append(g.byName[name], options...)
	g.size += len(options)
}

// name adds an item, with a number after its name if the name is taken.
func (r *rewrite) name(name string, low, high int) int {
	fresh := name
	for ; r.names[fresh]; r.next++ {
		fresh = fmt.Sprint(name, "=", r.next)
	}
	r.names[fresh] = true
	r.m.Items = append(r.m.Items, cover.Item{Name: fresh, Min: low, Max: high})
	return len(r.m.Items) - 1
}

// option adds an option that covers an item.
func (r *rewrite) option(item int) int {
	r.m.Options = append(r.m.Options, []int{item})
	r.spent++
	return len(r.m.Options) - 1
}

// cover makes options cover an item.
func (r *rewrite) cover(item int, options ...int) {
	for _, o := range options {
		r.m.Options[o] = append(r.m.Options[o], item)
	}
	r.spent += len(options)
}

// add adds an item without a name of its own.
func (r *rewrite) add(least int, options ...int) {
	r.added = append(r.added, addedItem{r.m.Items[r.now].Name + "=agree", least, options})
	r.spent += len(options)
}

// fits reports whether so many more entries and items are within the limits.
func (r *rewrite) fits(entries, items int) bool {
	return r.spent+entries <= r.limits.Entries &&
		len(r.m.Items)+len(r.added)+items <= r.limits.Items
}

// leavesRoom reports whether they use at most half of the limits: later items may need the rest.
func (r *rewrite) leavesRoom(entries, items int) bool {
	return len(r.m.Items)+len(r.added)+items <= r.limits.Items/2 &&
		r.spent+entries <= r.limits.Entries/2
}

// tooMany returns the error for exceeded limits.
func (r *rewrite) tooMany() error {
	l := r.limits
	return fmt.Errorf("colours take more than %d items, %d options, or "+
		"%d items in all options together", l.Items, l.Options, l.Entries)
}
