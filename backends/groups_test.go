package backends_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/encode/cover"
)

// TestGroupsOfEveryKind compares the groups that counters, listers and the race find.
func TestGroupsOfEveryKind(t *testing.T) {
	t.Parallel()
	m := models.Packing(3, 3, 0, 0, 4)
	g := cover.Grouping{By: []int{1}, Use: []int{0}}
	want, err := backends.Groups(t.Context(), lookup(t, "native/plain"), m, g)
	if err != nil || len(want) < 4 {
		t.Fatalf("%d groups, %v", len(want), err)
	}
	for _, name := range []string{"native", "gini", "gophersat/product", "portfolio"} {
		got, err := backends.Groups(t.Context(), lookup(t, name), m, g)
		same := slices.EqualFunc(got, want, func(a, b cover.Group) bool {
			return slices.Equal(a.Options, b.Options) && slices.Equal(a.Use, b.Use) &&
				a.Count.Cmp(b.Count) == 0
		})
		if err != nil || !same {
			t.Errorf("%s: %v, %v; want %v", name, got, err, want)
		}
	}
}

// TestGroupsUpToSymmetry counts packings up to symmetry by how often the domino is used,
// which symmetries keep, and refuses to by what lies in a corner, which they do not.
func TestGroupsUpToSymmetry(t *testing.T) {
	t.Parallel()
	m := models.Packing(3, 3, 0, 0, 4)
	b := lookup(t, "native")
	groups, err := backends.GroupOrbits(t.Context(), b, m, cover.Grouping{Use: []int{0}})
	if err != nil {
		t.Fatal(err)
	}
	want, err := backends.CountOrbits(t.Context(), b, m)
	if err != nil {
		t.Fatal(err)
	}
	sum := new(big.Int)
	for _, one := range groups {
		sum.Add(sum, one.Count)
	}
	if sum.Cmp(want) != 0 || len(groups) != 5 {
		t.Errorf("%d groups of %v orbits, want 5 of %v", len(groups), sum, want)
	}
	_, err = backends.GroupOrbits(t.Context(), b, m, cover.Grouping{By: []int{1}})
	if err != backends.ErrMixed {
		t.Errorf("by a corner: %v", err)
	}
}
