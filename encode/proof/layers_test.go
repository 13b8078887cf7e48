package proof_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/internal/testkit"
	"pgregory.net/rapid"
)

// listOf yields solutions.
func listOf(list []cover.Solution) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		for _, s := range list {
			if !yield(s, nil) {
				return
			}
		}
	}
}

// TestRandomRecounts: along any order, and with any implied bounds that are accepted, a recount has
// as many solutions, and as many of each group, as brute force.
func TestRandomRecounts(t *testing.T) {
	t.Parallel()
	implied := 0
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		items := make([]int, len(m.Items))
		for i := range items {
			items[i] = i
		}
		head := "exactile layers 1\n"
		bound := ""
		if rapid.Bool().Draw(t, "implied") {
			bound = impliedBound(t.Context(), m, rapid.Uint64().Draw(t, "seed"))
		}
		var g cover.Grouping
		group := ""
		if rapid.Bool().Draw(t, "grouped") {
			g.Use = rapid.SliceOfNDistinct(rapid.SampledFrom(items), 1, len(items), rapid.ID).Draw(t, "use")
			group = "by-use" + numbers(g.Use) + "\n"
		}
		tail := group + "order" + numbers(rapid.Permutation(items).Draw(t, "order")) + "\ntotal\n"
		if bound != "" {
			implied++
		}
		totals, _, err := check.Recount(t.Context(), m, nil, []byte(head+bound+tail), 1<<24, 1<<24)
		if err != nil {
			t.Fatal(err)
		}
		truth := solve(m)
		want := fmt.Sprint(" ", len(truth))
		if g.Use != nil {
			want = labelled(m, g, truth)
		}
		if totals[0] != want {
			t.Fatalf("recounted %q, want %q, along\n%s%s%s", totals[0], want, head, bound, tail)
		}
	})
	if implied == 0 && !testing.Short() {
		t.Error("no random bound was implied")
	}
}

// impliedBound is a line that drops a bound of m, the first of some that the checker accepts, or
// nothing.
func impliedBound(ctx context.Context, m *cover.Model, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 0))
	for range 100 {
		line := fmt.Sprintf("implied %d %s", r.IntN(len(m.Items))+1, []string{"upper", "lower"}[r.IntN(2)])
		for range m.Items {
			line += fmt.Sprintf(" %d", r.IntN(5)-2)
		}
		_, _, err := check.Recount(ctx, m, nil, []byte("exactile layers 1\n"+line+"\norder 1\ntotal\n"), 1<<24, 1<<24)
		if err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
			return line + "\n"
		}
	}
	return ""
}

// labelled spells the totals of groups by use.
func labelled(m *cover.Model, g cover.Grouping, list []cover.Solution) string {
	groups, _ := g.Grouped(m, listOf(list))
	counts := map[uint64]*big.Int{}
	var labels []uint64
	covers := m.Covers()
	for _, one := range groups {
		label, step := uint64(0), uint64(1)
		for k, i := range g.Use {
			label += step * uint64(one.Use[k])
			step *= uint64(min(m.Items[i].Max, len(covers[i])) + 1)
		}
		labels, counts[label] = append(labels, label), one.Count
	}
	slices.Sort(labels)
	text := ""
	for _, label := range labels {
		text += fmt.Sprintf(" %d:%v", label, counts[label])
	}
	return text
}

// numbers spells indices from 1.
func numbers(list []int) (text string) {
	for _, n := range list {
		text += " " + strconv.Itoa(n+1)
	}
	return text
}

