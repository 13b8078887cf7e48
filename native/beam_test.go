package native

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native/internal/boards"
)

// Boards that were cut into pieces: there is a solution, with copies, holes and optional
// pieces, and any seed finds one.
func TestBeamFillsPlantedBoards(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 11))
	models := testkit.Times(30)
	for k := range models {
		m := planted(r)
		if k%2 == 0 {
			m = parted(m)
		}
		b := Beam{Seed: uint64(k)}
		if !b.Applies(m) {
			t.Errorf("there is nothing to scan in %+v", m)
		}
		s, _, err := firstOf(t, b, m)
		if err != nil || s == nil {
			t.Fatalf("%+v: %v, %v", m, s, err)
		}
		if err := m.Check(s); err != nil {
			t.Errorf("%+v: %v", m, err)
		}
	}
}

// parted makes of each piece that is used several times two congruent ones.
func parted(m *cover.Model) *cover.Model {
	two := *m
	two.Sym = nil
	two.Items, two.Pos = slices.Clone(m.Items), slices.Clone(m.Pos)
	two.Options = slices.Clone(m.Options)
	for i, it := range m.Items {
		if it.Min < 2 {
			continue
		}
		twin := len(two.Items)
		two.Items[i].Min, two.Items[i].Max = it.Min-1, it.Max-1
		two.Items = append(two.Items, cover.Item{Name: it.Name + "'", Min: 1, Max: 1})
		two.Pos = append(two.Pos, -1)
		for _, items := range m.Options {
			if slices.Contains(items, i) {
				other := slices.DeleteFunc(slices.Clone(items), func(j int) bool { return j == i })
				two.Options = append(two.Options, append(other, twin))
			}
		}
	}
	return &two
}

// firstOf returns the first solution a beam finds, and the nodes that took.
func firstOf(t *testing.T, b Beam, m *cover.Model) (found cover.Solution, nodes int64, err error) {
	t.Helper()
	told := 0
	b.Stats = func(st Stats) { nodes = st.Nodes; told++ }
	for s, wrong := range b.Solutions(context.Background(), m) {
		found, err = s, wrong
		break
	}
	if told != 1 {
		t.Errorf("Stats was called %d times", told)
	}
	return found, nodes, err
}

// A board that a Hunter does not fill in minutes, twice the same way; and a budget is
// kept to the node.
func TestBeamFillsLargeBoards(t *testing.T) {
	t.Parallel()
	m := boards.Rectangle(72, 5, '.').Model(oneSidedHexominoes()...)
	for seed := range uint64(3) {
		if seed > 0 && !testkit.Thorough() {
			continue
		}
		b := Beam{Seed: seed, MaxNodes: 5_000_000}
		s, nodes, err := firstOf(t, b, m)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := m.Check(s); err != nil || len(s) != 60 {
			t.Errorf("seed %d: %d pieces, %v", seed, len(s), err)
		}
		again, same, err := firstOf(t, b, m)
		if err != nil || !slices.Equal(again, s) || same != nodes {
			t.Errorf("seed %d: after %d nodes one solution, and after %d another, %v",
				seed, nodes, same, err)
		}
		b.MaxNodes = nodes
		if _, _, err := firstOf(t, b, m); err != nil {
			t.Errorf("seed %d: with a budget of %d nodes: %v", seed, nodes, err)
		}
		b.MaxNodes = nodes / 2
		if _, did, err := firstOf(t, b, m); !errors.Is(err, ErrBudget) || did != nodes/2 {
			t.Errorf("seed %d: with a budget of %d nodes: %v after %d", seed, nodes/2, err, did)
		}
	}
}

// oneSidedHexominoes returns the sixty, which may be turned but not over.
func oneSidedHexominoes() []boards.Shape {
	type cells = []boards.Cell
	steps := cells{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}}
	least := func(c cells) (best string, shape cells) {
		free := boards.Shape{Cells: c, NoFlip: true}
		for _, o := range free.Orientations() {
			key := ""
			for _, at := range o {
				key += string(rune('a'+at[0])) + string(rune('a'+at[1]))
			}
			if best == "" || key < best {
				best, shape = key, o
			}
		}
		return best, shape
	}
	some := map[string]cells{"": {{0, 0, 0}}}
	for range 5 {
		larger := map[string]cells{}
		for _, c := range some {
			for _, at := range c {
				for _, step := range steps {
					next := boards.Cell{at[0] + step[0], at[1] + step[1], 0}
					if slices.Contains(c, next) {
						continue
					}
					key, shape := least(append(slices.Clone(c), next))
					larger[key] = shape
				}
			}
		}
		some = larger
	}
	var all []boards.Shape
	for key, c := range some {
		all = append(all, boards.Shape{Name: key, Cells: c, Min: 1, Max: 1, NoFlip: true})
	}
	slices.SortFunc(all, func(a, b boards.Shape) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Where nothing can be scanned a Hunter does the search.
func TestBeamWithoutPositions(t *testing.T) {
	m := boards.Rectangle(12, 5, '.').Model(boards.Pentominoes...)
	m.Pos = nil
	if (Beam{}).Applies(m) {
		t.Error("it applies")
	}
	var st Stats
	b := Beam{Stats: func(did Stats) { st = did }}
	for s, err := range b.Solutions(context.Background(), m) {
		if err != nil || m.Check(s) != nil {
			t.Errorf("%v, %v", s, err)
		}
		break
	}
	if st.Engine == "beam" || st.Nodes == 0 {
		t.Errorf("%+v", st)
	}
}
