package puzzle

import (
	"slices"
	"strings"
)

// Congruent lists the groups of two or more pieces that have the same set of orientations and the
// same regions, that no Group names and no Rule tells apart, as increasing indices into Pieces.
// They are still different pieces: swapping two of them gives another solution.
func (p *Puzzle) Congruent() [][]int {
	return p.congruent(func(k int) []Orientation { return p.Pieces[k].Orientations(p.Lattice) })
}

// Congruent is that of the puzzle. It turns no piece again.
func (t *Tiling) Congruent() [][]int {
	return t.Puzzle.congruent(func(k int) []Orientation { return t.Orientations[k] })
}

func (p *Puzzle) congruent(orientationsOf func(k int) []Orientation) [][]int {
	var groups [][]int
	var sets [][]Orientation // of the first of each group
	named := make(map[string]bool)
	for _, g := range p.Groups {
		for _, name := range g.Pieces {
			named[name] = true
		}
	}
	for k := range p.Pieces {
		if named[p.Pieces[k].Name] {
			continue
		}
		orientations := orientationsOf(k)
		within := regionSet(p.Pieces[k].Within)
		at := 0
		for at < len(groups) && !(within == regionSet(p.Pieces[groups[at][0]].Within) &&
			p.interchangeable(&p.Pieces[k], &p.Pieces[groups[at][0]]) &&
			sameSet(sets[at], orientations)) {
			at++
		}
		if at == len(groups) {
			sets = append(sets, orientations)
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], k)
	}
	return slices.DeleteFunc(groups, func(group []int) bool { return len(group) < 2 })
}

// interchangeable reports whether the rules see copies of two pieces as copies of one.
func (p *Puzzle) interchangeable(a, b *Piece) bool {
	once := Bounds{0, 1} // two of them are 0..2, of which no rule knows whether one more fits
	return !slices.ContainsFunc(p.Rules, func(r Rule) bool {
		return r.Of == ofPiece || r.Of == ofColour && a.Colour != b.Colour ||
			r.At == atFits && (a.Count == once || b.Count == once)
	})
}

// regionSet returns the regions in sorted order, so that equal sets compare equal.
func regionSet(within string) string {
	set := []rune(within)
	slices.Sort(set)
	return string(set)
}

// MergeCongruent returns the puzzle in which congruent pieces are one type. The type is in the
// place of the first of the pieces; its name is their names joined by '+' (with another '+' as long
// as some piece has that name), its bounds are the sums of theirs, and hints for the pieces become
// hints for the type. Claims are dropped, since they are about the puzzle with distinct pieces. If
// no pieces are congruent, p itself is returned.
func (p *Puzzle) MergeCongruent() *Puzzle {
	groups := p.Congruent()
	if len(groups) == 0 {
		return p
	}
	merged := *p
	merged.Claims = nil
	pieces := slices.Clone(p.Pieces)
	gone := make([]bool, len(pieces))
	renamed := make(map[string]string)
	taken := make(map[string]bool)
	for _, piece := range p.Pieces {
		taken[piece.Name] = true
	}
	for _, group := range groups {
		first := &pieces[group[0]]
		var names []string
		for n, k := range group {
			names = append(names, p.Pieces[k].Name)
			if n > 0 {
				gone[k] = true
				first.Count.Min = min(Unbounded, first.Count.Min+p.Pieces[k].Count.Min)
				first.Count.Max = min(Unbounded, first.Count.Max+p.Pieces[k].Count.Max)
			}
		}
		first.Name = strings.Join(names, "+")
		for taken[first.Name] {
			first.Name += "+"
		}
		taken[first.Name] = true
		for _, name := range names {
			renamed[name] = first.Name
		}
	}
	merged.Pieces = nil
	for k, piece := range pieces {
		if !gone[k] {
			merged.Pieces = append(merged.Pieces, piece)
		}
	}
	merged.Place = slices.Clone(p.Place)
	for k, h := range merged.Place {
		if name, ok := renamed[h.Piece]; ok {
			merged.Place[k].Piece = name
		}
	}
	merged.Over = slices.Clone(p.Over)
	for k, over := range merged.Over {
		if name, ok := renamed[over.Piece]; ok {
			merged.Over[k].Piece = name
		}
	}
	return &merged
}
