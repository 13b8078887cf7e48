package cnf

import (
	"errors"
	"slices"
	"testing"
)

func clauses(f *Formula) [][]Lit {
	var list [][]Lit
	for c := range f.Clauses() {
		list = append(list, slices.Clone(c))
	}
	return list
}

func TestFormula(t *testing.T) {
	var f Formula
	x, y := f.NewVar(), f.NewVar()
	f.AddVars(2)
	given := []Lit{x, -y, 4}
	f.Add(given...)
	given[0] = y // Add has copied
	f.Add()
	f.Add(-x)
	want := [][]Lit{{1, -2, 4}, {}, {-1}}
	if got := clauses(&f); !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("clauses %v, want %v", got, want)
	}
	if got, want := f.Size(), (Size{Vars: 4, Clauses: 3, Literals: 4}); got != want {
		t.Errorf("size %v, want %v", got, want)
	}
	for range f.Clauses() {
		break // an iteration may be cut short
	}
	if err := f.Err(); err != nil {
		t.Error(err)
	}
}

// TestClausesDoNotOverlap: appending to a yielded clause must not reach into
// the next one.
func TestClausesDoNotOverlap(t *testing.T) {
	var f Formula
	f.AddVars(3)
	f.Add(1)
	f.Add(2)
	for c := range f.Clauses() {
		_ = append(c, 3)
	}
	if got, want := clauses(&f), [][]Lit{{1}, {2}}; !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("clauses %v, want %v", got, want)
	}
}

func TestFormulaTooLarge(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(f *Formula)
		want  Size
	}{
		{"variables one by one", func(f *Formula) {
			f.AddVars(MaxVar)
			if l := f.NewVar(); l != 0 {
				t.Errorf("variable %d past the limit", l)
			}
			f.Add(0, 0) // what an encoding that has not looked does next
		}, Size{Vars: MaxVar}},
		{"variables at once", func(f *Formula) {
			f.AddVars(2)
			f.AddVars(MaxVar - 1)
			f.AddVars(1)
		}, Size{Vars: 2}},
		{"literals", func(f *Formula) {
			f.AddVars(1 << 20)
			clause := make([]Lit, 1<<20)
			for k := range clause {
				clause[k] = Lit(k + 1)
			}
			for range MaxLiterals >> 20 {
				f.Add(clause...)
			}
			f.Add(1)
			f.Add()
		}, Size{Vars: 1 << 20, Clauses: 1 << 10, Literals: MaxLiterals}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && c.want.Literals > 0 {
				t.Skip("a billion literals take half a minute under the race detector")
			}
			got, err := Measure(c.build)
			if !errors.Is(err, ErrTooLarge) {
				t.Errorf("error %v, want ErrTooLarge", err)
			}
			if got != c.want {
				t.Errorf("size %v, want %v", got, c.want)
			}
		})
	}
}

func TestMeasureKeepsNothing(t *testing.T) {
	build := func(f *Formula) {
		f.AddVars(3)
		f.Add(1, 2)
		f.Add(-3)
		if got := len(clauses(f)); f.passing.on && got != 0 {
			t.Errorf("%d clauses were kept", got)
		}
	}
	var f Formula
	build(&f)
	if got, err := Measure(build); got != f.Size() || err != nil {
		t.Errorf("measured %v (%v), want %v", got, err, f.Size())
	}
}

func TestAddPanicsOnForeignLiterals(t *testing.T) {
	for _, l := range []Lit{0, 3, -3, -1 << 31} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("literal %d was taken by a formula of 2 variables", l)
				}
			}()
			var f Formula
			f.AddVars(2)
			f.Add(l)
		}()
	}
}
