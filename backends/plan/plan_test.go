package plan_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native"
)

const version = "v1.2.3"

func lookup(t testing.TB, name string) backends.Backend {
	t.Helper()
	b, err := registry.Lookup(name, registry.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// newJob plans a count and reads the plan back from its JSON.
func newJob(t testing.TB, name string, m *cover.Model, task backends.Task, units int) *plan.Job {
	t.Helper()
	task.Backend, task.Puzzle = name, "a test"
	b := lookup(t, name)
	p, _, err := plan.New(t.Context(), b, m, plan.Request{Version: version, Task: task, Units: units})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	again, err := plan.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if again.Digest() != p.Digest() {
		t.Fatalf("%s: the plan is another once it is read: %s", name, text)
	}
	j, err := again.Job(b, m, version)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// small are puzzles of testdata with few solutions.
var small struct {
	sync.Once
	rows []models.Row
}

// some is a puzzle, a model with symmetries, holes and ranges, or any model.
func some(t testing.TB, r *rand.Rand) *cover.Model {
	small.Do(func() {
		small.rows = slices.DeleteFunc(models.Small(t), func(row models.Row) bool { return row.Want > 64 })
	})
	switch r.IntN(4) {
	case 0:
		return models.Random(r, 7, 10)
	case 1:
		return small.rows[r.IntN(len(small.rows))].Tiling.Model
	case 2:
		least := r.IntN(4)
		return models.Packing(2+r.IntN(2), 2+r.IntN(3), 0, least, least+r.IntN(3))
	}
	return models.Dominoes(2*(1+r.IntN(2)), 2+r.IntN(3))
}

// TestUnitsAddUp plans counts of many models, splits some units and their parts at random,
// and checks that the records, in any order, add up to the whole.
func TestUnitsAddUp(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(18, 1))
	names := []string{"native", "gini", "native/plain", "gophersat/cardinality"}
	for n := range testkit.Times(20) {
		m, name := some(t, r), names[n%len(names)]
		for _, task := range []backends.Task{{List: true}, {UpToSymmetry: true}, {List: true, UpToSymmetry: true}, {}} {
			want, err := backends.Run(t.Context(), lookup(t, name), m, task)
			if err != nil {
				t.Fatal(err)
			}
			p := newJob(t, name, m, task, 1+r.IntN(4)).Plan
			p.Fan = 2 + r.IntN(3)
			j, err := p.Job(lookup(t, name), m, version)
			if err != nil {
				t.Fatal(err)
			}
			var records []plan.Record
			for open := p.All(); len(open) > 0; {
				u := open[0]
				open = open[1:]
				if p.Splits(u) && r.IntN(3) == 0 {
					part, ok, err := j.Split(t.Context(), u)
					if err != nil {
						t.Fatal(err)
					}
					if ok {
						records = append(records, part)
						open = append(open, u.Split(part.Split)...)
						continue
					}
				}
				record, err := j.Run(t.Context(), u)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				records = append(records, record)
			}
			r.Shuffle(len(records), func(a, b int) { records[a], records[b] = records[b], records[a] })
			got, err := p.Merge(records...)
			if err != nil {
				t.Fatalf("%s, %+v: %v", name, task, err)
			}
			whole := got.Report
			if whole.Count.Cmp(want.Count) != 0 || !whole.Complete || whole.Completeness == "" || len(got.Missing) > 0 ||
				task.List && (whole.Digest == nil || *whole.Digest != *want.Digest || whole.Checked != want.Checked) {
				t.Fatalf("%s, model %d, %+v: %+v, want %+v", name, n, task, whole, want)
			}
			k := slices.IndexFunc(records, func(r plan.Record) bool { return r.Report != nil })
			last := records[k]
			if part, err := p.Merge(slices.Delete(records, k, k+1)...); err != nil || part.Report.Complete || len(part.Missing) == 0 ||
				part.Report.Count.Cmp(want.Count) > 0 {
				t.Fatalf("%s: without %v there are %v, %v missing: %v", name, last.Unit, part.Report.Count, part.Missing, err)
			}
		}
	}
}

// TestEverySolutionIsInItsUnit lists units and checks which unit each solution is in.
func TestEverySolutionIsInItsUnit(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(18, 2))
	for n := range testkit.Times(10) {
		m := some(t, r)
		for _, name := range []string{"native", "gini", "native/plain"} {
			j := newJob(t, name, m, backends.Task{List: true}, 3)
			units := j.Plan.All()
			for s := range lookup(t, name).Solutions(t.Context(), m) {
				if name == "native" && j.Holds(append(slices.Repeat(plan.Unit{{Of: 1}}, 99), plan.Part{Of: 1}), s) {
					t.Errorf("%s: a unit below the last cut has a solution", name)
				}
				break
			}
			if last := len(units) - 1; j.Plan.Splits(units[last]) && j.Plan.States != nil {
				units = append(units[:last:last], units[last].Split(2)...)
			}
			found := new(big.Int)
			for k, u := range units {
				for s, err := range j.Part(u).Solutions(t.Context(), m) {
					if err != nil {
						t.Fatal(err)
					}
					found.Add(found, big.NewInt(1))
					for l, v := range units {
						if in := j.Holds(v, s); in != (k == l) {
							t.Fatalf("%s, model %d: %v of unit %v is in %v: %t", name, n, s, u, v, in)
						}
					}
				}
			}
			if want, err := backends.Count(t.Context(), lookup(t, "native/plain"), m); err != nil || want.Cmp(found) != 0 {
				t.Fatalf("%s, model %d: %v in all units, want %v %v", name, n, found, want, err)
			}
		}
	}
}

// TestMergeSaysWhatIsWrong merges records that do not belong together.
func TestMergeSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	p := &plan.Plan{Units: 2, Fan: 3, States: &native.Partition{Cuts: []int{1, 2, 3, 4}}}
	record := func(unit string, count int64, split int) plan.Record {
		u, err := plan.ParseUnit(unit)
		if err != nil {
			t.Fatal(err)
		}
		r := plan.Record{Plan: p.Digest(), Unit: u, Split: split}
		if split == 0 {
			r.Report = &backends.Report{Count: big.NewInt(count), Complete: true, Completeness: backends.BySearch, Plan: r.Plan, Unit: unit}
		}
		return r
	}
	other := record("1of2", 1, 0)
	other.Plan = "sha256:another"
	renamed, moved, half, estimate := record("1of2", 1, 0), record("1of2", 1, 0), record("1of2", 1, 0), record("1of2", 1, 0)
	renamed.Report.Unit, moved.Report.Plan = "2of2", other.Plan
	half.Report.Complete, half.Report.Completeness = false, ""
	estimate.Report.Approximate = true
	listed := &plan.Plan{Units: 2, Fan: 3, States: p.States, List: true}
	unchecked := record("1of2", 1, 0) // of a plan that lists
	unchecked.Plan, unchecked.Report.Plan = listed.Digest(), listed.Digest()
	digests := []plan.Record{record("1of2", 1, 0), record("1of2", 1, 0)}
	digests[0].Report.Digest, digests[1].Report.Digest = &cover.Digest{1}, &cover.Digest{2}
	for name, tc := range map[string]struct {
		records []plan.Record
		want    string // of what Merge says
	}{
		"all":          {[]plan.Record{record("2of2", 5, 0), record("1of2", 7, 0)}, "12 true [] []"},
		"none":         {nil, "0 false [1/2 2/2] []"},
		"one":          {[]plan.Record{record("2of2", 5, 0)}, "5 false [1/2] []"},
		"double":       {[]plan.Record{record("2of2", 5, 0), record("2of2", 5, 0), record("1of2", 7, 0)}, "12 true [] [2/2]"},
		"split":        {[]plan.Record{record("2of2", 5, 0), record("1of2", 0, 3), record("1of2-2of3", 1, 0)}, "6 false [1/2-1/3 1/2-3/3] []"},
		"two answers":  {[]plan.Record{record("2of2", 5, 0), record("2of2", 6, 0)}, "two different answers"},
		"two digests":  {digests, "two different answers for unit 1/2"},
		"other plan":   {[]plan.Record{other}, "of another count"},
		"other cut":    {[]plan.Record{record("2of3", 5, 0)}, "different partitions"},
		"beside":       {[]plan.Record{record("2of2", 5, 0), record("2of2-1of2", 5, 0)}, "has a record of its own"},
		"not so split": {[]plan.Record{record("2of2", 0, 3), record("2of2-1of2", 5, 0)}, "which was split into 3"},
		"orphan":       {[]plan.Record{record("1of2", 7, 0), record("2of2-1of3", 5, 0)}, "unit 2/2-1/3 is part of 2/2, whose split has no record"},
		"both":         {[]plan.Record{record("2of2", 0, 3), record("2of2", 5, 0)}, "has a result and was split"},
		"renamed":      {[]plan.Record{renamed}, "its report is of unit 2of2"},
		"moved":        {[]plan.Record{moved}, "of another count"},
		"half":         {[]plan.Record{half}, "damaged"},
		"estimate":     {[]plan.Record{estimate}, "damaged"},
		"too many":     {[]plan.Record{record("1of2", 0, 1<<20)}, "damaged"},
		"too deep":     {[]plan.Record{record("1of2-1of3-1of3-1of3", 0, 3)}, "damaged"},
		"nothing":      {[]plan.Record{{Plan: p.Digest()}}, "damaged"},
		"unchecked":    {[]plan.Record{unchecked}, "damaged"},
	} {
		of := p
		if name == "unchecked" {
			of = listed
		}
		total, err := of.Merge(tc.records...)
		got := fmt.Sprint(total.Report.Count, total.Report.Complete, total.Missing, total.Double)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, tc.want) {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
		if name == "two answers" {
			var c *plan.Contradiction
			if !errors.As(err, &c) || c.A.Report.Count.Int64()+c.B.Report.Count.Int64() != 11 {
				t.Errorf("%s: %v is no contradiction with both reports", name, err)
			}
		}
	}
}

