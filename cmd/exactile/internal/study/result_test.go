package study

import (
	"cmp"
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
)

// a makes a run of a backend that took so many milliseconds.
func a(backend string, count int64, complete bool, milliseconds int) Run {
	r := Run{Report: backends.Report{
		Backend: backend, Count: big.NewInt(count), Complete: complete, Elapsed: time.Duration(milliseconds) * time.Millisecond,
	}, End: Done}
	if !complete {
		r.End = TimedOut
	}
	return r
}

// of judges the runs of a puzzle; those of one backend are of one row.
func of(first bool, runs ...Run) *Result {
	p := &Result{Puzzle: Puzzle{Name: "p"}, First: first}
	for _, r := range runs {
		k := slices.IndexFunc(p.Rows, func(row *Row) bool { return row.Backend == r.Report.Backend })
		if k < 0 {
			p.Rows = append(p.Rows, &Row{Backend: r.Report.Backend})
			k = len(p.Rows) - 1
		}
		p.Rows[k].Runs = append(p.Rows[k].Runs, r)
	}
	p.judge()
	return p
}

// verdicts are those of the rows.
func verdicts(p *Result) (all []Verdict) {
	for _, row := range p.Rows {
		all = append(all, row.Agrees())
	}
	return all
}

// ended changes how a run ended.
func ended(r Run, end Verdict) Run {
	r.End = end
	if end == Failed {
		r.Report.Error = "it broke"
	}
	return r
}

func approximate(r Run) Run {
	r.Report.Approximate, r.Report.Complete, r.End = true, false, Done
	return r
}

func digested(r Run, digest uint64) Run {
	r.Report.Digest = &cover.Digest{digest}
	return r
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	found := func(backend string) Run { return ended(a(backend, 1, false, 1), Done) } // a first solution
	listed := func(backend string) Run { return digested(a(backend, 5, true, 1), 7) }
	for _, test := range []struct {
		name    string
		c       *Result
		want    []Verdict
		on      Agreement // there is none if fewer than two finished
		against int       // disagreements
		summary string
	}{
		{"all agree", of(false, a("x", 5, true, 1), a("y", 5, true, 1)), []Verdict{Agrees, Agrees}, OnCount, 0, "2 of 2 backends finished and agree"},
		{"one alone", of(false, a("x", 5, true, 1)), []Verdict{Alone}, Undecided, 0, "1 of 1 backends finished"},
		{"counts differ", of(false, a("x", 5, true, 1), a("y", 4, true, 1)), []Verdict{Alone, Contradicts}, Undecided, 1, "DISAGREEMENT: x counts 5, y counts 4"},
		{"sets differ", of(false, digested(a("x", 5, true, 1), 1), digested(a("y", 5, true, 1), 2)), []Verdict{Alone, Contradicts}, Undecided, 1, "DISAGREEMENT: x and y count 5 each"},
		{"a backend against itself", of(false, a("x", 5, true, 1), a("x", 5, true, 2), a("x", 6, true, 3)), []Verdict{Contradicts}, Undecided, 1, "DISAGREEMENT: x counts 5, x counts 6"},
		{"too many before the end", of(false, a("x", 5, true, 1), a("y", 6, false, 1)), []Verdict{Alone, Contradicts}, Undecided, 1, "DISAGREEMENT"},
		{"out of time", of(false, a("x", 5, true, 1), a("y", 3, false, 1)), []Verdict{Alone, TimedOut}, Undecided, 0, "1 of 2 backends finished; 1 ran out of time"},
		{"out of time once", of(false, a("y", 5, true, 1), a("y", 3, false, 1)), []Verdict{TimedOut}, Undecided, 0, "0 of 1"},
		{"failed", of(false, a("x", 5, true, 1), ended(a("y", 0, true, 1), Failed), ended(a("z", 0, true, 1), Failed)), []Verdict{Alone, Failed, Failed}, Undecided, 0, "; 2 failed"},
		{"an estimate far off", of(false, a("x", 5, true, 1), a("z", 5, true, 1), approximate(a("y", 900, true, 1))), []Verdict{Agrees, Agrees, Estimate}, OnCount, 0, "3 of 3 backends finished and agree on the count; 1 only estimates"},
		{"an estimate confirms nothing", of(false, a("x", 5, true, 1), approximate(a("y", 5, true, 1))), []Verdict{Alone, Estimate}, Undecided, 0, "2 of 2 backends finished; 1 only estimates"},
		{"interrupted", of(false, a("x", 5, true, 1), ended(a("y", 0, false, 1), Interrupted)), []Verdict{Alone, Interrupted}, Undecided, 0, "; 1 was stopped"},
		{"all list", of(false, listed("x"), listed("y")), []Verdict{Agrees, Agrees}, OnSet, 0, "2 of 2 backends finished and agree on the set sha256:"},
		{"one counts", of(false, listed("x"), listed("y"), a("z", 5, true, 1)), []Verdict{Agrees, Agrees, Agrees}, OnCount, 0, "3 of 3 backends finished and agree on the count; the 2 of them that listed the solutions agree on the set sha256:"},
		{"one lists", of(false, listed("x"), a("z", 5, true, 1)), []Verdict{Agrees, Agrees}, OnCount, 0, "2 of 2 backends finished and agree on the count; 1 of them listed the solutions, the set sha256:"},
		{"one lists alone", of(false, listed("x")), []Verdict{Alone}, Undecided, 0, "1 of 1 backends finished, with the set sha256:"},
		{"one twice", of(false, listed("x"), listed("x")), []Verdict{Alone}, Undecided, 0, "1 of 1 backends finished, with the set sha256:"},
		{"one lists in time", of(false, listed("x"), a("y", 3, false, 1)), []Verdict{Alone, TimedOut}, Undecided, 0, "1 of 2 backends finished, with the set sha256:"},

		{"first solutions", of(true, found("x"), found("y")), []Verdict{Agrees, Agrees}, OnFirst, 0, "agree on whether there is a solution"},
		{"no first solution", of(true, a("x", 0, true, 1), a("y", 0, true, 1)), []Verdict{Agrees, Agrees}, OnFirst, 0, "agree on whether"},
		{"one denies", of(true, a("x", 0, true, 1), found("y")), []Verdict{Contradicts, Alone}, Undecided, 1, "DISAGREEMENT: y finds a solution, x says that there is none"},
		{"one has no time", of(true, a("x", 0, false, 1), found("y")), []Verdict{TimedOut, Alone}, Undecided, 0, "1 ran out of time"},
		{"one fails", of(true, ended(a("x", 0, true, 1), Failed), found("y")), []Verdict{Failed, Alone}, Undecided, 0, "1 failed"},
		{"first solutions of other sets", of(true, digested(found("x"), 1), digested(found("y"), 2)), []Verdict{Agrees, Agrees}, OnFirst, 0, "agree"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := verdicts(test.c); !slices.Equal(got, test.want) {
				t.Errorf("verdicts %v, want %v", got, test.want)
			}
			agree, err := json.Marshal(test.c.Agree)
			want := map[bool]string{true: "true", false: "null"}[test.on != Undecided]
			if test.against > 0 {
				want = "false"
			}
			if err != nil || test.c.Agreement != test.on || string(agree) != want {
				t.Errorf("agreement on %q, as JSON %s, %v; want %q, %s", test.c.Agreement, agree, err, test.on, want)
			}
			if got := test.c.Disagreements; len(got) != test.against {
				t.Errorf("disagreements %v, want %d", got, test.against)
			}
			if got := test.c.Summary(); !strings.Contains(got, test.summary) {
				t.Errorf("%q, want %q in it", got, test.summary)
			}
		})
	}
}

