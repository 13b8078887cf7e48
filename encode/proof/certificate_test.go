package proof_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/internal/dlx"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
)

// TestNoNodes: colours and areas are seen at the root, without a search.
func TestNoNodes(t *testing.T) {
	for _, m := range []*cover.Model{board(mutilated(30), domino), board(rectangle(4, 5, "."), domino.times(0, 9))} {
		cert, err := proof.Write(t.Context(), t.TempDir(), m, proof.Options{})
		if err != nil || cert.Nodes != "0" {
			t.Errorf("%v, %v", cert, err)
		}
	}
}

func TestCheckDirDerives(t *testing.T) {
	rows := rectangle(3, 3, "?")
	m := symmetric(rows, domino)
	opts := proof.Options{Puzzle: "dominoes", PuzzleText: []byte("the puzzle"), UpToSymmetry: true}
	whole := written(t, m, opts)
	turns := *m
	turns.Sym = [][]int{m.Sym[0], m.Sym[2]}
	some := written(t, &turns, opts)
	other := board(rows, domino.times(0, 3))
	other.Sym = m.Sym
	shuffled := board(rows, domino)
	slices.Reverse(shuffled.Options)
	for _, c := range []struct {
		name, called string
		derived      *cover.Model
		whole        bool
		err          string
		sentence     string // that the verdict must have
	}{
		{"the same model", "dominoes", m, true, "", "symmetry.txt: holds all motions of the puzzle"},
		{"fewer motions", "dominoes", m, false, "", "that the 2 motions in symmetry.txt are the ones meant: the puzzle has 8"},
		{"another bound", "dominoes", other, true, "item 1 is {D 0 99}, but the puzzle gives {D 0 3}", ""},
		{"options in another order", "dominoes", shuffled, true, "option 1 is not the one that the puzzle gives", ""},
		{"fewer items", "dominoes", new(cover.Model), true, "the puzzle gives 0 items (0 added) and 0 options, the model has 10 (0) and 12", ""},
		{"foreign motions", "dominoes", &turns, true, "a motion is none of the puzzle's", ""},
		{"another name", "hexominoes", m, true, `the puzzle: "dominoes" is claimed, "hexominoes" is in puzzle.yaml`, ""},
		{"the name in other letters", "Dominoes", m, true, `the puzzle: "dominoes" is claimed, "Dominoes" is in puzzle.yaml`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := some
			if c.whole {
				files = whole
			}
			v, err := check.Folder(t.Context(), files, check.Sources{Puzzle: func(text []byte) (string, *cover.Model, error) {
				if string(text) != "the puzzle" {
					t.Errorf("derived from %q", text)
				}
				return c.called, c.derived, nil
			}})
			if c.err != "" {
				var refusal *check.Refusal
				if !errors.As(err, &refusal) || refusal.Message != c.err {
					t.Errorf("got %v, want a refusal: %s", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if v.Puzzle != c.called {
				t.Errorf("the verdict is of %q", v.Puzzle)
			}
			if !slices.Contains(slices.Concat(v.Checked, v.Trusted), c.sentence) {
				t.Errorf("%q is not in %q, %q", c.sentence, v.Checked, v.Trusted)
			}
		})
	}
	failure := errors.New("no puzzle")
	if _, err := check.Folder(t.Context(), whole, check.Sources{Puzzle: func([]byte) (string, *cover.Model, error) { return "", nil, failure }}); !errors.Is(err, failure) {
		t.Errorf("the error of derive is lost: %v", err)
	}
	// The end of a puzzle may change what its beginning says.
	opts.PuzzleText = append(bytes.Repeat([]byte("#\n"), 8<<20), "optional: true"...)
	large := written(t, m, opts)
	if _, err := check.Folder(t.Context(), large, check.Sources{Puzzle: func([]byte) (string, *cover.Model, error) { return "dominoes", m, nil }}); err == nil || err.Error() != "puzzle.yaml: larger than 16777216 bytes" {
		t.Errorf("of a puzzle whose end nobody has read: %v", err)
	}
}

// TestBadFolders: a folder that cannot be judged is an error, not a refusal.
func TestBadFolders(t *testing.T) {
	files := written(t, board(rectangle(3, 3, "?"), domino), proof.Options{})
	for _, c := range []struct {
		file, text string
		refused    bool
		want       string
	}{
		{proof.FileNames.Certificate, "{", false, "certificate.json: unexpected EOF"},
		{proof.FileNames.Certificate, `{"format": 2}`, false, "certificate.json: format 2; this program reads format 1"},
		{proof.FileNames.Certificate, `{"format": 1, "more": 1}`, false, `unknown field "more"`},
		{proof.FileNames.Certificate, `{"format": 1} {}`, true, "certificate.json: line 1: not spelt as certificates are"},
		{proof.FileNames.Model, "a b:\n", false, "model.dlx:1:3: "},
		{proof.FileNames.Solutions, "1\nx\n", true, `solutions.txt: line 2: "x" is no number from 1 to 12`},
		{proof.FileNames.Solutions + ".zst", "", true, "solutions.txt.zst is in the folder, but not among the files"},
	} {
		changed := cloneFiles(files)
		changed[c.file] = cloneFiles(files)[proof.FileNames.Model]
		changed[c.file].Data = []byte(c.text)
		_, err := check.Folder(t.Context(), changed, check.Sources{})
		var refusal *check.Refusal
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.As(err, &refusal) != c.refused {
			t.Errorf("%s %q: got %v, want %s", c.file, c.text, err, c.want)
		}
	}
	for name := range files {
		changed := cloneFiles(files)
		delete(changed, name)
		if _, err := check.Folder(t.Context(), changed, check.Sources{}); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("without %s: %v", name, err)
		}
	}
}

// TestCompression: large parts are compressed unless that is refused, and a
// damaged one is an error.
func TestCompression(t *testing.T) {
	m := board(rectangle(6, 6, "."), domino)
	for _, plain := range []bool{false, true} {
		dir := t.TempDir()
		if _, err := proof.Write(t.Context(), dir, m, proof.Options{Uncompressed: plain}); err != nil {
			t.Fatal(err)
		}
		name := proof.FileNames.Solutions
		if !plain {
			name += ".zst"
		}
		data := files(t, dir)[name]
		if data == nil {
			t.Fatalf("no %s", name)
		}
		if _, err := check.Folder(t.Context(), os.DirFS(dir), check.Sources{}); err != nil {
			t.Error(err)
		}
		data[len(data)/2] ^= 64
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := check.Folder(t.Context(), os.DirFS(dir), check.Sources{}); err == nil {
			t.Error("a damaged list was accepted")
		}
	}
}

// TestWriteLeavesNothing: after an error, or when it is stopped, Write leaves
// none of its files, and never touches others.
func TestWriteLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := proof.Write(ctx, dir, board(rectangle(6, 6, "."), domino), proof.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	bad := &cover.Model{Items: []cover.Item{{Name: "a b"}}}
	if _, err := proof.Write(t.Context(), dir, bad, proof.Options{}); err == nil {
		t.Error("a name without a text form was written")
	}
	bad = &cover.Model{Items: []cover.Item{{Name: "a", Min: 1}}}
	if _, err := proof.Write(t.Context(), dir, bad, proof.Options{}); err == nil {
		t.Error("crossed bounds were written")
	}
	if left := files(t, dir); len(left) != 1 || left["mine"] == nil {
		t.Errorf("left: %v", left)
	}
}

// TestWriteKeepsFilesOfOthers: a certificate replaces a certificate, and nothing
// else that happens to have the name of a part.
func TestWriteKeepsFilesOfOthers(t *testing.T) {
	m, dir := board(rectangle(3, 3, "?"), domino), t.TempDir()
	mine := filepath.Join(dir, proof.FileNames.Puzzle)
	if err := os.WriteFile(mine, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	want := mine + " is in the way"
	for range 2 {
		if _, err := proof.Write(t.Context(), dir, m, proof.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
		if left := files(t, dir); len(left) != 1 || string(left[proof.FileNames.Puzzle]) != "mine" {
			t.Errorf("left: %q", left)
		}
	}
	if err := os.Remove(mine); err != nil {
		t.Fatal(err)
	}
	for _, opts := range []proof.Options{{PuzzleText: []byte("text"), UpToSymmetry: true}, {}} {
		if _, err := proof.Write(t.Context(), dir, m, opts); err != nil {
			t.Fatal(err)
		}
	}
	if left := files(t, dir); len(left) != 4 {
		t.Errorf("left: %d files", len(left))
	}
}

func TestCheckStops(t *testing.T) {
	files := written(t, board(rectangle(6, 6, "."), domino), proof.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := check.Bare(ctx, files, check.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// TestModelTextIsWhole: the model of a certificate is the one it was made from.
func TestModelTextIsWhole(t *testing.T) {
	m := board(rectangle(3, 3, "?"), domino).Restrict(cover.Shard{Take: []int{0}, Drop: []int{3, 5}})
	files := written(t, m, proof.Options{})
	f, err := files.Open(proof.FileNames.Model)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	back, err := dlx.Parse(f, proof.FileNames.Model, dlx.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(back.Items, m.Items) || !slices.EqualFunc(back.Options, m.Options, slices.Equal) || back.AddedItems != 2 {
		t.Errorf("got %v, want %v", back, m)
	}
}
