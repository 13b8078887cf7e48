package registry_test

import (
	"slices"
	"strings"
)

// squaresText is MacMahon's: each of the 24 squares whose edges have three colours lies once in
// the rows and columns, both even numbers. Edges that touch are alike, and all edges at the
// border have the first colour. Squares turn. The square that is all of the first colour
// lies in the first quarter of the board: so it is in a fourth of all solutions, since
// motions take it to the other quarters.
func squaresText(rows, columns int) string {
	var w writer
	var border []string
	for c := range columns {
		border = append(border, in("h", 0, c)+":a", in("h", rows, c)+":a")
	}
	for r := range rows {
		border = append(border, in("v", r, 0)+":a", in("v", r, columns)+":a")
	}
	w.option([]string{"border"}, border...)
	for r := range rows {
		for c := range columns {
			for _, t := range wordsOf("abc", "abc", "abc", "abc") {
				if t == "aaaa" && (r >= rows/2 || c >= columns/2) {
					continue
				}
				w.option([]string{in("c", r, c), leastTurn(t)},
					in("h", r, c)+":"+t[:1], in("v", r, c+1)+":"+t[1:2],
					in("h", r+1, c)+":"+t[2:3], in("v", r, c)+":"+t[3:])
			}
		}
	}
	return w.String()
}

// trianglesText is MacMahon's, too: the 24 triangles of four colours in a hexagon with edges of
// length 2, one colour at the border. The triangle that is all of this colour lies in one
// cell of kind 0 (at the border), 1 (at the centre) or 2; alike is how many cells there are
// of that kind, which motions take to each other. Exercise 126.
func trianglesText(kind int) (text string, alike int) {
	var w writer
	type triangle [3]int // x, y, and 1 if it points down
	var all []triangle
	sides := func(t triangle) []string {
		return []string{in("h", t[0], t[1]+t[2]), in("r", t[0]+t[2], t[1]), in("l", t[0], t[1])}
	}
	uses := make(map[string]int)
	for k := range 32 {
		t := triangle{k / 2 % 4, k / 8, k % 2}
		if sum := t[0] + t[1] + t[2]; sum >= 2 && sum <= 5 {
			all = append(all, t)
			for _, s := range sides(t) {
				uses[s]++
			}
		}
	}
	kindOf := func(t triangle) int {
		for _, s := range sides(t) {
			if uses[s] == 1 {
				return 0
			}
		}
		// The corners of the triangle at the centre, which is (2,2), are (x,y), (x+1,y) and
		// (x,y+1), or, where it points down, (x+1,y+1), (x+1,y) and (x,y+1).
		dx, dy := 2-t[0], 2-t[1]
		if corner := dx + dy - t[2]; min(dx, dy) < 0 || max(dx, dy) > 1 || corner < 0 || corner > 1 {
			return 2
		}
		return 1
	}
	var border []string
	for s, n := range uses {
		if n == 1 {
			border = append(border, s+":a")
		}
	}
	slices.Sort(border)
	w.option([]string{"border"}, border...)
	for _, t := range all {
		here := kindOf(t) == kind
		for _, word := range wordsOf("abcd", "abcd", "abcd") {
			if word == "aaa" && (!here || alike > 0) {
				continue
			}
			s := sides(t)
			w.option([]string{in("c", t[:]...), leastTurn(word)},
				s[0]+":"+word[:1], s[1]+":"+word[1:2], s[2]+":"+word[2:])
		}
		if here {
			alike++
		}
	}
	return w.String(), alike
}

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
