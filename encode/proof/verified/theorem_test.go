package verified_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/internal/testkit"
)

// queens is a model of n queens: rows and columns once, diagonals at most once.
func queens(n int) *cover.Model {
	m := new(cover.Model)
	for i := range 6*n - 2 {
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprint("q", i), Min: max(0, min(1, 2*n-i)), Max: 1})
	}
	for r := range n {
		for c := range n {
			m.Options = append(m.Options, []int{r, n + c, 2*n + r + c, 4*n - 1 + n - 1 + r - c})
		}
	}
	return m
}

// of is the model of a puzzle: one built in, or a puzzle file.
func of(t testing.TB, puzzle string) *cover.Model {
	t.Helper()
	if catalogue.Has(puzzle) {
		puzzles, err := catalogue.Lookup(puzzle)
		if err != nil {
			t.Fatal(err)
		}
		tiling, err := puzzles[0].Compile()
		if err != nil {
			t.Fatal(err)
		}
		return tiling.Model
	}
	file, err := formats.Read("puzzle.yaml", strings.NewReader(puzzle), formats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tiling, err := file.Puzzles()[0].Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling.Model
}

// drawn is a puzzle file with optional or usual cells.
func drawn(cell string, width, height int, pieces string) string {
	return "board: |\n" + strings.Repeat("  "+strings.Repeat(cell, width)+"\n", height) + "pieces:\n" + pieces
}

const (
	dominoes    = "  - {name: D, count: any, shape: XX}\n"
	tetrominoes = "  - {name: I, count: 0..9, shape: XXXX}\n  - {name: O, count: 0..9, shape: [XX, XX]}\n" +
		"  - {name: T, count: 0..9, shape: [XXX, .X.]}\n  - {name: S, count: 0..9, flip: true, shape: [XX., .XX]}\n" +
		"  - {name: L, count: 0..9, flip: true, shape: [XXX, X..]}\n"
)

// kinds are certificates whose theorems are looked at.
func kinds(t testing.TB) []kind {
	return []kind{
		{"packing", of(t, drawn("?", 3, 3, dominoes)), proof.Options{}, true},
		{"fixed", of(t, drawn(".", 4, 2, dominoes)), proof.Options{UpToSymmetry: true}, true},
		{"groups", of(t, drawn("?", 2, 2, dominoes)), proof.Options{Grouping: cover.Grouping{Use: []int{0}}}, true},
		{"placements", of(t, drawn(".", 3, 2, strings.Replace(dominoes, "any", "1", 1)+"  - {name: R, count: 2, shape: XX}\n")),
			proof.Options{Grouping: cover.Grouping{By: []int{0}}}, true},
		{"nothing", of(t, drawn(".", 3, 1, dominoes)), proof.Options{}, true},
		{"dominoes:8x8", of(t, "dominoes:8x8"), proof.Options{UpToSymmetry: true}, false},
		{"pegs", of(t, "pegs:1,0 3,2 4,4"), proof.Options{}, false},
		{"cilada", of(t, "cilada:7"), proof.Options{}, false},
		{"queens 8", queens(8), proof.Options{}, false},
		{"tetrominoes", of(t, drawn(".", 6, 6, tetrominoes)), proof.Options{}, false},
	}
}

type kind struct {
	name    string
	m       *cover.Model
	options proof.Options
	golden  bool
}

// write writes the certificate of a kind, checks it, and returns count.v.
func (k kind) write(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	o := k.options
	o.Puzzle, o.Recount, o.Theorems = k.name, check.Recount, check.WriteTheorems
	if _, err := proof.Write(t.Context(), dir, k.m, o); err != nil {
		t.Fatal(err)
	}
	v, err := check.Folder(t.Context(), os.DirFS(dir), check.Sources{})
	if err != nil || !v.HasTheorems {
		t.Fatalf("%v, %+v", err, v)
	}
	text, err := os.ReadFile(filepath.Join(dir, proof.FileNames.Theorems))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestTheorems: count.v of small puzzles is as it was, and the first model in it is the model.
func TestTheorems(t *testing.T) {
	t.Parallel()
	for _, k := range kinds(t) {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			text := k.write(t)
			if k.golden {
				testkit.Golden(t, filepath.Join("testdata", k.name+".golden"), []byte(text))
			}
			if k.options.Grouping.By != nil || k.options.Grouping.Use != nil {
				return // its models have further items
			}
			m := readModel(t, text)
			if len(m.Items) != len(k.m.Items) || len(m.Options) != len(k.m.Options) {
				t.Fatalf("%d items, %d options", len(m.Items), len(m.Options))
			}
			for i, it := range m.Items {
				if it.Min != k.m.Items[i].Min || it.Max != k.m.Items[i].Max {
					t.Errorf("item %d is %v; want %v", i, it, k.m.Items[i])
				}
			}
			for o, items := range m.Options {
				if !slices.Equal(items, k.m.Options[o]) {
					t.Errorf("option %d is %v; want %v", o, items, k.m.Options[o])
				}
			}
		})
	}
}

