package cover

import (
	"crypto/sha256"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/internal/contain"
)

func forRandomModels(t *testing.T, n int, test func(t *testing.T, r *rand.Rand, m *Model)) {
	t.Helper()
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 1))
		m := randomModel(r, 8, 10)
		test(t, r, m)
		if t.Failed() {
			t.Fatalf("seed %d: %+v", seed, m)
		}
	}
}

func TestCheckIsTheDefinition(t *testing.T) {
	forRandomModels(t, 500, func(t *testing.T, r *rand.Rand, m *Model) {
		for range 20 {
			var s Solution
			for o := range m.Options {
				if r.IntN(3) == 0 {
					s = append(s, o)
				}
			}
			if got, want := m.Check(s) == nil, solves(m, s); got != want {
				t.Errorf("Check(%v) = %v, want nil: %t", s, m.Check(s), want)
			}
		}
	})
}

func TestCheckRefusesWhatIsNoSolution(t *testing.T) {
	m := &Model{Items: []Item{{"a", 1, 1}, {"b", 0, 2}}, Options: [][]int{{0}, {0, 1}, {1}}}
	for _, test := range []struct {
		s    Solution
		want string // part of the error; "" for none
	}{
		{Solution{0}, ""},
		{Solution{1, 2}, ""},
		{Solution{}, "item a is covered 0 times, not 1"},
		{Solution{0, 1}, "item a is covered 2 times, not 1"},
		{Solution{2, 1}, "strictly increasing"},
		{Solution{1, 1}, "strictly increasing"},
		{Solution{-1}, "in range"},
		{Solution{3}, "in range"},
	} {
		err := m.Check(test.s)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("Check(%v) = %v, want %q", test.s, err, test.want)
		}
	}
}

func TestZeroModelHasTheEmptySolution(t *testing.T) {
	var m Model
	if err := m.Check(nil); err != nil {
		t.Error(err)
	}
	if err := m.Validate(); err != nil {
		t.Error(err)
	}
	if m.Reduce() != &m {
		t.Error("Reduce changed a model without options")
	}
}

func TestValidate(t *testing.T) {
	for _, test := range []struct {
		m    Model
		want string
	}{
		{Model{Items: []Item{{"a", -1, 1}}}, "bounds -1..1"},
		{Model{Items: []Item{{"a", 2, 1}}}, "bounds 2..1"},
		{Model{Items: []Item{{"a", 0, 1}, {"a", 0, 1}}}, "both named"},
		{Model{Items: []Item{{"a", 0, 1}}, Options: [][]int{{}}}, "covers nothing"},
		{Model{Items: []Item{{"a", 0, 1}}, Options: [][]int{{1}}}, "out of range"},
		{Model{Items: []Item{{"a", 0, 1}, {"b", 0, 1}}, Options: [][]int{{1, 0}}}, "out of order"},
		{Model{Items: []Item{{"a", 0, 1}}, Pos: []int{0, 1}}, "2 positions for 1 items"},
		{Model{Items: []Item{{"a", 0, 1}}, AddedItems: 2}, "2 added items of 1"},
		{Model{Items: []Item{{"a", 0, 1}, {"b", 1, 1}}, Options: [][]int{{0}, {1}}, Sym: [][]int{{1, 0}}}, "no automorphism"},
		{Model{Items: []Item{{"a", 1, 1}, {"b", 1, 1}}, Options: [][]int{{0}, {1}}, Sym: [][]int{{0, 1}, {1, 0}}}, ""},
		{Model{Items: []Item{{"a", 1, 1}, {"b", 1, 1}}, Options: [][]int{{0}, {1}}, Sym: [][]int{{1, 0}}}, "not the identity"},
		{Model{Items: []Item{{"a", 1, 1}, {"b", 1, 1}}, Options: [][]int{{0}, {1}}, Sym: [][]int{{1, 0}, {0, 1}}}, "not the identity"},
		{Model{Items: []Item{{"a", 1, 1}}, Options: [][]int{{0}, {0}}, Sym: [][]int{{0, 1}, {0, 1}}}, "symmetry 1 is there twice"},
		{Model{Items: []Item{{"a", 1, 1}}, Options: [][]int{{0}, {0}, {0}}, Sym: [][]int{{0, 1, 2}, {1, 2, 0}}}, "no group: 1 after 1"},
	} {
		err := test.m.Validate()
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("Validate(%+v) = %v, want %q", test.m, err, test.want)
		}
	}
}

