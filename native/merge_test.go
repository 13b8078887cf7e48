package native

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
	"weak"

	"github.com/exactile/exactile/encode/cover"
)

func dominoes(width, height int) *cover.Model {
	return rectangle(width, height, '.').model(shape{name: "domino", cells: parseShape("XX"), max: width * height})
}

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

// TestMergingToTheLastDigit counts what needs one word, two, and ten.
func TestMergingToTheLastDigit(t *testing.T) {
	for _, size := range [][2]int{{8, 8}, {6, 50}, {8, 40}, {8, 200}, {200, 8}} {
		want := profiles(min(size[0], size[1]), max(size[0], size[1]))
		m := dominoes(size[0], size[1])
		for _, s := range []Searcher{{}, {Workers: 3}, {spacing: 1, NoSymmetry: true}, {engine: "wide", spacing: 3}} {
			if n := mustCount(t, s, m); n.Cmp(want) != 0 {
				t.Errorf("dominoes %v, %v: %v, want %v", size, s, n, want)
			}
		}
	}
}

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
		l.reset(0, 1+(manyShards-1)*(round%2))
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
		m, from := mergerFor(dominoes(14, 14), 8, workers)
		for from.at < 168 {
			s := &share{from: from, to: m.layer(from.at+8, manyShards), claim: 64, most: 1 << 40, mostWaiting: 20}
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
	p := load(model)
	var engines []*tableEngine
	for range workers {
		e := Searcher{spacing: spacing}.newEngine(p, walk{ctx: context.Background(), pauseAt: pauseEvery}).(*tableEngine)
		e.place(&trivialRoot[0])
		engines = append(engines, e)
	}
	m = newMerger(engines, 0, nil)
	m.total = new(big.Int)
	start := engines[0].start
	first = m.layer(start.c, 1)
	first.shards[0].begin()
	q := merged(m.workers[0].scan, start, first.at)
	first.shards[0].add(q, q.hash(), []uint64{1})
	first.size.Store(1)
	return m, first
}

// Private tables are equal to those that workers share, and are where those were the
// same; there are none where they would take too much.
func TestPrivateTables(t *testing.T) {
	m := rectangle(10, 6, '?').model(pentominoes...)
	p := load(m)
	b := newFastBoard(newWindow(p, &p.orders(p.cellItems(), true)[0]))
	b.sharpen(pocketBytes)
	shared, own, none := newFastSearch(b, nil, walk{}), newFastSearch(b, nil, walk{}), newFastSearch(b, nil, walk{})
	own.privateTables(1 << 30)
	none.privateTables(1 << 16)
	for c, here := range shared.sites {
		mine := own.sites[c]
		if mine.fits == here.fits || mine.strict == here.strict || *mine.fits != *here.fits || *mine.strict != *here.strict {
			t.Errorf("cell %d: shared, or other tables", c)
		}
		if (mine.fits == mine.strict) != (here.fits == here.strict) || (mine.fits == own.sites[0].fits) != (here.fits == shared.sites[0].fits) {
			t.Errorf("cell %d: other cells have the same tables", c)
		}
		if none.sites[c] != here {
			t.Errorf("cell %d: tables of its own that take too much", c)
		}
	}
}

// TestMergingInLittleMemory divides layers, and gives merging up where there is no
// room at all; neither the counts nor the statistics depend on the workers.
func TestMergingInLittleMemory(t *testing.T) {
	tromino := shape{name: "L3", cells: parseShape("XX X."), max: 40}
	for _, row := range []struct {
		name string
		m    *cover.Model
		want int64
		room []int64 // in states
	}{
		{"dominoes 6x6", dominoes(6, 6), 6728, []int64{0, 16, 40, 100, 1000}},
		{"dominoes 8x8", dominoes(8, 8), 12988816, []int64{64, 90, 200, 1000}},
		{"L-trominoes 6x9", rectangle(6, 9, '.').model(tromino), 4312, []int64{0, 32, 60, 90, 1000}},
		{"L-trominoes 9x9", rectangle(9, 9, '.').model(tromino), 1193600, []int64{200, 400, 5000}},
		{"pentominoes 3x20", rectangle(20, 3, '.').model(pentominoes...), 8, []int64{100, 1000}},
	} {
		if testing.Short() && row.want > 10000 {
			continue
		}
		for _, room := range row.room {
			for _, spacing := range []int{1, 4, 20} {
				var one, three Stats
				s := Searcher{Memory: 1 + room*2*bytesPerState(1), NoSymmetry: true, spacing: spacing}
				s.Stats = func(st Stats) { one = st }
				if n := mustCount(t, s, row.m); !n.IsInt64() || n.Int64() != row.want {
					t.Errorf("%s, room for %d, spacing %d: %v, want %d", row.name, room, spacing, n, row.want)
				}
				s.Stats, s.Workers, s.shards = func(st Stats) { three = st }, 3, 8
				if n := mustCount(t, s, row.m); !n.IsInt64() || n.Int64() != row.want {
					t.Errorf("%s, room for %d, spacing %d, three workers: %v, want %d", row.name, room, spacing, n, row.want)
				}
				if one != three {
					t.Errorf("%s, room for %d, spacing %d: one worker %+v, three %+v", row.name, room, spacing, one, three)
				}
			}
			if testing.Short() {
				break
			}
		}
	}
}

