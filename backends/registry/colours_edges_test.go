package registry_test

import (
	"slices"
	"strings"
)

// tetradsText is an n by n board of unit squares of 92 types, whose edges have symbols. Edges
// that touch have the same symbol. Squares do not turn; the one in the middle is given by
// its name. Types are named by the codes that they are made of. Exercise 121; the codes
// are those of section 2.3.4.3, exercise 5, with A, B, C and E for the four Greek letters
// and O for the empty code.
func tetradsText(n int, middle string) string {
	types := tetrads()
	var w writer
	for r := range n {
		for c := range n {
			for _, name := range types {
				if r == n/2 && c == n/2 && name != middle {
					continue
				}
				edge := symbols(name)
				var uses []string
				if r > 0 {
					uses = append(uses, in("h", r, c)+":"+edge[0])
				}
				if r < n-1 {
					uses = append(uses, in("h", r+1, c)+":"+edge[1])
				}
				if c > 0 {
					uses = append(uses, in("v", r, c)+":"+edge[2])
				}
				if c < n-1 {
					uses = append(uses, in("v", r, c+1)+":"+edge[3])
				}
				w.option([]string{in("c", r, c)}, uses...)
			}
		}
	}
	return w.String()
}

// tetrads returns the names of all types: one code of each word of a line.
func tetrads() []string {
	var names []string
	for line := range strings.SplitSeq(`A abcd
B Y OUQ PT
B OUDQ PST
B K OUQ
C XO LPST OQ
C R OQ
C J LPST
E X LPST OQ
E Y OUQ PT
E N abcd
E J LPST
E K OUQ
E RLPST OUDQ`, "\n") {
		names = append(names, wordsOf(strings.Fields(line)...)...)
	}
	return names
}

// symbols returns the symbols on the edges of a type: above, below, left and right.
func symbols(name string) [4]string {
	codes := map[rune]string{
		'A': "1 2 1 2", 'B': "3 4 2 1", 'C': "2 1 3 4", 'E': "4 3 4 3",
		'a': "Q D P R", 'b': "- - L P", 'c': "U Q T S", 'd': "- - S T",
		'N': "Y - X -", 'J': "D U - X", 'K': "- Y R L", 'O': "- - - -",
		'R': "- - R R", 'L': "- - L L", 'P': "- - P P", 'S': "- - S S",
		'T': "- - T T", 'X': "- - X X", 'Y': "Y Y - -", 'U': "U U - -",
		'D': "D D - -", 'Q': "Q Q - -",
	}
	var edges [4]string
	for k := range edges {
		var parts []string
		for _, code := range name {
			if s := strings.Fields(codes[code])[k]; s != "-" {
				parts = append(parts, s)
			}
		}
		slices.Sort(parts)
		edges[k] = strings.Join(parts, "")
	}
	return edges
}
