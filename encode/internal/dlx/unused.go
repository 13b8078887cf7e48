package dlx

import (
	"maps"
	"slices"
)

// unused makes options of different colours exclude each other. Each shared colour gets one more
// option, its own, which is chosen if and only if no option of the colour is. The items are:
//
//	ITEM=COLOUR  1 or more of the options of the colour and its own
//	(added)      at most one of the colour's own and its options of one group
//	ITEM=unused  of the colours of an item all but one, or all
//
// Options that agree with none count together as one colour here, and the item itself requires that
// exactly one of them or their own option is chosen.
//
// It costs an option for each shared colour, an item for each group that has the colour, and two
// entries each time that an option gives a colour. That is less than making many groups agree in
// pairs, but a search takes a step for each unused colour.
func (r *rewrite) unused(i int, named map[string]int, groups []group, alone bool) error {
	entries, items := 0, 1
	colours := make(map[string]bool)
	for _, g := range groups {
		for name := range g.byName {
			colours[name] = true
		}
		entries += g.size + len(g.byName)
		items += len(g.byName)
	}
	shared := slices.Sorted(maps.Keys(colours))
	options := len(r.m.Options) + len(shared) + 1
	if !r.fits(entries+2*len(shared)+2, items) || options > r.limits.Options {
		return r.tooMany()
	}
	either := len(shared)
	unused := r.name(r.m.Items[i].Name+"=unused", 0, 0)
	if alone {
		either++
		r.m.Items[i].Min = 1
		r.cover(i, r.option(unused))
	}
	r.m.Items[unused].Min, r.m.Items[unused].Max = either-1, either
	for _, name := range shared {
		own := r.option(unused)
		r.cover(named[name], own)
		r.m.Items[named[name]].Min, r.m.Items[named[name]].Max = 1, r.m.Items[named[name]].Max+1
		for _, g := range groups {
			if options := g.byName[name]; len(options) > 0 {
				r.add(0, append([]int{own}, options...)...)
			}
		}
	}
	return nil
}
