package puzzle

import (
	"slices"
	"strings"
)

// Congruent lists the groups of two or more pieces that have the same set of
// orientations and are held to the same regions, as increasing indices into Pieces.
// Such pieces are different pieces all the same: swapping two of them gives another
// solution.
func (p *Puzzle) Congruent() [][]int {
	var groups [][]int
	var sets [][]Orientation // of the first of each group
	for k := range p.Pieces {
		orientations := p.Pieces[k].Orientations(p.Lattice)
		within := regionSet(p.Pieces[k].Within)
		at := 0
		for at < len(groups) && !(within == regionSet(p.Pieces[groups[at][0]].Within) && sameSet(sets[at], orientations)) {
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

// regionSet returns the regions in an order that does not depend on how they are written.
func regionSet(within string) string {
	set := []rune(within)
	slices.Sort(set)
	return string(set)
}

// MergeCongruent returns the puzzle in which congruent pieces are one type: it
// stands where the first of them stood, its name is theirs joined by '+' (and one
// '+' more while another piece has that name), its bounds are their sums, and hints
// for any of them are hints for it. Claims are left out, since they are about the
// puzzle with names. If no pieces are congruent, p itself is returned.
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
	return &merged
}
