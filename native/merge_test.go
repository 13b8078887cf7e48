package native

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/run"
)

// profiles counts the domino tilings of a rectangle from one row to the next: a
// number for each set of the cells of a row that are covered from above. It shares
// nothing with the package, not even the order of the cells.
func profiles(width, height int) *big.Int {
	rows := map[int]*big.Int{0: big.NewInt(1)}
	for range height {
		next := map[int]*big.Int{}
		for covered, ways := range rows {
			var fill func(x, below int)
			fill = func(x, below int) {
				switch {
				case x == width:
					if next[below] == nil {
						next[below] = new(big.Int)
					}
					next[below].Add(next[below], ways)
				case covered>>x&1 == 1:
					fill(x+1, below)
				default:
					fill(x+1, below|1<<x)
					if x+1 < width && covered>>(x+1)&1 == 0 {
						fill(x+2, below)
					}
				}
			}
			fill(0, 0)
		}
		rows = next
	}
	return rows[0]
}

// TestMergingToTheLastDigit counts what needs one word, two, and ten, and with an item beside the
// board that one of many options covers.
func TestMergingToTheLastDigit(t *testing.T) {
	const times = 70_001
	for _, size := range [][2]int{{8, 8}, {6, 50}, {8, 40}, {4, 200}, {200, 8}} {
		want := profiles(min(size[0], size[1]), max(size[0], size[1]))
		m := boards.Dominoes(size[0], size[1])
		for _, s := range []Searcher{{}, {Workers: 3}, {forced: layered, NoSymmetry: true}, {forced: layered}, {forced: "frontier"}} {
			if n := mustCount(t, s, m); n.Cmp(want) != 0 {
				t.Errorf("dominoes %v, %v: %v, want %v", size, s, n, want)
			}
		}
		m.Items, m.Pos, m.Sym = append(m.Items, cover.Item{Name: "x", Min: 1, Max: 1}), nil, nil
		for range times {
			m.Options = append(m.Options, []int{len(m.Items) - 1})
		}
		want.Mul(want, big.NewInt(times))
		if n := mustCount(t, Searcher{forced: "frontier"}, m); n.Cmp(want) != 0 {
			t.Errorf("%v, with one of %d: %v, want %v", size, times, n, want)
		}
	}
}

// TestMergingInLittleMemory divides layers, and gives merging up where there is no
// room at all; neither the counts nor the statistics depend on the workers.
func TestMergingInLittleMemory(t *testing.T) {
	tromino := boards.Shape{Name: "L3", Cells: boards.ParseShape("XX X."), Max: 40}
	for _, row := range []struct {
		name string
		m    *cover.Model
		want int64
		room []int64 // in states
	}{
		{"dominoes 6x6", boards.Dominoes(6, 6), 6728, []int64{0, 16, 40, 100, 1000}},
		{"dominoes 8x8", boards.Dominoes(8, 8), 12988816, []int64{64, 90, 200, 1000}},
		{"L-trominoes 6x9", boards.Rectangle(6, 9, '.').Model(tromino), 4312, []int64{0, 32, 60, 90, 1000}},
		{"L-trominoes 9x9", boards.Rectangle(9, 9, '.').Model(tromino), 1193600, []int64{200, 400, 5000}},
		{"pentominoes 3x20", boards.Rectangle(20, 3, '.').Model(boards.Pentominoes...), 8, []int64{100, 1000}},
	} {
		if testing.Short() && row.want > 10000 {
			continue
		}
		for _, room := range row.room {
			var one, three Stats
			s := Searcher{Memory: 1 + room*32, NoSymmetry: true, forced: layered}
			s.Stats = func(st Stats) { one = st }
			if n := mustCount(t, s, row.m); !n.IsInt64() || n.Int64() != row.want {
				t.Errorf("%s, room for %d: %v, want %d", row.name, room, n, row.want)
			}
			s.Stats, s.Workers, s.shards = func(st Stats) { three = st }, 3, 8
			if n := mustCount(t, s, row.m); !n.IsInt64() || n.Int64() != row.want {
				t.Errorf("%s, room for %d, three workers: %v, want %d", row.name, room, n, row.want)
			}
			one.Away, three.Away = 0, 0 // what waits where depends on who comes first
			if one != three {
				t.Errorf("%s, room for %d: one worker %+v, three %+v", row.name, room, one, three)
			}
			if testing.Short() {
				break
			}
		}
	}
}

