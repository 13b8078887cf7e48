package report

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"html"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/cmd/internal/chart"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/render/page"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/internal/text"
)

// forging is a name that makes lines and marks of its own where it is printed raw.
const forging = "a\nDISAGREEMENT\r\x1b[31m\u202e\u2028<b>|*c*\\input{x}%$_^~#&"

// made is a record of eleven puzzles, one of them with a hostile name, by backends of every
// kind of fate, in two sessions.
func made(t *testing.T, names ...string) *study.Record {
	t.Helper()
	f := &study.File{}
	load := .02
	session := study.Session{
		Command: []string{"exactile", "compare", "my puzzles", "--results", "r.jsonl"},
		Date:    time.Date(2026, 11, 23, 5, 0, 0, 0, time.UTC), Program: "v1.2.3", Commit: "0123abc",
		Machine: study.Machine{System: "linux/amd64", Go: "go1.26", Cores: 2, Processor: "a processor", Memory: 8e9},
		Load:    &load, Timeout: 10, Memory: 1 << 30, Versions: map[string]string{"native": "v1.2.3", "process:slow": "0.9"},
	}
	if err := f.Begin(session); err != nil {
		t.Fatal(err)
	}
	for n, puzzle := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", forging} {
		for k, name := range names {
			for repetition := range 2 {
				run := study.Run{Key: study.Key{Puzzle: study.Puzzle{Name: puzzle, Fingerprint: puzzle}, Backend: name, Repetition: repetition + 1}, End: study.Done, Wall: 1, Others: &load}
				took := time.Duration((n+1)*(k*k*k+1)*(10+repetition)) * time.Millisecond
				run.Report = backends.Report{
					Puzzle: puzzle, Backend: name, Count: big.NewInt(int64(n)), Complete: true, Checked: int64(n), Digest: &cover.Digest{uint64(n)},
					Completeness: backends.ByEngine, Elapsed: took, CPU: took, Memory: 15 << 20,
				}
				switch {
				case name == "process:slow" && n > 4:
					run.End, run.Report.Complete, run.Report.Completeness, run.Report.Digest, run.Report.Checked = study.TimedOut, false, "", nil, 0
				case name == "process:broken":
					run.End, run.Report.Error, run.Report.Complete, run.Report.Completeness = study.Failed, forging, false, ""
				case name == "process:large" && n == 3:
					run.End, run.Report.Complete, run.Report.Completeness, run.Report.Digest, run.Report.Checked = study.OutOfMemory, false, "", nil, 0
				case name == "process:liar" && n == 2:
					run.Report.Count, run.Report.Checked = big.NewInt(99), 99
				}
				if err := f.Append(run); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if err := f.Begin(session); err != nil {
		t.Fatal(err)
	}
	return &f.Record
}

// printed is what is printed of a record in a format; of a page what stands in the body.
func printed(t *testing.T, format string, r *study.Record, single bool) string {
	t.Helper()
	if r.Shown = text.Visible; format == "json" {
		r.Shown = nil
	}
	s, err := study.EvaluateAll(r, study.ByTime)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if single {
		err = PrintPuzzle(&b, format, "24 placements, 17 items", s)
	} else {
		err = Print(&b, format, s)
	}
	if err != nil {
		t.Fatal(err)
	}
	written := b.String()
	if format == "html" {
		_, body, _ := strings.Cut(written, "<body>")
		written, _, _ = strings.Cut(body, "<script>")
	}
	return written
}

// Studies and comparisons have one golden each as data and one as people read them. The other formats
// have the same cells, and nothing in them changes unnoticed.
func TestStudiesLookAlike(t *testing.T) {
	t.Parallel()
	s := made(t, "native", "gini/pairwise", "gini/product", "process:slow/pairwise", "process:slow/product", "process:slow", "process:large", "process:broken")
	lookAlike(t, "study", "md", func(format string) string { return printed(t, format, s, false) })
}

// lookAlike compares what is printed with the goldens of a folder: the JSON, one format with all cells,
// and the digests of the others.
func lookAlike(t *testing.T, folder, full string, print func(format string) string) {
	t.Helper()
	golden := func(name, text string) { testkit.Golden(t, filepath.Join("testdata", folder, name), []byte(text)) }
	golden("all.json", print("json"))
	golden("all."+full, print(full))
	cells := words(print(full))
	digests := ""
	for _, format := range Formats() {
		text := print(format)
		if format == "json" || format == full {
			continue
		}
		digests += fmt.Sprintf("%s: %d lines, sha256:%x\n", format, strings.Count(text, "\n"), sha256.Sum256([]byte(text)))
		if format != "html" && format != "latex" {
			continue // a CSV has raw figures, and the table of a terminal fewer columns
		}
		have := words(text)
		for word := range cells {
			if !have[word] {
				t.Errorf("%s/%s lacks %q", folder, format, word)
			}
		}
	}
	golden("digests.txt", digests)
}

// words are the words and figures of a table, without the marks of its format.
func words(text string) map[string]bool {
	for _, mark := range []struct{ pattern, text string }{
		{`<[^>]*>`, " "}, {`\\textendash\{\}`, "–"}, {`\\textgreater\{\}`, ">"}, {`\\allowbreak\{\}`, ""}, {`\\([%$&#_])`, "$1"}, {`\\\w+`, " "},
	} {
		text = regexp.MustCompile(mark.pattern).ReplaceAllString(text, mark.text)
	}
	all := map[string]bool{}
	for _, word := range regexp.MustCompile(`[\w.:/–≥≈>]*\w`).FindAllString(html.UnescapeString(text), -1) {
		all[word] = true
	}
	return all
}

// A disagreement comes first, in every format for people.
func TestDisagreementIsTheHeadline(t *testing.T) {
	t.Parallel()
	s := made(t, "native", "gini", "process:liar")
	const want = "DISAGREEMENT: c: native counts 2, process:liar counts 99"
	for format, start := range map[string]string{"table": want, "md": "**" + want, "json": `{"format":1,"headline":"` + want, "latex": ""} {
		if text := printed(t, format, s, false); !strings.HasPrefix(text, start) || !strings.Contains(text, want) {
			t.Errorf("%s begins %.200s", format, text)
		}
	}
	if text := printed(t, "html", s, false); !strings.Contains(text, `<main>`+"\n"+`<p class="headline bad">`+want) {
		t.Errorf("the page begins %.900s", text)
	}
}

// Names may hold any characters, and are never markup.
func TestNamesAreOnlyText(t *testing.T) {
	t.Parallel()
	single := fates()
	for k := range single {
		single[k].backend, single[k].version = fmt.Sprintf("process:%d%s", k, forging), forging
		for n := range single[k].runs {
			if report := &single[k].runs[n].Report; report.Error != "" {
				report.Error = forging
			}
		}
	}
	comparison, s := compared(t, false, single...), made(t, "native", "process:"+forging, "process:broken")
	for _, format := range Formats() {
		text := printed(t, format, comparison, true) + printed(t, format, s, false)
		for _, r := range text {
			if !unicode.IsPrint(r) && r != '\n' {
				t.Fatalf("%s: %q is in %q", format, r, text)
			}
		}
		if strings.Contains(text, "\nDISAGREEMENT") {
			t.Errorf("%s: a line is forged: %s", format, text)
		}
		for _, bad := range map[string][]string{"md": {"<b>"}, "html": {"<b>"}, "latex": {`\input{x}`}}[format] {
			if strings.Contains(text, bad) {
				t.Errorf("%s: a name is markup: %s", format, text)
			}
		}
		if format == "md" && strings.Contains(strings.ReplaceAll(text, `\|\*c\*`, ""), "|*c*") {
			t.Errorf("a name is markup: %s", text)
		}
	}
}

// The styles of the parts of the pages use the colours that the frame defines.
func TestPageColours(t *testing.T) {
	t.Parallel()
	var frame bytes.Buffer
	if err := (&page.Page{Style: chart.Style}).Write(&frame); err != nil {
		t.Fatal(err)
	}
	for _, style := range []string{studyStyle, puzzleStyle} {
		for _, use := range strings.Split(style, "var(")[1:] {
			name, _, _ := strings.Cut(use, ")")
			if name != "--shade" && !strings.Contains(frame.String(), name+":") {
				t.Errorf("the page uses %s, which the frame does not define", name)
			}
		}
	}
}

// The tables are a document that LaTeX compiles.
func TestLaTeXCompiles(t *testing.T) {
	t.Parallel()
	program := testkit.Program(t, "pdflatex")
	dir := t.TempDir()
	s := made(t, "native", "gini/pairwise", "gini/product", "process:slow", "process:"+forging, "process:broken", "native/plain", "gophersat", "gini")
	if err := os.WriteFile(filepath.Join(dir, "study.tex"), []byte(printed(t, "latex", s, false)), 0o600); err != nil {
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
