package puzzle

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
)

// itemName spells a piece's name as one word of Knuth's text format that differs from the names of
// cells: percent signs, commas, a leading '!' and the characters that have a meaning in the format
// become %XX.
func itemName(name string) string {
	var b strings.Builder
	for k, c := range []byte(name) {
		if c <= ' ' || c == 0x7f || strings.IndexByte("%,|:", c) >= 0 || k == 0 && c == '!' {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// coordinates returns the coordinates of a cell as they are written: two in the plane, three in
// space.
func coordinates(l *lattice.Lattice, c lattice.Cell) []int {
	if l != nil && l.Layered() {
		return c[:]
	}
	return c[:2:2]
}

// cellName spells a cell as "x,y" or, in space, "x,y,z".
func cellName(l *lattice.Lattice, c lattice.Cell) string {
	var b []byte
	for k, n := range coordinates(l, c) {
		if k > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return string(b)
}

// regionsText names the regions to which a piece is restricted.
func regionsText(within string) string {
	if runes := []rune(within); len(runes) == 1 {
		return fmt.Sprintf("the region %q", runes[0])
	}
	return fmt.Sprintf("the regions %q", within)
}

// times spells how often something happens.
func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// inWords spells a number as a sentence does.
func inWords(n int) string {
	small := strings.Fields("no one two three four five six seven eight nine ten")
	if n < len(small) {
		return small[n]
	}
	return strconv.Itoa(n)
}

func cellList(l *lattice.Lattice, cells []lattice.Cell) string {
	names := make([]string, len(cells))
	for k, c := range cells {
		names[k] = "(" + cellName(l, c) + ")"
	}
	return strings.Join(names, " ")
}
