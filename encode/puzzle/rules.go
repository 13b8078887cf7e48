package puzzle

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/internal/text"
)

// A ruler makes the items of groups and rules.
type ruler struct {
	*Tiling
	board  *boardIndex
	covers [][]int // the options of each item
	left   int     // how many entries the model may still get
	made   map[string]bool
	index  map[string]int // of the pieces
}

// addRules adds that the groups and rules hold. Items whose bounds cannot bind are not made. So
// many of the entries that a model may have are used.
func (t *Tiling) addRules(b *boardIndex, used, entries int) error {
	r := &ruler{t, b, t.Covers(), entries - used, make(map[string]bool), t.Puzzle.index()}
	tooLarge := func(part string, k int) error {
		return &Error{Part: part, Index: k, Err: &TooLargeError{entries}, Text: fmt.Sprintf(
			"with this %s the options cover more than %d items in all", part, entries)}
	}
	for k, g := range t.Puzzle.Groups {
		if r.group(g); r.left < 0 {
			return tooLarge("group", k)
		}
	}
	for k := range t.Puzzle.Rules {
		if r.rule(&t.Puzzle.Rules[k]); r.left < 0 {
			return tooLarge("rule", k)
		}
	}
	return nil
}

// add adds an item that the options cover, which it sorts, unless there is the same one.
func (r *ruler) add(kind string, b Bounds, options []int, broken func(n int) string) {
	r.left -= len(options) // even if it is there: that takes as long to find out
	slices.Sort(options)
	options = slices.Compact(options)
	b.Max = max(b.Min, min(b.Max, len(options)))
	key := binary.AppendVarint(binary.AppendVarint(nil, int64(b.Min)), int64(b.Max))
	for _, o := range options {
		key = binary.AppendUvarint(key, uint64(o))
	}
	if r.made[string(key)] {
		return
	}
	r.made[string(key)] = true
	r.limit(fmt.Sprintf("!%s%d", kind, len(r.limits)+1), b, options, broken)
}

// group adds the item of a group.
func (r *ruler) group(g Group) {
	if least, most := r.Puzzle.uses(g, r.index); least >= g.Count.Min && most <= g.Count.Max {
		return
	}
	r.add("group", g.Count, r.placements(g), func(n int) string {
		return fmt.Sprintf("%s are used %s in all, not %s", text.And(g.Pieces), times(n), g.Count)
	})
}

// placements lists the options of the pieces of a group.
func (r *ruler) placements(g Group) (options []int) {
	for _, name := range g.Pieces {
		options = append(options, r.covers[r.index[name]]...)
	}
	return options
}

// rule adds the items of a rule: one for each place and each kind of pieces.
func (r *ruler) rule(rule *Rule) {
	if rule.At == atFits {
		r.fits()
		return
	}
	verb := map[string]string{atCorners: "meet", atSides: "touch", atCrossings: "cross"}[rule.At]
	kinds, names, copies := r.kinds(rule)
	kind := func(o int) int { return kinds[r.Placements[o].Piece] }
	for _, at := range r.places(rule) {
		all := r.touching(rule, at.sites)
		slices.SortFunc(all, func(a, b int) int { return cmp.Or(kind(a)-kind(b), a-b) })
		all = slices.Compact(all)
		for from, to := 0, 0; from < len(all) && r.left >= 0; from = to {
			k := kind(all[from])
			for to < len(all) && kind(all[to]) == k {
				to++
			}
			if min(copies[k], to-from) <= rule.Most {
				continue
			}
			b, options, whole := r.bound(rule.Most, at.sites, all[from:to],
				to-from == len(all) && rule.At != atCrossings)
			if options == nil {
				continue
			}
			r.add(rule.At, b, options, func(n int) string {
				return fmt.Sprintf("%s %s %s %s", inWords(max(n, whole-n)), names[k], verb, at.name)
			})
		}
	}
}

// touching lists the options that touch a place, perhaps repeated: those that cover one of its
// sites or, at a crossing, two that lie in a line.
func (r *ruler) touching(rule *Rule, sites []int) (all []int) {
	base := len(r.Puzzle.Pieces)
	for k, s := range sites {
		for _, o := range r.covers[base+s] {
			if rule.At != atCrossings || slices.Contains(r.Options[o], base+sites[k^1]) {
				all = append(all, o)
			}
		}
	}
	return all
}

// A place is where placements meet: sites, and its name in a sentence.
type place struct {
	sites []int
	name  string
}