// TestRandomLayers: the layers of any small model, or board up to its motions, have what brute force
// finds, in both readers' eyes; a total off by one, and orders that miss an item or have one twice,
// are refused.
func TestRandomLayers(t *testing.T) {
	t.Parallel()
	python, _ := exec.LookPath("python3")
	if python == "" {
		t.Log("SKIPPED without python3: recount.py")
	}
	every := 40
	if testkit.Thorough() {
		every = 1
	}
	dir := t.TempDir()
	severalItems := regexp.MustCompile(`(?m)^order \d+ \d+`)
	runs := 0
	rapid.Check(t, func(t *rapid.T) {
		m, orbits := drawModel(t), 0
		if rapid.Bool().Draw(t, "board") {
			m = drawBoard(t)
		}
		truth := solve(m)
		for _, s := range truth {
			if s.Least(m.Sym) {
				orbits++
			}
		}
		if _, err := proof.Write(t.Context(), dir, m, proof.Options{
			Form: "layers", Recount: check.Recount, UpToSymmetry: m.Sym != nil, Uncompressed: true,
		}); err != nil {
			t.Fatal(err)
		}
		own := files(t, dir)
		if own[proof.FileNames.Layers] == nil { // an argument
			return
		}
		v, err := check.Folder(t.Context(), os.DirFS(dir), check.Sources{})
		if err != nil {
			t.Fatal(err)
		}
		if v.Result.Solutions.Int64() != int64(len(truth)) || m.Sym != nil && v.Result.Orbits.Int64() != int64(orbits) {
			t.Fatalf("%v solutions and %v orbits; there are %d and %d", v.Result.Solutions, v.Result.Orbits, len(truth), orbits)
		}
		if runs++; python != "" && runs%every == 0 {
			out, err := exec.Command(python, "-O", filepath.Join("check", "recount.py"), dir).CombinedOutput()
			if want := fmt.Sprintf("recounted: %d solutions, %d up to %d motions\n", len(truth), orbits, max(1, len(m.Sym))); err != nil || string(out) != want {
				t.Fatalf("recount.py: %v\n%s; want %s", err, out, want)
			}
		}
		for _, edit := range []struct {
			from *regexp.Regexp
			to   string
			want string
		}{
			{regexp.MustCompile(`(?m)^total \d+`), fmt.Sprintf("total %d", len(truth)+1), "but the recount has"},
			{regexp.MustCompile(`(?m)^order (\d+)`), "order $1 $1", "is there twice"},
			{regexp.MustCompile(`(?m)^order \d+`), "order", "covers no item of the order"},
		} {
			if edit.want != "but the recount has" && !severalItems.Match(own[proof.FileNames.Layers]) {
				continue // the order is one item
			}
			forged := edit.from.ReplaceAllString(string(own[proof.FileNames.Layers]), edit.to)
			bare := fstest.MapFS{}
			for _, name := range []string{proof.FileNames.Model, proof.FileNames.Symmetry} {
				if own[name] != nil {
					bare[name] = &fstest.MapFile{Data: own[name]}
				}
			}
			bare[proof.FileNames.Layers] = &fstest.MapFile{Data: []byte(forged)}
			if edit.want == "covers no item of the order" && decides(m, forged) {
				edit.want = "" // it needed no such item
			}
			var refusal *check.Refusal
			if _, err := check.Bare(t.Context(), bare, check.Limits{}); edit.want == "" && err == nil {
				continue
			} else if !errors.As(err, &refusal) || !strings.Contains(err.Error(), edit.want) {
				t.Fatalf("%q was not refused: %v\n%s", edit.want, err, forged)
			}
		}
	})
}

// TestRecountInPython: the reader in another language agrees on groups, and refuses what is false.
func TestRecountInPython(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("SKIPPED without python3: recount.py")
	}
	m := board(rectangle(3, 4, "?"), domino.times(2, 4), shape{"I", []string{"X"}, 0, 2})
	dir := t.TempDir()
	if _, err := proof.Write(t.Context(), dir, m, proof.Options{
		Form: "layers", Recount: check.Recount, Grouping: cover.Grouping{By: []int{4, 9}, Use: []int{0, 1}}, Uncompressed: true,
	}); err != nil {
		t.Fatal(err)
	}
	script := filepath.Join("check", "recount.py")
	want := fmt.Sprintf("recounted: %d solutions", len(solve(m)))
	recount := func() (string, error) { // -O, which must leave no check out
		out, err := exec.Command(python, "-O", script, dir).CombinedOutput()
		return string(out), err
	}
	if out, err := recount(); err != nil || !strings.HasPrefix(out, want) {
		t.Errorf("%s, %v; want %s", out, err, want)
	}
	text := files(t, dir)[proof.FileNames.Layers]
	last := bytes.LastIndexByte(text, ':')
	implied := func(weight string) string {
		return strings.Replace(string(text), "\norder ", "\nimplied 1 upper"+strings.Repeat(weight, len(m.Items))+"\norder ", 1)
	}
	for _, edit := range []struct{ forged, want string }{
		{string(text[:last+1]) + "999999\n", "the total is "},
		{implied(" 0"), "a bound is not implied\n"},
		{implied(" 1"), "an option has a weight\n"},
		{strings.Replace(string(text), "\ntotal ", "\ntotal 0:1 ", 1), "the total is "},
		{string(text) + string(text[bytes.LastIndexByte(text[:last], '\n')+1:]), "IndexError"},
	} {
		if err := os.WriteFile(filepath.Join(dir, proof.FileNames.Layers), []byte(edit.forged), 0o666); err != nil {
			t.Fatal(err)
		}
		if out, err := recount(); err == nil || !strings.Contains(out, edit.want) {
			t.Errorf("%s, %v; want %s\n%s", out, err, edit.want, edit.forged)
		}
	}
}