func TestAntichain(t *testing.T) {
	found := map[bool]int{}
	forRandomModels(t, 500, func(t *testing.T, _ *rand.Rand, m *Model) {
		found[m.Antichain()]++
		if !m.Antichain() {
			return
		}
		all := brute(m)
		for _, s := range all {
			for _, larger := range all {
				if len(s) < len(larger) && !slices.ContainsFunc(s, func(o int) bool { return !slices.Contains(larger, o) }) {
					t.Errorf("%v contains %v", larger, s)
				}
			}
		}
	})
	if found[true] < 20 || found[false] < 20 {
		t.Errorf("models tried: %v", found)
	}
}

func TestSplitIsDisjointAndComplete(t *testing.T) {
	forRandomModels(t, 500, func(t *testing.T, r *rand.Rand, m *Model) {
		var together []Solution
		digest := m.Digester()
		var sum Digest
		for _, sh := range m.Split(r.IntN(len(m.Items))) {
			part := m.Restrict(sh)
			if err := part.Validate(); err != nil {
				t.Error(err)
			}
			// Split once more inside: parts of parts must fit together too.
			for _, inner := range part.Split(r.IntN(len(m.Items))) {
				both := sh.Join(inner)
				found := brute(m.Restrict(both))
				d := m.Restrict(both).Digester()
				for _, s := range found {
					sum = sum.Add(d.Solution(s))
				}
				together = append(together, found...)
			}
		}
		all := brute(m)
		var whole Digest
		for _, s := range all {
			whole = whole.Add(digest.Solution(s))
		}
		slices.SortFunc(all, slices.Compare[Solution])
		slices.SortFunc(together, slices.Compare[Solution])
		if !slices.EqualFunc(all, together, slices.Equal[Solution]) {
			t.Errorf("the shards have %v, the whole %v", together, all)
		}
		if whole != sum {
			t.Errorf("the shards' digests add up to %v, the whole has %v", sum, whole)
		}
	})
}

func TestShardsAreDisjointAndComplete(t *testing.T) {
	short := 0
	forRandomModels(t, 500, func(t *testing.T, r *rand.Rand, m *Model) {
		n := 1 + r.IntN(9)
		shards := m.Shards(n)
		if len(shards) > n || len(shards) < 1 {
			t.Errorf("%d shards, want %d", len(shards), n)
		}
		if len(shards) < n {
			short++
		}
		var together []Solution
		for _, sh := range shards {
			together = append(together, brute(m.Restrict(sh))...)
		}
		all := brute(m)
		slices.SortFunc(all, slices.Compare[Solution])
		slices.SortFunc(together, slices.Compare[Solution])
		if !slices.EqualFunc(all, together, slices.Equal[Solution]) {
			t.Errorf("the shards have %v, the whole %v", together, all)
		}
	})
	if short > 400 {
		t.Errorf("%d of 500 models could not be parted as asked", short)
	}
	if shards := strip(8, 1, 2, 5).Shards(5); len(shards) != 5 {
		t.Errorf("%d shards of a strip, want 5", len(shards))
	}
}

func TestReduceKeepsTheSolutions(t *testing.T) {
	dropped := 0
	forRandomModels(t, 3000, func(t *testing.T, _ *rand.Rand, m *Model) {
		reduced := m.Reduce()
		if err := reduced.Validate(); err != nil {
			t.Error(err)
		}
		want, got := brute(m), brute(reduced)
		if !slices.EqualFunc(want, got, slices.Equal[Solution]) {
			t.Errorf("reduced: %v, before: %v", got, want)
		}
		if len(want) == 0 {
			return
		}
		for o, dead := range reduced.Dead() {
			if dead && !m.Dead()[o] {
				dropped++
			}
		}
	})
	if dropped < 100 {
		t.Errorf("only %d options were dropped from models with solutions", dropped)
	}
}

