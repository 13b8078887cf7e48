package lattice

import (
	"fmt"
	"strings"
)

// Describe describes a group of motions of l, given as a list with the identity first and turns
// before mirrors: "turns by 90 degrees and 4 mirrors, as a square has".
func (l *Lattice) Describe(motions []Motion) string {
	var turns, mirrors []Motion
	for _, g := range motions {
		if g.Mirror {
			mirrors = append(mirrors, g)
		} else {
			turns = append(turns, g)
		}
	}
	if len(motions) < 2 {
		return "none"
	}
	if l.Dims == 3 {
		return describeSpace(len(turns), len(mirrors))
	}
	switch {
	case len(turns) < 2 && len(mirrors) == 1:
		return mirrors[0].Name
	case len(turns) < 2:
		return fmt.Sprintf("%d mirrors", len(mirrors))
	}
	// The first turn after the identity is the least; the others are its multiples.
	text := strings.Replace(turns[1].Name, "turn", "turns", 1)
	if len(turns) == 2 {
		text = turns[1].Name
	}
	switch len(mirrors) {
	case 0:
		return text
	case 1:
		return text + " and " + mirrors[0].Name
	}
	text += fmt.Sprintf(" and %d mirrors", len(mirrors))
	if figure := map[int]string{3: "an equilateral triangle", 4: "a square",
		6: "a regular hexagon"}[len(turns)]; figure != "" && len(mirrors) == len(turns) {
		text += ", as " + figure + " has"
	}
	return text
}

// describeSpace is Describe in space, given the numbers of turns, with the identity, and mirrors.
func describeSpace(turns, mirrors int) string {
	text := fmt.Sprintf("%d turns", turns)
	switch {
	case turns == 24 && mirrors == 24:
		return "all 24 turns and 24 mirrors of a cube"
	case turns == 24 && mirrors == 0:
		return "all 24 turns of a cube, no mirrors"
	case turns == 1:
		text = "no turns"
	}
	switch mirrors {
	case 0:
		return text + ", no mirrors"
	case 1:
		return text + " and 1 mirror"
	}
	return text + fmt.Sprintf(" and %d mirrors", mirrors)
}
