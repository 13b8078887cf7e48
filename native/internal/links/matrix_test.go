package links

import (
	"math/rand/v2"
	"testing"
)

// The rows of a matrix say which options cover an item and which clash, and those of a
// narrower one say the same of the options that are left, whether items fit words or not.
func TestRowsAreThoseOfTheOptions(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, items := range []int{40, MaxWordItems, 70, MaxPairItems} {
		options := make([]pair, 700)
		var open pair
		for k := range options {
			for range 1 + rnd.IntN(5) {
				options[k] = options[k].or(only(rnd.IntN(items)))
			}
			open = open.or(options[k])
		}
		var all, part bitMatrix
		all.build(options, nil, open)
		wantRows(t, &all, options)
		var some []int32
		var left []pair
		open = pair{}
		for k, x := range options {
			if k%3 > 0 && !x.has(7) {
				some, left, open = append(some, int32(k)), append(left, x), open.or(x)
			}
		}
		for range 2 { // in memory that is new, and that was used before
			part.narrow(&all, some, open)
			wantRows(t, &part, left)
		}
	}
}

// only is the set of one item.
func only(item int) pair {
	if item < 64 {
		return pair{1 << item, 0}
	}
	return pair{0, 1 << (item - 64)}
}

func wantRows(t *testing.T, m *bitMatrix, options []pair) {
	t.Helper()
	bit := func(row []stripe, k int) bool { return row[k/stripeBits][k/64%len(stripe{})]>>(k&63)&1 != 0 }
	for k, x := range options {
		for i := range MaxPairItems {
			if bit(m.cover(i), k) != x.has(i) {
				t.Fatalf("option %d of %d, item %d", k, len(options), i)
			}
		}
		for j, y := range options {
			row := m.clashes[k/stripeBits*len(options)+j:][:1]
			if bit(row, k%stripeBits) != (x.clash(y) != 0) {
				t.Fatalf("options %d and %d of %d", k, j, len(options))
			}
		}
		if len(m.words) > 0 && m.words[k] != m.compress.word(x) {
			t.Fatalf("word of option %d of %d", k, len(options))
		}
	}
}
