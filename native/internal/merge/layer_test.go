package merge

import (
	"context"
	"math/big"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"weak"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// TestNumbersGrow adds numbers of random widths in a shard and with big integers.
func TestNumbersGrow(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	l := &layer{waste: new(atomic.Int64)}
	for round := range 20 {
		l.reset(0, 1)
		s := &l.shards[0]
		s.begin()
		want := map[mergedState]*big.Int{}
		for range 5000 {
			q := mergedState{f: r.Uint64N(50), k: r.Uint64N(50)}
			number := make([]uint64, 1+r.IntN(1+round/4))
			for j := range number {
				// All ones are the likeliest to carry.
				if number[j] = r.Uint64(); r.IntN(2) == 0 {
					number[j] = 1<<64 - 1
				}
			}
			known := want[q] != nil
			if !known {
				want[q] = new(big.Int)
			}
			want[q].Add(want[q], fromWords(number))
			if isNew := s.add(q, q.hash(), number); isNew == known {
				t.Fatalf("round %d: state %v is new: %v", round, q, isNew)
			}
		}
		if s.n != len(want) {
			t.Fatalf("round %d: %d states, want %d", round, s.n, len(want))
		}
		for n := range s.n {
			if q, number := s.state(n); fromWords(number).Cmp(want[q]) != 0 {
				t.Fatalf("round %d: state %v has %v, want %v", round, q, number, want[q])
			}
		}
	}
}

// TestStatesAreAddedTogether adds random states one by one and many at a time.
func TestStatesAreAddedTogether(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	l := &layer{waste: new(atomic.Int64)}
	for round := range 60 {
		l.reset(0, 1+(ManyShards-1)*(round%2))
		s := &l.shards[0]
		s.begin()
		want := map[mergedState]*big.Int{}
		for range 100 {
			width := 1 + r.IntN(1+round/30*3)
			var words []uint64
			for range r.IntN(100) {
				q := mergedState{f: r.Uint64N(1 << (round / 4)), k: r.Uint64N(3)}
				words = append(words, q.f, q.k)
				number := make([]uint64, width)
				for j := range number {
					if number[j] = r.Uint64(); r.IntN(2) == 0 {
						number[j] = r.Uint64N(4)
					}
				}
				words = append(words, number...)
				if want[q] == nil {
					want[q] = new(big.Int)
				}
				want[q].Add(want[q], fromWords(number))
			}
			before := s.n
			if added := s.addAll(words, 2+width); added != s.n-before || s.n != len(want) {
				t.Fatalf("round %d: %d are new, %d more, %d in all; want %d", round, added, s.n-before, s.n, len(want))
			}
		}
		for n := range s.n {
			if q, number := s.state(n); fromWords(number).Cmp(want[q]) != 0 {
				t.Fatalf("round %d: state %v has %v, want %v", round, q, number, want[q])
			}
		}
	}
}

// TestNumbersLargerThanParcels counts on from a layer whose numbers are all
// multiplied by a power of two that makes each longer than a parcel.
func TestNumbersLargerThanParcels(t *testing.T) {
	const words = parcelWords + 8
	want, _ := new(big.Int).SetString("112202208776036178000000", 10) // OEIS A004003
	want.Lsh(want, 64*words)
	for workers := 1; workers <= 3; workers++ {
		m, from := mergerFor(boards.Dominoes(14, 14), 8, workers)
		for from.at < 168 {
			s := &share{from: from, to: m.layer(from.at+8, ManyShards), claim: 64, most: 1 << 40, mostWaiting: 20}
			if !m.advance(s, true, 0, 1) {
				t.Fatal("a layer without a bound has too many states")
			}
			from = s.to
		}
		wide := m.layer(from.at, 1)
		wide.shards[0].begin()
		for n := range from.shards {
			for k := range from.shards[n].n {
				q, ways := from.shards[n].state(k)
				wide.shards[0].add(q, q.hash(), append(make([]uint64, words), ways...))
			}
		}
		wide.size.Store(int64(wide.shards[0].n))
		m.finish(wide, part{}, 1<<30, 0, 1)
		if m.total.Cmp(want) != 0 {
			t.Errorf("%d workers: %v, want %v", workers, m.total, want)
		}
	}
}

// mergerFor returns a merger of so many workers for a model, and its first layer:
// the state in which nothing is placed.
func mergerFor(model *cover.Model, spacing, workers int) (m *merger, first *layer) {
	p := problem.Load(model)
	order := &p.Orders(p.CellItems(), false)[0]
	var engines []*table.Engine
	for range workers {
		e := table.NewFast(&run.Settings{Spacing: spacing, Workers: 1}, table.NewWindow(p, order), order, run.Search{Ctx: context.Background(), PauseAt: run.PauseEvery})
		e.Place(&problem.TrivialRoot[0])
		engines = append(engines, e)
	}
	m = NewMerger(engines, 0, nil)
	m.total = new(big.Int)
	start := engines[0].Start
	first = m.layer(start.C, 1)
	first.shards[0].begin()
	q := merged(m.Workers[0].Scan, start, first.at)
	first.shards[0].add(q, q.hash(), []uint64{1})
	first.size.Store(1)
	return m, first
}

// countedWide counts by the other form of tables, at other checkpoints, with one worker.
func countedWide(model *cover.Model) *big.Int {
	p := problem.Load(model)
	order := &p.Orders(p.CellItems(), false)[0]
	e := table.NewWide(&run.Settings{Spacing: 5, Workers: 1}, table.NewWindow(p, order), order, run.Search{Ctx: context.Background(), PauseAt: run.PauseEvery})
	e.Place(&problem.TrivialRoot[0])
	return NewMerger([]*table.Engine{e}, 0, nil).Count(e.Start, 1<<30, 0, 1)
}

// TestLanes follows the states of models whose options reach a little of the frontier
// or nearly all of it, with numbers to keep, cells that may stay empty and gaps, and
// looks for each in the lane that it should have come by.
func TestLanes(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	domino := boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Max: 100}
	tromino := boards.Shape{Name: "L3", Cells: boards.ParseShape("XX X."), Max: 100}
	gaps := boards.Rectangle(11, 12, '.')
	for range 6 {
		gaps = gaps.Without(boards.Cell{r.IntN(11), r.IntN(12)})
	}
	for _, row := range []struct {
		name string
		m    *cover.Model
	}{
		{"dominoes 12x12", boards.Dominoes(12, 12)},
		{"L-trominoes 12x9", boards.Rectangle(12, 9, '.').Model(tromino)},
		{"both 9x12, numbered", boards.Rectangle(9, 12, '.').Model(boards.Shape{Name: "domino", Cells: domino.Cells, Min: 24, Max: 30}, tromino)},
		{"dominoes with holes", boards.Rectangle(11, 11, '?').Model(domino)},
		{"both with gaps", gaps.Model(domino, tromino)},
	} {
		for _, spacing := range []int{1, 2, 4} {
			if testing.Short() && spacing != 2 {
				continue
			}
			m, from := mergerFor(row.m, spacing, 2)
			m.shards = 8
			inLanes, layers := 0, 0
			for from.at < m.cells && from.size.Load() > 0 {
				s := &share{from: from, claim: 64, most: 1 << 40, mostWaiting: 20}
				if !m.lay(s) || !m.advance(s, true, 0, 1) {
					t.Fatal("a layer without a bound is not filled by all")
				}
				if s.inLanes {
					inLanes++
				}
				states := 0
				for n := range s.to.shards {
					for k := range s.to.shards[n].n {
						q, _ := s.to.shards[n].state(k)
						if lane := s.to.shardOf(q, q.hash()); lane != n {
							t.Fatalf("%s, spacing %d, at %d, in lanes %v: a state of lane %d is in %d", row.name, spacing, s.to.at, s.inLanes, lane, n)
						}
						states++
					}
				}
				if int64(states) != s.to.size.Load() {
					t.Errorf("%s, spacing %d, at %d: %d states, counted as %d", row.name, spacing, s.to.at, states, s.to.size.Load())
				}
				from = s.to
				layers++
			}
			if inLanes == 0 {
				t.Errorf("%s, spacing %d: no layer of %d is filled in lanes", row.name, spacing, layers)
			}
			want := countedWide(row.m)
			if m.total.Cmp(want) != 0 {
				t.Errorf("%s, spacing %d: %v, want %v", row.name, spacing, m.total, want)
			}
		}
	}
}