// TestReportsMerge adds reports of parts, some of which were cut short: their solutions are
// in the complete reports, and contradict nothing.
func TestReportsMerge(t *testing.T) {
	t.Parallel()
	report := func(unit string, count int64, complete bool) backends.Report {
		r := backends.Report{Count: big.NewInt(count), Complete: complete, Plan: "sha256:p", Unit: unit}
		if complete {
			r.Completeness = backends.BySearch
		}
		return r
	}
	estimate := report("1of2", 5, false)
	estimate.Approximate = true
	for name, tc := range map[string]struct {
		reports []backends.Report
		want    string
	}{
		"again":         {[]backends.Report{report("1of2", 3, false), report("2of2", 7, true), report("1of2", 5, true)}, "12 true []"},
		"again, before": {[]backends.Report{report("1of2", 5, true), report("1of2", 3, false), report("2of2", 7, true)}, "12 true []"},
		"longer":        {[]backends.Report{report("1of2", 3, false), report("1of2", 4, false), report("2of2", 7, true)}, "11 false []"},
		"too much":      {[]backends.Report{report("1of2", 6, false), report("1of2", 5, true)}, "two different answers"},
		"estimate":      {[]backends.Report{estimate, report("2of2", 7, true)}, "estimate"},
	} {
		total, err := plan.MergeReports(tc.reports...)
		got := fmt.Sprint(total.Report.Count, total.Report.Complete, total.Missing)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, tc.want) {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}

// TestEditedPlansAreRefused has a plan changed where it does not say what it counts.
func TestEditedPlansAreRefused(t *testing.T) {
	t.Parallel()
	m := models.Dominoes(4, 4)
	for name, edit := range map[string]func(p *plan.Plan){
		"symmetries of nothing":   func(p *plan.Plan) { p.Symmetries = 4 },
		"orbits without a group":  func(p *plan.Plan) { p.UpToSymmetry = true },
		"orbits of another group": func(p *plan.Plan) { p.UpToSymmetry, p.Symmetries = true, 3 },
		"a wide fan":              func(p *plan.Plan) { p.Fan = 1 << 20 },
	} {
		j := newJob(t, "native", m, backends.Task{}, 2)
		edit(j.Plan)
		text, err := json.Marshal(j.Plan)
		if err != nil {
			t.Fatal(err)
		}
		p, err := plan.Parse(text)
		if err == nil {
			_, err = p.Job(j.Backend, m, version)
		}
		if err == nil {
			t.Errorf("%s: nobody minds", name)
		}
	}
}

// TestPlansOfOthersAreRefused has a plan read by another program, and for another model.
func TestPlansOfOthersAreRefused(t *testing.T) {
	t.Parallel()
	m := models.Dominoes(4, 4)
	j := newJob(t, "native", m, backends.Task{}, 2)
	if _, err := j.Plan.Job(j.Backend, m, "v9"); !errors.Is(err, plan.ErrOther) || !strings.Contains(err.Error(), "exactile v1.2.3 made it, and this is exactile v9") {
		t.Errorf("another version: %v", err)
	}
	if _, err := j.Plan.Job(j.Backend, models.Dominoes(4, 6), version); !errors.Is(err, plan.ErrOther) {
		t.Errorf("another model: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := j.Run(ctx, j.Plan.All()[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}

// TestUnitsHaveNames reads names that are none.
func TestUnitsHaveNames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"all", "3of8", "3of8-16of16"} {
		if u, err := plan.ParseUnit(name); err != nil || u.Name() != name {
			t.Errorf("%s: %v %v", name, u, err)
		}
	}
	for _, name := range []string{"", "3", "0of8", "9of8", "3of8-", "03of8", "+3of8", "3of99999999999999999999", "all-1of2", "1of1048577"} {
		if u, err := plan.ParseUnit(name); err == nil {
			t.Errorf("%s is read as %v", name, u)
		}
	}
}
