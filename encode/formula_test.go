package encode

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
)

// all returns every encoding, and pairs for different bounds.
func all(t testing.TB) []Encoding {
	list := Encodings()
	for _, one := range table {
		for _, many := range table {
			if many.Bounds == nil || one.Name != Default && !one.Pairs {
				continue
			}
			e, err := Lookup(one.Name + "+" + many.Name)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, e)
		}
	}
	return list
}

// subset returns the options whose bits are set.
func subset(bits int) cover.Solution {
	s := cover.Solution{}
	for o := 0; bits>>o > 0; o++ {
		if bits>>o&1 == 1 {
			s = append(s, o)
		}
	}
	return s
}

// checkFormula tries every subset of the options of m: those that are solutions
// must have a model, exactly one if auxiliaries are not free, and no others may.
func checkFormula(t testing.TB, m *cover.Model, e Encoding) {
	f, err := Encode(m, e)
	if err != nil {
		t.Fatal(err)
	}
	if size, err := Size(m, e); err != nil || size != f.Size() {
		t.Fatalf("%s: announced %v (%v), made %v", e.Name, size, err, f.Size())
	}
	var text strings.Builder
	if err := f.WriteDIMACS(&text, cnf.Comments{}); err != nil {
		t.Fatal(err)
	}
	stream, err := Stream(m, e)
	if err != nil || stream.Bytes() != int64(text.Len()) {
		t.Fatalf("%s: announced %d bytes (%v), wrote %d", e.Name, stream.Bytes(), err, text.Len())
	}
	var streamed strings.Builder
	if err := stream.WriteDIMACS(&streamed, cnf.Comments{}); err != nil || streamed.String() != text.String() {
		t.Fatalf("%s: streamed (%v)\n%sand kept\n%s", e.Name, err, &streamed, &text)
	}
	for bits, got := range models(&f.Formula, len(m.Options)) {
		solves := m.Check(subset(bits)) == nil
		if (got > 0) != solves || !e.FreeAux && got > 1 {
			t.Fatalf("%s, free %v: options %v have %d models, solution: %v", e.Name, e.FreeAux, subset(bits), got, solves)
		}
	}
}

// randomModel returns a model of few items with all kinds of bounds and of up to
// nine options, dense enough that items have more options than the pairwise
// encoding is used for.
func randomModel(r *rand.Rand) *cover.Model {
	m := new(cover.Model)
	items := 1 + r.IntN(4)
	for i := range items {
		low := []int{0, 0, 0, 1, 1, 1, 2, 3}[r.IntN(8)]
		high := low + []int{0, 0, 1, 1, 2, 5}[r.IntN(6)]
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprint(i), Min: low, Max: high})
	}
	for range r.IntN(4) * 3 {
		var option []int
		for i := range items {
			if r.IntN(4) > 0 {
				option = append(option, i)
			}
		}
		if option != nil {
			m.Options = append(m.Options, option)
		}
	}
	return m
}

// TestModelsAreSolutions: on random small models, and on packings, which catch what exact covers
// cannot get wrong, the formula's models, projected on the options, are the solutions.
func TestModelsAreSolutions(t *testing.T) {
	encodings := all(t)
	auxiliary, models := 0, testkit.Times(20)
	if testing.Short() {
		models = 10 // a minute for all of them under the race detector
	}
	packings := []*cover.Model{
		dominoes(3, 3, 0, 12), dominoes(3, 3, 4, 4), dominoes(3, 3, 0, 1), dominoes(3, 3, 2, 3),
		dominoes(3, 3, 3, 12), dominoes(3, 3, 5, 12),
	}
	for seed := range models + len(packings) {
		m := randomModel(rand.New(rand.NewPCG(uint64(seed), 0)))
		if seed >= models {
			m = packings[seed-models]
		}
		t.Run(fmt.Sprint("model ", seed), func(t *testing.T) {
			for _, e := range encodings {
				for _, e.FreeAux = range []bool{false, true} {
					checkFormula(t, m, e)
				}
			}
		})
		if f, err := Encode(m, encodings[0]); err == nil && f.NumVars() > f.NumOptions() {
			auxiliary++
		}
	}
	if auxiliary < models/5 {
		t.Errorf("only %d of the models need auxiliary variables", auxiliary)
	}
}

