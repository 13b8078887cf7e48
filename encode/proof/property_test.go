package proof_test

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"pgregory.net/rapid"
)

// drawModel draws a small model with any bounds, options with equal items and
// items that nothing covers included.
func drawModel(t *rapid.T) *cover.Model {
	m := new(cover.Model)
	for i := range rapid.IntRange(1, 7).Draw(t, "items") {
		low := rapid.SampledFrom([]int{0, 0, 1, 1, 1, 2}).Draw(t, "min")
		high := low + rapid.SampledFrom([]int{0, 0, 0, 1, 2, 9}).Draw(t, "more")
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprint("i", i), Min: low, Max: high})
	}
	for range rapid.IntRange(0, 9).Draw(t, "options") {
		option := rapid.SliceOfNDistinct(rapid.IntRange(0, len(m.Items)-1), 1, 3, rapid.ID).Draw(t, "option")
		slices.Sort(option)
		m.Options = append(m.Options, option)
	}
	m.AddedItems = rapid.IntRange(0, len(m.Items)).Draw(t, "added")
	return m
}

// files returns the files of a folder by name.
func files(t failer, dir string) map[string][]byte {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string][]byte)
	for _, e := range entries {
		if all[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestRandomModels: for any small model the certificate has the solutions that
// brute force finds, the checkers of all its proofs accept it, and the number of
// workers does not show in its bytes.
func TestRandomModels(t *testing.T) {
	t.Parallel()
	pairwise, err := encode.Lookup("pairwise")
	pairwise.Redundant = true
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		f, err := encode.Encode(m, pairwise)
		if err != nil {
			t.Fatal(err)
		}
		opts := proof.Options{SAT: &proof.SAT{Formula: &f.Formula, Block: f.Block, Blocked: true}, Workers: 1}
		cert, err := proof.Write(t.Context(), dir, m, opts)
		if err != nil {
			t.Fatal(err)
		}
		truth := solve(m)
		alone := files(t, dir)
		if cert.Claim.Solutions != strconv.Itoa(len(truth)) || !bytes.Equal(alone[proof.FileNames.Solutions], solutionsText(truth)) {
			t.Fatalf("certified\n%swant\n%s", alone[proof.FileNames.Solutions], solutionsText(truth))
		}
		v, err := check.Folder(t.Context(), os.DirFS(dir), check.Sources{
			Puzzle:  func([]byte) (string, *cover.Model, error) { return "what is not there", m, nil },
			Formula: func(w io.Writer, m *cover.Model) error { return f.WriteDIMACS(w, cnf.Comments{}) },
		})
		if err != nil {
			t.Fatal(err)
		}
		if v.Puzzle != "" || len(v.NotChecked) != 1 {
			t.Fatalf("a verdict on %q that leaves out %q", v.Puzzle, v.NotChecked)
		}
		opts.Workers = 3
		if _, err := proof.Write(t.Context(), dir, m, opts); err != nil {
			t.Fatal(err)
		}
		if !maps.EqualFunc(alone, files(t, dir), bytes.Equal) {
			t.Fatal("three workers write other bytes than one")
		}
	})
}