// A merged state has every cell from the checkpoint on that is filled, and no other
// bit: states that differ in a single cell, or in what is left of a count, are two,
// and each is found again from its merged form.
func TestMergedStatesHaveEveryCell(t *testing.T) {
	const at, n = 70, 300
	r := rand.New(rand.NewPCG(9, 10))
	for _, gaps := range []int{0, 3} { // one position in so many is no cell
		isCell := make([]bool, n)
		for c := range isCell {
			isCell[c] = gaps == 0 || c == at || r.IntN(gaps) > 0
		}
		s := &table.Scan{Window: &table.Window{N: n}, Open: make([]uint64, n+1)}
		for c := range n {
			for j := range min(64, n-c) {
				if isCell[c+j] {
					s.Open[c] |= 1 << j
				}
			}
		}
		seen := make(map[mergedState]table.State)
		look := func(st table.State) {
			q := merged(s, st, at)
			if q.f&^s.Open[at] != 0 {
				t.Errorf("state %x becomes %x, with bits that are no cells", st, q)
			}
			if got := unmerged(s, q, at); got != st {
				t.Errorf("state %x becomes %x, and that %x", st, q, got)
			}
			if other, ok := seen[q]; ok && other != st {
				t.Errorf("states %x and %x become the same", st, other)
			}
			seen[q] = st
		}
		for bit := range 64 {
			look(table.State{C: at, K: 1 << bit})
			if bit > 0 { // the first empty cell is at
				look(table.State{C: at, F: 1 << bit & s.Open[at]})
			}
		}
		for range 1000 {
			c := s.NextOpen(at + r.IntN(64))
			if c >= at+64 {
				continue
			}
			// Nothing is filled that lies beyond what the checkpoint sees.
			f := r.Uint64() &^ 1 & s.Open[c] & (1<<(at+64-c) - 1)
			look(table.State{C: c, F: f, K: r.Uint64()})
		}
	}
}

