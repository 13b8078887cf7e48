package cnf

import (
	"errors"
	"io"
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
	given[0] = y // Add must have copied it
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
		break // the caller may stop an iteration
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
	for name, build := range map[string]func(f *Formula) (want Size){
		"variables one by one": func(f *Formula) Size {
			f.AddVars(MaxVar)
			if l := f.NewVar(); l != 0 {
				t.Errorf("variable %d past the limit", l)
			}
			f.Add(0, 0) // what an encoding that ignores Err does next
			return Size{Vars: MaxVar}
		},
		"variables at once": func(f *Formula) Size {
			f.AddVars(2)
			f.AddVars(MaxVar - 1)
			f.AddVars(1)
			return Size{Vars: 2}
		},
	} {
		t.Run(name, func(t *testing.T) {
			var f Formula
			want := build(&f)
			if err := f.Err(); !errors.Is(err, errTooLarge) || f.Size() != want {
				t.Errorf("size %v, error %v; want %v and errTooLarge", f.Size(), err, want)
			}
		})
	}
}

func TestTooManyLiterals(t *testing.T) {
	if testing.Short() {
		t.Skip("a billion literals take half a minute under the race detector")
	}
	got, err := Measure(func(to Sink) {
		clause := make([]Lit, 1<<20)
		for k := range clause {
			clause[k] = to.NewVar()
		}
		for range maxLiterals >> 20 {
			to.Add(clause...)
		}
		to.Add(1)
		to.Add()
	})
	want := Size{Vars: 1 << 20, Clauses: 1 << 10, Literals: maxLiterals}
	if !errors.Is(err, errTooLarge) || got != want {
		t.Errorf("size %v, error %v; want %v and errTooLarge", got, err, want)
	}
}

func TestMeasureCountsWhatAFormulaHolds(t *testing.T) {
	build := func(to Sink) {
		to.Add(to.NewVar(), to.NewVar())
		to.Add(-to.NewVar())
	}
	var f Formula
	build(&f)
	if got, err := Measure(build); got != f.Size() || err != nil || got.Clauses != 2 {
		t.Errorf("measured %v (%v), want %v", got, err, f.Size())
	}
}

// A literal of a variable that a formula lacks is an error, as a formula that is too large is.
func TestForeignLiteralsAreRefused(t *testing.T) {
	for _, l := range []Lit{0, 3, -3, -1 << 31} {
		var f Formula
		f.AddVars(2)
		f.Add(1)
		f.Add(l)
		f.Add(2)
		if f.Err() == nil || f.NumClauses() != 1 {
			t.Errorf("literal %d was taken by a formula of 2 variables", l)
		}
		if err := f.WriteDIMACS(io.Discard, Comments{}); err == nil {
			t.Errorf("a formula that lacks a clause was written")
		}
	}
}

// What a caller may do by mistake is an error, or does nothing; it never panics.
func TestMisuse(t *testing.T) {
	var f Formula
	f.AddVars(2)
	f.AddVars(-5)
	f.Grow(Size{Vars: -1, Clauses: -1, Literals: -1})
	if f.Add(1, 2); f.Err() != nil || f.NumVars() != 2 {
		t.Errorf("%d variables, %v: want 2", f.NumVars(), f.Err())
	}
	if err := new(Stream).WriteDIMACS(io.Discard, Comments{}); err == nil {
		t.Error("a stream without a formula was written")
	}
	a := Assignment{values: []int8{1}}
	if a.Value(0) || !a.Open(0) || !a.Value(1) {
		t.Error("zero is no literal, so it has no value")
	}
	if got := Status(7).String(); got != "UNKNOWN" {
		t.Errorf("status 7 is %s", got)
	}
}
