package proof_test

import (
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/proof/check"
)

// TestWeightsAreSound: a vector may refute only models without solutions. All small vectors are
// tried on a model whose solutions are known, with bounds of every kind, in a tree that is valid
// only if the root is refuted.
func TestWeightsAreSound(t *testing.T) {
	bounds := [][2]int{{1, 1}, {0, 1}, {0, 0}, {2, 2}, {1, 2}, {0, 5}}
	refuted := 0
	for _, a := range bounds {
		for _, b := range bounds {
			for _, c := range bounds {
				m := &cover.Model{
					Items:   []cover.Item{{Name: "a", Min: a[0], Max: a[1]}, {Name: "b", Min: b[0], Max: b[1]}, {Name: "c", Min: c[0], Max: c[1]}},
					Options: [][]int{{0, 1}, {0, 1}, {1, 2}, {0, 2}},
				}
				none := len(solve(m)) == 0
				for w := range 125 {
					if testing.Short() && w%4 != 0 {
						continue
					}
					tree := "exactile tree 1\n" + "\x01" + string([]byte{byte(w % 5), byte(w / 5 % 5), byte(w / 25)})
					_, err := check.Model(t.Context(), m, check.Evidence{Solutions: strings.NewReader(""), Tree: strings.NewReader(tree)})
					if err == nil && !none {
						t.Errorf("%v: vector %d refutes a model with solutions", m, w)
					}
					if err == nil {
						refuted++
					}
				}
			}
		}
	}
	if refuted == 0 {
		t.Error("no vector refuted anything")
	}
}
