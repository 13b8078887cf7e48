package native

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native/internal/boards"
)

// partedModels are models of every kind that the searches tell apart.
func partedModels(t *testing.T) map[string]*cover.Model {
	t.Helper()
	tetrominoes := func(low, high int) (all []boards.Shape) {
		for _, s := range []boards.Shape{boards.One("I", "XXXX"), boards.One("L", "XXX X.."), boards.One("T", "XXX .X."), boards.One("S", "XX. .XX"), boards.One("O", "XX XX")} {
			s.Min, s.Max = low, high
			all = append(all, s)
		}
		return all
	}
	queens := &cover.Model{}
	for range 11 * 6 {
		queens.Items = append(queens.Items, cover.Item{Max: 1})
	}
	for r := range 6 {
		queens.Items[r].Min, queens.Items[6+r].Min = 1, 1
		for c := range 6 {
			queens.Options = append(queens.Options, []int{r, 6 + c, 12 + r + c, 30 + r - c + 5})
		}
	}
	all := map[string]*cover.Model{
		"dominoes 4x4":            boards.Dominoes(4, 4),
		"dominoes 3x3, holes":     boards.Rectangle(3, 3, '?').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Max: 9}),
		"four dominoes in 3x3":    boards.Rectangle(3, 3, '?').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Min: 4, Max: 4}),
		"tetrominoes 4x3, holes":  boards.Rectangle(4, 3, '?').Model(tetrominoes(0, 1)...),
		"two of each, 4x4":        boards.Rectangle(4, 4, '.').Model(tetrominoes(0, 2)...),
		"some tetrominoes in 4x5": boards.Rectangle(5, 4, '.').Model(tetrominoes(0, 3)...),
		"five pentominoes 5x5":    boards.Rectangle(5, 5, '.').Model(boards.Pentominoes[3:9]...),
		"queens":                  queens,
		"none":                    {},
		"free":                    {Items: []cover.Item{{Max: 2}, {Max: 3}}, Options: [][]int{{0}, {0, 1}, {1}}},
		"impossible":              {Items: []cover.Item{{Min: 1, Max: 1}}},
	}
	rnd := rand.New(rand.NewPCG(1, 18))
	for n := range 25 {
		all[fmt.Sprint("random ", n)] = randomModel(rnd)
	}
	for n := range 12 {
		all[fmt.Sprint("board with needs ", n)] = needing(rnd, randomBoard(rnd))
	}
	return all
}

// TestClassesPartTheSolutions has every engine list and count every class of every cut, and
// each solution must be in the class that the classifier returns.
func TestClassesPartTheSolutions(t *testing.T) {
	t.Parallel()
	for name, m := range partedModels(t) {
		want := len(list(t, Plain{}, m))
		for _, noSymmetry := range []bool{false, true} {
			if noSymmetry && len(m.Sym) < 2 {
				continue // it is the same
			}
			part := cutInThirds(t, m, noSymmetry)
			for at, engine := range engineOfCut(part) {
				s := Searcher{forced: engine, Workers: 1 + at%2*2}
				parts := s.Parts(part)
				for x, n := range []int{1, 2, 8} {
					if !testkit.Thorough() && x != at%3 {
						continue
					}
					what := fmt.Sprintf("%s by %s, cut %d at %d of %d, %d parts, no symmetry %v", name, engine, at, part.Cuts[at], part.cells(), n, noSymmetry)
					if err := classesAddUp(m, part, parts, intersections(at, n), want); err != nil {
						t.Fatalf("%s: %v", what, err)
					}
				}
			}
		}
	}
}

// cutInThirds returns a partition of a model with cuts at both ends of its order and at each
// third.
func cutInThirds(t *testing.T, m *cover.Model, noSymmetry bool) *Partition {
	t.Helper()
	part, _, err := Searcher{NoSymmetry: noSymmetry}.Partition(t.Context(), m, false, 2)
	if err != nil {
		t.Fatalf("%+v: %v", m, err)
	}
	cells := part.cells()
	part.Cuts = []int{0, cells / 3, cells * 2 / 3, cells}
	return part
}

// engineOfCut yields every cut of a partition with every engine.
func engineOfCut(p *Partition) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for _, engine := range searches {
			for at := range p.Cuts {
				if !yield(at, engine) {
					return
				}
			}
		}
	}
}

// intersections returns lists of classes, which part the solutions: n classes of a cut, and if
// they are two, each of them within both classes of the cut before.
func intersections(cut, n int) (all [][]Class) {
	for i := range n {
		in := Class{cut, i, n}
		if n == 2 && cut > 0 {
			all = append(all, []Class{in, {cut - 1, 0, 2}}, []Class{in, {cut - 1, 1, 2}})
		} else {
			all = append(all, []Class{in})
		}
	}
	return all
}

