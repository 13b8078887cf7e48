package native

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/run"
)

// exactly returns a model of n items that are covered once each, without options.
func exactly(n int) *cover.Model {
	m := &cover.Model{}
	for i := range n {
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprint(i + 1), Min: 1, Max: 1})
	}
	return m
}

// matchings is the model of the perfect matchings of n points: (n-1)(n-3)... of them.
func matchings(n int) *cover.Model {
	m := exactly(n)
	for i := range n {
		for j := range i {
			m.Options = append(m.Options, []int{j, i})
		}
	}
	return m
}

// triples parts the numbers up to 3n into n triples of which the greatest is the sum of the
// others: for n of 8, 9 and 12 there are 3040, 20505 and 10567748 ways (OEIS A108235).
func triples(n int) *cover.Model {
	m := exactly(3 * n)
	for z := range 3*n + 1 {
		for x := 1; 2*x < z; x++ {
			m.Options = append(m.Options, []int{x - 1, z - x - 1, z - 1})
		}
	}
	return m
}

// trios parts n points into sets of three.
func trios(n int) *cover.Model {
	m := exactly(n)
	for z := range n {
		for y := range z {
			for x := range y {
				m.Options = append(m.Options, []int{x, y, z})
			}
		}
	}
	return m
}

// freely is the model of n items with four options each, which go together anyhow.
func freely(n int) *cover.Model {
	m := exactly(n)
	for i := range 4 * n {
		m.Options = append(m.Options, []int{i / 4})
	}
	return m
}

// A search that remembers its states finds as many solutions as one that does not, in fewer
// nodes, also where they are more than a word can count; and so do several workers.
func TestMemo(t *testing.T) {
	t.Parallel()
	power := func(n int) *big.Int { return new(big.Int).Exp(big.NewInt(4), big.NewInt(int64(n)), nil) }
	for _, tc := range []struct {
		name string
		m    *cover.Model
		want *big.Int
		slow bool // without a memo
	}{
		{"matchings of 12", matchings(12), big.NewInt(10395), false},
		{"matchings of 16", matchings(16), big.NewInt(2027025), true},
		{"trios of 15", trios(15), big.NewInt(1401400), true}, // 15!/(3!^5 5!)
		{"triples up to 24", triples(8), big.NewInt(3040), false},
		{"triples up to 27", triples(9), big.NewInt(20505), true},
		{"4 to the 8", freely(8), power(8), false},
		{"4 to the 32", freely(32), power(32), true},
		{"4 to the 40", freely(40), power(40), true},
	} {
		nodes := map[int]int64{}
		for _, rule := range []int{-1, 0, 1} {
			if rule < 0 && tc.slow {
				continue
			}
			var st Stats
			s := Searcher{Stats: func(s Stats) { st = s }}.Forced(Choice{Engine: "words", Levels: run.Levels{memo: rule}})
			if n := mustCount(t, s, tc.m); n.Cmp(tc.want) != 0 {
				t.Errorf("%s, memo %d: %v solutions, want %v", tc.name, rule, n, tc.want)
			}
			nodes[rule] = st.Nodes
			told := tc.want
			if !told.IsInt64() {
				told = big.NewInt(math.MaxInt64)
			}
			if st.Solutions != told.Int64() {
				t.Errorf("%s, memo %d: %d solutions are told of, want %v", tc.name, rule, st.Solutions, told)
			}
			s.Workers = 2
			if n := mustCount(t, s, tc.m); n.Cmp(tc.want) != 0 {
				t.Errorf("%s, memo %d, two workers: %v solutions, want %v", tc.name, rule, n, tc.want)
			}
		}
		if !tc.slow && nodes[1] >= nodes[-1] {
			t.Errorf("%s: %d nodes with a memo, %d without", tc.name, nodes[1], nodes[-1])
		}
	}
}

// A meter does not go back where solutions are more than it can count.
func TestMeterIsFull(t *testing.T) {
	t.Parallel()
	var m Meter
	s := Searcher{Meter: &m}.Forced(Choice{Engine: "words"})
	for range 3 {
		mustCount(t, s, freely(40))
		if m.Solutions() != math.MaxInt64 {
			t.Errorf("the meter shows %d solutions", m.Solutions())
		}
	}
}
