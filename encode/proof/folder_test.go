package proof_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/internal/dlx"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/encode/proof/check/sat"
	"github.com/exactile/exactile/internal/testkit"
)

// Of the puzzle of these tests the text is a line with its name and then its model.
func puzzleText(t testing.TB, name string, m *cover.Model) []byte {
	text := bytes.NewBufferString(name + "\n")
	if err := dlx.Write(text, m); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

func editSources(sym [][]int) check.Sources {
	return check.Sources{
		Puzzle: func(text []byte) (string, *cover.Model, error) {
			name, model, _ := bytes.Cut(text, []byte("\n"))
			m, err := dlx.Parse(bytes.NewReader(model), proof.FileNames.Puzzle, dlx.Limits{})
			if err == nil {
				m.Sym = sym
			}
			return string(name), m, err
		},
		Formula: func(w io.Writer, m *cover.Model) error {
			f, err := pairwiseFormula(m)
			if err != nil {
				return err
			}
			return f.WriteDIMACS(w, cnf.Comments{})
		},
	}
}

func pairwiseFormula(m *cover.Model) (*encode.Formula, error) {
	pairwise, err := encode.Lookup("pairwise")
	pairwise.Redundant = true
	if err != nil {
		return nil, err
	}
	return encode.Encode(m, pairwise)
}

// words are all that a verdict says, but for the states of layers: another order has others.
func words(v *check.Verdict) string {
	r := v.Result
	r.States, r.Largest, r.Steps = 0, 0, 0
	states := regexp.MustCompile(`\d+ states, at most \d+`)
	checked := states.ReplaceAllString(fmt.Sprintf("%q", v.Checked), "")
	return fmt.Sprintf("%q %+v %s %q %q", v.Puzzle, r, checked, v.Trusted, v.NotChecked)
}

// whole writes a certificate with every part.
func whole(t *testing.T, m *cover.Model) string {
	f, err := pairwiseFormula(m)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := proof.Write(t.Context(), dir, m, proof.Options{
		Puzzle: "dominoes", Generator: "a test", PuzzleText: puzzleText(t, "dominoes", m), UpToSymmetry: true, Uncompressed: true,
		Form: "both", Recount: check.Recount,
		SAT: &proof.SAT{Formula: &f.Formula, Block: f.Block, Blocked: true},
	}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// memory copies a folder into memory.
func memory(t *testing.T, dir string) fstest.MapFS {
	all := make(fstest.MapFS)
	for name, data := range files(t, dir) {
		all[name] = &fstest.MapFile{Data: data}
	}
	return all
}

// addHints adds a proof with hints to the certificate of four dominoes on 3x3 cells that may stay
// empty, as older versions wrote it.
func addHints(t *testing.T, files fstest.MapFS) {
	text, err := os.ReadFile(filepath.Join("testdata", proof.FileNames.LRAT))
	if err != nil {
		t.Fatal(err)
	}
	var cert proof.Certificate
	if err := json.Unmarshal(files[proof.FileNames.Certificate].Data, &cert); err != nil {
		t.Fatal(err)
	}
	files[proof.FileNames.LRAT] = &fstest.MapFile{Data: text}
	last := len(cert.Files) - 1 // the DRAT, which comes after it
	cert.Files = slices.Insert(cert.Files, last, proof.File{Name: proof.FileNames.LRAT})
	if text, err = json.Marshal(cert); err != nil {
		t.Fatal(err)
	}
	files[proof.FileNames.Certificate].Data = text
	relist(t, files)
}

// A proof with hints in the certificate of an older version is checked, and a new certificate in
// the same folder has none.
func TestHintsOfOlderVersions(t *testing.T) {
	m := board(rectangle(3, 3, "?"), domino.times(4, 4))
	dir := whole(t, m)
	older := memory(t, dir)
	addHints(t, older)
	v, err := check.Folder(t.Context(), older, editSources(nil))
	const want = "proof.lrat: each clause follows from puzzle.cnf, a clause against each solution " +
		"and the clauses before it by its hints, and the last one is empty"
	if err != nil || !slices.Contains(v.Checked, want) {
		t.Fatalf("%v, %+v", err, v)
	}
	for name, file := range older {
		if err := os.WriteFile(filepath.Join(dir, name), file.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := proof.Write(t.Context(), dir, m, proof.Options{}); err != nil {
		t.Fatal(err)
	}
	if files(t, dir)[proof.FileNames.LRAT] != nil {
		t.Errorf("%s of the older certificate is still there", proof.FileNames.LRAT)
	}
}

// relist puts the digests of the files, as they are now, into certificate.json.
func relist(t *testing.T, files fstest.MapFS) {
	var cert proof.Certificate
	if err := json.Unmarshal(files[proof.FileNames.Certificate].Data, &cert); err != nil {
		t.Fatal(err)
	}
	cert.Files = slices.DeleteFunc(cert.Files, func(f proof.File) bool { return files[f.Name] == nil })
	for k, f := range cert.Files {
		sum := sha256.Sum256(files[f.Name].Data)
		cert.Files[k].Bytes, cert.Files[k].SHA256 = int64(len(files[f.Name].Data)), hex.EncodeToString(sum[:])
	}
	text, err := json.MarshalIndent(cert, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	files[proof.FileNames.Certificate] = &fstest.MapFile{Data: append(text, '\n')}
}

// certificate.json has only one reading: that of the program that wrote it.
func TestCertificateIsSpeltOneWay(t *testing.T) {
	dir := whole(t, board(rectangle(3, 3, "?"), domino))
	text := string(files(t, dir)[proof.FileNames.Certificate])
	const solutions = `    "solutions": "131",` + "\n"
	if !strings.Contains(text, solutions) {
		t.Fatal(text)
	}
	for _, c := range []struct{ name, text, want string }{
		{"two spellings of a key", strings.Replace(text, solutions, `    "solutions": "999",`+"\n"+`    "Solutions": "131",`+"\n", 1), "line 7: not spelt"},
		{"a key twice", strings.Replace(text, solutions, `    "solutions": "999",`+"\n"+solutions, 1), "line 7: not spelt"},
		{"another spelling of a key", strings.Replace(text, "solutions", "SOLUTIONS", 1), "line 7: not spelt"},
		{"an escape in a key", strings.Replace(text, "solutions", `s\u006flutions`, 1), "line 7: not spelt"},
		{"text after a megabyte of blanks", text + strings.Repeat(" ", 1<<20) + `{"solutions": "999"}`, "larger than 1048576 bytes"},
		{"text after some blanks", text + "   {}", "not spelt"},
		{"no last line feed", strings.TrimSpace(text), "not spelt"},
		{"keys in another order", strings.Replace(strings.Replace(text, solutions, "", 1), "  \"nodes\"", "  \"claim\": {\n"+solutions+"\"x\": 1},\n  \"nodes\"", 1), "unknown field"},
		{"a part twice", strings.Replace(text, `"model.dlx"`, `"puzzle.yaml"`, 1), "puzzle.yaml is listed twice, or out of order"},
		{"a file from elsewhere", strings.Replace(text, `"model.dlx"`, `"../model.dlx"`, 1), `"../model.dlx" is not the name of a part`},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := memory(t, dir)
			changed[proof.FileNames.Certificate].Data = []byte(c.text)
			if _, err := check.Folder(t.Context(), changed, editSources(nil)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
	// Any other edit is refused, or changes no word of the verdict.
	v, err := check.Folder(t.Context(), os.DirFS(dir), editSources(nil))
	if err != nil {
		t.Fatal(err)
	}
	r, changed := rand.New(rand.NewPCG(14, 0)), memory(t, dir)
	for range testkit.Times(100) {
		changed[proof.FileNames.Certificate].Data = mutateBytes(r, []byte(text))
		again, err := check.Folder(t.Context(), changed, editSources(nil))
		if err == nil && words(again) != words(v) {
			t.Errorf("a change of the verdict\nfrom %s\n  to %s", words(v), words(again))
		}
	}
}

// The formulas and proofs in the folder are checked, even if a forger has put their digests into
// certificate.json.
func TestFormulasAndProofsAreChecked(t *testing.T) {
	m := board(rectangle(3, 3, "?"), domino.times(4, 4))
	dir := whole(t, m)
	from := editSources(nil)
	without := func(line int) func([]byte) []byte {
		return func(text []byte) []byte {
			lines := bytes.SplitAfter(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
			if line < 0 {
				line += len(lines)
			}
			return bytes.Join(slices.Delete(lines, line, line+1), nil)
		}
	}
	first := func(text string) func([]byte) []byte {
		return func(all []byte) []byte { return slices.Concat([]byte(text), all) }
	}
	whatever := func(text string) func([]byte) []byte { return func([]byte) []byte { return []byte(text) } }
	for _, c := range []struct {
		name, file string
		edit       func([]byte) []byte
		want       string
	}{
		{"nothing changed", proof.FileNames.CNF, func(text []byte) []byte { return text }, ""},
		{"a clause less", proof.FileNames.CNF, without(9), "puzzle.cnf: line 10: is not the formula that is made of the model"},
		{"the last clause less", proof.FileNames.CNF, without(-1), "puzzle.cnf: line"},
		{"a clause more", proof.FileNames.CNF, func(text []byte) []byte { return append(slices.Clone(text), "1 0\n"...) }, "is not the formula that is made of the model"},
		{"a solution not blocked", proof.FileNames.Blocked, without(-1), "blocked.cnf: line"},
		{"another header", proof.FileNames.Blocked, first("c\n"), "blocked.cnf: line 1: is not puzzle.cnf and a clause against each solution"},
		{"no empty clause", proof.FileNames.DRAT, without(-1), "the last clause is not the empty one"},
		{"no proof", proof.FileNames.DRAT, whatever(""), "proof.drat: line 1: the last clause is not the empty one"},
		{"nothing but the end", proof.FileNames.DRAT, whatever("0\n"), "proof.drat: line 1: does not follow from the clauses before it"},
		{"no literal", proof.FileNames.DRAT, first("x 0\n"), `proof.drat: line 1: "x" is not the number that is wanted here`},
		{"a variable too many", proof.FileNames.DRAT, first("100000 0\n"), "proof.drat: line 1: 100000 is no literal of"},
		{"cut in a line", proof.FileNames.DRAT, func(text []byte) []byte { return append(slices.Clone(text), "1 2"...) }, "ends in the middle of a line"},
		{"a deletion of the formula", proof.FileNames.DRAT, first("d -1 -2 0\n"), ""}, // proves as much as without
		{"no hints", proof.FileNames.LRAT, whatever("1000 0 0\n"), "proof.lrat: line 1: does not follow by its hints"},
		{"a hint at nothing", proof.FileNames.LRAT, whatever("1000 0 2000 0\n"), "proof.lrat: line 1: there is no clause 2000"},
		{"a number that is taken", proof.FileNames.LRAT, whatever("1 0 1 0\n"), "proof.lrat: line 1: there is a clause 1 already"},
		{"no end", proof.FileNames.LRAT, without(-1), "the last clause is not the empty one"},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := memory(t, dir)
			addHints(t, changed)
			changed[c.file].Data = c.edit(changed[c.file].Data)
			relist(t, changed)
			v, err := check.Folder(t.Context(), changed, from)
			if c.want == "" {
				if err != nil || len(v.NotChecked) != 1 {
					t.Errorf("%v, %+v", err, v)
				}
				return
			}
			var refusal *check.Refusal
			if !errors.As(err, &refusal) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
	// What cannot be compared is named in the verdict.
	for _, c := range []struct {
		name    string
		formula func(io.Writer, *cover.Model) error
		want    string
	}{
		{"no encoder", nil, "puzzle.cnf: whether it says what model.dlx says"},
		{"too large", func(io.Writer, *cover.Model) error { return sat.ErrTooLarge }, "puzzle.cnf: larger than what is checked in reasonable time"},
	} {
		v, err := check.Folder(t.Context(), os.DirFS(dir), check.Sources{Puzzle: from.Puzzle, Formula: c.formula})
		if err != nil || !slices.Contains(v.NotChecked, c.want) {
			t.Errorf("%s: %v, %+v", c.name, err, v)
		}
	}
	// A proof of nothing that is there.
	changed := memory(t, dir)
	delete(changed, proof.FileNames.CNF)
	relist(t, changed)
	if _, err := check.Folder(t.Context(), changed, from); err == nil || !strings.Contains(err.Error(), "blocked.cnf is listed, but not puzzle.cnf, which it is about") {
		t.Errorf("without the formula: %v", err)
	}
}

// A file with the name of a part must be listed, or the certificate is refused.
func TestUnlistedPartsAreRefused(t *testing.T) {
	plain := t.TempDir()
	if _, err := proof.Write(t.Context(), plain, board(rectangle(3, 3, "?"), domino), proof.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{proof.FileNames.Puzzle, proof.FileNames.Symmetry, proof.FileNames.CNF, proof.FileNames.DRAT, proof.FileNames.LRAT + ".zst", proof.FileNames.Model + ".zst"} {
		path := filepath.Join(plain, name)
		for _, make := range []func() error{
			func() error { return os.WriteFile(path, []byte("x"), 0o666) },
			func() error { return os.Symlink("nothing", path) },
			func() error { return os.Mkdir(path, 0o777) },
		} {
			if err := make(); err != nil {
				t.Fatal(err)
			}
			want := name + " is in the folder, but not among the files"
			var refusal *check.Refusal
			if _, err := check.Folder(t.Context(), os.DirFS(plain), check.Sources{}); !errors.As(err, &refusal) || refusal.Message != want {
				t.Errorf("got %v, want %s", err, want)
			}
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(plain, "notes.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := check.Folder(t.Context(), os.DirFS(plain), check.Sources{}); err != nil {
		t.Errorf("a file that has no such name: %v", err)
	}
}

// The bare checker names what it did not check.
func TestBareSaysWhatItLeftOut(t *testing.T) {
	v, err := check.Bare(t.Context(), os.DirFS(whole(t, board(rectangle(3, 3, "?"), domino))), check.Limits{})
	want := []string{"certificate.json", "puzzle.yaml, and what it claims of its solutions", "puzzle.cnf", "blocked.cnf", "proof.drat"}
	if err != nil || !slices.Equal(v.NotChecked, want) {
		t.Errorf("not checked: %q, %v", v.NotChecked, err)
	}
}