// classesAddUp returns an error unless the solutions that are listed in the classes are
// different, as many as wanted, as many as are counted, and in their classes by the classifier.
func classesAddUp(m *cover.Model, part *Partition, parts func(...Class) Searcher, classes [][]Class, want int) error {
	classifier, err := part.Classifier(m)
	if err != nil {
		return err
	}
	listed, counted := make(map[string]bool), new(big.Int)
	for _, in := range classes {
		s := parts(in...)
		for sol, err := range s.Solutions(context.Background(), m) {
			switch key := fmt.Sprint(sol); {
			case err != nil:
				return fmt.Errorf("list %v: %w", in, err)
			case listed[key]:
				return fmt.Errorf("%v is there twice, also in %v", sol, in)
			case !classifier.In(sol, in):
				return fmt.Errorf("%v is listed in %v, where the classifier has it not", sol, in)
			default:
				listed[key] = true
			}
		}
		n, err := s.Count(context.Background(), m)
		if err != nil {
			return fmt.Errorf("count %v: %w", in, err)
		}
		counted.Add(counted, n)
	}
	if len(listed) != want || counted.Cmp(big.NewInt(int64(want))) != 0 {
		return fmt.Errorf("%d listed and %v counted, want %d", len(listed), counted, want)
	}
	return nil
}

// TestPartitionsAreOfOneModel queries classes by partitions that are damaged or of another
// model.
func TestPartitionsAreOfOneModel(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m := boards.Rectangle(10, 6, '.').Model(boards.Pentominoes...)
	good, _, err := Searcher{}.Partition(ctx, m, false, 8)
	if err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(p *Partition, in *Class){
		"too short":      func(p *Partition, _ *Class) { p.Pos = p.Pos[1:] },
		"far away":       func(p *Partition, _ *Class) { p.Pos[20] = 1 << 30 },
		"twice":          func(p *Partition, _ *Class) { p.Pos[20] = p.Pos[21] },
		"no cell":        func(p *Partition, _ *Class) { p.Counted = []int32{20} },
		"no item":        func(p *Partition, _ *Class) { p.Counted = []int32{-1} },
		"other roots":    func(p *Partition, _ *Class) { p.Roots = p.Roots[1:] },
		"no cut":         func(_ *Partition, in *Class) { in.Cut = 99 },
		"cut off":        func(p *Partition, _ *Class) { p.Cuts[0] = -1 },
		"no class":       func(_ *Partition, in *Class) { in.Of = 0 },
		"class too high": func(_ *Partition, in *Class) { in.Index = 8 },
	} {
		p, in := *good, Class{0, 0, 8}
		p.Pos, p.Cuts = slices.Clone(p.Pos), slices.Clone(p.Cuts)
		spoil(&p, &in)
		if _, err := (Searcher{}).Within(&p, in).Count(ctx, m); !errors.Is(err, errPartition) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPartsShareWhatIsSetUp has searches of classes side by side, with and without a budget,
// and looks at what they set up.
func TestPartsShareWhatIsSetUp(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m := boards.Rectangle(5, 5, '.').Model(boards.Pentominoes[3:9]...)
	want, err := Searcher{}.Count(ctx, m)
	if err != nil {
		t.Fatal(err)
	}
	partition, _, err := Searcher{}.Partition(ctx, m, false, 8)
	if err != nil {
		t.Fatal(err)
	}
	for _, engine := range searches {
		parts := Searcher{forced: engine}.Parts(partition)
		counts, listed := make([]*big.Int, 8), make([]int64, 8)
		var group sync.WaitGroup
		for i := range counts {
			s := parts(Class{0, i, 8})
			group.Go(func() {
				short := s
				short.MaxNodes = 1
				if _, err := short.Count(ctx, m); err != nil && !errors.Is(err, ErrBudget) {
					t.Errorf("%s: %v", engine, err)
				}
				var err error
				if counts[i], err = s.Count(ctx, m); err != nil {
					t.Errorf("%s: %v", engine, err)
					counts[i] = new(big.Int)
				}
				for range s.Solutions(ctx, m) {
					listed[i]++
				}
			})
		}
		group.Wait()
		sum, all := new(big.Int), int64(0)
		for i := range counts {
			sum, all = sum.Add(sum, counts[i]), all+listed[i]
		}
		if sum.Cmp(want) != 0 || all != want.Int64() {
			t.Errorf("%s: %v counted and %d listed, want %v", engine, sum, all, want)
		}
		s := parts(Class{0, 0, 8})
		for at, listing := range []bool{false, true} {
			b, err := s.within.base(s, m, listing)
			if err != nil || b != s.within.common.bases[at] {
				t.Errorf("%s: what is set up is not shared: %v", engine, err)
			}
			other, err := s.within.base(s, boards.Rectangle(5, 5, '.').Model(boards.Pentominoes[3:9]...), listing)
			if err != nil || other == b {
				t.Errorf("%s: it is shared with another model: %v", engine, err)
			}
		}
	}
}
