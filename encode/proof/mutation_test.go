package proof_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/internal/dlx"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/internal/testkit"
)

// solve lists the solutions of a small model by deciding option after option: it
// shares no idea with the search and the checker.
func solve(m *cover.Model) []cover.Solution {
	left := make([]int, len(m.Items)) // options not yet decided
	for _, items := range m.Options {
		for _, i := range items {
			left[i]++
		}
	}
	covered := make([]int, len(m.Items))
	var found []cover.Solution
	var s cover.Solution
	var decide func(o int)
	decide = func(o int) {
		if o == len(m.Options) {
			if m.Check(s) == nil {
				found = append(found, slices.Clone(s))
			}
			return
		}
		items := m.Options[o]
		for _, take := range []int{0, 1} {
			fits := true
			for _, i := range items {
				left[i]--
				covered[i] += take
				fits = fits && covered[i] <= m.Items[i].Max && covered[i]+left[i] >= m.Items[i].Min
			}
			if take == 1 {
				s = append(s, o)
			}
			if fits {
				decide(o + 1)
			}
			for _, i := range items {
				left[i]++
				covered[i] -= take
			}
		}
		s = s[:len(s)-1]
	}
	for i, it := range m.Items {
		if left[i] < it.Min {
			return nil
		}
	}
	decide(0)
	slices.SortFunc(found, slices.Compare)
	return found
}

