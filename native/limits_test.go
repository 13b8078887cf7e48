package native

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/boards"
)

// bar is a piece of n cells in a row, used lo to hi times.
func bar(n, lo, hi int) boards.Shape {
	return boards.Shape{Name: fmt.Sprint("bar", n), Cells: boards.ParseShape(strings.Repeat("X", n)), Min: lo, Max: hi}
}

// arrangements is in how many ways the bars cover a row of so many cells, or fit on
// it if cells may stay empty: the sum over all numbers of each bar of the ways to
// order that many bars and single empty cells.
func arrangements(cells int, empty bool, bars []boards.Shape) *big.Int {
	factorial := func(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }
	total := new(big.Int)
	var choose func(k, left, used int, same *big.Int)
	choose = func(k, left, used int, same *big.Int) {
		switch {
		case k < len(bars):
			for n := bars[k].Min; n <= bars[k].Max && n*len(bars[k].Cells) <= left; n++ {
				choose(k+1, left-n*len(bars[k].Cells), used+n, new(big.Int).Mul(same, factorial(n)))
			}
		case left == 0 || empty:
			ways := factorial(used + left)
			total.Add(total, ways.Quo(ways, same.Mul(same, factorial(left))))
		}
	}
	choose(0, cells, 0, big.NewInt(1))
	return total
}

// TestPackedCountsAtTheirLimits has as many copies as fill the bits of their field,
// and one more; bars that just fit the window of 64 cells and that just do not; and
// lower bounds that a full board may miss.
func TestPackedCountsAtTheirLimits(t *testing.T) {
	for _, row := range []struct {
		cells int
		kind  byte
		bars  []boards.Shape
	}{
		{2*255 + 5, '.', []boards.Shape{bar(2, 255, 255), bar(1, 5, 5)}},
		{2*256 + 5, '.', []boards.Shape{bar(2, 256, 256), bar(1, 5, 5)}},
		{2*64 + 5, '.', []boards.Shape{bar(2, 61, 64), bar(1, 0, 1<<30)}},
		{2*31 + 9, '?', []boards.Shape{bar(2, 30, 31), bar(1, 2, 4)}},
		{2*32 + 9, '?', []boards.Shape{bar(2, 31, 32), bar(3, 1, 2), bar(1, 1, 3)}},
		{65, '?', []boards.Shape{bar(33, 1, 1), bar(32, 0, 1)}},
		{66, '?', []boards.Shape{bar(34, 1, 1), bar(32, 1, 1)}},
		{70, '?', []boards.Shape{bar(63, 1, 1), bar(1, 0, 3)}},
		{128, '.', []boards.Shape{bar(64, 0, 2), bar(32, 0, 3)}},
		{70, '?', []boards.Shape{bar(64, 0, 1), bar(1, 0, 2)}},
		{140, '?', []boards.Shape{bar(65, 1, 2), bar(2, 0, 1)}},
	} {
		m := boards.Rectangle(row.cells, 1, row.kind).Model(row.bars...)
		want := arrangements(row.cells, row.kind == '?', row.bars)
		all := []Searcher{{}, {forced: layered}, {forced: layered, NoSymmetry: true}, {Workers: 2, Memory: 1 << 20}}
		if want.BitLen() < 16 {
			all = append(all, Searcher{forced: "wide", merge: -1}, Searcher{forced: "words"}, Searcher{forced: "links"})
		}
		for _, s := range all {
			if n := mustCount(t, s, m); n.Cmp(want) != 0 {
				t.Errorf("%d cells %c, %d bars, %v: %v, want %v", row.cells, row.kind, len(row.bars), s, n, want)
			}
		}
	}
}

// TestManyCounts has about as many counts as a packed word has bits, one of which
// may be that of the holes. Piece k covers cell k or the next one, so the solutions
// are told apart by the cell that stays empty.
func TestManyCounts(t *testing.T) {
	for _, pieces := range []int{62, 63, 64, 65, 130} {
		m := &cover.Model{}
		for k := range pieces {
			m.Items = append(m.Items, cover.Item{Name: fmt.Sprint("piece", k), Min: 1, Max: 1})
			m.Pos = append(m.Pos, -1)
			m.Options = append(m.Options, []int{k, pieces + k}, []int{k, pieces + k + 1})
		}
		for c := range pieces + 1 {
			m.Items = append(m.Items, cover.Item{Name: fmt.Sprint(c), Max: 1})
			m.Pos = append(m.Pos, c)
		}
		for _, engine := range append(searches, "") {
			s := Searcher{forced: engine}
			if n := mustCount(t, s, m); n.Int64() != int64(pieces+1) {
				t.Errorf("%d pieces, %v: %v, want %d", pieces, s, n, pieces+1)
			}
		}
	}
}