// A layer takes no more than bytesPerState says, beside a block of each shard that
// is not full yet.
func TestLayersTakeWhatTheyMay(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, shards := range []int{1, ManyShards} {
		for width := 1; width <= 3; width++ {
			waste := new(atomic.Int64)
			l := &layer{waste: waste}
			l.reset(0, shards)
			for n := range l.shards {
				l.shards[n].begin()
			}
			number := make([]uint64, width)
			most := 0.0
			for n := int64(1); n <= 200_000; n++ {
				q := mergedState{r.Uint64(), r.Uint64()}
				h := q.hash()
				l.shards[l.shardOf(q, h)].add(q, h, number)
				if n%1000 != 0 {
					continue
				}
				slack := int64(shards * 8 * (2 + width) * blockStates)
				if b := l.bytes(); b > n*BytesPerState(width)+slack {
					t.Fatalf("%d shards, numbers of %d words: %d states take %d bytes, and may take %d each", shards, width, n, b, BytesPerState(width))
				} else if n > 100_000 {
					most = max(most, float64(b)/float64(n*BytesPerState(width)))
				}
			}
			if most < 0.7 {
				t.Errorf("%d shards, numbers of %d words: states take %.0f %% of what they may", shards, width, 100*most)
			}
		}
	}
}

// A layer that was given up, or is of another form than those that are wanted, is
// held on to by nobody: the garbage collector, once called, frees it.
func TestLayersAreLetGo(t *testing.T) {
	for workers := 1; workers <= 3; workers++ {
		m, from := mergerFor(boards.Dominoes(16, 16), 4, workers)
		fill := func(shared bool, most int64) (to *layer, ok bool) {
			shards := 1
			if shared {
				shards = ManyShards
			}
			s := &share{from: from, to: m.layer(from.at+4, shards), claim: 1, most: most}
			ok = m.advance(s, shared, 0, 1)
			return s.to, ok
		}
		for range 2 {
			to, ok := fill(false, 1<<30)
			if !ok {
				t.Fatal("a layer without a bound has too many states")
			}
			from = to
		}
		var gone []weak.Pointer[layer]
		for _, shared := range []bool{true, false} { // in this order the other workers stand idle afterwards
			to, ok := fill(shared, 3)
			if ok {
				t.Fatal("a layer of three states is not given up")
			}
			to.shards[0].inbox.put(new(parcel))
			if to.reset(0, len(to.shards)); to.shards[0].inbox.last.Load() != nil {
				t.Errorf("%d workers: states of a layer that was given up wait for the next one", workers)
			}
			gone = append(gone, weak.Make(to))
		}
		other := m.layer(0, ManyShards)
		gone = append(gone, weak.Make(other))
		m.spare = append(m.spare, other)
		if l := m.layer(0, 1); len(m.spare) > 0 || len(l.shards) != 1 {
			t.Errorf("%d workers: a spare layer of another form is kept", workers)
		}
		runtime.GC()
		for n, l := range gone {
			if l.Value() != nil {
				t.Errorf("%d workers: layer %d is not let go", workers, n)
			}
		}
		runtime.KeepAlive(m)
	}
}