// dominoes returns the model of dominoes on a board, every cell of which may
// stay empty, and of which there are at least low and at most high.
func dominoes(width, height, low, high int) *cover.Model {
	m := new(cover.Model)
	for k := range width * height {
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprintf("c%d", k), Max: 1})
	}
	piece := len(m.Items)
	m.Items = append(m.Items, cover.Item{Name: "domino", Min: low, Max: high})
	for k := range width * height {
		if k%width < width-1 {
			m.Options = append(m.Options, []int{k, k + 1, piece})
		}
		if k+width < width*height {
			m.Options = append(m.Options, []int{k, k + width, piece})
		}
	}
	return m
}

func TestEncodeTrivial(t *testing.T) {
	e, err := Lookup(Default)
	if err != nil {
		t.Fatal(err)
	}
	item := func(low, high int) cover.Item { return cover.Item{Name: "i", Min: low, Max: high} }
	for _, c := range []struct {
		name string
		m    cover.Model
		want string
	}{
		{"nothing", cover.Model{}, "p cnf 0 0\n"},
		{"an item without options", cover.Model{Items: []cover.Item{item(1, 1)}}, "p cnf 0 1\n0\n"},
		{"an item that needs none", cover.Model{Items: []cover.Item{item(0, 3)}}, "p cnf 0 0\n"},
		{"a dropped option", cover.Model{Items: []cover.Item{item(0, 0)}, Options: [][]int{{0}}}, "p cnf 1 1\n-1 0\n"},
		{"a taken option", cover.Model{Items: []cover.Item{item(1, 1)}, Options: [][]int{{0}}}, "p cnf 1 1\n1 0\n"},
		{"all options taken", cover.Model{Items: []cover.Item{item(2, 2)}, Options: [][]int{{0}, {0}}}, "p cnf 2 2\n1 0\n2 0\n"},
		{"more than there are", cover.Model{Items: []cover.Item{item(3, 3)}, Options: [][]int{{0}, {0}}}, "p cnf 2 1\n0\n"},
		{"bounds that cannot bind", cover.Model{Items: []cover.Item{item(0, 2)}, Options: [][]int{{0}, {0}}}, "p cnf 2 0\n"},
		{"at least one", cover.Model{Items: []cover.Item{item(1, 2)}, Options: [][]int{{0}, {0}}}, "p cnf 2 1\n1 2 0\n"},
		{"exactly one", cover.Model{Items: []cover.Item{item(1, 1)}, Options: [][]int{{0}, {0}}}, "p cnf 2 2\n1 2 0\n-1 -2 0\n"},
		{"a dropped option is in no other clause",
			cover.Model{Items: []cover.Item{item(1, 1), item(0, 0)}, Options: [][]int{{0}, {0, 1}, {0}}},
			"p cnf 3 3\n-2 0\n1 3 0\n-1 -3 0\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := Encode(&c.m, e)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if err := f.WriteDIMACS(&b, cnf.Comments{}); err != nil {
				t.Fatal(err)
			}
			if b.String() != c.want {
				t.Errorf("got\n%swant\n%s", &b, c.want)
			}
		})
	}
}

// TestBlock: the blocking clause of a solution excludes it and no other one.
func TestBlock(t *testing.T) {
	e, err := Lookup(Default)
	if err != nil {
		t.Fatal(err)
	}
	short := 0
	check := func(m *cover.Model) {
		f, err := Encode(m, e)
		if err != nil {
			t.Fatal(err)
		}
		var solutions []int
		for bits := range 1 << len(m.Options) {
			if m.Check(subset(bits)) == nil {
				solutions = append(solutions, bits)
			}
		}
		for _, bits := range solutions {
			clause := f.Block(subset(bits))
			if len(clause) < len(m.Options) {
				short++
			}
			for _, other := range solutions {
				excluded := !slices.ContainsFunc(clause, func(l cnf.Lit) bool {
					return l.Positive() == (other>>(l.Var()-1)&1 == 1)
				})
				if excluded != (other == bits) {
					t.Fatalf("blocking %v by %v: excludes %v: %v", subset(bits), clause, subset(other), excluded)
				}
			}
		}
	}
	check(dominoes(3, 3, 0, 12))
	check(dominoes(3, 3, 4, 4))
	check(dominoes(3, 3, 0, 1))
	for seed := range uint64(300) {
		check(randomModel(rand.New(rand.NewPCG(seed, 1))))
	}
	if short == 0 {
		t.Error("no blocking clause left an option out, so that was not tested")
	}
}

