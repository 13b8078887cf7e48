package cover

import (
	"math/rand/v2"
	"testing"
)

// renumbered returns m with its items and options in another order.
func renumbered(r *rand.Rand, m *Model) *Model {
	return m.Permuted(r.Perm(len(m.Items)), r.Perm(len(m.Options)))
}

// Other numbers keep the symmetries and the digest of the solutions.
func TestPermutedIsTheSameModel(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	digest := func(m *Model) (sum Digest) {
		d := m.Digester()
		for _, s := range brute(m) {
			sum = sum.Add(d.Solution(s))
		}
		return sum
	}
	for range 100 {
		m, g := symmetricModel(r)
		items := r.Perm(len(m.Items))
		if r.IntN(2) == 0 {
			items = nil
		}
		m.Sym = [][]int{g}
		p := m.Permuted(items, Permutation(r, len(m.Options)))
		if !p.Automorphism(p.Sym[0]) {
			t.Fatalf("%+v: a symmetry of %+v is lost", p, m)
		}
		if p.Fingerprint() != m.Fingerprint() || digest(p) != digest(m) {
			t.Fatalf("%+v is another model than %+v", p, m)
		}
	}
}

func TestFingerprintDoesNotDependOnTheNumbering(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		m := randomModel(r, 8, 12)
		if a, b := m.Fingerprint(), renumbered(r, m).Fingerprint(); a != b {
			t.Fatalf("%+v has fingerprint %s, renumbered %s", m, a, b)
		}
	}
}

func TestFingerprintTellsModelsApart(t *testing.T) {
	item := func(name string, least, most int) Item { return Item{Name: name, Min: least, Max: most} }
	models := map[string]*Model{
		"empty":         {},
		"an item":       {Items: []Item{item("a", 1, 1)}},
		"another bound": {Items: []Item{item("a", 0, 1)}},
		"another name":  {Items: []Item{item("b", 1, 1)}},
		"two items":     {Items: []Item{item("a", 1, 1), item("b", 1, 1)}},
		"an option":     {Items: []Item{item("a", 1, 1), item("b", 1, 1)}, Options: [][]int{{0}}},
		"the other one": {Items: []Item{item("a", 1, 1), item("b", 1, 1)}, Options: [][]int{{1}}},
		"twice":         {Items: []Item{item("a", 1, 1), item("b", 1, 1)}, Options: [][]int{{1}, {1}}},
		"both":          {Items: []Item{item("a", 1, 1), item("b", 1, 1)}, Options: [][]int{{0, 1}}},
		"one each":      {Items: []Item{item("a", 1, 1), item("b", 1, 1)}, Options: [][]int{{0}, {1}}},
		"restricted":    (&Model{Items: []Item{item("a", 1, 1), item("b", 1, 1)}, Options: [][]int{{0}, {1}}}).Restrict(Shard{Take: []int{0}}),
	}
	seen := make(map[string]string)
	for name, m := range models {
		f := m.Fingerprint()
		if other, taken := seen[f]; taken {
			t.Errorf("%s and %s have the same fingerprint", name, other)
		}
		seen[f] = name
	}
}
