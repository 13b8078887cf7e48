package backends_test

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode/cover"
	"github.com/google/go-cmp/cmp"
)

// losing is a backend that loses the solutions that lost picks.
type losing struct {
	backends.Backend
	lost func(cover.Solution) bool
}

func (l losing) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		for s, err := range l.Backend.Solutions(ctx, m) {
			if (err != nil || !l.lost(s)) && !yield(s, err) {
				return
			}
		}
	}
}

// lookup returns the backend of a name.
func lookup(t *testing.T, name string) backends.Backend {
	t.Helper()
	b, err := registry.Lookup(name, registry.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func run(t *testing.T, name string, m *cover.Model, task backends.Task) backends.Report {
	t.Helper()
	task.Backend = name
	r, err := backends.Run(t.Context(), lookup(t, name), m, task)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRunCountsAndLists(t *testing.T) {
	m := models.Packing(3, 3, 0, 0, 4)
	listed := run(t, "native", m, backends.Task{List: true})
	for _, c := range []struct {
		name    string
		task    backends.Task
		count   int64
		checked int64
		digest  bool
	}{
		{"native", backends.Task{}, 131, 0, false},
		{"native", backends.Task{List: true}, 131, 131, true},
		{"native", backends.Task{UpToSymmetry: true}, 21, 0, false},
		{"native", backends.Task{UpToSymmetry: true, List: true}, 21, 131, true},
		{"gini", backends.Task{}, 131, 131, true},
		{"gini", backends.Task{List: true}, 131, 131, true},
		{"gini", backends.Task{UpToSymmetry: true}, 21, 131, true},
		{"gini", backends.Task{UpToSymmetry: true, List: true}, 21, 131, true},
	} {
		r := run(t, c.name, m, c.task)
		if r.Count.Int64() != c.count || r.Checked != c.checked || !r.Complete || (r.Digest != nil) != c.digest {
			t.Errorf("%s %+v: count %v, checked %d, complete %v, digest %v; want %d, %d, true, %v",
				c.name, c.task, r.Count, r.Checked, r.Complete, r.Digest, c.count, c.checked, c.digest)
		}
		if c.digest && *r.Digest != *listed.Digest {
			t.Errorf("%s %+v: digest %v, want %v", c.name, c.task, r.Digest, listed.Digest)
		}
		if r.Stats.Options != 12 || r.Stats.Items != 10 || r.Fingerprint != m.Fingerprint() {
			t.Errorf("%s %+v: stats %+v, fingerprint %s", c.name, c.task, r.Stats, r.Fingerprint)
		}
		sat := c.name == "gini"
		if (r.Stats.Variables >= 12) != sat || (r.Stats.Clauses > 0) != sat || (r.Stats.Nodes > 0) == sat {
			t.Errorf("%s %+v: stats %+v", c.name, c.task, r.Stats)
		}
	}
}

func TestRunStopsAtItsLimit(t *testing.T) {
	for _, task := range []backends.Task{{Limit: 5}, {Limit: 5, UpToSymmetry: true}} {
		found := 0
		task.Found = func(cover.Solution) { found++ }
		r := run(t, "native", models.Packing(3, 3, 0, 0, 4), task)
		if r.Count.Int64() != 5 || found != 5 || r.Complete || r.Checked < 5 {
			t.Errorf("%+v: count %v, found %d, complete %v", task, r.Count, found, r.Complete)
		}
	}
}

func TestRunReportsWhatItFoundBeforeItsDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	for _, task := range []backends.Task{{List: true}, {UpToSymmetry: true}} {
		r, err := backends.Run(ctx, lookup(t, "gini"), models.Dominoes(8, 8), task)
		if !errors.Is(err, context.DeadlineExceeded) || r.Complete || r.Error != "" {
			t.Errorf("%+v: %v, complete %v, error %q", task, err, r.Complete, r.Error)
		}
		least := r.Checked
		if task.UpToSymmetry {
			least = (r.Checked + 7) / 8
		}
		if r.Count.Int64() != least {
			t.Errorf("%+v: count %v after %d solutions", task, r.Count, r.Checked)
		}
	}
}

func TestDisagreementsAndDifference(t *testing.T) {
	m := models.Packing(3, 3, 0, 4, 4)
	honest := lookup(t, "native/plain")
	var victim cover.Solution
	for s, err := range honest.Solutions(t.Context(), m) {
		if err != nil {
			t.Fatal(err)
		}
		victim = s
	}
	loser := losing{lookup(t, "gini"), func(s cover.Solution) bool { return slices.Equal(s, victim) }}
	report := func(name string, b backends.Backend) backends.Report {
		r, err := backends.Run(t.Context(), b, m, backends.Task{Backend: name, List: true})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	reports := []backends.Report{report("loser", loser), report("plain", honest), report("gini", lookup(t, "gini"))}
	if found := backends.Disagreements(reports[1:]); len(found) != 0 {
		t.Errorf("Disagreements = %+v, want none", found)
	}
	want := []backends.Disagreement{{A: 1, B: 0, Reason: "plain counts 18, loser counts 17"}}
	if diff := cmp.Diff(want, backends.Disagreements(reports)); diff != "" {
		t.Errorf("Disagreements (-want +got):\n%s", diff)
	}
	for _, c := range []struct {
		a, b  backends.Backend
		first bool
	}{{honest, loser, true}, {loser, honest, false}} {
		loss, err := backends.Difference(t.Context(), c.a, c.b, m)
		if err != nil || loss == nil || loss.FoundByFirst != c.first || !slices.Equal(loss.Solution, victim) {
			t.Errorf("Difference = %+v, %v, want %v, found by first: %v", loss, err, victim, c.first)
		}
	}
	if loss, err := backends.Difference(t.Context(), honest, lookup(t, "gophersat"), m); loss != nil || err != nil {
		t.Errorf("Difference of two that agree = %+v, %v", loss, err)
	}
	// A solution that comes twice is not one that the other backend has lost.
	twice := repeating{honest}
	for _, pair := range [][2]backends.Backend{{honest, twice}, {twice, honest}} {
		if loss, err := backends.Difference(t.Context(), pair[0], pair[1], m); loss != nil || err == nil {
			t.Errorf("Difference of one that repeats a solution = %+v, %v", loss, err)
		}
	}
}

// repeating is a backend that lists each solution twice.
type repeating struct{ backends.Backend }

func (r repeating) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		for s, err := range r.Backend.Solutions(ctx, m) {
			if !yield(s, err) || err == nil && !yield(s, nil) {
				return
			}
		}
	}
}

func TestDisagreements(t *testing.T) {
	count := func(n int64, complete bool) backends.Report {
		return backends.Report{Count: big.NewInt(n), Complete: complete}
	}
	digest := func(n int64, d cover.Digest) backends.Report {
		return backends.Report{Count: big.NewInt(n), Complete: true, Digest: &d}
	}
	failed := count(3, false)
	failed.Error = "it lies"
	orbits := count(8, true)
	orbits.UpToSymmetry = true
	other := count(8, true)
	other.Fingerprint = "sha256:1"
	this := count(8, true)
	this.Fingerprint = "sha256:2"
	for _, c := range []struct {
		name    string
		reports []backends.Report
		want    [][2]int
	}{
		{"nothing", nil, nil},
		{"nothing complete", []backends.Report{count(5, false), count(9, false)}, nil},
		{"equal", []backends.Report{count(8, true), count(8, true), count(8, false)}, nil},
		{"one against two", []backends.Report{count(7, true), count(8, true), count(8, true)}, [][2]int{{1, 0}}},
		{"too many found", []backends.Report{count(8, true), count(9, false)}, [][2]int{{0, 1}}},
		{"failures say nothing", []backends.Report{count(8, true), failed}, nil},
		{"digests", []backends.Report{digest(8, cover.Digest{1}), digest(8, cover.Digest{2}), count(8, true)}, [][2]int{{0, 1}}},
		{"other questions", []backends.Report{this, orbits, other}, [][2]int{{0, 1}, {0, 2}}},
	} {
		var got [][2]int
		for _, d := range backends.Disagreements(c.reports) {
			got = append(got, [2]int{d.A, d.B})
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestReportAsJSON(t *testing.T) {
	digest := cover.Digest{1, 2, 3, 4}
	huge, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	r := backends.Report{
		Puzzle: "pentominoes:3x20", Backend: "gini/product", Count: big.NewInt(8), Complete: true, Checked: 8, Digest: &digest,
		Completeness: backends.ByEngine,
		Elapsed:      1210 * time.Millisecond, CPU: 1190 * time.Millisecond, Memory: 52428800,
		Stats: backends.Stats{Options: 1236, Items: 72, Variables: 3657, Clauses: 19010, Conflicts: backends.Figure{N: 4711, Reported: true}},
	}
	const want = `{"puzzle":"pentominoes:3x20","backend":"gini/product","count":"8","up_to_symmetry":false,"complete":true,"checked":8,` +
		`"digest":"sha256:0000000000000004000000000000000300000000000000020000000000000001",` +
		`"elapsed":1.21,"cpu":1.19,"memory":52428800,"stats":{"options":1236,"items":72,"variables":3657,"clauses":19010,"nodes":0,"conflicts":4711},` +
		`"completeness":"engine"}`
	if got, err := json.Marshal(r); err != nil || string(got) != want {
		t.Errorf("Marshal = %s, %v, want %s", got, err, want)
	}
	other := r
	other.Digest, other.Want, other.Count, other.Fingerprint, other.Error = nil, huge, huge, "sha256:9", "it lies"
	for _, r := range []backends.Report{r, other} {
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var back backends.Report
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(r, back, cmp.Comparer(func(a, b *big.Int) bool { return (a == nil) == (b == nil) && (a == nil || a.Cmp(b) == 0) })); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	for _, bad := range []string{`{"count":"x"}`, `{"count":"-1"}`, `{"count":8}`, `{"count":"1","want":"?"}`, `{"count":"1","digest":"md5:0"}`, `{}`} {
		if err := json.Unmarshal([]byte(bad), new(backends.Report)); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}

// A figure that was not reported is null or missing, and 0 is a reported one.
func TestFiguresThatNobodyToldAreNoZeros(t *testing.T) {
	for text, want := range map[string][3]bool{
		`"nodes":0,"conflicts":null}`:                             {},
		`"nodes":0,"conflicts":0}`:                                {true},
		`"nodes":0,"conflicts":3,"decisions":0,"propagations":7}`: {true, true, true},
	} {
		text = `{"options":0,"items":0,"variables":0,"clauses":0,` + text
		var st backends.Stats
		if err := json.Unmarshal([]byte(text), &st); err != nil {
			t.Fatal(err)
		}
		if got := [3]bool{st.Conflicts.Reported, st.Decisions.Reported, st.Propagations.Reported}; got != want {
			t.Errorf("%s tells %v, want %v", text, got, want)
		}
		if again, err := json.Marshal(st); err != nil || string(again) != text {
			t.Errorf("%s is written as %s, %v", text, again, err)
		}
	}
	m := models.Dominoes(4, 4)
	for name, tells := range map[string]bool{"native": false, "gini": false, "gophersat": true} {
		b, err := registry.Lookup(name, registry.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := backends.Run(t.Context(), b, m, backends.Task{Backend: name, List: true})
		if err != nil || r.Stats.Conflicts.Reported != tells {
			t.Errorf("%s tells its conflicts: %v, %v", name, !tells, err)
		}
	}
}