func TestBlockLeavesOut(t *testing.T) {
	e, _ := Lookup(Default)
	exact := []cover.Item{{Name: "a", Min: 1, Max: 1}, {Name: "x"}}
	slack := []cover.Item{{Name: "a", Max: 1}, {Name: "x"}}
	dropped := []cover.Item{{Name: "x"}}
	for _, c := range []struct {
		name string
		m    cover.Model
		s    cover.Solution
		want []cnf.Lit
	}{
		{"what is not chosen, where no solution contains another",
			cover.Model{Items: exact, Options: [][]int{{0}, {0, 1}, {0}}}, cover.Solution{2}, []cnf.Lit{-3}},
		{"what is dropped", cover.Model{Items: slack, Options: [][]int{{0}, {0, 1}, {0}}}, cover.Solution{2}, []cnf.Lit{1, -3}},
		{"what is dropped, of nothing", cover.Model{Items: slack, Options: [][]int{{0}, {0, 1}, {0}}}, cover.Solution{}, []cnf.Lit{1, 3}},
		{"everything, of the only solution", cover.Model{Items: dropped, Options: [][]int{{0}}}, cover.Solution{}, nil},
	} {
		f, err := Encode(&c.m, e)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Block(c.s); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestDecode(t *testing.T) {
	e, _ := Lookup(Default)
	m := dominoes(3, 3, 4, 4)
	f, err := Encode(m, e)
	if err != nil {
		t.Fatal(err)
	}
	if f.NumOptions() != 12 || f.NumVars() <= 12 {
		t.Fatalf("%d options, %d variables", f.NumOptions(), f.NumVars())
	}
	model := map[cnf.Lit]bool{1: true, 12: true, 13: true} // 13 is auxiliary
	got := f.Decode(func(l cnf.Lit) bool { return model[l] })
	if want := (cover.Solution{0, 11}); !slices.Equal(got, want) {
		t.Errorf("decoded %v, want %v", got, want)
	}
	if got := f.Decode(func(cnf.Lit) bool { return false }); got == nil || len(got) != 0 {
		t.Errorf("decoded %#v, want the empty solution", got)
	}
}

func TestLookup(t *testing.T) {
	for _, name := range append(Names(), "product+sequential", "product+totalizer", "sequential+totalizer",
		"bimander/4", "commander/2+kmtotalizer/3", "pairwise+mtotalizer/2", "mtotalizer/7") {
		e, err := Lookup(name)
		if err != nil || e.Name != name || e.AtMost == nil || e.Bounds == nil {
			t.Errorf("%s: %+v, %v", name, e, err)
		}
	}
	one, many := strings.Join(Names(), ", "), strings.Join(names(func(e Encoding) bool { return e.Bounds != nil }), ", ")
	for name, want := range map[string]string{
		"":             `encode: no at-most encoding is called "": want one of ` + one,
		"Product":      `encode: no at-most encoding is called "Product": want one of ` + one + `; did you mean "product"?`,
		"bimander/0":   `encode: bimander/0: want a number (literals a group) from 1 to 1048576 after the slash`,
		"bimander/+2":  `encode: bimander/: want a number (literals a group) from 1 to 1048576 after the slash`,
		"bimander/04":  `encode: bimander/04: want a number (literals a group) from 1 to 1048576 after the slash`,
		"product/4":    `encode: product/4: product takes no number, as these do: commander, bimander, mtotalizer, kmtotalizer`,
		"a/4":          `encode: no at-most encoding is called "a/4": want one of ` + one,
		"product+":     `encode: no encoding of bounds above 1 is called "": want one of ` + many,
		"product+pair": `encode: no encoding of bounds above 1 is called "pair": want one of ` + many,
		"a+totalizer":  `encode: no at-most encoding is called "a": want one of ` + one,
	} {
		if _, err := Lookup(name); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", name, err, want)
		}
	}
	seen := make(map[string]bool)
	for _, name := range Names() {
		if seen[name] || strings.ContainsAny(name, "+/# ") {
			t.Errorf("name %q is taken twice or means something else on the command line", name)
		}
		seen[name] = true
	}
}

// TestTooLarge: a formula that would outgrow its limits is refused before it is
// made, with advice.
func TestTooLarge(t *testing.T) {
	testkit.OnlyThorough(t) // counts a billion literals
	m := new(cover.Model)   // there is room for each of these items, and not for all
	for i := range 8 {
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprint(i), Max: 1})
		for range 13000 {
			m.Options = append(m.Options, []int{i})
		}
	}
	e, err := Lookup("pairwise")
	if err != nil {
		t.Fatal(err)
	}
	f, err := Encode(m, e)
	want := "encode: pairwise encoding: cnf: formula too large: more than 1073741824 literals; among the smallest encodings is product"
	if f != nil || err == nil || err.Error() != want {
		t.Errorf("error %v", err)
	}
	e, err = Lookup(Default)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Encode(m, e); err != nil {
		t.Errorf("the advice does not help: %v", err)
	}
}
