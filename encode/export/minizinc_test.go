package export_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/export"
)

// A real solver finds all solutions of the text, and its answer can be read.
func TestMiniZincIsSolved(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"minizinc", "fzn-gecode"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed", program)
		}
	}
	if testing.Short() {
		t.Skip("every model is a process of its own, and none of them runs our code under the race detector")
	}
	cells := func(n, least int) []cover.Item {
		items := make([]cover.Item, n)
		for k := range items {
			items[k] = cover.Item{Name: string(rune('a' + k)), Min: least, Max: 1}
		}
		return items
	}
	square := [][]int{{0, 1}, {0, 2}, {1, 3}, {2, 3}}
	for _, c := range []struct {
		name  string
		model *cover.Model
		want  int
	}{
		{"exact", &cover.Model{Items: cells(4, 1), Options: square}, 2},
		{"packing", &cover.Model{Items: cells(4, 0), Options: square}, 7},
		{"a range", &cover.Model{Items: append(cells(4, 0), cover.Item{Name: "n", Min: 1, Max: 2}), Options: [][]int{{0, 1, 4}, {0, 2, 4}, {1, 3, 4}, {2, 3, 4}}}, 6},
		{"exactly one", &cover.Model{Items: append(cells(4, 0), cover.Item{Name: "n", Min: 1, Max: 1}), Options: [][]int{{0, 1, 4}, {0, 2, 4}, {1, 3, 4}, {2, 3, 4}}}, 4},
		{"a hint", (&cover.Model{Items: cells(4, 1), Options: square}).Restrict(cover.Shard{Take: []int{1}}), 1},
		{"none", &cover.Model{Items: cells(3, 1), Options: [][]int{{0, 1}, {1, 2}}}, 0},
		{"nothing covers it", &cover.Model{Items: cells(1, 1)}, 0},
		{"nothing at all", &cover.Model{}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var text bytes.Buffer
			if err := export.MiniZinc(&text, c.model, nil); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "model.mzn")
			if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			said, err := exec.CommandContext(t.Context(), "minizinc", "--solver", "gecode", "-a", file).Output()
			if err != nil {
				t.Fatalf("minizinc: %v\n%s\n%s", err, said, &text)
			}
			seen := make(map[string]bool)
			answer, err := cnf.ParseAnswer(bytes.NewReader(said), "minizinc", max(1, len(c.model.Options)), func(a cnf.Assignment) error {
				s := cover.Solution{}
				for o := range c.model.Options {
					if a.Value(cnf.Lit(o + 1)) {
						s = append(s, o)
					}
				}
				key := s.Key()
				if seen[string(key[:])] {
					return errors.New("it comes twice")
				}
				seen[string(key[:])] = true
				return c.model.Check(s)
			})
			if err != nil || answer.Models != c.want || !answer.Complete {
				t.Errorf("%d solutions, complete %t (%v), want %d; minizinc said\n%s", answer.Models, answer.Complete, err, c.want, said)
			}
		})
	}
}
