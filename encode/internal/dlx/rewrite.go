package dlx

import (
	"fmt"

	"github.com/exactile/exactile/encode/cover"
)

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