// TestMergingShares has all workers fill all layers, and only the large ones.
func TestMergingShares(t *testing.T) {
	m := boards.Dominoes(14, 16)
	want := profiles(14, 16)
	var one, three Stats
	for _, shards := range []int{0, 2, 8, 64} {
		a := mustCount(t, Searcher{shards: shards, forced: layered, Stats: func(s Stats) { one = s }}, m)
		b := mustCount(t, Searcher{shards: shards, forced: layered, Workers: 3, Stats: func(s Stats) { three = s }}, m)
		if a.Cmp(want) != 0 || b.Cmp(want) != 0 {
			t.Errorf("%d shards: one worker counts %v, three %v, want %v", shards, a, b, want)
		}
		if one != three || one.Engine != layered {
			t.Errorf("%d shards: one worker %+v, three %+v", shards, one, three)
		}
	}
}

// TestLongCountsMergeWhereAllPiecesDiffer counts with twins of pieces that have names of their
// own: 2^6 times as many solutions as with pairs of the same. Unless twins are counted as copies,
// the count merges states; a count with a budget, a listing and a plan search.
func TestLongCountsMergeWhereAllPiecesDiffer(t *testing.T) {
	t.Parallel()
	var twins []boards.Shape
	for _, s := range boards.Pentominoes[:6] {
		one, other := s, s
		one.Name, other.Name = s.Name+"1", s.Name+"2"
		twins = append(twins, one, other)
	}
	m := boards.Rectangle(15, 4, '.').Model(twins...)
	var st Stats
	s := Searcher{Stats: func(did Stats) { st = did }, levels: run.Levels{copies: -1}}
	const want = 2612 << 6
	if n := mustCount(t, s, m); n.Int64() != want || st.Engine != layered {
		t.Errorf("%v by %s, want %d by merging", n, st.Engine, want)
	}
	s.MaxNodes = 1 << 40
	if n := mustCount(t, s, m); n.Int64() != want || st.Engine == layered {
		t.Errorf("with a budget: %v by %s, want %d by a search", n, st.Engine, want)
	}
	p, advice, err := Searcher{}.Partition(t.Context(), m, false, 8)
	if err != nil || p.Engine == layered || advice.Merges {
		t.Errorf("a plan divides %s, %+v, %v", p.Engine, advice, err)
	}
}

// TestLateMerging counts what no merging can count in the time: then a search finds some solutions.
func TestLateMerging(t *testing.T) {
	board := boards.Dominoes(30, 30)
	bare := *board // an order has to be recovered
	bare.Pos = nil
	for name, m := range map[string]*cover.Model{"a board": board, "none": &bare} {
		for limit := time.Second; ; limit *= 2 { // a busy machine needs longer
			var st Stats
			meter := new(Meter)
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			_, err := Searcher{Meter: meter, Stats: func(s Stats) { st = s }}.Count(ctx, m)
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Fatalf("%s: error %v", name, err)
			}
			if st.Merging > 0 && meter.Solutions() > 0 {
				break
			}
			if limit > 5*time.Minute {
				t.Fatalf("%s: %+v after %v, %d solutions", name, st, limit, meter.Solutions())
			}
		}
	}
}

// States that differ only in how often an item is covered, beyond what it needs, are one: here 21
// corners that some domino must cover twice.
func TestNeedsMerge(t *testing.T) {
	const width, height = 4, 8
	m := boards.Rectangle(width, height, '.').Model(
		boards.Shape{Name: "monomino", Cells: boards.ParseShape("X"), Min: 0, Max: 100},
		boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Min: 0, Max: 100})
	m.Sym = nil
	for corner := range (width - 1) * (height - 1) {
		x, y := corner%(width-1), corner/(width-1)
		i := len(m.Items)
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprint("corner ", x, ",", y), Min: 1, Max: 4})
		m.Pos = append(m.Pos, -1)
		for o, option := range m.Options {
			around := 0
			for _, item := range option {
				at := m.Pos[item]
				if dx, dy := at%width-x, at/width-y; at >= 0 && dx>>1 == 0 && dy>>1 == 0 {
					around++
				}
			}
			if around == 2 {
				m.Options[o] = append(option, i)
			}
		}
	}
	var did Stats
	n := mustCount(t, Searcher{forced: layered, Stats: func(s Stats) { did = s }}, m)
	if n.Int64() != 922 { // A192090: tatami tilings of a 4 x 8 board
		t.Errorf("counted %v", n)
	}
	if did.Nodes > 20_000 {
		t.Errorf("%d nodes", did.Nodes)
	}
}
