package registry_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/internal/allsat"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
)

// A recorder keeps the clauses that its engine was given before it was first queried.
type recorder struct {
	sat.Engine
	given   cnf.Formula
	queried bool
}

func (r *recorder) Add(clause ...cnf.Lit) {
	if !r.queried {
		for _, l := range clause {
			r.given.AddVars(max(0, l.Var()-r.given.NumVars()))
		}
		r.given.Add(clause...)
	}
	r.Engine.Add(clause...)
}

func (r *recorder) Solve(ctx context.Context) (bool, error) {
	r.queried = true
	return r.Engine.Solve(ctx)
}

// Reserve passes variables in no clause on to an engine that keeps them.
func (r *recorder) Reserve(vars int) {
	if e, ok := r.Engine.(interface{ Reserve(vars int) }); ok {
		e.Reserve(vars)
	}
}

// A listing recorder has the methods that make allsat list.
type listingRecorder struct {
	*recorder
	*allsat.Engine
}

func (r listingRecorder) Add(clause ...cnf.Lit) { r.recorder.Add(clause...) }

func (r listingRecorder) Solve(ctx context.Context) (bool, error) { return r.recorder.Solve(ctx) }

func (r listingRecorder) Reserve(vars int) { r.Engine.Reserve(vars) }

func (r listingRecorder) Value(l cnf.Lit) bool { return r.Engine.Value(l) }

// recorded returns b with engines that record, and the recorders as they are made.
func recorded(b sat.Backend) (sat.Backend, *[]*recorder) {
	all := new([]*recorder)
	record := func(e sat.Engine) sat.Engine {
		r := &recorder{Engine: e}
		*all = append(*all, r)
		if lists, ok := e.(*allsat.Engine); ok {
			return listingRecorder{r, lists}
		}
		return r
	}
	if engine := b.New; engine != nil {
		b.New = func() sat.Engine { return record(engine()) }
	}
	if open := b.Open; open != nil {
		b.Open = func() (func() sat.Engine, func()) {
			engine, end := open()
			return func() sat.Engine { return record(engine()) }, end
		}
	}
	return b, all
}

// dimacs is a formula as text, without comments.
func dimacs(t *testing.T, write func(*bytes.Buffer) error) string {
	t.Helper()
	var text bytes.Buffer
	if err := write(&text); err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`(?m)^c.*\n`).ReplaceAllString(text.String(), "")
}

// What reports and [adapter.Given] say of the formulas of engines is what the engines get, and
// with sat.Whole that is what export writes.
func TestEnginesGetWhatReportsSay(t *testing.T) {
	ways := []registry.Options{
		{Enumerate: sat.Auto}, {Enumerate: sat.Cubes}, {Enumerate: sat.Blocking},
		{Enumerate: sat.Whole}, {Enumerate: sat.Whole, NoReduce: true},
		{Enumerate: sat.Whole, LexLeader: true},
	}
	for k, r := range table(t) {
		if r.Want > 20 || !cheap(r) || k%5 != 0 && !testkit.Thorough() {
			continue
		}
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			r, want := reference(t, r)
			m := r.Tiling.Model
			for _, name := range []string{"gini", "gophersat", "allsat", "keeps"} {
				if name == "keeps" && r.Want > outsideSolutions("") {
					continue
				}
				for _, o := range ways {
					file := ""
					called := name
					if name == "keeps" {
						called = fake(t, "keeps", "keeps")
						file = filepath.Join(filepath.Dir(called[len("process:"):]), "given.cnf")
					}
					b, engines := recorded(lookupWith(t, called, o).(sat.Backend))
					report := runRow(t, b, called, m, backends.Task{List: true})
					label := fmt.Sprintf("%s %+v", name, o)
					if !o.LexLeader && *report.Digest != want {
						t.Errorf("%s lists %v solutions, or others than %d", label, report.Count, r.Want)
					}
					sizes(t, label, report.Stats, *engines)
					if given := b.Given(); given.Exported() {
						text := exported(t, b, m, given)
						if got := recordedText(t, *engines, report.Stats.Variables); got != text {
							t.Errorf("%s: the engine got\n%.300s\nexport writes\n%.300s", label, got, text)
						}
						if said := written(t, b, m); said != text {
							t.Errorf("%s: WriteFormula writes\n%.300s\nexport\n%.300s", label, said, text)
						}
						// Without a clause there is nothing to ask the program.
						kept, err := os.ReadFile(file)
						if file != "" && report.Stats.Clauses > 0 && (err != nil || string(kept) != text) {
							t.Errorf("%s: the program read\n%.300s\n%v; export writes\n%.300s", label, kept, err, text)
						}
					}
				}
			}
		})
	}
}

// exported is what exactile export writes, without comments.
func exported(t *testing.T, b sat.Backend, m *cover.Model, given adapter.Given) string {
	t.Helper()
	if given == adapter.GivenReduced {
		m = m.Reduce()
	}
	encoding, err := encode.Lookup(b.EncodingName(m))
	if err != nil {
		t.Fatal(err)
	}
	encoding.BreakSymmetry = b.LexLeader
	return dimacs(t, func(text *bytes.Buffer) error { return encode.WriteDIMACS(text, m, encoding) })
}

func written(t *testing.T, b sat.Backend, m *cover.Model) string {
	t.Helper()
	return dimacs(t, func(text *bytes.Buffer) error { return b.WriteFormula(t.Context(), m, text) })
}

// recordedText is the formula of the first engine, which an engine that lists nothing repeats. An
// engine is told only of variables in clauses: the last ones may be in none.
func recordedText(t *testing.T, engines []*recorder, variables int) string {
	t.Helper()
	if len(engines) == 0 {
		t.Fatal("no engine was made")
	}
	f := &engines[0].given
	f.AddVars(variables - f.NumVars())
	return dimacs(t, func(text *bytes.Buffer) error { return f.WriteDIMACS(text, cnf.Comments{}) })
}

// sizes compares the figures of a report with what the engines got.
func sizes(t *testing.T, label string, stats backends.Stats, engines []*recorder) {
	t.Helper()
	largest := 0
	for _, e := range engines {
		largest = max(largest, e.given.NumClauses())
	}
	if int(stats.Formulas) != len(engines) || stats.Clauses != largest {
		t.Errorf("%s: the report says %d formulas, the largest of %d clauses; %d engines got %d at most",
			label, stats.Formulas, stats.Clauses, len(engines), largest)
	}
}
