package polycube

import (
	"fmt"
	"strings"
)

// Write returns the puzzle as directives, each piece as its coordinates.
func (p *Puzzle) Write() string {
	var b strings.Builder
	fmt.Fprintf(&b, "D:xDim=%d:yDim=%d:zDim=%d", p.Size[0], p.Size[1], p.Size[2])
	if p.OneSide {
		b.WriteString(":oneSide")
	}
	b.WriteByte('\n')
	for _, piece := range p.Pieces {
		kind := "M"
		if piece.Stationary {
			kind = "S"
		}
		fmt.Fprintf(&b, "C:name=%s:type=%s:layout=", piece.Name, kind)
		for k, c := range piece.Cells {
			if k > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%d %d %d", c[0], c[1], c[2])
		}
		b.WriteByte('\n')
	}
	b.WriteString("~D\n")
	return b.String()
}

// Fits reports whether a definition can hold the name of a movable piece, in coordinates and in
// drawings.
func Fits(name string) bool {
	return name != "" && name != "." && name != Wall && !strings.HasPrefix(name, "~") &&
		!strings.ContainsAny(name, " \t:=#,")
}

// Wall is the name of the stationary piece that covers the places of the box that are not on the
// board: a definition has no other way to exclude places.
const Wall = "*"
