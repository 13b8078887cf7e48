package proof_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/internal/dlx"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/internal/testkit"
)

// An edited certificate is a folder with every part there is, and what it was
// before somebody touched it.
type editedFolder struct {
	t      *testing.T
	r      *rand.Rand
	dir    string
	before map[string][]byte
}

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

// whole writes a certificate with every part, or with layers of groups.
func whole(t *testing.T, m *cover.Model, g cover.Grouping) string {
	f, err := pairwiseFormula(m)
	if err != nil {
		t.Fatal(err)
	}
	o := proof.Options{
		Puzzle: "dominoes", Generator: "a test", PuzzleText: puzzleText(t, "dominoes", m), UpToSymmetry: true, Uncompressed: true,
		Form: "both", Recount: check.Recount,
		SAT: &proof.SAT{Formula: &f.Formula, Block: f.Block, Blocked: true},
	}
	if g.By != nil || g.Use != nil {
		o.Form, o.Grouping, o.SAT, o.UpToSymmetry = "layers", g, nil, false
	}
	dir := t.TempDir()
	if _, err := proof.Write(t.Context(), dir, m, o); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestRandomEdits: of many random edits of certificates each is refused, or is
// an error, or changes no word of the verdict. Where an edit is to a part, the one
// who made it has also put its new digest into certificate.json, every other time.
func TestRandomEdits(t *testing.T) {
	t.Parallel()
	rows := rectangle(3, 3, "?")
	square := board(rows, domino)
	square.Sym = motions(square, rows, 1)
	rows = []string{"....", "...."}
	exact := board(rows, domino.times(4, 4))
	exact.Sym = motions(exact, rows, 1)
	none := board([]string{"#..", "...", "..."}, domino.times(4, 4), shape{"L", []string{"XX", "X."}, 1, 1})
	none.Sym = nil
	groups := board(rows, domino.times(3, 4), shape{"I", []string{"X"}, 0, 2})
	rounds := testkit.Times(34)
	accepted, refused := make(map[string]int), make(map[string]int)
	for k, m := range []*cover.Model{square, exact, none, groups} {
		var g cover.Grouping
		if m == groups {
			g = cover.Grouping{By: []int{4}, Use: []int{1}}
		}
		dir := whole(t, m, g)
		from := editSources(m.Sym)
		v, err := check.Folder(t.Context(), os.DirFS(dir), from)
		if err != nil {
			t.Fatal(err)
		}
		if len(v.NotChecked) != 1 {
			t.Fatalf("not checked: %q", v.NotChecked)
		}
		f := &editedFolder{t: t, r: rand.New(rand.NewPCG(14, uint64(k))), dir: dir, before: files(t, dir)}
		edits := []struct {
			kind string
			make func()
		}{{"names", f.name}, {"keys", f.key}, {"formulas", f.formula}, {"lists", f.list}, {"links", f.link}}
		for n := range rounds {
			edit := edits[n%len(edits)]
			edit.make()
			again, err := check.Folder(t.Context(), os.DirFS(dir), from)
			switch {
			case err != nil:
				refused[edit.kind]++
			case words(again) != words(v):
				t.Fatalf("an edit of %s changes the verdict\nfrom %s\n  to %s", edit.kind, words(v), words(again))
			default:
				accepted[edit.kind]++
			}
			f.restore()
		}
	}
	for _, kind := range []string{"names", "keys", "formulas", "lists", "links"} {
		if refused[kind] < rounds/7 {
			t.Errorf("%d edits of %s were refused", refused[kind], kind)
		}
	}
	t.Log("accepted", accepted, "refused", refused)
}

func (f *editedFolder) path(name string) string { return filepath.Join(f.dir, name) }

func (f *editedFolder) write(name string, data []byte) {
	if err := os.WriteFile(f.path(name), data, 0o666); err != nil {
		f.t.Fatal(err)
	}
}

// restore makes the folder what it was: what is still the same file is left alone.
func (f *editedFolder) restore() {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		f.t.Fatal(err)
	}
	same := make(map[string]bool)
	for _, e := range entries {
		if before, ok := f.before[e.Name()]; ok && e.Type().IsRegular() {
			now, err := os.ReadFile(f.path(e.Name()))
			if same[e.Name()] = err == nil && bytes.Equal(now, before); same[e.Name()] {
				continue
			}
		}
		if err := os.RemoveAll(f.path(e.Name())); err != nil {
			f.t.Fatal(err)
		}
	}
	for name, data := range f.before {
		if !same[name] {
			f.write(name, data)
		}
	}
}

// part is the name of a part that is there.
func (f *editedFolder) part() string {
	names := []string{
		proof.FileNames.Puzzle, proof.FileNames.Model, proof.FileNames.Tree, proof.FileNames.Layers, proof.FileNames.Argument, proof.FileNames.Solutions, proof.FileNames.Symmetry,
		proof.FileNames.CNF, proof.FileNames.Blocked, proof.FileNames.DRAT,
	}
	names = slices.DeleteFunc(names, func(name string) bool { return f.before[name] == nil })
	return names[f.r.IntN(len(names))]
}

// certificate rewrites certificate.json by its lines.
func (f *editedFolder) certificate(change func(text string) string) {
	f.write(proof.FileNames.Certificate, []byte(change(string(f.before[proof.FileNames.Certificate]))))
}