func solutionsText(list []cover.Solution) []byte {
	var b bytes.Buffer
	for _, s := range list {
		for k, o := range s {
			if k > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprint(&b, o+1)
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// written writes a certificate and reads its files back into memory.
func written(t testing.TB, m *cover.Model, opts proof.Options) fstest.MapFS {
	t.Helper()
	dir := t.TempDir()
	opts.Uncompressed = true
	if _, err := proof.Write(context.Background(), dir, m, opts); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := make(fstest.MapFS)
	for _, e := range entries {
		data, err := os.ReadFile(path.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = &fstest.MapFile{Data: data}
	}
	return files
}

// reasonFile returns the name of the part that excludes solutions.
func reasonFile(files fstest.MapFS) string {
	for _, name := range []string{proof.FileNames.Argument, proof.FileNames.Layers} {
		if files[name] != nil {
			return name
		}
	}
	return proof.FileNames.Tree
}

// forge rewrites certificate.json so that it fits the other files, as far as that is possible
// without a proof.
func forge(t *testing.T, files fstest.MapFS, res check.Result) {
	t.Helper()
	var cert proof.Certificate
	if err := json.Unmarshal(files[proof.FileNames.Certificate].Data, &cert); err != nil {
		t.Fatal(err)
	}
	digest := func(data []byte) string {
		sum := sha256.Sum256(data)
		return hex.EncodeToString(sum[:])
	}
	for k, f := range cert.Files {
		data := files[f.Name].Data
		cert.Files[k].Bytes, cert.Files[k].SHA256 = int64(len(data)), digest(data)
	}
	m, err := dlx.Parse(bytes.NewReader(files[proof.FileNames.Model].Data), proof.FileNames.Model, dlx.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	cert.Claim.Model = m.Fingerprint()
	cert.Claim.Solutions = res.Solutions.String()
	if cert.Claim.Digest = ""; res.Listed {
		cert.Claim.Digest = res.Digest.String()
	}
	cert.Nodes = strconv.FormatInt(res.Nodes, 10)
	if cert.Claim.Motions != "" {
		cert.Claim.Motions, cert.Claim.Orbits = strconv.Itoa(res.Motions), res.Orbits.String()
	}
	data, err := json.MarshalIndent(cert, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	files[proof.FileNames.Certificate] = &fstest.MapFile{Data: append(data, '\n')}
}

// judge checks forged files and returns whether they were accepted. A forger can run the checker
// too, and claims what it finds.
func judge(t *testing.T, files fstest.MapFS) bool {
	t.Helper()
	bare, bareErr := check.Bare(t.Context(), files, check.Limits{})
	if bareErr == nil {
		forge(t, files, bare.Result)
	} else {
		lines := bytes.Count(files[proof.FileNames.Solutions].Data, []byte("\n"))
		forge(t, files, check.Result{Solutions: big.NewInt(int64(lines)), Listed: true})
	}
	_, err := check.Folder(t.Context(), files, check.Sources{})
	if (err == nil) != (bareErr == nil) {
		t.Fatalf("the bare check says %v, the whole one %v", bareErr, err)
	}
	return err == nil
}

// mutateBytes makes a small random change.
func mutateBytes(r *rand.Rand, data []byte) []byte {
	data = slices.Clone(data)
	at := r.IntN(len(data) + 1)
	inside := min(at, len(data)-1)
	switch kind := r.IntN(6); {
	case kind == 0 || len(data) == 0:
		return slices.Insert(data, at, byte(r.IntN(256)))
	case kind == 1:
		return slices.Delete(data, inside, inside+1)
	case kind == 2:
		data[inside] = byte(r.IntN(256))
	case kind == 3:
		data[inside] ^= 1 << r.IntN(8)
	case kind == 4:
		return data[:inside]
	case kind == 5:
		from := r.IntN(inside + 1)
		return slices.Insert(data, at, slices.Clone(data[from:inside+1])...)
	}
	return data
}

// mutateSolutions changes the list as a forger would: it stays a list of lines.
func mutateSolutions(r *rand.Rand, list []cover.Solution, options int) []cover.Solution {
	list = slices.Clone(list)
	k := r.IntN(max(1, len(list)))
	switch kind := r.IntN(5); {
	case kind == 0 || len(list) == 0: // one that is none
		list = append(list, cover.Solution{r.IntN(max(1, options))})
	case kind == 1:
		list = slices.Delete(list, k, k+1)
	case kind == 2:
		list = slices.Insert(list, k, list[k])
	case kind == 3 && len(list[k]) > 0: // one option for another
		s := slices.Clone(list[k])
		s[r.IntN(len(s))] = r.IntN(options)
		slices.Sort(s)
		list[k] = s
	default: // an option more, or less
		s := slices.Clone(list[k])
		if o := r.IntN(max(1, options)); slices.Contains(s, o) {
			s = slices.DeleteFunc(s, func(x int) bool { return x == o })
		} else {
			s = append(s, o)
			slices.Sort(s)
		}
		list[k] = s
	}
	if r.IntN(4) > 0 {
		slices.SortFunc(list, slices.Compare)
	}
	return list
}

// mutateModel changes a bound, an option or an item.
func mutateModel(r *rand.Rand, m *cover.Model) *cover.Model {
	m = &cover.Model{Items: slices.Clone(m.Items), Options: slices.Clone(m.Options)}
	i, o := r.IntN(len(m.Items)), r.IntN(len(m.Options))
	switch r.IntN(6) {
	case 0:
		m.Items[i].Max++
	case 1:
		m.Items[i].Max = max(0, m.Items[i].Max-1)
		m.Items[i].Min = min(m.Items[i].Min, m.Items[i].Max)
	case 2:
		m.Items[i].Min = max(0, m.Items[i].Min-1)
	case 3:
		m.Items[i].Min++
		m.Items[i].Max = max(m.Items[i].Min, m.Items[i].Max)
	case 4: // an item more or less in an option
		items := slices.Clone(m.Options[o])
		if k, found := slices.BinarySearch(items, i); !found {
			items = slices.Insert(items, k, i)
		} else if len(items) > 1 {
			items = slices.Delete(items, k, k+1)
		}
		m.Options[o] = items
	case 5: // an option more or less
		if r.IntN(2) == 0 {
			m.Options = slices.Delete(m.Options, o, o+1)
		} else {
			m.Options = slices.Insert(m.Options, o, []int{i})
		}
	}
	return m
}

var smallModels = []struct {
	name string
	m    *cover.Model
}{
	{"dominoes packed in 3x3", board(rectangle(3, 3, "?"), domino.times(0, 9))},
	{"four dominoes packed in 3x3", board(rectangle(3, 3, "?"), domino.times(4, 4))},
	{"a range with slack", board([]string{"....", ".??."}, domino.times(1, 3), shape{"I", []string{"XXX"}, 0, 1})},
	{"dominoes 4x4", board(rectangle(4, 4, "."), domino.times(8, 8))},
	{"board 4x4 without opposite corners", board([]string{"#...", "....", "....", "...#"}, domino.times(0, 7))},
	{"three L and a domino on 3x4", board(rectangle(3, 4, "?"), shape{"L", []string{"XX", "X."}, 3, 3}, domino.times(1, 1))},
}

// forgeries are the ways to change a certificate of a model and its solutions. Each changes
// files, which are a clone, and returns the model and the solutions that they then claim.
var forgeries = map[string]func(r *rand.Rand, files fstest.MapFS, m *cover.Model, truth []cover.Solution) (*cover.Model, []cover.Solution){
	"list": func(r *rand.Rand, files fstest.MapFS, m *cover.Model, truth []cover.Solution) (*cover.Model, []cover.Solution) {
		list := mutateSolutions(r, truth, len(m.Options))
		files[proof.FileNames.Solutions].Data = solutionsText(list)
		return m, list
	},
	"list bytes": func(r *rand.Rand, files fstest.MapFS, m *cover.Model, _ []cover.Solution) (*cover.Model, []cover.Solution) {
		file := files[proof.FileNames.Solutions]
		file.Data = mutateBytes(r, file.Data)
		var list []cover.Solution
		for line := range strings.Lines(string(file.Data)) {
			var s cover.Solution
			for _, word := range strings.Fields(line) {
				n, _ := strconv.Atoi(word)
				s = append(s, n-1)
			}
			list = append(list, s)
		}
		return m, list
	},
	"tree bytes": func(r *rand.Rand, files fstest.MapFS, m *cover.Model, truth []cover.Solution) (*cover.Model, []cover.Solution) {
		file := files[reasonFile(files)]
		file.Data = mutateBytes(r, file.Data)
		return m, truth
	},
	"model": func(r *rand.Rand, files fstest.MapFS, m *cover.Model, truth []cover.Solution) (*cover.Model, []cover.Solution) {
		m = mutateModel(r, m)
		var b bytes.Buffer
		if err := dlx.Write(&b, m); err != nil {
			panic(err) // a buffer takes everything
		}
		files[proof.FileNames.Model].Data = b.Bytes()
		return m, truth
	},
}

// TestMutations: of hundreds of forged certificates every one whose claim is
// false is refused. What is accepted is compared with brute force.
func TestMutations(t *testing.T) {
	rounds := testkit.Times(40)
	for k, c := range slices.Concat(smallModels, smallModels) {
		form := "tree"
		if k >= len(smallModels) {
			form = "layers"
		}
		t.Run(c.name+", "+form, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(k), 5))
			original := written(t, c.m, proof.Options{UpToSymmetry: k%2 == 0, Form: form, Recount: check.Recount})
			truth := solve(c.m)
			if !judge(t, fstest.MapFS(cloneFiles(original))) {
				t.Fatal("the certificate itself is refused")
			}
			refused := make(map[string]int)
			for range rounds {
				for _, kind := range []string{"list", "list bytes", "tree bytes", "model"} {
					files := cloneFiles(original)
					m, claimed := forgeries[kind](r, files, c.m, truth)
					if !judge(t, files) {
						refused[kind]++
					} else if want := solve(m); !slices.EqualFunc(claimed, want, slices.Equal) {
						t.Fatalf("%s: a false claim was accepted: %v for %v, want %v", kind, claimed, m, want)
					}
				}
			}
			for _, kind := range []string{"list", "tree bytes", "model"} {
				if refused[kind] == 0 {
					t.Errorf("none of %d mutations of %s was refused, want some", rounds, kind)
				}
			}
			t.Log("refused", refused, "of", rounds, "each")
		})
	}
}

func cloneFiles(files fstest.MapFS) fstest.MapFS {
	clone := make(fstest.MapFS)
	for name, f := range files {
		clone[name] = &fstest.MapFile{Data: f.Data}
	}
	return clone
}

// FuzzCheck: no bytes make the checker panic or run away, and what it accepts is
// true.
func FuzzCheck(f *testing.F) {
	for _, c := range smallModels {
		for _, form := range []string{"tree", "layers"} {
			files := written(f, c.m, proof.Options{UpToSymmetry: true, Form: form, Recount: check.Recount})
			f.Add(files[proof.FileNames.Model].Data, files[proof.FileNames.Solutions].Data, files[reasonFile(files)].Data, files[proof.FileNames.Symmetry].Data)
		}
	}
	f.Fuzz(func(t *testing.T, model, solutions, tree, symmetry []byte) {
		m, err := dlx.Parse(bytes.NewReader(model), "fuzz", dlx.Limits{Items: 20, Options: 24})
		if err != nil {
			return
		}
		ev := check.Evidence{Solutions: bytes.NewReader(solutions), Tree: bytes.NewReader(tree)}
		if bytes.HasPrefix(tree, []byte("exactile argument")) {
			ev.Tree, ev.Argument = nil, ev.Tree
		} else if bytes.HasPrefix(tree, []byte("exactile layers")) {
			ev.Tree, ev.Layers = nil, ev.Tree
		}
		if len(symmetry) > 0 {
			ev.Symmetry = bytes.NewReader(symmetry)
		}
		res, err := check.Model(t.Context(), m, ev)
		var refusal *check.Refusal
		if err != nil {
			if !errors.As(err, &refusal) {
				t.Fatalf("no refusal: %v", err)
			}
			return
		}
		truth := solve(m)
		if res.Solutions.Int64() != int64(len(truth)) {
			t.Fatalf("%v solutions were accepted; there are %d", res.Solutions, len(truth))
		}
		orbits := int64(0)
		if ev.Symmetry != nil {
			orbits = int64(len(truth))
		}
		if res.Motions == 1 && res.Orbits.Cmp(big.NewInt(orbits)) != 0 {
			t.Fatalf("%v orbits under the identity, of %d solutions", res.Orbits, orbits)
		}
	})
}

// FuzzCertificate: whatever certificate.json says, it is refused or an error
// unless it claims what was proved.
func FuzzCertificate(f *testing.F) {
	files := written(f, smallModels[0].m, proof.Options{UpToSymmetry: true})
	f.Add(files[proof.FileNames.Certificate].Data)
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		changed := cloneFiles(files)
		changed[proof.FileNames.Certificate] = &fstest.MapFile{Data: data}
		v, err := check.Folder(t.Context(), changed, check.Sources{})
		if err == nil && (v.Certificate.Claim.Solutions != "131" || v.Result.Solutions.Int64() != 131) {
			t.Errorf("accepted: %s", data)
		}
	})
}
