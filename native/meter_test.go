package native

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native/internal/boards"
)

// At the end of a search that finds solutions one by one the meter has all of
// them, those that symmetry stands for included, by every engine and any number
// of workers; and never more, also where the search is cut short.
func TestMeter(t *testing.T) {
	model, solutions := boards.Rectangle(15, 4, '.').Model(boards.Pentominoes...), int64(1472)
	if !testkit.Thorough() {
		model, solutions = boards.Rectangle(20, 3, '.').Model(boards.Pentominoes...), 8
	}
	for _, engine := range searches {
		for _, workers := range []int{1, 3} {
			if testing.Short() && workers == 1 {
				continue
			}
			var m Meter
			s := Searcher{forced: engine, merge: -1, Workers: workers, Meter: &m}
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

// freely is the model of n items with four options each, which go together anyhow.
func freely(n int) *cover.Model {
	m := &cover.Model{}
	for i := range n {
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprint(i + 1), Min: 1, Max: 1})
	}
	for i := range 4 * n {
		m.Options = append(m.Options, []int{i / 4})
	}
	return m
}

// A meter does not go back where solutions are more than it can count.
func TestMeterIsFull(t *testing.T) {
	t.Parallel()
	var m Meter
	s := Searcher{Meter: &m}
	for k := range 3 {
		mustCount(t, s, freely(31)) // 2 to the 62
		if got, want := m.Solutions(), []int64{1 << 62, math.MaxInt64, math.MaxInt64}[k]; got != want {
			t.Errorf("after %d counts the meter shows %d solutions, want %d", k+1, got, want)
		}
	}
}
