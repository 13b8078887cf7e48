package native

import (
	"context"
	"testing"
	"time"

	"github.com/exactile/exactile/native/internal/boards"
)

// At the end of a search that finds solutions one by one the meter has all of
// them, those that symmetry stands for included, by every engine and any number
// of workers; and never more, also where the search is cut short.
func TestMeter(t *testing.T) {
	model, solutions := boards.Rectangle(15, 4, '.').Model(boards.Pentominoes...), int64(1472)
	if testing.Short() {
		model, solutions = boards.Rectangle(20, 3, '.').Model(boards.Pentominoes...), 8
	}
	for _, engine := range Engines() {
		for _, workers := range []int{1, 3} {
			if testing.Short() && workers == 1 {
				continue
			}
			var m Meter
			s := Searcher{engine: engine, merge: -1, Workers: workers, Meter: &m}
			n, err := s.Count(context.Background(), model)
			if err != nil || n.Int64() != m.Solutions() || m.Nodes() == 0 {
				t.Errorf("%s, %d workers: the meter has %d of %v solutions and %d nodes, %v", engine, workers, m.Solutions(), n, m.Nodes(), err)
			}
		}
	}
	var m Meter
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	listed := int64(0)
	for range (Searcher{Meter: &m, Workers: 2}).Solutions(ctx, model) {
		if listed++; listed == 100 {
			cancel()
		}
	}
	if m.Solutions() > solutions {
		t.Errorf("%d solutions of %d", m.Solutions(), solutions)
	}
}

// One meter may look at several searches at once.
func TestMeterAddsUp(t *testing.T) {
	model := boards.Rectangle(5, 4, '?').Model(boards.Shape{Name: "L3", Cells: boards.ParseShape("XX X."), Min: 2, Max: 4})
	var m Meter
	s := Searcher{merge: -1, Meter: &m}
	total := len(inOrder(t, s, model)) + len(inOrder(t, s, model))
	if total == 0 || m.Solutions() != int64(total) {
		t.Errorf("the meter has %d of %d solutions", m.Solutions(), total)
	}
}

// A count that merges states shows its nodes while it runs, and has shown all of them
// at its end.
func TestMeterSeesMergedCounts(t *testing.T) {
	domino := boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Max: 1 << 20}
	for _, workers := range []int{1, 2} {
		var m Meter
		var st Stats
		s := Searcher{Meter: &m, Workers: workers, Stats: func(s Stats) { st = s }}
		if mustCount(t, s, boards.Rectangle(10, 10, '.').Model(domino)); st.Engine != layered || m.Nodes() != st.Nodes {
			t.Errorf("%d workers: the meter has %d of %d nodes, engine %s", workers, m.Nodes(), st.Nodes, st.Engine)
		}
		// This one takes too long: only its meter ends it.
		m = Meter{}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		go func() {
			for m.Nodes() == 0 && ctx.Err() == nil {
				time.Sleep(time.Millisecond)
			}
			cancel()
		}()
		if _, err := s.Count(ctx, boards.Rectangle(40, 40, '.').Model(domino)); err == nil || m.Nodes() == 0 {
			t.Errorf("%d workers: the meter has %d nodes, %v", workers, m.Nodes(), err)
		}
	}
}