// TestMergingShares has all workers fill all layers, and only the large ones.
func TestMergingShares(t *testing.T) {
	m := dominoes(14, 16)
	want := profiles(14, 16)
	var one, three Stats
	for _, shards := range []int{0, 2, 8, manyShards} {
		for _, spacing := range []int{0, 1, 3, 9} {
			if testing.Short() && spacing%2 > 0 {
				continue
			}
			a := mustCount(t, Searcher{shards: shards, spacing: spacing, Stats: func(s Stats) { one = s }}, m)
			b := mustCount(t, Searcher{shards: shards, spacing: spacing, Workers: 3, Stats: func(s Stats) { three = s }}, m)
			if a.Cmp(want) != 0 || b.Cmp(want) != 0 {
				t.Errorf("%d shards, spacing %d: one worker counts %v, three %v, want %v", shards, spacing, a, b, want)
			}
			if one != three || one.Merge == 0 {
				t.Errorf("%d shards, spacing %d: one worker %+v, three %+v", shards, spacing, one, three)
			}
		}
	}
}

// TestLanes follows the states of models whose options reach a little of the frontier
// or nearly all of it, with numbers to keep, cells that may stay empty and gaps, and
// looks for each in the lane that it should have come by.
func TestLanes(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	domino := shape{name: "domino", cells: parseShape("XX"), max: 100}
	tromino := shape{name: "L3", cells: parseShape("XX X."), max: 100}
	gaps := rectangle(11, 12, '.')
	for range 6 {
		gaps = gaps.without(cell{r.IntN(11), r.IntN(12)})
	}
	for _, row := range []struct {
		name string
		m    *cover.Model
	}{
		{"dominoes 12x12", dominoes(12, 12)},
		{"L-trominoes 12x9", rectangle(12, 9, '.').model(tromino)},
		{"both 9x12, numbered", rectangle(9, 12, '.').model(shape{name: "domino", cells: domino.cells, min: 24, max: 30}, tromino)},
		{"dominoes with holes", rectangle(11, 11, '?').model(domino)},
		{"both with gaps", gaps.model(domino, tromino)},
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
			want := mustCount(t, Searcher{engine: "wide", spacing: 5}, row.m)
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
		s := &scan{w: &window{n: n}, open: make([]uint64, n+1)}
		for c := range n {
			for j := range min(64, n-c) {
				if isCell[c+j] {
					s.open[c] |= 1 << j
				}
			}
		}
		seen := make(map[mergedState]state)
		look := func(st state) {
			q := merged(s, st, at)
			if q.f&^s.open[at] != 0 {
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
			look(state{at, 0, 1 << bit})
			if bit > 0 { // the first empty cell is at
				look(state{at, 1 << bit & s.open[at], 0})
			}
		}
		for range 1000 {
			c := s.nextOpen(at + r.IntN(64))
			if c >= at+64 {
				continue
			}
			// Nothing is filled that lies beyond what the checkpoint sees.
			f := r.Uint64() &^ 1 & s.open[c] & (1<<(at+64-c) - 1)
			look(state{c, f, r.Uint64()})
		}
	}
}

// A layer takes no more than bytesPerState says, beside a block of each shard that
// is not full yet.
func TestLayersTakeWhatTheyMay(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, shards := range []int{1, manyShards} {
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
				if b := l.bytes(); b > n*bytesPerState(width)+slack {
					t.Fatalf("%d shards, numbers of %d words: %d states take %d bytes, and may take %d each", shards, width, n, b, bytesPerState(width))
				} else if n > 100_000 {
					most = max(most, float64(b)/float64(n*bytesPerState(width)))
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
		m, from := mergerFor(dominoes(16, 16), 4, workers)
		fill := func(shared bool, most int64) (to *layer, ok bool) {
			shards := 1
			if shared {
				shards = manyShards
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
		other := m.layer(0, manyShards)
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

func TestMergingProgresses(t *testing.T) {
	for _, s := range []Searcher{{}, {Workers: 3}, {Memory: 10000}} {
		last, calls := 0.0, 0
		s.Progress = func(done float64) {
			if done <= last || done > 1 {
				t.Errorf("%v: progress from %v to %v", s, last, done)
			}
			last = done
			calls++
		}
		mustCount(t, s, dominoes(8, 8))
		if last != 1 || calls < 20 {
			t.Errorf("%v: progress ends at %v after %d calls", s, last, calls)
		}
	}
}

func TestMergingStops(t *testing.T) {
	m := dominoes(30, 30)
	for _, s := range []Searcher{{Memory: 64 << 20}, {Memory: 64 << 20, Workers: 3}, {Memory: 1 << 16, Workers: 3}} {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		start := time.Now()
		const slack = time.Minute // what does not stop takes hours, and a busy machine is no fault
		if _, err := s.Count(ctx, m); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > slack {
			t.Errorf("%v: %v after %v", s, err, time.Since(start))
		}
		cancel()
		var st Stats
		s.MaxNodes, s.Stats = 300000, func(x Stats) { st = x }
		if _, err := s.Count(context.Background(), m); !errors.Is(err, ErrBudget) || st.Nodes != 300000 {
			t.Errorf("%v, with a budget: %v after %d nodes", s, err, st.Nodes)
		}
	}
}
