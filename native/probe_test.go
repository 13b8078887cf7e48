package native

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// rootless are models of which some options, taken at the root, leave nothing to
// try: an item that cannot be covered any more, or no item that needs anything.
var rootless = []struct {
	name string
	m    *cover.Model
}{
	{"dead root", exactModel(3, []int{0, 1}, []int{0}, []int{1, 2}, []int{0, 2})},
	{"full root", exactModel(2, []int{0, 1}, []int{0}, []int{1})},
	{"dead root with room", &cover.Model{
		Items:   []cover.Item{{Name: "x", Min: 1, Max: 1}, {Name: "y", Max: 1}, {Name: "z", Min: 2, Max: 3}},
		Options: [][]int{{0, 1, 2}, {0}, {1, 2}, {0, 2}, {0, 2}},
		Pos:     []int{0, 1, -1},
	}},
	{"nothing needed", &cover.Model{
		Items:   []cover.Item{{Name: "x", Max: 1}, {Name: "y", Max: 1}},
		Options: [][]int{{0, 1}, {0}, {1}},
		Pos:     []int{0, 1},
	}},
}

// exactModel has n items, each to be covered once, in a row.
func exactModel(n int, options ...[]int) *cover.Model {
	m := &cover.Model{Options: options}
	for i := range n {
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprint(i), Min: 1, Max: 1})
		m.Pos = append(m.Pos, i)
	}
	return m
}

// A countedProber counts the probes of an engine.
type countedProber struct {
	run.Walker
	calls int64
}

func (c *countedProber) Probe(rnd *problem.Random) (nodes, time float64) {
	c.calls++
	return c.Walker.Probe(rnd)
}

// An idleProber is an engine with a mistake: its probes add nothing.
type idleProber struct{ run.Walker }

func (idleProber) Probe(*problem.Random) (nodes, time float64) { return 0, 0 }

// probesEnd estimates by every engine that takes the model, below each of its options and
// below none, and checks the number of probes.
func probesEnd(t testing.TB, m *cover.Model) {
	t.Helper()
	const probes = 100
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	for _, name := range searches {
		s := Searcher{forced: name}
		p := s.load(t.Context(), m).problem()
		if p.Impossible {
			continue
		}
		e := s.newSearch(p, run.Search{Ctx: ctx, PauseAt: 1})
		if e == nil || p.Impossible {
			continue
		}
		for _, o := range append([]int32{-1}, p.Live...) {
			for _, e := range []run.Walker{e, idleProber{e}} {
				c := &countedProber{Walker: e}
				run.Estimate(c, []problem.Root{{Option: o}}, probes)
				if ctx.Err() != nil || c.calls > probes {
					t.Fatalf("%s below option %d: %d probes for a share of %d: %v", name, o, c.calls, probes, ctx.Err())
				}
			}
		}
	}
}

// TestProbesEndBelowEveryRoot lets every engine estimate below roots where there is
// nothing to try, and below all others. Such a probe added nothing to what was waited
// for, so that the count of a large puzzle never began.
func TestProbesEndBelowEveryRoot(t *testing.T) {
	t.Parallel()
	for _, r := range rootless {
		t.Run(r.name, func(t *testing.T) { probesEnd(t, r.m) })
	}
	r := rand.New(rand.NewPCG(5, 18))
	for range testkit.Times(2) {
		probesEnd(t, planted(r))
	}
}

// TestProbesOfDeadRootsCount checks that a probe counts the node at which it meets an
// item that cannot be covered.
func TestProbesOfDeadRootsCount(t *testing.T) {
	for _, name := range searches {
		s := Searcher{forced: name}
		p := s.load(t.Context(), rootless[0].m).problem()
		e := s.newSearch(p, run.Search{Ctx: t.Context(), PauseAt: 1})
		if e == nil {
			continue
		}
		e.Place(&problem.Root{Option: 0})
		rnd := problem.Random(1)
		before := e.Base().Nodes
		if e.Probe(&rnd); e.Base().Nodes == before {
			t.Errorf("%s: nothing is counted", name)
		}
	}
}