// places lists the places of a rule, in the order of their first sites: the corners where sites
// meet, or the pairs of neighbours. Where there is a side there is a corner.
func (r *ruler) places(rule *Rule) (places []place) {
	l := r.Puzzle.Lattice
	known := make(map[lattice.Cell]int)
	var wrap Wrap // of corners: rows are level, so that a move along x is one of corners, too
	for k, move := range r.board.wrap {
		v := l.Origin(move)
		wrap[k] = lattice.Cell{v[0], v[1], move[2]}
	}
	for s, site := range r.board.sites {
		if rule.At == atCrossings {
			if sites := r.crossing(site.At); sites != nil {
				point := site.At.Add(lattice.Cell{1})
				places = append(places, place{sites, "at [" + cellName(l, point) + "]"})
			}
			continue
		}
		if rule.At == atSides && !rule.Diagonal {
			for _, c := range l.Neighbours(site.At) {
				if n := r.board.site(c); n > s {
					places = append(places, place{[]int{s, n},
						"between " + cellList(l, []lattice.Cell{site.At, c})})
				}
			}
			continue
		}
		for _, point := range corners(l, site.At) {
			k, seen := known[wrap.Home(point)]
			if !seen {
				k = len(places)
				known[wrap.Home(point)] = k
				places = append(places, place{})
			}
			at := &places[k]
			if !slices.Contains(at.sites, s) { // a narrow closed board has it on both sides
				at.sites = append(at.sites, s)
			}
			if at.name = "at [" + cellName(l, point) + "]"; corners(l, point)[0] != point {
				var cells []lattice.Cell // no cell begins there, as on hexagons
				for _, s := range at.sites {
					cells = append(cells, r.board.sites[s].At)
				}
				at.name = "between " + cellList(l, cells)
			}
		}
	}
	return places
}

// crossing returns the sites of four sticks around the right end of a flat one, the flat ones
// first; nil if not all are there.
func (r *ruler) crossing(c lattice.Cell) (sites []int) {
	for _, d := range []lattice.Cell{{}, {2, 0}, {1, -1}, {1, 1}} {
		s := r.board.site(c.Add(d))
		if sites = append(sites, s); s < 0 || c[0]%2 == 0 {
			return nil
		}
	}
	return sites
}

// corners lists the corners of a cell, in space those of both its ends.
func corners(l *lattice.Lattice, c lattice.Cell) (points []lattice.Cell) {
	for z := range max(1, l.Dims-1) {
		for _, v := range l.Corners(c) {
			points = append(points, lattice.Cell{v[0], v[1], c[2] + z})
		}
	}
	return points
}

// kinds returns which pieces count together, by piece, and for each kind what to call its
// placements, and how many there are at most.
func (r *ruler) kinds(rule *Rule) (kinds []int, names []string, copies []int) {
	known := make(map[string]int)
	for k, piece := range r.Puzzle.Pieces {
		name := map[string]string{
			"": "pieces", ofColour: "pieces of the colour " + piece.Colour,
			ofPiece: fmt.Sprintf("copies of piece %q", piece.Name),
		}[rule.Of]
		kind, seen := known[name]
		if !seen {
			kind = len(names)
			known[name] = kind
			names, copies = append(names, name), append(copies, 0)
		}
		kinds = append(kinds, kind)
		copies[kind] = min(Unbounded, copies[kind]+r.Items[k].Max)
	}
	return kinds, names, copies
}

// bound returns the item of a place: at most so many placements of one kind touch its sites. The
// options are nil if that always holds.
//
// If all count and every site must be covered, n sites have n placements less one for each further
// site of a placement. So "at most n-1" is that some placement covers two sites, which decides far
// earlier than a sum over all. For this form whole is n: then the placements that touch the sites
// are n less the covers of the item.
func (r *ruler) bound(
	most int, sites, own []int, all bool,
) (b Bounds, options []int, whole int) {
	base := len(r.Puzzle.Pieces)
	covered := make([]bool, len(sites))
	var wide []int
	widest, reached := 0, 0
	for _, o := range own {
		n := 0
		for k, s := range sites {
			if _, on := slices.BinarySearch(r.Options[o], base+s); on {
				n++
				if !covered[k] {
					reached++
				}
				covered[k] = true
			}
		}
		if widest = max(widest, n); n > 1 {
			wide = append(wide, o)
		}
	}
	all = all && !slices.ContainsFunc(sites, func(s int) bool { return r.board.sites[s].Optional })
	need := len(sites) - most
	switch {
	case reached <= most:
		return b, nil, 0
	case all && len(wide) >= need && (need == 1 || widest == 2):
		return Bounds{need, Unbounded}, wide, len(sites)
	}
	return Bounds{0, most}, own, 0
}

// fits adds an item for each placement that could be added where its cells are empty: a placement
// covers one of them, or its piece is used up.
func (r *ruler) fits() {
	base := len(r.Puzzle.Pieces)
	never, once := make([]bool, base), make([][]Group, base) // by piece
	for _, g := range r.Puzzle.allGroups() {
		for _, name := range g.Pieces {
			k := r.index[name]
			never[k] = never[k] || g.Count.Min == g.Count.Max // no copy can be added
			if g.Count.Max == 1 {
				once[k] = append(once[k], g)
			}
		}
	}
next:
	for o, pl := range r.Placements {
		if r.left < 0 {
			return
		}
		if never[pl.Piece] {
			continue
		}
		var touching []int
		for _, i := range r.Options[o][1:] {
			if !r.board.sites[i-base].Optional {
				continue next
			}
			touching = append(touching, r.covers[i]...)
		}
		for _, g := range once[pl.Piece] {
			touching = append(touching, r.placements(g)...)
		}
		r.add(atFits, Bounds{1, Unbounded}, touching, func(int) string {
			return fmt.Sprintf("piece %q still fits on %s", r.Puzzle.Pieces[pl.Piece].Name,
				cellList(r.Puzzle.Lattice, pl.Cells))
		})
	}
}
