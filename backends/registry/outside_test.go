package registry_test

import (
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/auto"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/internal/process"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/internal/testkit/fakesolver"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if program := fakesolver.Name(); program != "" {
		os.Exit(fakesolver.Run(program))
	}
	testkit.CollectSeldom()
	goleak.VerifyTestMain(m)
}

// fake returns the name of the backend of a program that has the file name base and does what
// fakesolver does under the name.
func fake(t *testing.T, base, name string) string {
	t.Helper()
	return "process:" + fakesolver.Link(t, base, name) + "#"
}

// Model counters count what everybody else lists, whether they honour projections
// or not, whole, in shards and up to symmetry.
func TestCounters(t *testing.T) {
	for _, c := range []struct {
		base, name string
		most       int64 // solutions; each count starts a process
		test       func(*testing.T, backends.Backend, string, models.Row)
	}{
		{"d4", "counts all", math.MaxInt64, countsInEveryWay},
		{"ganak", "counts shown", 50, countsUnchecked},
	} {
		t.Run(c.base, func(t *testing.T) {
			for k, r := range table(t) {
				if r.Want > c.most || !testkit.Thorough() && (k%4 != 0 || !cheap(r)) {
					continue
				}
				t.Run(r.Name, func(t *testing.T) {
					t.Parallel()
					b, err := registry.Lookup(fake(t, c.base, c.name), registry.Options{})
					if err != nil {
						t.Fatal(err)
					}
					c.test(t, b, c.base, r)
				})
			}
		})
	}
}

// countsUnchecked counts a row whole, which checks no solution and has no digest.
func countsUnchecked(t *testing.T, b backends.Backend, name string, r models.Row) {
	t.Helper()
	whole := runRow(t, b, name, r.Tiling.Model, backends.Task{})
	if whole.Count.Int64() != r.Want || whole.Checked != 0 || whole.Digest != nil {
		t.Errorf("it counts %v, checked %d, digest %v; want %d, unchecked", whole.Count, whole.Checked, whole.Digest, r.Want)
	}
}

// countsInEveryWay counts a row whole, up to symmetry, and in shards.
func countsInEveryWay(t *testing.T, b backends.Backend, name string, r models.Row) {
	t.Helper()
	countsUnchecked(t, b, name, r)
	r, _ = reference(t, r)
	m := r.Tiling.Model
	if orbits := runRow(t, b, name, m, backends.Task{UpToSymmetry: true}); orbits.Count.Int64() != r.Orbits {
		t.Errorf("it counts %v up to symmetry, want %d", orbits.Count, r.Orbits)
	}
	var parts []backends.Report
	for _, shard := range m.Shards(3) {
		parts = append(parts, runRow(t, b, name, m.Restrict(shard), backends.Task{}))
	}
	if merged := backends.Sum(parts...); merged.Count.Int64() != r.Want || !merged.Complete {
		t.Errorf("the shards make %v (complete: %t), want %d", merged.Count, merged.Complete, r.Want)
	}
}

