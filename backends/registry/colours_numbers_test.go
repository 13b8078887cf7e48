package registry_test

import "fmt"

// cycleText is a cycle of bits in which each word of some bits comes once. The bits of a word
// are at the given distances from its place; the word of zeros is at the first place. With
// distances 0, 1, 2, ... it is de Bruijn's; exercise 94 has 0, 1, 3, 4.
func cycleText(distances ...int) string {
	var w writer
	length := 1 << len(distances)
	for word := range length {
		for place := range length {
			if (word == 0) != (place == 0) {
				continue
			}
			var bits []string
			for k, d := range distances {
				bits = append(bits, fmt.Sprintf("b%d:%d", (place+d)%length, word>>k&1))
			}
			w.option([]string{in("w", word), in("p", place)}, bits...)
		}
	}
	return w.String()
}

// intervalsText is rows of n different tones, the first 0, in which all steps modulo n from one
// to the next are different. Exercise 103.
func intervalsText(n int) string {
	var w writer
	for at := range n {
		for tone := range n {
			if (at == 0) == (tone == 0) {
				w.option([]string{in("at", at), in("tone", tone)}, fmt.Sprintf("x%d:%d", at, tone))
			}
		}
	}
	for step := 1; step < n; step++ {
		for to := 1; to < n; to++ {
			for tone := range n {
				if next := (tone + step) % n; next != 0 && (tone == 0) == (to == 1) {
					w.option([]string{in("step", step), in("to", to)},
						fmt.Sprintf("x%d:%d", to-1, tone), fmt.Sprintf("x%d:%d", to, next))
				}
			}
		}
	}
	return w.String()
}

// gracefulText is the labels of the vertices of a graph, different ones from 0 to the number of
// edges, whose differences at the edges are all different.
func gracefulText(edges [][2]int) string {
	var w writer
	for d := 1; d <= len(edges); d++ {
		for low := 0; low+d <= len(edges); low++ {
			for _, e := range edges {
				for _, label := range [][2]int{{low, low + d}, {low + d, low}} {
					w.option([]string{in("d", d), in("e", e[:]...)},
						fmt.Sprintf("v%d:%d", e[0], label[0]), fmt.Sprintf("v%d:%d", e[1], label[1]),
						fmt.Sprintf("l%d:%d", label[0], e[0]), fmt.Sprintf("l%d:%d", label[1], e[1]))
				}
			}
		}
	}
	return w.String()
}

// pathGraph is the graph of n vertices in a row.
func pathGraph(n int) (edges [][2]int) {
	for k := 1; k < n; k++ {
		edges = append(edges, [2]int{k - 1, k})
	}
	return edges
}

// wordsText is a word search: each word lies once in a square of letters, in a row or a column,
// forwards or backwards.
func wordsText(side int, words ...string) string {
	var w writer
	for _, word := range words {
		for k := range 4 * side * side {
			x, y := k/4%side, k/4/side
			dx, dy := []int{1, 0, -1, 0}[k%4], []int{0, 1, 0, -1}[k%4]
			endX, endY := x+dx*(len(word)-1), y+dy*(len(word)-1)
			if min(endX, endY) < 0 || max(endX, endY) >= side {
				continue
			}
			var letters []string
			for c := range word {
				letters = append(letters, in("c", x+c*dx, y+c*dy)+":"+word[c:c+1])
			}
			w.option([]string{word}, letters...)
		}
	}
	return w.String()
}
