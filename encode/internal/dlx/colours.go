package dlx

import (
	"fmt"
	"maps"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// A colour is how options cover a secondary item: those that give it the same colour agree,
// others exclude each other. Without a name it is no colour, which agrees with none.
type colour struct {
	item int
	name string
}

// colours are the options that give each colour, in increasing order.
type colours map[colour][]int

// A rewrite makes bounds of colours. The model has the solutions of the coloured one, one
// for one.
//
// An item X=c without a bound says which options give X the colour c. What gives X no
// colour, or one that no other option gives, covers X as ever. What remains is that options
// of different colours exclude each other. An item that is covered at most once says this
// only of options that all exclude each other. Those that cover one other item that is
// covered at most once do so already, such as all pieces that may lie in one cell. So the
// options that use X fall into groups, and any two groups agree by few items that are added:
// see agree, which makes no options. Where there are many groups, an option more for each
// colour says that it is not used: see unused. In the model, these come after the others.
//
// To choose an option drops the same options by agree as Knuth's algorithm C drops when it
// purifies a list, so that a search has no more nodes. To have colours searched as they are
// would save the entries that are added, and take a second meaning of "covered" in every
// search, encoding, rewrite and reduction, and in the checker.
type rewrite struct {
	m      *cover.Model
	names  map[string]bool
	next   int // where numbers of names that are there already go on
	added  []addedItem
	limits Limits
	most   int // groups that agree in pairs
	now    int // the coloured item whose meaning is said
	spent  int // entries of all options
	// Of the text:
	uses    []int   // how many options have each item
	singles [][]int // the first items of each option that have room for one
	common  []int   // scratch of groups for each item; all zero otherwise
}

// An addedItem is nothing that an option is, so that it comes after what has a name.
type addedItem struct {
	name    string
	min     int // the most is 1
	options []int
}

// A group is options that exclude each other whatever their colours.
type group struct {
	always bool // just one of them is in every solution
	byName map[string][]int
	size   int
}

// rewrite makes bounds of the colours in a model, whose options have the items of the
// colours not yet, and own their slices; most is how many groups agree in pairs. The error
// is that it takes more than the limits.
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

// item says what the colours of an item mean.
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
		return nil // the item says all, or nothing
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

// groups parts options by items with room for one: those that cover the item that most
// cover, of the others those that cover what most of them do, and so on. That is few groups,
// if not always as few as there can be. Where they are too many to agree in pairs, each of
// the others goes by the item that is most common among them.
func (r *rewrite) groups(shared map[string][]int) []group {
	var rest []member
	for _, name := range slices.Sorted(maps.Keys(shared)) {
		for _, o := range shared[name] {
			rest = append(rest, member{name, o})
		}
	}
	var seen []int // items that the rest cover, r.common of them
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

// looked is how many items of an option are looked at for what else it excludes, so that
// wide options do not take the square of their items.
const looked = 16

func (g *group) add(name string, options ...int) {
	if g.byName == nil {
		g.byName = make(map[string][]int)
	}
	g.byName[name] = append(g.byName[name], options...)
	g.size += len(options)
}

// name adds an item.
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

// cover has options cover an item.
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

// fits reports whether so many entries and items more are within the limits.
func (r *rewrite) fits(entries, items int) bool {
	return r.spent+entries <= r.limits.Entries &&
		len(r.m.Items)+len(r.added)+items <= r.limits.Items
}

// leavesRoom reports whether no more than half of the limits is spent then: the items that
// are yet to come may need the rest.
func (r *rewrite) leavesRoom(entries, items int) bool {
	return len(r.m.Items)+len(r.added)+items <= r.limits.Items/2 &&
		r.spent+entries <= r.limits.Entries/2
}

// tooMany is the error where something does not fit.
func (r *rewrite) tooMany() error {
	l := r.limits
	return fmt.Errorf("colours take more than %d items, %d options, or "+
		"%d items in all options together", l.Items, l.Options, l.Entries)
}