func TestTypicalAndSpread(t *testing.T) {
	t.Parallel()
	row := of(false, a("x", 5, true, 30), a("x", 5, true, 10), a("x", 5, true, 20), a("x", 5, true, 90)).Rows[0]
	if got := row.Typical.Elapsed; got != 20*time.Millisecond {
		t.Errorf("a typical run takes %v", got)
	}
	if got, ok := row.Spreads[Elapsed]; !ok || got != (Spread{.01, .025, .09}) {
		t.Errorf("times spread %v, %v", got, ok)
	}
	if got, ok := row.Spreads[ToFirst]; ok {
		t.Errorf("first solutions that nobody timed spread %v", got)
	}
	row.Runs = append(row.Runs, ended(a("x", 0, false, 1), Interrupted))
	row.summarize()
	if got, ok := row.Spreads[Elapsed]; !ok || got != (Spread{.01, .025, .09}) {
		t.Errorf("with a run that was interrupted, times spread %v, %v", got, ok)
	}
	row.Runs = append(row.Runs, a("x", 1, false, 1))
	row.summarize()
	if got, ok := row.Spreads[Elapsed]; ok {
		t.Errorf("with a run that came to no end, times spread %v", got)
	}
	row.Runs = append(row.Runs, ended(a("x", 0, true, 50), Failed))
	row.summarize()
	if got := row.Typical.Error; got != "it broke" {
		t.Error("the run that failed is lost")
	}
}

// A backend has the runs of another one with the same engine and formula.
func TestSameFormulas(t *testing.T) {
	t.Parallel()
	formulas := map[string]Formula{
		"gini/product": {Bytes: 9, Digest: "one"}, "gini/pairwise": {Bytes: 9, Digest: "one"}, "gini/ladder": {Bytes: 9, Digest: "two"},
		"gophersat/pairwise": {Bytes: 9, Digest: "one"}, "gini/totalizer": {Bytes: 8}, "gini/mtotalizer": {Bytes: 8},
	}
	names := []string{"gini/totalizer", "gophersat/pairwise", "gini/mtotalizer", "native", "gini/product", "gini/ladder", "gini/pairwise"}
	r := &Record{}
	if !r.AddFormulas(Formulas{Of: formulas}) || r.AddFormulas(Formulas{Of: formulas}) {
		t.Error("formulas are new once")
	}
	want := map[string]string{"gini/pairwise": "gini/product"}
	for _, name := range names {
		if got, want := r.SameAs(Puzzle{}, name, names), cmp.Or(want[name], name); got != want {
			t.Errorf("%s is the same as %s, want %s", name, got, want)
		}
	}
}