// decides reports whether each option covers an item of every order of a text.
func decides(m *cover.Model, text string) bool {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		for _, items := range m.Options {
			if words[0] == "order" && !slices.ContainsFunc(items, func(i int) bool { return slices.Contains(words[1:], strconv.Itoa(i+1)) }) {
				return false
			}
		}
	}
	return true
}

// drawBoard draws a small square board with the motions that keep it.
func drawBoard(t *rapid.T) *cover.Model {
	n := rapid.IntRange(2, 3).Draw(t, "side")
	rows := rectangle(n, n, rapid.SampledFrom([]string{".", "?"}).Draw(t, "cells"))
	shapes := []shape{domino.times(rapid.IntRange(0, 2).Draw(t, "least"), rapid.IntRange(2, 4).Draw(t, "most"))}
	return symmetric(rows, shapes...)
}

// TestLayersAreRefused: each fault of a text by its reason.
func TestLayersAreRefused(t *testing.T) {
	m := board(rectangle(2, 2, "."), domino.times(2, 2))
	const start, end = "exactile layers 1\n", "order 2 3 4 5\ntotal 2\n"
	for _, c := range []struct{ text, want string }{
		{start + end, ""},
		{start + "implied 1 upper 2 -1 -1 -1 -1\nimplied 1 lower -2 1 1 1 1\n" + end, ""},
		{start + "implied 1 lower -2 1 1 1 1\n" + end, ""},
		{start + "implied 2 upper -2 1 1 1 1\n" + end, ""},
		{start + "implied 2 upper -1 0 0 0 0\n" + end, "line 2: the weights do not show"},
		{start + "implied 2 upper 0 1 0 0 0\n" + end, "line 2: an option has a positive weight"},
		{start + "implied 2 upper 0 1 0 0\n" + end, "line 2: there is not one weight for each item"},
		{start + "implied 6 upper 0 1 0 0 0\n" + end, `line 2: "6" is no item`},
		{start + "implied 2 upper 0 1 0 0 1048577\n" + end, `line 2: "1048577" is no weight`},
		{start + "implied 1 lower -2 1 1 1 1\nimplied 1 lower -2 1 1 1 1\norder 2 3 4 5\ntotal 3\n", `line 5: it says "3", but the recount has "2"`},
		{start + "order 1 2 3\ntotal 2\n", ""},
		{start + "order 2 3\ntotal 2\n", "option 2 covers no item of the order"},
		{start + "order 2 3 3 4 5\ntotal 2\n", "line 2: item 3 is there twice"},
		{start + "order 0 2 3 4 5\ntotal 2\n", `line 2: "0" is no item`},
		{start + "order 2 3 4 5\ntotal 1\n", `line 3: it says "1", but the recount has "2"`},
		{start + "order 2 3 4 5\ntotal -2\n", `line 3: it says "-2"`},
		{start + "order 2 3 4 5\ntotal 02\n", "not spelt as layers are"},
		{start + "order 2 3 4 5\ntotal\n", `line 3: it says ""`},
		{start + "order 2 3 4 5\ntotal 2\ntotal 2\n", "there are 2 totals for 1 motions"},
		{start + "order 2 3 4 5\ntotal 2\norder 2 3 4 5\n", "not spelt"},
		{start + "total 2\norder 2 3 4 5\n", "not spelt"},
		{start + "order 2 3 4 5\ntotal 2", "not spelt"},
		{start + "order 2  3 4 5\ntotal 2\n", "not spelt"},
		{start + "by 1\norder 2 3 4 5\ntotal 2:2\n", "item 1 may be covered more than once"},
		{start + "by-use 1\norder 2 3 4 5\ntotal 2:2\n", ""},
		{start + "by-use 1\norder 2 3 4 5\ntotal 1:2\n", `it says "1:2", but the recount has "2:2"`},
		{start + "by 2\norder 2 3 4 5\ntotal 1:1 2:1\n", ""},
		{start + "by 2\norder 2 3 4 5\ntotal 2:1 1:1\n", `it says "2:1 1:1"`},
		{start + "more\n" + end, `line 2: no line begins with "more" here`},
		{"exactile layers 2\n" + end, "line 1: is no list of layers"},
		{"", "line 1: is no list of layers"},
	} {
		_, err := check.Model(t.Context(), m, check.Evidence{Layers: strings.NewReader(c.text)})
		if got := fmt.Sprint(err); c.want == "" && err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
	const both = "1 2 3 4\n1 2 3 4 5\n2 1 4 3\n1 5 4 3 2\n"
	for _, c := range []struct{ symmetry, text, want string }{
		{both, start + "order 2 3 4 5\ntotal 2\ntotal 2\n", ""},
		{both, start + end, "there are 1 totals for 2 motions"},
		{both, start + "order 2 3 4 5\ntotal 2\ntotal 1\n", `line 4: it says "1", but the recount has "2"`},
		{both, start + "by 2\norder 2 3 4 5\ntotal 1:1 2:1\ntotal 1:1 2:1\n", "groups have no orbits"},
		{"2 1 4 3\n1 5 4 3 2\n1 2 3 4\n1 2 3 4 5\n", start + "order 2 3 4 5\ntotal 2\ntotal 2\n", "the first motion is not the identity"},
		{"1 2 3 4\n1 2 3 4 5\n2 3 4 1\n1 2 3 4 5\n", start + "order 2 3 4 5\ntotal 2\ntotal 2\n", "is no automorphism"},
	} {
		_, err := check.Model(t.Context(), m, check.Evidence{Layers: strings.NewReader(c.text), Symmetry: strings.NewReader(c.symmetry)})
		if got := fmt.Sprint(err); c.want == "" && err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

// TestLongRecountsStop: what takes more than it may is not checked, and never proved.
func TestLongRecountsStop(t *testing.T) {
	m := board(rectangle(12, 12, "."), domino.times(72, 72))
	text := "exactile layers 1\norder"
	for i := 1; i < len(m.Items); i++ {
		text += fmt.Sprint(" ", 1+i)
	}
	text += "\ntotal\n"
	for _, most := range [][2]int64{{1000, 1 << 30}, {1 << 30, 1 << 12}} {
		if totals, _, err := check.Recount(t.Context(), m, nil, []byte(text), most[0], most[1]); totals != nil || err != nil {
			t.Errorf("with %v steps and bytes: %v, %v", most, totals, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := check.Recount(ctx, m, nil, []byte(text), 1<<40, 1<<30); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	// Many options in one block, and no bound: their choices are more than can be counted.
	free := &cover.Model{Items: []cover.Item{{Name: "a", Max: 100}}}
	for range 200 {
		free.Options = append(free.Options, []int{0})
	}
	if totals, _, err := check.Recount(t.Context(), free, nil, []byte("exactile layers 1\norder 1\ntotal\n"), 1<<20, 1<<30); totals != nil || err != nil {
		t.Errorf("many choices: %v, %v", totals, err)
	}
}

// TestGroupsHaveNoOrbits: to ask for both is an error, and leaves no folder.
func TestGroupsHaveNoOrbits(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "c")
	_, err := proof.Write(t.Context(), dir, symmetric(rectangle(2, 2, "."), domino), proof.Options{
		UpToSymmetry: true, Recount: check.Recount, Grouping: cover.Grouping{Use: []int{0}},
	})
	if err == nil || !strings.Contains(err.Error(), "groups have no orbits") {
		t.Error(err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("there is a folder")
	}
}
