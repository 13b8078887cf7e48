package report

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/encode/cover"
)

// A trial is the runs of a backend.
type trial struct {
	backend, version string
	formula          study.Formula
	runs             []study.Run
}

// compared is a record of one puzzle with backends of every kind of fate.
func compared(t *testing.T, first bool, trials ...trial) *study.Record {
	t.Helper()
	session := study.Session{
		Timeout: 10, Program: "v1.2.3", First: first, Versions: make(map[string]string),
		Machine: study.Machine{System: "linux/amd64", Go: "go1.26", Cores: 2, Processor: "a processor"},
	}
	puzzle := study.Puzzle{Name: "dominoes:4x4"}
	formulas := make(map[string]study.Formula)
	for _, trial := range trials {
		if trial.version != "" {
			session.Versions[trial.backend] = trial.version
		}
		formulas[trial.backend] = trial.formula
	}
	f := &study.File{}
	if err := f.Begin(session); err != nil {
		t.Fatal(err)
	}
	if err := f.Describe(study.Formulas{Puzzle: puzzle, Of: formulas}); err != nil {
		t.Fatal(err)
	}
	for _, trial := range trials {
		for n, run := range trial.runs {
			run.Key = study.Key{Puzzle: puzzle, Backend: trial.backend, Repetition: n + 1}
			run.Report.Puzzle, run.Report.Backend = puzzle.Name, trial.backend
			if err := f.Append(run); err != nil {
				t.Fatal(err)
			}
		}
	}
	return &f.Record
}

// fates are backends of every kind of fate.
func fates() []trial {
	run := func(milliseconds, first int, st backends.Stats) study.Run {
		return study.Run{Report: backends.Report{
			Count: big.NewInt(36), Complete: true, Completeness: st.Completeness(), Checked: 36, Digest: &cover.Digest{1, 2, 3, 4}, Stats: st,
			Elapsed: time.Duration(milliseconds) * time.Millisecond, CPU: time.Duration(milliseconds) * time.Millisecond,
			First: time.Duration(first) * time.Millisecond, Memory: 15 << 20,
		}, End: study.Done, Solver: &st.Solving}
	}
	formula := backends.Stats{Variables: 120, Clauses: 12345, Formulas: 1, Solving: .004, Conflicts: backends.Figure{N: 678, Reported: true}, Decisions: backends.Figure{N: 1, Reported: true}}
	parts := formula
	parts.Formulas = 380
	searched := backends.Stats{Nodes: 100, Searched: true, Solving: .002} // a search is all solving
	late := study.Run{Report: backends.Report{
		Count: big.NewInt(7), Checked: 7, Digest: &cover.Digest{5}, Elapsed: 10 * time.Second, First: 3 * time.Millisecond, Memory: 1 << 30,
	}, End: study.TimedOut}
	broken := study.Run{Report: backends.Report{Count: new(big.Int), Error: "it broke & burned <b>"}, End: study.Failed}
	about := study.Run{Report: backends.Report{Count: big.NewInt(40), Approximate: true, Elapsed: time.Second, CPU: time.Second}, End: study.Done}
	return []trial{
		{"native", "v1.2.3", study.Formula{}, []study.Run{run(2, 1, searched), run(1, 1, searched), run(4, 1, searched)}},
		{"gini/pairwise", "v1.0.4", study.Formula{Given: adapter.GivenParts}, []study.Run{run(20, 5, parts), run(30, 7, parts), run(10, 6, parts)}},
		{"gini/product", "v1.0.4", study.Formula{Given: adapter.GivenReduced, Bytes: 23456, Variables: 120, Clauses: 12345}, []study.Run{run(60, 5, formula), run(50, 7, formula), run(900, 6, formula)}},
		{"process:slow/pairwise", "", study.Formula{Given: adapter.GivenModel, Bytes: 123456}, []study.Run{late, late, late}},
		{"process:slow/product", "", study.Formula{Given: adapter.GivenCore, Bytes: 23456}, []study.Run{run(300, 5, formula), late, late}},
		{"process:broken", "0.9", study.Formula{}, []study.Run{broken, broken, broken}},
		{"process:approxmc", "4.1", study.Formula{Bytes: 999}, []study.Run{about, about, about}},
	}
}

func TestComparisonsLookAlike(t *testing.T) {
	t.Parallel()
	all := compared(t, false, fates()...)
	lookAlike(t, "comparison", "md", func(format string) string { return printed(t, format, all, true) })
	once := fates()[:3]
	for k := range once {
		once[k].runs = once[k].runs[:1]
	}
	first := compared(t, true, once...)
	lookAlike(t, "first", "md", func(format string) string { return printed(t, format, first, true) })
	page := printed(t, "html", first, true)
	if !strings.Contains(page, "from the model to the first solution, without") || strings.Contains(page, "all solutions") {
		t.Errorf("the page of first solutions says\n%s", page)
	}
}

// A comparison that disagrees says so where it is seen first.
func TestDisagreementIsOnThePage(t *testing.T) {
	t.Parallel()
	wrong := fates()
	for n := range wrong[1].runs {
		wrong[1].runs[n].Report.Count, wrong[1].runs[n].Report.Checked = big.NewInt(35), 35
	}
	record := compared(t, false, wrong...)
	for format, want := range map[string]string{
		"table": "DISAGREEMENT: native counts 36, gini/pairwise counts 35", "md": "DISAGREEMENT: native counts 36",
		"html": `<p class="lead">DISAGREEMENT: native counts 36`, "csv": "gini/pairwise,35,true,NO,",
		"json": `"disagreements":[{"a":"native","b":"gini/pairwise","reason":"native counts 36, gini/pairwise counts 35"}`,
	} {
		if text := printed(t, format, record, true); !strings.Contains(text, want) {
			t.Errorf("%s: there is no %q in\n%s", format, want, text)
		}
	}
}

// Each row of the JSON is a report that can be read back. A row with the formula of another one has
// its result and none of its figures.
func TestRowsAreReports(t *testing.T) {
	t.Parallel()
	trials := fates()[1:3]
	for k := range trials {
		trials[k].formula = study.Formula{Given: adapter.GivenCore, Bytes: 9, Digest: "one"}
	}
	trials[1].runs = nil
	text := printed(t, "json", compared(t, false, trials...), true)
	for _, want := range []string{
		`"backend":"gini/product","count":"36",`,
		`"verdict":"same","version":"v1.0.4","given":"core","dimacs_bytes":9,"formula":"one","same_formula_as":"gini/pairwise","runs":[]}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in %s", want, text)
		}
	}
	var back struct{ Reports []backends.Report }
	if err := json.Unmarshal([]byte(text), &back); err != nil || len(back.Reports) != 2 || back.Reports[0].Count.Int64() != 36 || back.Reports[0].Digest == nil {
		t.Errorf("read back: %+v, %v", back, err)
	}
}
