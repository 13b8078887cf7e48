package compared

import (
	"bytes"
	"math/big"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/internal/golden"
)

// compared is a comparison with rows of every kind, and the puzzle it is of.
func compared(t *testing.T) (*puzzle.Tiling, *comparison.Comparison) {
	t.Helper()
	puzzles, err := catalogue.Lookup("dominoes:4x4")
	if err != nil {
		t.Fatal(err)
	}
	tiling, err := puzzles[0].Compile()
	if err != nil {
		t.Fatal(err)
	}
	run := func(milliseconds, first int, st backends.Stats) comparison.Run {
		return comparison.Run{Report: backends.Report{
			Count: big.NewInt(36), Complete: true, Completeness: st.Completeness(), Checked: 36, Digest: &cover.Digest{1, 2, 3, 4}, Stats: st,
			Elapsed: time.Duration(milliseconds) * time.Millisecond, CPU: time.Duration(milliseconds) * time.Millisecond,
			First: time.Duration(first) * time.Millisecond, Memory: 15 << 20,
		}, End: comparison.Done}
	}
	formula := backends.Stats{Variables: 120, Clauses: 12345, Conflicts: backends.Figure{N: 678, Told: true}, Decisions: backends.Figure{N: 1, Told: true}}
	late := comparison.Run{Report: backends.Report{Count: big.NewInt(7), First: 3 * time.Millisecond, Memory: 1 << 30}, End: comparison.TimedOut}
	broken := comparison.Run{Report: backends.Report{Count: new(big.Int), Error: "it broke & burned <b>"}, End: comparison.Failed}
	about := comparison.Run{Report: backends.Report{Count: big.NewInt(40), Approximate: true, Elapsed: time.Second, CPU: time.Second}, End: comparison.Done}
	c := &comparison.Comparison{
		Puzzle: "dominoes:4x4", Timeout: 10 * time.Second, Program: "v1.2.3",
		Machine: comparison.Machine{System: "linux/amd64", Go: "go1.26", Cores: 2, Processor: "a processor"},
		Rows: []comparison.Row{
			{Backend: "native", Version: "v1.2.3", Runs: []comparison.Run{run(2, 1, backends.Stats{Nodes: 100, Searched: true}), run(1, 1, backends.Stats{Nodes: 100, Searched: true}), run(4, 1, backends.Stats{Nodes: 100, Searched: true})}},
			{Backend: "gini/pairwise", Version: "v1.0.4", Formula: comparison.Formula{Bytes: 123456}, Runs: []comparison.Run{run(20, 5, formula), run(30, 7, formula), run(10, 6, formula)}},
			{Backend: "gini/product", Version: "v1.0.4", Formula: comparison.Formula{Bytes: 23456}, Runs: []comparison.Run{run(60, 5, formula), run(50, 7, formula), run(900, 6, formula)}},
			{Backend: "process:slow/pairwise", Formula: comparison.Formula{Bytes: 123456}, Runs: []comparison.Run{late, late, late}},
			{Backend: "process:slow/product", Formula: comparison.Formula{Bytes: 23456}, Runs: []comparison.Run{run(300, 5, formula), late, late}},
			{Backend: "process:broken", Version: "0.9", Runs: []comparison.Run{broken, broken, broken}},
			{Backend: "process:approxmc", Version: "4.1", Formula: comparison.Formula{Bytes: 999}, Runs: []comparison.Run{about, about, about}},
		},
	}
	for k := range c.Rows {
		for n := range c.Rows[k].Runs {
			c.Rows[k].Runs[n].Report.Backend = c.Rows[k].Backend
		}
	}
	return tiling, c
}

func TestComparisonsLookAlike(t *testing.T) {
	t.Parallel()
	e, c := compared(t)
	for format, name := range map[string]string{"table": "all.txt", "md": "all.md", "csv": "all.csv", "json": "all.json", "html": "all.html"} {
		sameAsFile(t, name, e, c, format)
	}
	c.First, c.Rows = true, c.Rows[:3]
	for k := range c.Rows {
		c.Rows[k].Runs = c.Rows[k].Runs[:1]
	}
	sameAsFile(t, "first.txt", e, c, "table")
	sameAsFile(t, "first.html", e, c, "html")
}

// sameAsFile compares what is printed with a file. Of a page only what stands in the
// body: the frame has a test of its own.
func sameAsFile(t *testing.T, name string, e *puzzle.Tiling, c *comparison.Comparison, format string) {
	t.Helper()
	var b bytes.Buffer
	if err := Print(&b, format, e, c); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	if format == "html" {
		_, body, _ := strings.Cut(got, "<body>")
		got, _, _ = strings.Cut(body, "<script>")
	}
	file := filepath.Join("testdata", "comparison", name)
	golden.Check(t, file, []byte(got))
}

// A comparison that disagrees says so where it is seen first.
func TestDisagreementIsOnThePage(t *testing.T) {
	t.Parallel()
	e, c := compared(t)
	for n := range c.Rows[1].Runs {
		c.Rows[1].Runs[n].Report.Count = big.NewInt(35)
	}
	for format, want := range map[string]string{
		"table": "DISAGREEMENT: native counts 36, gini/pairwise counts 35", "md": "DISAGREEMENT: native counts 36",
		"html": `<p class="lead">DISAGREEMENT: native counts 36`, "json": `"agree":false`, "csv": "gini/pairwise,35,true,NO,",
	} {
		var b bytes.Buffer
		if err := Print(&b, format, e, c); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s: there is no %q in\n%s", format, want, b.String())
		}
	}
}

// The styles of the parts of the page use the colours that the frame defines.
func TestPageColours(t *testing.T) {
	t.Parallel()
	var frame bytes.Buffer
	if err := (&render.Page{}).Write(&frame); err != nil {
		t.Fatal(err)
	}
	e, c := compared(t)
	var whole bytes.Buffer
	if err := writeComparisonPage(&whole, e, c); err != nil {
		t.Fatal(err)
	}
	for _, use := range strings.Split(whole.String(), "var(")[1:] {
		name, _, _ := strings.Cut(use, ")")
		if name != "--shade" && !strings.Contains(frame.String(), name+":") {
			t.Errorf("the page uses %s, which the frame does not define", name)
		}
	}
}
