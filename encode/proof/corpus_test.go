package proof_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/testkit"
)

// TestCorpus certifies every puzzle of testdata/small, from its file to the
// verdict, and compares what was proved with what the file claims.
func TestCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long under the race detector")
	}
	root := filepath.Join("..", "..", "testdata", "small")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".yaml" {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			certifyFile(t, path)
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func certifyFile(t *testing.T, path string) {
	file, err := formats.ReadFile(path, formats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range file.Puzzles() {
		t.Run(p.Name, func(t *testing.T) {
			if p.Goal.Of != "" {
				t.Skip("a goal has several certificates; the command writes them")
			}
			var text bytes.Buffer
			if err := formats.Write(&text, "yaml", p); err != nil {
				t.Fatal(err)
			}
			tiling, err := p.Compile()
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			cert, err := proof.Write(t.Context(), dir, tiling.Model, proof.Options{
				Puzzle: p.Name, PuzzleText: text.Bytes(), UpToSymmetry: true})
			if err != nil {
				t.Fatal(err)
			}
			v, err := check.Folder(t.Context(), os.DirFS(dir), check.Sources{Puzzle: compileText})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := check.Bare(t.Context(), os.DirFS(dir), check.Limits{}); err != nil {
				t.Error(err)
			}
			for _, c := range p.Claims {
				compareClaim(t, c, cert, v)
			}
		})
	}
}

func compareClaim(t *testing.T, c puzzle.Claim, cert *proof.Certificate, v *check.Verdict) {
	t.Helper()
	res := v.Result
	switch c.Kind {
	case puzzle.Solutions:
		if c.Count.String() != cert.Claim.Solutions || c.Count.Cmp(res.Solutions) != 0 {
			t.Errorf("%v solutions were proved, but %s says %v", res.Solutions, c.Source, c.Count)
		}
	case puzzle.UpToSymmetry:
		if c.Count.String() != cert.Claim.Orbits || c.Count.Cmp(res.Orbits) != 0 {
			t.Errorf("%v orbits were proved, but %s says %v", res.Orbits, c.Source, c.Count)
		}
	case puzzle.AtLeast:
		if c.Count.Cmp(res.Solutions) > 0 {
			t.Errorf("%v solutions were proved, but %s says at least %v", res.Solutions, c.Source, c.Count)
		}
	case puzzle.Unique:
		if res.Solutions.Int64() != 1 {
			t.Errorf("%v solutions were proved, but %s says one", res.Solutions, c.Source)
		}
	case puzzle.DigestIs:
		if c.Digest != res.Digest {
			t.Errorf("the digest of what was proved is %v, but %s says %v", res.Digest, c.Source, c.Digest)
		}
	default:
		t.Errorf("a claim of kind %v", c.Kind)
	}
}

// compileText makes a model of the text of a puzzle.
func compileText(text []byte) (string, *cover.Model, error) {
	file, err := formats.Read(proof.FileNames.Puzzle, strings.NewReader(string(text)), formats.Options{})
	if err != nil {
		return "", nil, err
	}
	if n := len(file.Documents); n != 1 {
		return "", nil, errors.New("want one puzzle")
	}
	tiling, err := file.Documents[0].Compile()
	if err != nil {
		return "", nil, err
	}
	return tiling.Puzzle.Name, tiling.Model, nil
}

// TestReaders: the reader of layers in Python finds on puzzles of testdata/small, on every one if
// everything is to be run, what the checker finds, where a recount takes few steps.
func TestReaders(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("what runs is Python")
	}
	python := testkit.Program(t, "python3")
	const most = 3000
	root := filepath.Join("..", "..", "testdata", "small")
	ran := 0
	if err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".yaml" {
			return err
		}
		if folder := filepath.Base(filepath.Dir(path)); !testkit.Thorough() && folder != "trivial" && folder != "packings" {
			return nil
		}
		file, err := formats.ReadFile(path, formats.Options{})
		if err != nil {
			return err
		}
		for _, p := range file.Puzzles() {
			tiling, err := p.Compile()
			if err != nil || p.Goal.Of != "" {
				continue // TestCorpus tells
			}
			dir := t.TempDir()
			if _, err := proof.Write(t.Context(), dir, tiling.Model, proof.Options{
				Puzzle: p.Name, Form: "layers", Recount: check.Recount, Theorems: check.WriteTheorems,
				UpToSymmetry: true, Uncompressed: true,
			}); err != nil {
				if strings.Contains(err.Error(), "want a smaller puzzle") {
					continue
				}
				return fmt.Errorf("%s: %w", p.Name, err)
			}
			v, err := check.Folder(t.Context(), os.DirFS(dir), check.Sources{})
			if err != nil {
				return fmt.Errorf("%s: %w", p.Name, err)
			}
			if v.Result.Steps > most {
				continue
			}
			ran++
			out, err := exec.Command(python, filepath.Join("check", "recount.py"), dir).CombinedOutput()
			want := fmt.Sprintf("recounted: %v solutions, %v up to %d motions\n", v.Result.Solutions, v.Result.Orbits, v.Result.Motions)
			if err != nil || string(out) != want {
				t.Errorf("%s, %s: %v\n%s; want %s", path, p.Name, err, out, want)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if ran < testkit.Times(10) {
		t.Errorf("only %d puzzles", ran)
	}
}