// readModel reads the first model of a count.v.
func readModel(t testing.TB, text string) *cover.Model {
	m := new(cover.Model)
	_, text, _ = strings.Cut(text, "Definition m1 := Model [")
	text, _, _ = strings.Cut(text, "].\n\n")
	number := func(word string) int {
		n, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for line := range strings.Lines(text) {
		line = strings.Trim(line, " ;[]\n")
		if words := strings.Fields(line); len(words) > 3 && words[0] == "Item" {
			if number(words[1]) != len(m.Items)+1 {
				t.Errorf("item %d is %s", len(m.Items), line)
			}
			m.Items = append(m.Items, cover.Item{Min: number(words[2]), Max: number(words[3])})
		} else if line != "" {
			var items []int
			for word := range strings.SplitSeq(line, "; ") {
				items = append(items, number(word)-1)
			}
			m.Options = append(m.Options, items)
		}
	}
	return m
}

// TestTheoremsInCoq: Coq accepts them, and none with another number.
func TestTheoremsInCoq(t *testing.T) {
	t.Parallel()
	dir := proved(t)
	for _, k := range kinds(t) {
		t.Run(k.name, func(t *testing.T) {
			if !k.golden {
				testkit.OnlyThorough(t) // Coq takes seconds
			}
			text := k.write(t)
			if k.name == "tetrominoes" && !strings.Contains(text, "Hint 0") {
				t.Error("no bound is implied")
			}
			if out, err := coqc(t, dir, "count.v", text); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			last := regexp.MustCompile(`(solutions m\d+ = |eq_refl )(\d+)`).FindAllStringSubmatch(text, -1)
			n := last[len(last)-1][2]
			wrong := strings.ReplaceAll(text, " "+n+"%N", " "+n+"1%N")
			if out, err := coqc(t, dir, "count.v", wrong); err == nil {
				t.Errorf("%s1 is accepted\n%s", n, out)
			}
		})
	}
}

// TestTheoremsAreWrittenOneByOne: where a write fails, as against a text that differs, no more is made.
func TestTheoremsAreWrittenOneByOne(t *testing.T) {
	t.Parallel()
	m := of(t, drawn("?", 20, 20, strings.Replace(dominoes, "any", "0..1", 1)))
	dir := t.TempDir()
	if _, err := proof.Write(t.Context(), dir, m, proof.Options{
		Form: "layers", Recount: check.Recount, Grouping: cover.Grouping{By: []int{0}}, Uncompressed: true,
	}); err != nil {
		t.Fatal(err)
	}
	layers, err := os.ReadFile(filepath.Join(dir, proof.FileNames.Layers))
	if err != nil {
		t.Fatal(err)
	}
	full := &fullDisk{room: 100_000}
	if err := check.WriteTheorems(full, m, nil, bytes.NewReader(layers)); err != errFull {
		t.Error(err)
	}
	if full.writes > 20 {
		t.Errorf("%d writes", full.writes)
	}
	// Its 761 theorems would be larger than the steps of a million.
	o := proof.Options{Recount: check.Recount, Theorems: check.WriteTheorems, Grouping: cover.Grouping{By: []int{0}}}
	if _, err := proof.Write(t.Context(), t.TempDir(), of(t, drawn("?", 40, 40, strings.Replace(dominoes, "any", "0..1", 1))), o); err == nil || !strings.Contains(err.Error(), "steps are too many") {
		t.Error(err)
	}
}

var errFull = errors.New("full")

// A fullDisk takes so many bytes.
type fullDisk struct{ room, writes int }

func (f *fullDisk) Write(p []byte) (int, error) {
	f.writes++
	if f.room -= len(p); f.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}