// A strip of five cells and a piece of two in its second place: the cell before
// it is stranded. In the third place it leaves regions of two and one.
func TestReduceStrandsCellsAndRegions(t *testing.T) {
	m := strip(8, 1, 3) // one piece of each size, on eight cells, may not stay empty
	reduced := m.Reduce()
	if err := reduced.Check(nil); err == nil {
		t.Error("the strip cannot stay empty")
	}
	for o, dead := range reduced.Dead() {
		if !dead {
			t.Errorf("option %v survived, but sizes 1 and 3 cannot fill 8", m.Options[o])
		}
	}
	m = strip(6, 2, 4)
	reduced = m.Reduce()
	var left [][]int
	for o, dead := range reduced.Dead() {
		if !dead {
			left = append(left, m.Options[o][1:])
		}
	}
	// Only "2 then 4" and "4 then 2" can be.
	if len(left) != 4 {
		t.Errorf("left: %v", left)
	}
}

// strip returns the model of a strip of n cells to be filled with one straight
// piece of each size.
func strip(n int, sizes ...int) *Model {
	m := &Model{}
	for k := range sizes {
		m.Items = append(m.Items, Item{Name: string(rune('A' + k)), Min: 1, Max: 1})
		m.Pos = append(m.Pos, -1)
	}
	for c := range n {
		m.Items = append(m.Items, Item{Name: string(rune('a' + c)), Min: 1, Max: 1})
		m.Pos = append(m.Pos, c)
	}
	for k, size := range sizes {
		for c := 0; c+size <= n; c++ {
			option := []int{k}
			for d := range size {
				option = append(option, len(sizes)+c+d)
			}
			m.Options = append(m.Options, option)
		}
	}
	return m
}

// A symmetry is dropped that maps two equal extras onto one, or an extra onto none.
func TestWithKeepsCopies(t *testing.T) {
	m := &Model{Items: []Item{{"a", 1, 1}, {"b", 1, 1}}, Options: [][]int{{0}, {1}}, Sym: [][]int{{0, 1}, {1, 0}}}
	extra := func(o int) Extra { return Extra{Item{"x", 1, 1}, []int{o}} }
	for _, test := range []struct {
		extras []Extra
		sym    int
	}{
		{[]Extra{extra(0), extra(1)}, 2},
		{[]Extra{extra(0), extra(1), extra(1)}, 1},
		{[]Extra{extra(0), extra(1), extra(1), extra(0)}, 2},
		{[]Extra{extra(1)}, 1},
		{[]Extra{{Item{"x", 1, 2}, []int{1, 0}}}, 2}, // as laid, not as numbered
		{[]Extra{{Item{"x", 1, 2}, []int{1, 0}}, extra(0)}, 1},
	} {
		with := m.With(test.extras...)
		if err := with.Validate(); err != nil || len(with.Sym) != test.sym {
			t.Errorf("%v: %d symmetries, want %d, %v", test.extras, len(with.Sym), test.sym, err)
		}
	}
}

func TestAutomorphismRefuses(t *testing.T) {
	m := &Model{
		Items:   []Item{{"a", 1, 1}, {"b", 1, 1}, {"c", 0, 1}},
		Options: [][]int{{0}, {1}, {2}, {0, 1}},
	}
	for _, test := range []struct {
		g    []int
		want bool
	}{
		{[]int{0, 1, 2, 3}, true},
		{[]int{1, 0, 2, 3}, true},
		{[]int{2, 1, 0, 3}, false}, // bounds differ
		{[]int{0, 1, 3, 2}, false}, // sizes differ
		{[]int{0, 0, 2, 3}, false}, // no permutation
		{[]int{0, 1, 2}, false},
		{[]int{0, 1, 2, 4}, false},
	} {
		if got := m.Automorphism(test.g); got != test.want {
			t.Errorf("Automorphism(%v) = %t", test.g, got)
		}
	}
	for _, images := range [][]int{{0, 0, 2}, {0, 1}, {0, 1, 3}} {
		if m.Maps([]int{0, 1, 2, 3}, images) {
			t.Errorf("Maps takes %v for a permutation", images)
		}
	}
}

