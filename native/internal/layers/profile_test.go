package layers

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// copiesOf returns shapes of which from least to most copies are to be used each.
func copiesOf(least, most int, rows ...string) (shapes []boards.Shape) {
	for _, r := range rows {
		shapes = append(shapes, boards.Shape{Name: r, Cells: boards.ParseShape(r), Min: least, Max: most})
	}
	return shapes
}

// dyed is dominoes of two colours that cover a square, as many of each as are given: as many
// tilings as there are, times the ways to choose those of one colour.
func dyed(side, red, blue int) *cover.Model {
	return boards.Rectangle(side, side, '.').Model(
		boards.Shape{Name: "red", Cells: boards.ParseShape("XX"), Min: red, Max: red},
		boards.Shape{Name: "blue", Cells: boards.ParseShape("XX"), Min: blue, Max: blue})
}

// byProfiles counts as counted does, and makes sure that profiles are tried.
func byProfiles(t *testing.T, m *cover.Model, s run.Settings, order int) (*big.Int, run.Stats, error) {
	t.Helper()
	p := problem.Load(m)
	roots := problem.TrivialRoot
	if !s.NoSymmetry {
		roots = p.Roots()
	}
	s.Workers = max(1, s.Workers)
	x := table.NewExpander(&s, p, &p.Orders(p.CellItems(), true)[order], roots)
	mm := ofExpander(t.Context(), &s, x, nil)
	if newByProfile(mm, &s, x) == nil {
		t.Errorf("%+v: no profiles", s)
	}
	return Count(t.Context(), &s, x, &Account{})
}

// TestProfiles compares with states by themselves, which a budget is for: with copies and
// without, with cells that stay empty, with symmetry in the layers, in the roots and in
// neither. Neither the counts nor the nodes depend on the workers.
func TestProfiles(t *testing.T) {
	tetrominoes := []string{"XXXX", "XXX X..", "XX XX", ".XX XX.", "XXX .X."}
	for _, row := range []struct {
		name string
		m    *cover.Model
	}{
		{"two of each of four tetrominoes 4x8", boards.Rectangle(4, 8, '.').Model(copiesOf(2, 2, tetrominoes[:4]...)...)},
		{"up to three of each tetromino 6x6", boards.Rectangle(6, 6, '.').Model(copiesOf(0, 3, tetrominoes...)...)},
		{"one of each tetromino in 6x5", boards.Rectangle(6, 5, '?').Model(copiesOf(1, 1, tetrominoes...)...)},
		{"one or two of some in 5x5", boards.Rectangle(5, 5, '?').Model(copiesOf(1, 2, tetrominoes[1:4]...)...)},
		{"pentominoes 3x20", boards.Rectangle(3, 20, '.').Model(boards.Pentominoes...)},
		{"pentominoes 5x12", boards.Rectangle(12, 5, '.').Model(boards.Pentominoes...)},
		{"dyed dominoes 6x6", dyed(6, 5, 13)},
	} {
		for _, s := range []run.Settings{{}, {NoSymmetry: true}, {Levels: run.Levels{"stranded": -1}}, {Shards: 4}} {
			alone := s
			alone.MaxNodes = 1 << 60
			want, _, err := counted(t.Context(), row.m, &alone, 0)
			if err != nil || want.Sign() == 0 {
				t.Fatalf("%s, %+v: %v, %v", row.name, s, want, err)
			}
			n, one, err := byProfiles(t, row.m, s, 0)
			if err != nil || n.Cmp(want) != 0 {
				t.Errorf("%s, %+v: %v, %v, want %v", row.name, s, n, err, want)
			}
			s.Workers = 3
			n, three, err := byProfiles(t, row.m, s, 0)
			if err != nil || n.Cmp(want) != 0 || one != three {
				t.Errorf("%s, %+v: %v, %v, %+v, want %v, %+v", row.name, s, n, err, three, want, one)
			}
		}
	}
}

