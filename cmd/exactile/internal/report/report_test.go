package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/render/page"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/internal/text"
)

// forging is a name that makes lines and marks of its own where it is printed raw.
const forging = "a\nDISAGREEMENT\r\x1b[31m\u202e\u2028<b>|*c*\\input{x}%$_^~#&"

// recorded is a record of some puzzles by some backends. What a backend does is in its name: a slow
// one runs out of time on the later puzzles, a broken one fails, a liar counts one too many, a guess
// is an estimate.
func recorded(t *testing.T, puzzles []string, repetitions int, names ...string) *study.Record {
	t.Helper()
	load := .02
	f := &study.Record{}
	err := f.Begin(&study.Session{
		Command: []string{"exactile", "compare", "my puzzles"}, Date: time.Date(2026, 11, 23, 5, 0, 0, 0, time.UTC),
		Program: "v1.2.3", Commit: "0123abc", Load: &load, Timeout: 10, Memory: 1 << 30,
		Machine:  study.Machine{System: "linux/amd64", Go: "go1.26", Cores: 2, Processor: "a processor", Memory: 8e9},
		Versions: map[string]string{"native": "v0.0.0-20250102030405-0123456789ab"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for n, puzzle := range puzzles {
		of := study.Formulas{Puzzle: study.Puzzle{Name: puzzle, Fingerprint: puzzle}}
		if slices.Contains(names, "gini/product") { // gini/ladder needs no run
			one := study.Formula{Given: adapter.GivenReduced, Bytes: 23456, Digest: "one", Variables: 120, Clauses: 12345}
			of.Of = map[string]study.Formula{"gini/product": one, "gini/ladder": one}
		}
		if err := f.Describe(of); err != nil {
			t.Fatal(err)
		}
		for k, name := range names {
			for repetition := range repetitions {
				key := study.Key{Puzzle: of.Puzzle, Backend: name, Repetition: repetition + 1}
				if err := f.Append(ran(key, n, k)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return f
}

// ran is a run of the k-th backend on the n-th puzzle.
func ran(key study.Key, n, k int) study.Run {
	took := time.Duration((n+1)*(k*k+1)*(10+key.Repetition)) * time.Millisecond
	st := backends.Stats{Nodes: 100, Searched: true, Solving: took.Seconds() / 2}
	if strings.Contains(key.Backend, "gini") {
		st = backends.Stats{Variables: 120, Clauses: 12345, Formulas: 380, Solving: .004, Conflicts: backends.Figure{N: 678, Reported: true}}
	}
	run := study.Run{Key: key, End: study.Done, Wall: 1, Solver: &st.Solving, Report: backends.Report{
		Puzzle: key.Name, Backend: key.Backend, Count: big.NewInt(36), Complete: true, Completeness: st.Completeness(), Checked: 36,
		Digest: &cover.Digest{1, 2, 3, 4}, Stats: st, Elapsed: took, CPU: took, First: took / 3, Memory: 15 << 20,
	}}
	r, cut := &run.Report, false
	switch {
	case strings.Contains(key.Backend, "slow") && n > 0:
		run.End, cut = study.TimedOut, true
	case strings.Contains(key.Backend, "broken"):
		run.End, r.Error, cut = study.Failed, "it broke & burned "+forging, true
	case strings.Contains(key.Backend, "guess"):
		r.Approximate, cut = true, true
	case strings.Contains(key.Backend, "liar"):
		r.Count, r.Checked = big.NewInt(37), 37
	}
	if cut {
		r.Complete, r.Completeness, r.Digest, r.Checked, r.First, r.Stats = false, "", nil, 0, 0, backends.Stats{}
	}
	return run
}

// manyPuzzles are enough to tell backends apart.
var manyPuzzles = []string{"a", "b", "c", "d", "e", "f", forging}

// printed is what is printed of a record in a format, of a comparison if it has one puzzle; of a page
// what stands in the body.
func printed(t *testing.T, format string, r *study.Record) string {
	t.Helper()
	if r.Shown = text.Visible; format == "json" {
		r.Shown = nil
	}
	plan, failed := r.Plan()
	s, err := study.Evaluate(r, plan, study.ByTime)
	if err := errors.Join(failed, err); err != nil {
		t.Fatal(err)
	}
	if len(s.Puzzles) == 1 {
		s.Size = "24 placements, 17 items"
	}
	var b bytes.Buffer
	if err := Print(&b, format, s); err != nil {
		t.Fatal(err)
	}
	written := b.String()
	if format == "html" {
		_, body, _ := strings.Cut(written, "<body>")
		written, _, _ = strings.Cut(body, "<script>")
	}
	return written
}

// Each format has one golden, of a study and of a comparison; the page of a comparison is a part of
// that of a study.
func TestFormats(t *testing.T) {
	t.Parallel()
	whole := recorded(t, manyPuzzles[5:], 1, "native", "gini/product", "process:slow")
	one := recorded(t, []string{"dominoes:4x4"}, 2, "native", "gini/product", "process:guess", "process:broken")
	for _, format := range Formats() {
		text := printed(t, format, whole)
		if format != "html" {
			text += "\n" + printed(t, format, one)
		}
		testkit.Golden(t, filepath.Join("testdata", format), []byte(text))
	}
}

// A disagreement comes first in a study, and is seen in every format of a comparison.
func TestDisagreements(t *testing.T) {
	t.Parallel()
	const want = "DISAGREEMENT: a: native counts 36, process:liar counts 37"
	many := recorded(t, manyPuzzles, 1, "native", "gini", "process:liar")
	for format, start := range map[string]string{"table": want, "md": "**" + want, "json": `{"format":1,"headline":"` + want, "latex": "% " + want} {
		if text := printed(t, format, many); !strings.HasPrefix(text, start) {
			t.Errorf("%s begins %.200s", format, text)
		}
	}
	one := recorded(t, manyPuzzles[:1], 1, "native", "process:liar")
	for format, want := range map[string]string{
		"table": "\nDISAGREEMENT: native counts 36", "md": "\nDISAGREEMENT: native counts 36", "latex": " & NO & ", "csv": "process:liar,37,true,NO,",
		"html": `<p class="headline bad">DISAGREEMENT: native counts 36`, "json": `"disagreements":[{"a":"native","b":"process:liar","reason":"native counts 36, `,
	} {
		if text := printed(t, format, one); !strings.Contains(text, want) {
			t.Errorf("%s: there is no %q in\n%s", format, want, text)
		}
	}
	if text := printed(t, "html", many); !strings.Contains(text, `<main>`+"\n"+`<p class="headline bad">`+want) {
		t.Errorf("the page begins %.900s", text)
	}
}

// Names may hold any characters, and are never markup.
func TestNamesAreOnlyText(t *testing.T) {
	t.Parallel()
	many := recorded(t, manyPuzzles, 1, "native", "process:"+forging, "process:broken"+forging)
	one := recorded(t, manyPuzzles[6:], 1, "native", "process:"+forging, "process:broken"+forging)
	for _, format := range Formats() {
		text := printed(t, format, one) + printed(t, format, many)
		for _, r := range text {
			if !unicode.IsPrint(r) && r != '\n' {
				t.Fatalf("%s: %q is in %q", format, r, text)
			}
		}
		if strings.Contains(text, "\nDISAGREEMENT") {
			t.Errorf("%s: a line is forged: %s", format, text)
		}
		for _, bad := range map[string][]string{"md": {"<b>", "|*c*"}, "html": {"<b>"}, "latex": {"\\input{x} &"}}[format] {
			if strings.Contains(strings.ReplaceAll(text, `\|\*c\*`, ""), bad) {
				t.Errorf("%s: a name is markup: %s", format, text)
			}
		}
	}
}

// Each row of the JSON is a report that can be read back.
func TestRowsAreReports(t *testing.T) {
	t.Parallel()
	var back struct{ Reports []backends.Report }
	text := printed(t, "json", recorded(t, []string{"a"}, 1, "gini/product"))
	if err := json.Unmarshal([]byte(text), &back); err != nil || len(back.Reports) != 2 || back.Reports[0].Count.Int64() != 36 || back.Reports[0].Digest == nil {
		t.Errorf("read back: %+v, %v", back, err)
	}
}

// The styles of the page use the colours that the frame defines.
func TestPageColours(t *testing.T) {
	t.Parallel()
	var frame bytes.Buffer
	if err := (&page.Page{Style: pageStyle}).Write(&frame); err != nil {
		t.Fatal(err)
	}
	for _, use := range strings.Split(pageStyle, "var(")[1:] {
		if name, _, _ := strings.Cut(use, ")"); !strings.Contains(frame.String(), name+":") {
			t.Errorf("the page uses %s, which the frame does not define", name)
		}
	}
}

// The tabular is a part of a document that LaTeX compiles.
func TestLaTeXCompiles(t *testing.T) {
	t.Parallel()
	program := testkit.Program(t, "pdflatex")
	dir := t.TempDir()
	rows := printed(t, "latex", recorded(t, manyPuzzles, 1, "native", "process:slow", "process:"+forging, "process:broken"))
	written := `\documentclass{article}\usepackage[T1]{fontenc}\usepackage{booktabs}` + "\n\\begin{document}\n" + rows + `\end{document}`
	if err := os.WriteFile(filepath.Join(dir, "study.tex"), []byte(written), 0o600); err != nil {
		t.Fatal(err)
	}
	// In draft mode no fonts are drawn; what the program makes goes where the test does.
	latex := exec.CommandContext(t.Context(), program, "-draftmode", "-interaction=nonstopmode", "-halt-on-error", "study.tex")
	latex.Dir = dir
	latex.Env = append(os.Environ(), "HOME="+dir, "TEXMFVAR="+filepath.Join(dir, "var"))
	if said, err := latex.CombinedOutput(); err != nil {
		if strings.Contains(string(said), "booktabs.sty' not found") {
			t.Skip("SKIPPED: LaTeX has no booktabs")
		}
		t.Fatalf("%v: %s", err, said)
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	linear, log := axis{Min: 10, Max: 30}, axis{Min: .01, Max: 100, Log: true}
	for _, test := range []struct {
		axis      axis
		at, place float64
	}{
		{linear, 10, 0}, {linear, 15, 250}, {linear, 30, 1000}, {linear, 31, 1000}, {linear, 9, 0},
		{log, .01, 0}, {log, .1, 250}, {log, 1, 500}, {log, 100, 1000}, {log, math.Inf(1), 1000},
		{log, 0, 0}, {log, -1, 0}, {log, math.NaN(), 0}, {axis{}, 1, 0},
	} {
		if got := test.axis.place(test.at); got != test.place {
			t.Errorf("%v lies at %v, want %v", test.at, got, test.place)
		}
	}
	if got := (axis{}).Ticks(); got != nil {
		t.Errorf("an axis of nothing has the ticks %v", got)
	}
}