// Random permutations are nearly never automorphisms, and the brute force on
// items says so as well.
func TestAutomorphismIsTheDefinition(t *testing.T) {
	yes := 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 3))
		m := randomModel(r, 4, 5)
		g := r.Perm(len(m.Options))
		want := false
		permutations(len(m.Items), func(image []int) {
			maps := induces(m, g, image)
			if m.Maps(g, image) != maps {
				t.Fatalf("seed %d: Maps(%v, %v) = %t of %+v", seed, g, image, !maps, m)
			}
			want = want || maps
		})
		if got := m.Automorphism(g); got != want {
			t.Fatalf("seed %d: Automorphism(%v) = %t of %+v", seed, g, got, m)
		}
		if want && len(g) > 2 {
			yes++
		}
	}
	if yes < 20 {
		t.Errorf("only %d automorphisms were tried", yes)
	}
}

func permutations(n int, visit func([]int)) {
	p := make([]int, n)
	var place func(k int)
	place = func(k int) {
		if k == n {
			visit(p)
			return
		}
		for v := range n {
			if !slices.Contains(p[:k], v) {
				p[k] = v
				place(k + 1)
			}
		}
	}
	place(0)
}

func induces(m *Model, g, image []int) bool {
	for i, it := range m.Items {
		if to := m.Items[image[i]]; to.Min != it.Min || to.Max != it.Max {
			return false
		}
	}
	for o, items := range m.Options {
		moved := make([]int, len(items))
		for k, i := range items {
			moved[k] = image[i]
		}
		slices.Sort(moved)
		if !slices.Equal(moved, m.Options[g[o]]) {
			return false
		}
	}
	return true
}

// Digests add up modulo 2^256, as the numbers that they are written as do.
func TestDigestsAddAsNumbers(t *testing.T) {
	number := func(d Digest) *big.Int {
		n, ok := new(big.Int).SetString(strings.TrimPrefix(d.String(), "sha256:"), 16)
		if !ok {
			t.Fatalf("%v is no number", d)
		}
		return n
	}
	all := Digest{math.MaxUint64, math.MaxUint64, math.MaxUint64, math.MaxUint64}
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		a := Digest{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()}
		for _, b := range []Digest{{1}, {math.MaxUint64}, {r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()}, all} {
			want := new(big.Int).Add(number(a), number(b))
			want.SetBit(want, 256, 0)
			if got := number(a.Add(b)); got.Cmp(want) != 0 {
				t.Fatalf("%v and %v add up to %x, want %x", a, b, got, want)
			}
		}
	}
}

func TestDigest(t *testing.T) {
	m := &Model{Items: []Item{{"a", 0, 1}, {"b", 0, 1}, {"c", 0, 1}}, Options: [][]int{{0}, {1, 2}}}
	// The same puzzle with items and options numbered otherwise, and a shard.
	n := &Model{Items: []Item{{"c", 0, 1}, {"a", 0, 1}, {"b", 0, 1}}, Options: [][]int{{0, 2}, {1}}}
	n = n.Restrict(Shard{Take: []int{0}})
	if a, b := m.Digester().Solution(Solution{0, 1}), n.Digester().Solution(Solution{0, 1}); a != b {
		t.Errorf("digests %v and %v of the same solution", a, b)
	}
	if a, b := m.Digester().Solution(Solution{0}), m.Digester().Solution(Solution{1}); a == b {
		t.Error("different solutions have one digest")
	}
	d := m.Digester().Solution(Solution{0})
	if d.Add(d) == d || d.Add(d) == (Digest{}) {
		t.Error("a repeated solution does not show")
	}
	// SHA-256 of "a\0", known from outside.
	const want = "sha256:ffe9aaeaa2a2d5048174df0b80599ef0197ec024c4b051bc9860cff58ef7f9f3"
	if d.String() != want {
		t.Errorf("digest %v, want %v", d, want)
	}
	back, err := ParseDigest(d.String())
	if err != nil || back != d {
		t.Errorf("ParseDigest(%v) = %v, %v", d, back, err)
	}
	for _, bad := range []string{"", "sha256:", "sha256:12", want[:len(want)-1] + "g", want[1:]} {
		if _, err := ParseDigest(bad); err == nil {
			t.Errorf("ParseDigest(%q) succeeded", bad)
		}
	}
}