// TestProfilesComeApart counts where numbers outgrow a word, and where there is too little
// room for profiles: the states go on by themselves.
func TestProfilesComeApart(t *testing.T) {
	want, _, err := counted(t.Context(), boards.Dominoes(10, 10), &run.Settings{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	want.Mul(want, new(big.Int).Binomial(50, 25)) // choices of the red ones
	for _, s := range []run.Settings{{}, {NoSymmetry: true}, {Workers: 3, Shards: 8}, {Memory: 1 << 19}, {Memory: 1 << 19, Workers: 2}, {Memory: 1 << 21, Workers: 2}} {
		n, st, err := byProfiles(t, dyed(10, 25, 25), s, 0)
		if err != nil || n.Cmp(want) != 0 {
			t.Errorf("%+v: %v, %v, want %v", s, n, err, want)
		}
		again, _, _ := byProfiles(t, dyed(10, 25, 25), s, 0)
		if again.Cmp(n) != 0 {
			t.Errorf("%+v: %v after %v, %+v", s, again, n, st)
		}
	}
}

// TestProfilesWaitOnDisk writes all origins that wait to files again and again, in the midst
// of layers, too: counting by profiles goes on.
func TestProfilesWaitOnDisk(t *testing.T) {
	m := boards.Rectangle(6, 6, '.').Model(copiesOf(0, 3, "XXXX", "XXX X..", "XX XX", ".XX XX.", "XXX .X.")...)
	want, profiles, err := byProfiles(t, m, run.Settings{}, 0)
	if err != nil || want.Sign() == 0 || profiles.Away != 0 {
		t.Fatal(want, profiles, err)
	}
	p := problem.Load(m)
	var mm *driver
	s := run.Settings{Workers: 1, Progress: func(float64) {
		most := mm.most
		mm.most = 0
		if err := mm.relieve(); err != nil {
			t.Error(err)
		}
		mm.most = most
	}}
	x := table.NewExpander(&s, p, &p.Orders(p.CellItems(), true)[0], p.Roots())
	mm = ofExpander(t.Context(), &s, x, nil)
	defer mm.close()
	mm.mirror = newMirror(x)
	n := new(big.Int)
	mm.count(newByProfile(mm, &s, x), func(_ uint64, ways *big.Int) { n.Add(n, ways) })
	st, err := mm.end("layers", "", 0)
	if err != nil || n.Cmp(want) != 0 || st.Nodes != profiles.Nodes || st.Away == 0 {
		t.Errorf("%v, %+v, %v; in memory %v, %+v", n, st, err, want, profiles)
	}
}

// TestProfileForms reads what was written, with ways on either side of those that fit a word
// together with the counts left.
func TestProfileForms(t *testing.T) {
	const most = 1<<mostLeft - 1
	for _, big := range []uint64{1, narrowWays, narrowWays + 1, 1<<64 - 1} {
		var sh arena
		var st store
		st.most = 1 << 20
		for states := 1; states <= blockWords; states = 3*states + 1 {
			ways := make([]uint64, most+1)
			var left []uint32
			for k := range states {
				left = append(left, uint32(most-5*k))
				ways[most-5*k] = uint64(k + 1)
			}
			ways[left[states/2]] = big
			b, index, ok := sh.add(words(states, big|uint64(states)), &st)
			b.fill(1<<61|7, 4095, left, ways)
			b = sh.at(index)
			if filled, cell := b.head(); !ok || filled != 1<<61|7 || cell != 4095 {
				t.Fatal(ok, filled, cell)
			}
			how, list := b.codec(), b[headWords:]
			if len(list) != states*how.stride || how.stride == 2 != (big > narrowWays) {
				t.Fatalf("%d states with up to %d ways take %d words, %d each", states, big, len(list), how.stride)
			}
			for k, x := range left {
				n := uint64(k + 1)
				if k == states/2 {
					n = big
				}
				at := list[k*how.stride:]
				if at[0]&how.left != uint64(x) || at[how.stride-1]>>how.shift != n || ways[x] != 0 {
					t.Fatalf("state %d of %d is %d, %d, want %d, %d", k, states, at[0]&how.left, at[how.stride-1]>>how.shift, x, n)
				}
			}
		}
	}
}

// A count by profiles ends when it is asked to.
func TestProfilesStop(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := counted(ctx, dyed(10, 25, 25), &run.Settings{Workers: 2}, 0); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Profiles that are to come apart when a count is stopped stay as they are, and nothing is
// counted of the part that did come apart.
func TestProfilesStopComingApart(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := problem.Load(dyed(8, 16, 16))
	var b *byProfile
	s := run.Settings{Workers: 1, Progress: func(done float64) {
		if done > .5 && b.profilers != nil {
			b.sparse = true
			cancel()
		}
	}}
	x := table.NewExpander(&s, p, &p.Orders(p.CellItems(), true)[0], p.Roots())
	mm := ofExpander(ctx, &s, x, nil)
	defer mm.close()
	b = newByProfile(mm, &s, x)
	mm.count(b, func(k uint64, ways *big.Int) { t.Errorf("%v solutions with %x left", ways, k) })
	w := mm.workers[0]
	if b.profilers != nil || !errors.Is(w.Err, context.Canceled) {
		t.Error(b.profilers != nil, w.Err)
	}
	for c := range mm.layers {
		if states := mm.layers[c].states(mm.words); states > 0 {
			t.Errorf("%d states wait in layer %d", states, c)
		}
	}
}

// TestPausesAfterProfiles fails a layer of profiles, whose nodes are taken back: the next pause is
// as near as ever.
func TestPausesAfterProfiles(t *testing.T) {
	p := problem.Load(dyed(10, 25, 25)) // numbers outgrow a word
	s := run.Settings{Workers: 1}
	x := table.NewExpander(&s, p, &p.Orders(p.CellItems(), true)[0], problem.TrivialRoot)
	mm := ofExpander(t.Context(), &s, x, nil)
	defer mm.close()
	b := newByProfile(mm, &s, x)
	w := b.profilers[0]
	w.Every = 16 // many pauses in a layer
	for mm.cell = w.system.Start().C; b.step(); mm.cell++ {
	}
	if until := w.PauseAt - w.Nodes; w.Nodes < 1000 || !w.failed || until > w.Every {
		t.Errorf("%d nodes, failed %v, the next pause is after %d", w.Nodes, w.failed, until)
	}
}

// TestLacks compares with fields taken apart.
func TestLacks(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 10000 {
		at, tops, x, y, short := 0, uint64(0), uint64(0), uint64(0), false
		for at < 40 {
			width := 1 + r.IntN(5)
			a, b := r.Uint64N(1<<width), r.Uint64N(1<<width)
			if r.IntN(3) > 0 {
				b = min(a, b)
			}
			x, y, short = x|a<<at, y|b<<at, short || a < b
			at += width
			tops |= 1 << (at - 1)
		}
		if lacks(x, y)&tops != 0 != short {
			t.Fatalf("%x less %x with %x: %v", x, y, tops, !short)
		}
	}
}