// withinBudgets searches a model by every engine with several budgets: each search
// has to end by itself, with all solutions or with its budget spent and not a node
// more.
func withinBudgets(t testing.TB, m *cover.Model, budgets ...int64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	var st Stats
	note := func(s Stats) { st = s }
	var want *big.Int // from the first search that ended
	for _, budget := range budgets {
		judge := func(who string, n *big.Int, err error) {
			t.Helper()
			switch {
			case st.Nodes > budget:
				t.Fatalf("%s has taken %d nodes, of %d", who, st.Nodes, budget)
			case errors.Is(err, ErrBudget):
			case err != nil:
				t.Fatalf("%s with %d nodes: %v", who, budget, err)
			case want == nil:
				want = n
			case n.Cmp(want) != 0:
				t.Fatalf("%s finds %v solutions, another search %v", who, n, want)
			}
		}
		n, err := Plain{MaxNodes: budget, Stats: note}.Count(ctx, m)
		judge("plain", n, err)
		for _, engine := range append(searches, "") {
			s := Searcher{MaxNodes: budget, Stats: note, forced: engine}
			n, err := s.Count(ctx, m)
			judge(fmt.Sprint("counting by ", s), n, err)
			n, err = listed(s.Solutions(ctx, m))
			judge(fmt.Sprint("listing by ", s), n, err)
		}
		h := Hunter{MaxNodes: budget, Stats: note}
		n, err = h.Count(ctx, m)
		judge("counting by the hunter", n, err)
		n, err = listed(h.Solutions(ctx, m))
		judge("listing by the hunter", n, err)
	}
}

// listed counts what is listed.
func listed(solutions func(func(cover.Solution, error) bool)) (*big.Int, error) {
	n := int64(0)
	for _, err := range solutions {
		if err != nil {
			return nil, err
		}
		n++
	}
	return big.NewInt(n), nil
}

// TestSearchesKeepToTheirBudget is withinBudgets of boards that are large enough for
// an engine to be chosen by probing.
func TestSearchesKeepToTheirBudget(t *testing.T) {
	t.Parallel()
	for _, r := range rootless {
		withinBudgets(t, r.m, 1, 2, 100)
	}
	boards := testkit.Times(3)
	r := rand.New(rand.NewPCG(9, 10))
	for range boards {
		withinBudgets(t, planted(r), 1, 77, 30_000)
	}
}

// FuzzProgress draws models of every kind and checks that the probes and the
// searches of each engine end.
func FuzzProgress(f *testing.F) {
	f.Add([]byte{3, 1, 1, 1, 3, 0b011, 0b001, 0b110, 0b101})
	f.Add([]byte{2, 1, 1, 0b11, 0b01, 0b10})
	f.Add([]byte{6, 1, 4, 9, 1, 1, 2, 0b111, 0b101010, 0b1100, 0b11, 0b110000, 0b1001})
	f.Fuzz(func(t *testing.T, data []byte) {
		m := modelOf(data)
		if m == nil {
			return
		}
		probesEnd(t, m)
		withinBudgets(t, m, 1, 10, 1000)
	})
}

// modelOf reads a model from bytes: how many items there are, up to eight, a byte for
// each one's bounds and place, and a byte for each option: the set of its items.
func modelOf(data []byte) *cover.Model {
	if len(data) == 0 {
		return nil
	}
	n := int(data[0])%8 + 1
	if data = data[1:]; len(data) < n || len(data) > n+14 {
		return nil
	}
	m := &cover.Model{}
	for i, b := range data[:n] {
		lo, hi, pos := int(b)&3, int(b)>>2&3, i
		if b&0x40 != 0 {
			pos = -1
		}
		if b&0x80 != 0 {
			lo, hi = 1, 1
		}
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprint(i), Min: min(lo, hi), Max: max(lo, hi)})
		m.Pos = append(m.Pos, pos)
	}
	for _, set := range data[n:] {
		var items []int
		for i := range n {
			if set>>i&1 != 0 {
				items = append(items, i)
			}
		}
		if len(items) > 0 {
			m.Options = append(m.Options, items)
		}
	}
	return m
}