// Reducing a reduced model changes nothing: each rule runs until it finds nothing more, even if it
// only looks at changes.
func TestReduceIsAFixpoint(t *testing.T) {
	twice := 0
	forRandomModels(t, 3000, func(t *testing.T, _ *rand.Rand, m *Model) {
		once := m.Reduce()
		if again := once.Reduce(); again != once {
			t.Errorf("%v options and then %v are left of %v", once.Dead(), again.Dead(), m.Options)
		}
		if once != m {
			twice++
		}
	})
	if twice < 100 {
		t.Errorf("only %d models were reduced", twice)
	}
}

// A row of cells to be covered by dominoes: each round decides only the ends, and must take time
// only for what it decides. Else this takes minutes.
func TestReduceLongRow(t *testing.T) {
	const n = 1 << 18
	m := &Model{Items: []Item{{Name: "domino", Min: 0, Max: n}}}
	for c := range n {
		m.Items = append(m.Items, Item{Name: strconv.Itoa(c), Min: 1, Max: 1})
		if c > 0 {
			m.Options = append(m.Options, []int{0, c, c + 1})
		}
	}
	began := contain.CPU()
	dead := m.Reduce().Dead()
	if took := contain.CPU() - began; took > time.Minute && !testing.Short() {
		t.Errorf("it took %v", took)
	}
	for o, is := range dead {
		if is != (o%2 == 1) {
			t.Fatalf("option %d: dead %v", o, is)
		}
	}
}

// A region may take several copies of a piece, as many as are left of it: with the
// piece of one in the third of seven cells, two pieces of two lie behind it.
func TestReduceCountsCopies(t *testing.T) {
	for copies, want := range map[int]int{2: 0, 3: 4, 4: 0} {
		m := strip(7, 2, 1)
		m.Items[0].Min, m.Items[0].Max = copies, copies
		reduced := m.Reduce()
		if before, after := len(brute(m)), len(brute(reduced)); before != want || after != want {
			t.Errorf("%d copies: %d solutions, reduced %d, want %d", copies, before, after, want)
		}
	}
}

// The digest is what its documentation says, byte by byte: others may compute it.
func TestDigestIsAsDocumented(t *testing.T) {
	m := &Model{
		Items:      []Item{{"b", 1, 1}, {"a", 1, 1}, {"c", 1, 1}, {"added", 1, 1}},
		Options:    [][]int{{2, 3}, {0, 1}},
		AddedItems: 1,
	}
	want := fmt.Sprintf("sha256:%x", sha256.Sum256([]byte("a\x00b\x00\nc\x00")))
	if got := m.Digester().Solution(Solution{0, 1}).String(); got != want {
		t.Errorf("the digest is %s, want %s", got, want)
	}
}

