package bench

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/internal/testkit"
)

// Faults are put into the source, one at a time, and a program that is built with it checks some
// puzzles: a fault that only some engines have is found by those that do not share the code, and one
// that all have by counts that were published. The table says by whom, so that what "help counts"
// says of the code that engines share is what a test saw.
func TestFaultsAreFound(t *testing.T) {
	testkit.OnlyThorough(t)
	t.Parallel()
	puzzles := []string{"testdata/small/polyominoes/dominoes-6x6.yaml", "testdata/small/packings", "testdata/small/symmetry",
		"testdata/small/trivial", "testdata/small/pentominoes"}
	for _, fault := range []struct {
		name, file, line, instead string
		wrong                     []string // whose answers are; nil: all agree, and a claim is broken
	}{
		{"nothing", "encode/cover/reduce.go", "if !dead && !r.alive[o] {", "if !dead && !r.alive[o] {", []string{}},
		{"Reduce drops an option", "encode/cover/reduce.go",
			"if !dead && !r.alive[o] {", "if !dead && (!r.alive[o] || o == 3) {", []string{"gini"}},
		{"settling takes an option that need not be", "encode/cover/settle.go",
			"take := b.Lo == b.N\n", "take := b.Lo == b.N || b.Lo > 0 && b.Lo == b.N-1\n", []string{"gini", "native"}},
		{"a root loses an image", "encode/cover/roots.go",
			"r.Images = append(r.Images, g)", "if len(r.Images) != 1 {\nr.Images = append(r.Images, g)\n}", []string{"gini", "native"}},
		{"clauses allow one too many", "encode/encode.go",
			"min(b.m.Items[i].Max, n)", "min(b.m.Items[i].Max+1, n)", []string{"allsat", "gini"}},
		{"clauses need one too many", "encode/encode.go",
			"b.m.Items[i].Min, min(b.m.Items[i].Max, n)", "min(b.m.Items[i].Min+1, n), min(b.m.Items[i].Max, n)", []string{"allsat", "gini"}},
		{"native has too little room", "native/internal/problem/problem.go",
			"p := &Problem{Model: m, Residual: m.Propagate()}",
			"p := &Problem{Model: m, Residual: m.Propagate()}\nfor i := range p.Items {\nif b := &p.Items[i]; b.Hi > 1 && b.Lo < b.Hi {\nb.Hi--\n}\n}", []string{"native"}},
		{"allsat forgets a clause", "backends/internal/allsat/formula.go",
			"for k, end := range f.ends {", "for k, end := range f.ends[:max(0, len(f.ends)-1)] {", []string{"allsat"}},
		{"a solution is lost in the model", "encode/puzzle/compile.go",
			"min(piece.Count.Max, placed[k])", "min(piece.Count.Max-1, placed[k])", nil},
	} {
		t.Run(fault.name, func(t *testing.T) {
			program := builtWith(t, fault.file, fault.line, fault.instead)
			wrong := wrongBackends(t, program, puzzles)
			t.Logf("found: %v", wrong)
			switch want := fault.wrong; {
			case want == nil && !slices.Equal(wrong, []string{"the claims alone"}):
				t.Errorf("all engines agree on a wrong model, and %v", wrong)
			case want != nil && !slices.Equal(wrong, want):
				t.Errorf("the answers of %v are wrong, want %v", wrong, want)
			}
		})
	}
}

// builtWith builds the program with a line of a file replaced.
func builtWith(t *testing.T, file, line, instead string) (program string) {
	t.Helper()
	full, err := filepath.Abs(filepath.Join("..", file))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(full)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(text, []byte(line)); n != 1 {
		t.Fatalf("%s has %q %d times", file, line, n)
	}
	dir := t.TempDir()
	altered, overlay := filepath.Join(dir, "altered.go"), filepath.Join(dir, "overlay.json")
	program = filepath.Join(dir, "judge.exe")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {full: altered}})
	if err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string][]byte{
		altered: bytes.Replace(text, []byte(line), []byte(instead), 1), overlay: replace,
	} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-overlay", overlay, "-o", program, "./bench/internal/judge")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// wrongBackends returns the backends that failed, or whose counts are not those of native/plain. If all
// agree, but not with the claims, it says so.
func wrongBackends(t *testing.T, program string, puzzles []string) []string {
	t.Helper()
	const reference = "native/plain"
	args := append([]string{"native,allsat,gini," + reference}, puzzles...)
	judge := exec.CommandContext(t.Context(), program, args...)
	judge.Dir = ".."
	out, err := judge.Output()
	var results []struct {
		Puzzle, Verdict string
		Runs            []backends.Report
	}
	if e := json.Unmarshal(out, &results); err != nil || e != nil || len(results) == 0 {
		t.Fatalf("%v, %v:\n%s", err, e, out)
	}
	wrong, broken := map[string]bool{}, false
	for _, r := range results {
		broken = broken || r.Verdict == "broken"
		right := map[bool]string{}
		for _, run := range r.Runs {
			if run.Backend == reference && run.Complete {
				right[run.UpToSymmetry] = run.Count.String()
			}
		}
		for _, run := range r.Runs {
			if count, known := right[run.UpToSymmetry]; run.Error != "" || known && run.Complete && run.Count.String() != count {
				wrong[strings.TrimSpace(run.Backend)] = true
			}
		}
	}
	if len(wrong) == 0 && broken {
		return []string{"the claims alone"}
	}
	return slices.Sorted(maps.Keys(wrong))
}
