package proof

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
)

// TestSorter: whatever fits in memory, solutions come back in order, also a
// second time, and no file is left.
func TestSorter(t *testing.T) {
	for _, limit := range []int{1, 50, 1000, 1 << 20} {
		dir := t.TempDir()
		q := newSorter(dir, limit)
		r := rand.New(rand.NewPCG(7, 7))
		var want []cover.Solution
		for range 500 {
			s := cover.Solution{}
			for o := range 20 {
				if r.IntN(4) == 0 {
					s = append(s, 100*o)
				}
			}
			want = append(want, slices.Clone(s))
			if err := q.Add(s); err != nil {
				t.Fatal(err)
			}
		}
		slices.SortFunc(want, func(a, b cover.Solution) int { return slices.Compare(a, b) })
		for range 2 {
			k := 0
			if err := q.Each(func(s cover.Solution) error {
				if k >= len(want) || !slices.Equal(s, want[k]) {
					t.Fatalf("limit %d: solution %d is %v", limit, k, s)
				}
				k++
				return nil
			}); err != nil || k != len(want) || q.count != int64(k) {
				t.Fatalf("limit %d: %d solutions of %d, %v", limit, k, len(want), err)
			}
		}
		stop := errors.New("stop")
		if err := q.Each(func(cover.Solution) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("limit %d: %v", limit, err)
		}
		if err := q.Close(); err != nil {
			t.Error(err)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("limit %d: %v is left", limit, left)
		}
	}
}

// TestSpilledCertificate: a certificate whose solutions did not fit in memory is
// the same, and its folder holds nothing else.
func TestSpilledCertificate(t *testing.T) {
	m := new(cover.Model)
	for k := range 10 {
		m.Items = append(m.Items, cover.Item{Name: string(rune('a' + k)), Max: 1})
		m.Options = append(m.Options, []int{k})
	}
	var lists [][]byte
	for _, words := range []int{0, 100} {
		dir := t.TempDir()
		if _, err := Write(t.Context(), dir, m, Options{sorterWords: words}); err != nil {
			t.Fatal(err)
		}
		list, err := os.ReadFile(dir + "/" + FileNames.Solutions)
		if err != nil {
			t.Fatal(err)
		}
		lists = append(lists, list)
		if entries, _ := os.ReadDir(dir); len(entries) != 4 {
			t.Errorf("the folder holds %v", entries)
		}
	}
	if !slices.Equal(lists[0], lists[1]) {
		t.Error("the lists differ")
	}
}