// Each orbit has one least member, whatever its size.
func TestLeast(t *testing.T) {
	turns := [][]int{{0, 1, 2, 3}, {1, 2, 3, 0}, {2, 3, 0, 1}, {3, 0, 1, 2}}
	for _, c := range []struct {
		s    Solution
		want bool
	}{
		{nil, true}, {Solution{0}, true}, {Solution{2}, false}, {Solution{0, 2}, true}, {Solution{1, 3}, false},
		{Solution{0, 1}, true}, {Solution{0, 3}, false}, {Solution{0, 1, 3}, false}, {Solution{0, 1, 2}, true},
	} {
		if got := c.s.Least(turns); got != c.want {
			t.Errorf("%v is the least of its images: %t", c.s, got)
		}
		least := c.s.Canonical(turns)
		if !least.Least(turns) || slices.Equal(least, c.s) != c.want || !slices.Equal(least, least.Canonical(turns)) {
			t.Errorf("the least image of %v is %v", c.s, least)
		}
		images := make(map[string]bool)
		for _, g := range turns {
			images[fmt.Sprint(c.s.Image(g))] = true
		}
		if c.s.Orbit(turns) != len(images) || c.s.FixedBy(turns)*len(images) != len(turns) {
			t.Errorf("%v has %d images, not %d", c.s, len(images), c.s.Orbit(turns))
		}
	}
}

// Check is for solutions and models from anywhere.
func TestCheckOfInvalidModels(t *testing.T) {
	items := []Item{{Name: "a", Max: 1}}
	for _, i := range []int{-1, 1, 127, 128} {
		m := &Model{Items: items, Options: [][]int{{i}}}
		if err := m.Check(Solution{0}); err == nil {
			t.Errorf("a solution was accepted whose option covers item %d of 1", i)
		}
	}
}

// A solution is least if sorting all its images says so, also where they differ late or not at all.
func TestLeastOfImages(t *testing.T) {
	r := rand.New(rand.NewPCG(40, 2))
	least, late := 0, 0
	for range 20_000 {
		n := 1 + r.IntN(12)
		motion := make([]int, n)
		for k := range motion {
			motion[k] = k
		}
		fixed := r.IntN(n + 1) // the motion moves only what is behind
		r.Shuffle(n-fixed, func(i, j int) {
			motion[fixed+i], motion[fixed+j] = motion[fixed+j], motion[fixed+i]
		})
		var s Solution
		for o := range n {
			if r.IntN(3) > 0 {
				s = append(s, o)
			}
		}
		image := s.Image(motion)
		want := slices.Compare(s, image) <= 0
		if got := s.Least([][]int{motion}); got != want {
			t.Fatalf("%v with the image %v: least %v, want %v", s, image, got, want)
		}
		if want {
			least++
		}
		if len(s) > 4 && slices.Equal(s[:4], image[:4]) {
			late++
		}
	}
	if least < 1000 || late < 1000 {
		t.Errorf("%d are least, %d differ late", least, late)
	}
}

// Where rules add items, several of an option are as scarce: the reduction of a row of seven, in
// which pieces of three, two, two and one do not touch copies of themselves, has its mirror image.
func TestReduceKeepsSymmetriesOfRules(t *testing.T) {
	t.Parallel()
	m := &Model{AddedItems: 6}
	for _, most := range []int{1, 2, 1} {
		m.Items, m.Pos = append(m.Items, Item{"piece", most, most}), append(m.Pos, -1)
	}
	for x := range 7 {
		m.Items, m.Pos = append(m.Items, Item{"cell", 1, 1}), append(m.Pos, x)
	}
	for range 6 {
		m.Items, m.Pos = append(m.Items, Item{"side", 0, 1}), append(m.Pos, -1)
	}
	var mirror []int
	for piece, size := range []int{3, 2, 1} {
		first := len(m.Options)
		for x := range 8 - size {
			option := []int{piece}
			for k := range size {
				option = append(option, 3+x+k)
			}
			for side := x - 1; piece == 1 && side < x+size; side++ {
				if side >= 0 && side < 6 {
					option = append(option, 10+side)
				}
			}
			m.Options = append(m.Options, option)
		}
		for o := len(m.Options) - 1; o >= first; o-- {
			mirror = append(mirror, o)
		}
	}
	m.Sym = [][]int{{}, mirror}
	for o := range m.Options {
		m.Sym[0] = append(m.Sym[0], o)
	}
	if r := m.Reduce(); r == m || len(r.Sym) != 2 {
		t.Errorf("%d symmetries are left", len(r.Sym))
	}
}