func TestCountersListNothing(t *testing.T) {
	b, err := registry.Lookup(fake(t, "d4", "counts all"), registry.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !backends.CountsOnly(b) || backends.Approximate(b) {
		t.Error("d4 counts, lists nothing, and does not estimate")
	}
	m := models.Dominoes(4, 4)
	if _, _, err := backends.First(t.Context(), b, m); !errors.Is(err, backends.ErrCountsOnly) {
		t.Errorf("First: %v", err)
	}
	report, err := backends.Run(t.Context(), b, m, backends.Task{List: true})
	if !errors.Is(err, backends.ErrCountsOnly) || report.Complete || report.Error == "" {
		t.Errorf("Run with List: %v, %+v", err, report)
	}
}

// An estimate is reported as one, and proves nothing.
func TestEstimates(t *testing.T) {
	b, err := registry.Lookup(fake(t, "approxmc", "counts shown"), registry.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := models.Dominoes(4, 4)
	report, err := backends.Run(t.Context(), b, m, backends.Task{Backend: "approxmc"})
	if err != nil || !report.Approximate || report.Complete || report.Count.Int64() != 36 {
		t.Errorf("Run: %v, %+v", err, report)
	}
	text, err := report.MarshalJSON()
	var back backends.Report
	if err == nil {
		err = back.UnmarshalJSON(text)
	}
	if err != nil || !back.Approximate || !strings.Contains(string(text), `"complete":false,"approximate":true`) {
		t.Errorf("as JSON: %s, %v", text, err)
	}
	if _, err := backends.Run(t.Context(), b, m, backends.Task{UpToSymmetry: true}); err == nil {
		t.Error("estimates are divided into orbits")
	}
	other := report
	other.Approximate, other.Complete, other.Count = false, true, report.Count.SetInt64(7)
	if found := backends.Disagreements([]backends.Report{report, other}); len(found) > 0 {
		t.Errorf("an estimate disagrees: %v", found)
	}
}

// A program that lists all models in one run is used for that, and not believed.
func TestListers(t *testing.T) {
	for k, r := range table(t) {
		if !testkit.Thorough() && (k%4 != 0 || !cheap(r)) {
			continue
		}
		t.Run(r.Name, func(t *testing.T) {
			r, want := reference(t, r)
			m := r.Tiling.Model
			for _, encoding := range []string{"", "product"} { // constraints, and clauses
				b, err := registry.Lookup(fake(t, "clasp", "lists")+encoding, registry.Options{})
				if err != nil {
					t.Fatal(err)
				}
				report := runRow(t, b, "clasp", m, backends.Task{List: true})
				if report.Count.Int64() != r.Want || *report.Digest != want {
					t.Errorf("%q: it lists %v, digest %v; want %d, %v", encoding, report.Count, report.Digest, r.Want, want)
				}
			}
		})
	}
	t.Run("twice", func(t *testing.T) {
		b, err := registry.Lookup(fake(t, "clasp", "lists twice")+"product", registry.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := backends.Count(t.Context(), b, models.Dominoes(4, 4)); err == nil || !strings.Contains(err.Error(), "twice") {
			t.Errorf("Count = %v, %v", n, err)
		}
	})
}

func TestLyingProgram(t *testing.T) {
	b, err := registry.Lookup(fake(t, "fake", "lies"), registry.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := backends.Count(t.Context(), b, models.Dominoes(4, 4)); err == nil || !strings.Contains(err.Error(), "the engine's model is no solution") {
		t.Errorf("Count = %v, %v", n, err)
	}
}

// Engines that could end the process are replaced wherever they run, and no other backend is.
func TestIsolatedEngines(t *testing.T) {
	for name, want := range map[string]string{
		"gini": "gini", "gini/sequential": "gini/sequential", "gophersat/cardinality": "gophersat/cardinality",
		"auto": "gini gophersat", "allsat": "", "native": "",
	} {
		var isolated []string
		b, err := registry.Lookup(name, registry.Options{Workers: 3, Isolate: func(b sat.Backend) backends.Backend {
			isolated = append(isolated, b.Name)
			b.Workers = 7
			return b
		}})
		if err != nil {
			t.Fatal(err)
		}
		if b, decides := b.(auto.Backend); decides {
			b.Engine("gini")
			b.Engine("gophersat")
		}
		if got := strings.Join(isolated, " "); got != want {
			t.Errorf("%s: %q are isolated, want %q", name, got, want)
		}
		if b, ok := b.(sat.Backend); ok && (b.Workers == 7) != (want != "") {
			t.Errorf("%s: it has %d workers: is it the backend that replaces it?", name, b.Workers)
		}
	}
}

func TestProfilesOfOptions(t *testing.T) {
	name := fake(t, "mycount", "counts all")
	known, err := process.Builtin().With("my.yaml", []byte("programs: [{name: mycount, count: ['{formula}']}]"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := registry.Lookup(name, registry.Options{Profiles: &known})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := backends.Count(t.Context(), b, models.Dominoes(4, 4)); err != nil || n.Int64() != 36 {
		t.Errorf("Count = %v, %v, want 36", n, err)
	}
	if s, err := registry.Lookup(name, registry.Options{}); err != nil || backends.CountsOnly(s) {
		t.Errorf("without the profile it is %v, %v", s, err)
	}
}