// change edits a part, and every other time its digest as well.
func (f *editedFolder) change(name string, data []byte) {
	f.write(name, data)
	if f.r.IntN(2) == 0 {
		return
	}
	var cert proof.Certificate
	if err := json.Unmarshal(f.before[proof.FileNames.Certificate], &cert); err != nil {
		f.t.Fatal(err)
	}
	for k := range cert.Files {
		if cert.Files[k].Name == name {
			sum := sha256.Sum256(data)
			cert.Files[k].Bytes, cert.Files[k].SHA256 = int64(len(data)), hex.EncodeToString(sum[:])
		}
	}
	text, err := json.MarshalIndent(cert, "", "  ")
	if err != nil {
		f.t.Fatal(err)
	}
	f.write(proof.FileNames.Certificate, append(text, '\n'))
}

// name calls something by another name.
func (f *editedFolder) name() {
	from := f.part()
	switch f.r.IntN(6) {
	case 0: // the puzzle
		names := []string{"pentominoes", "Dominoes", "dominoes ", "dominoes\\u202e", "dominoes\\nproved: x", ""}
		f.certificate(func(text string) string {
			return strings.Replace(text, `"dominoes"`, `"`+names[f.r.IntN(len(names))]+`"`, 1)
		})
	case 1:
		text := bytes.Replace(f.before[proof.FileNames.Puzzle], []byte("dominoes"), []byte("trominoes"), 1)
		f.change(proof.FileNames.Puzzle, text)
	case 2: // who wrote it, of which the verdict says that nobody looked
		f.certificate(func(text string) string { return strings.Replace(text, `"a test"`, `"nobody"`, 1) })
	case 3: // a file in the list
		f.certificate(func(text string) string { return strings.Replace(text, `"`+from+`"`, `"`+f.part()+`"`, 1) })
	case 4: // a file
		if err := os.Rename(f.path(from), f.path(f.part()+".zst")); err != nil {
			f.t.Fatal(err)
		}
	case 5: // one more
		f.write(f.part()+".zst", f.before[from])
	}
}

// key spells certificate.json in another way, perhaps with another meaning.
func (f *editedFolder) key() {
	f.certificate(func(text string) string {
		lines := strings.SplitAfter(text, "\n")
		k := f.r.IntN(len(lines) - 1)
		key, value, isKey := strings.Cut(lines[k], ":")
		switch kind := f.r.IntN(8); {
		case kind == 0 && isKey: // a key twice
			value = strings.NewReplacer("1", "2", "2", "3", "a", "b", "0", "9").Replace(value)
			return strings.Join(slices.Insert(lines, k, key+":"+value), "")
		case kind == 1 && isKey: // in other letters
			lines[k] = strings.ToUpper(key) + ":" + value
		case kind == 2 && isKey: // twice, once in other letters
			return strings.Join(slices.Insert(lines, k, strings.ToUpper(key)+":"+value), "")
		case kind == 3:
			j := f.r.IntN(len(lines) - 1)
			lines[k], lines[j] = lines[j], lines[k]
		case kind == 4:
			return text + strings.Repeat(" ", 1<<f.r.IntN(21)) + `{"solutions": "999"}`
		case kind == 5:
			lines[k] = "  " + lines[k]
		case kind == 6:
			return strings.Join(slices.Delete(lines, k, k+1), "")
		default:
			return string(mutateBytes(f.r, []byte(text)))
		}
		return strings.Join(lines, "")
	})
}

// lines edits a text by its lines, or one of its bytes.
func (f *editedFolder) lines(text []byte) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	k, j := f.r.IntN(len(lines)), f.r.IntN(len(lines))
	switch f.r.IntN(5) {
	case 0:
		lines = slices.Delete(lines, k, k+1)
	case 1:
		lines = slices.Insert(lines, j, lines[k])
	case 2:
		lines[k], lines[j] = lines[j], lines[k]
	case 3: // numbers in another order, or other ones
		words := bytes.Fields(lines[k])
		if len(words) > 1 {
			a, b := f.r.IntN(len(words)), f.r.IntN(len(words))
			words[a] = words[b]
		}
		lines[k] = append(bytes.Join(words, []byte(" ")), '\n')
	default:
		return mutateBytes(f.r, text)
	}
	return bytes.Join(lines, nil)
}

func (f *editedFolder) formula() {
	names := []string{proof.FileNames.CNF, proof.FileNames.Blocked, proof.FileNames.DRAT}
	name := names[f.r.IntN(len(names))]
	f.change(name, f.lines(f.before[name]))
}

func (f *editedFolder) list() {
	names := []string{
		proof.FileNames.Solutions, proof.FileNames.Symmetry, proof.FileNames.Model, proof.FileNames.Tree, proof.FileNames.Layers, proof.FileNames.Argument,
		proof.FileNames.Puzzle,
	}
	name := names[f.r.IntN(len(names))]
	f.change(name, f.lines(f.before[name]))
}

// link puts a link in the place of a part, or of one that is not there.
func (f *editedFolder) link() {
	name := f.part()
	if f.r.IntN(4) == 0 {
		name += ".zst"
	} else if err := os.Remove(f.path(name)); err != nil {
		f.t.Fatal(err)
	}
	outside := f.path("outside")
	data := f.before[name]
	if f.r.IntN(2) == 0 {
		data = f.lines(data)
	}
	f.write("outside", data)
	targets := []string{outside, f.path(f.part()), name, f.dir, f.path("nothing"), os.DevNull}
	if err := os.Symlink(targets[f.r.IntN(len(targets))], f.path(name)); err != nil {
		f.t.Skip("a symbolic link cannot be made here: ", err)
	}
}
