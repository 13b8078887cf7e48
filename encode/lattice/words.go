package lattice

import (
	"fmt"
	"strings"
)

// Describe describes a group of motions of l, given as a list with the identity first and turns
// before mirrors: "turns by 90 degrees and 4 mirrors, as a square has".
func (l *Lattice) Describe(motions []Motion) string {
	n := len(motions) // of the turns
	for n > 0 && motions[n-1].Mirror {
		n--
	}
	mirrors := len(motions) - n
	text, mirrored := fmt.Sprintf("%d turns", n), fmt.Sprintf("%d mirrors", mirrors)
	switch {
	case len(motions) < 2:
		return "none"
	case l.Dims == 3 && n == 24 && mirrors == 24:
		return "all 24 turns and 24 mirrors of a cube"
	case l.Dims == 3 && n == 24:
		text = "all 24 turns of a cube"
	case l.Dims == 3 && n == 1:
		text = "no turns"
	case l.Dims == 3:
	case n == 1 && mirrors == 1:
		return motions[1].Name
	case n == 1:
		return mirrored
	case n == 2:
		text = motions[1].Name
	default: // the first turn after the identity is the least; the others are its multiples
		text = strings.Replace(motions[1].Name, "turn", "turns", 1)
	}
	switch figure := map[int]string{3: "an equilateral triangle", 4: "a square",
		6: "a regular hexagon"}[n]; {
	case mirrors == 0 && l.Dims == 3:
		return text + ", no mirrors"
	case mirrors == 0:
		return text
	case mirrors == 1 && l.Dims == 3:
		mirrored = "1 mirror"
	case mirrors == 1:
		mirrored = motions[n].Name
	case mirrors == n && figure != "" && l.Dims == 2:
		mirrored += ", as " + figure + " has"
	}
	return text + " and " + mirrored
}
