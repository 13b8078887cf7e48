package native

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/run"
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
	return all
}

// TestClassesPartTheSolutions has every engine list and count every class of every cut, and
// each solution must be in the class that the classifier returns.
func TestClassesPartTheSolutions(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, m := range partedModels(t) {
		want := map[string]bool{}
		for s := range (Plain{}).Solutions(ctx, m) {
			want[fmt.Sprint(s)] = true
		}
		for _, symmetry := range []bool{true, false} {
			if !symmetry && len(m.Sym) < 2 {
				continue // it is the same
			}
			part, _, err := Searcher{NoSymmetry: !symmetry}.Partition(ctx, m, false, 2)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			cells := part.cells()
			part.Cuts = []int{0, cells / 3, cells * 2 / 3, cells}
			classifier, err := part.Classifier(m)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, engine := range Engines() {
				for cut := range part.Cuts {
					parts := Searcher{engine: engine, levels: run.Levels{memo: cut % 2}, Workers: 1 + cut%2*2}.Parts(part)
					for _, n := range []int{1, 2, 8} {
						got, sum := map[string]bool{}, new(big.Int)
						for i := range n {
							in := []Class{{cut, i, n}}
							if cut > 0 && n == 2 {
								in = append(in, Class{cut - 1, 0, 2})
							}
							for more := true; more; {
								s := parts(in...)
								for sol, err := range s.Solutions(ctx, m) {
									switch {
									case err != nil:
										t.Fatalf("%s by %s: %v", name, engine, err)
									case got[fmt.Sprint(sol)]:
										t.Fatalf("%s by %s, cut %d: %v is there twice", name, engine, cut, sol)
									case !classifier.In(sol, in):
										t.Fatalf("%s by %s, cut %d: %v is not in %v", name, engine, cut, sol, in)
									}
									got[fmt.Sprint(sol)] = true
								}
								counted, err := s.Count(ctx, m)
								if err != nil {
									t.Fatalf("%s by %s: %v", name, engine, err)
								}
								sum.Add(sum, counted)
								if more = len(in) == 2 && in[1].Index == 0; more {
									in[1].Index = 1
								}
							}
						}
						if len(got) != len(want) || sum.Cmp(big.NewInt(int64(len(want)))) != 0 {
							t.Fatalf("%s by %s, cut %d at %d of %d, %d parts: %d listed, %v counted, want %d (symmetry %v)",
								name, engine, cut, part.Cuts[cut], cells, n, len(got), sum, len(want), symmetry)
						}
					}
				}
			}
		}
	}
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
		if _, err := (Searcher{}).Within(&p, in).Count(ctx, m); !errors.Is(err, ErrPartition) {
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
	for _, engine := range Engines() {
		parts := Searcher{engine: engine}.Parts(partition)
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
