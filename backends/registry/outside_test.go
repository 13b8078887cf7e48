package registry_test

import (
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/auto"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/internal/process"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode/cover"
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

// profiles are those of exactile and of two programs that read only constraints.
func profiles(t *testing.T) *registry.Profiles {
	t.Helper()
	known, err := process.Builtin().With("my.yaml", []byte(`programs:
  - {name: mypb, input: opb, solve: ["{formula}"]}
  - {name: mycount, input: opb, count: ["{formula}"]}
`))
	if err != nil {
		t.Fatal(err)
	}
	return &known
}

// Programs of every kind agree with the table: that count, whether they honour projections or not,
// that list all models in one run, of clauses or of constraints, or that are run for one solution
// after the other.
func TestProgramsOfEveryKind(t *testing.T) {
	o := registry.Options{Profiles: profiles(t)}
	for k, r := range table(t) {
		if !testkit.Thorough() && (k%4 != 0 || !cheap(r)) {
			continue
		}
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			r, want := reference(t, r)
			for _, c := range []struct {
				base, does, encoding string
				most                 int64 // solutions; each count starts a process
			}{
				{"d4", "counts all", "", math.MaxInt64},
				{"ganak", "counts shown", "", 50},
				{"mycount", "counts all", "", outsideSolutions("")},
			} {
				if r.Want <= c.most {
					countsInEveryWay(t, lookupWith(t, fake(t, c.base, c.does)+c.encoding, o), c.base, r)
				}
			}
			for _, encoding := range []string{"", "product"} {
				listsAll(t, lookupWith(t, fake(t, "clasp", "lists")+encoding, o), r, want)
			}
			for _, way := range []sat.Enumeration{sat.Auto, sat.Blocking, sat.Whole} {
				if o := o; r.Want <= outsideSolutions("") {
					o.Enumerate = way
					listsAll(t, lookupWith(t, fake(t, "mypb", "solves"), o), r, want)
				}
			}
		})
	}
}

func listsAll(t *testing.T, b backends.Backend, r models.Row, want cover.Digest) {
	t.Helper()
	report := runRow(t, b, "a program", r.Tiling.Model, backends.Task{List: true})
	if report.Count.Int64() != r.Want || *report.Digest != want {
		t.Errorf("it lists %v, digest %v; want %d, %v", report.Count, report.Digest, r.Want, want)
	}
}

// countsInEveryWay counts a row whole, which checks no solution and has no digest, up to symmetry,
// and in shards.
func countsInEveryWay(t *testing.T, b backends.Backend, name string, r models.Row) {
	t.Helper()
	m := r.Tiling.Model
	whole := runRow(t, b, name, m, backends.Task{})
	if whole.Count.Int64() != r.Want || whole.Checked != 0 || whole.Digest != nil {
		t.Errorf("%s counts %v, checked %d, digest %v; want %d, unchecked", name, whole.Count, whole.Checked, whole.Digest, r.Want)
	}
	if orbits := runRow(t, b, name, m, backends.Task{UpToSymmetry: true}); orbits.Count.Int64() != r.Orbits {
		t.Errorf("%s counts %v up to symmetry, want %d", name, orbits.Count, r.Orbits)
	}
	var parts []backends.Report
	for _, shard := range m.Shards(3) {
		parts = append(parts, runRow(t, b, name, m.Restrict(shard), backends.Task{}))
	}
	if merged := backends.Sum(parts...); merged.Count.Int64() != r.Want || !merged.Complete {
		t.Errorf("%s: the shards make %v (complete: %t), want %d", name, merged.Count, merged.Complete, r.Want)
	}
}

// What programs say is not believed.
func TestLyingPrograms(t *testing.T) {
	for _, c := range []struct{ base, does, encoding, fails string }{
		{"fake", "lies", "", "the engine's model is no solution"},
		{"mypb", "lies", "", "the engine's model is no solution"},
		{"clasp", "lies", "", "the engine's model is no solution"},
		{"clasp", "lists twice", "product", "twice"},
		{"mypb", "wants clauses", "", "exit status 1"},
	} {
		b := lookupWith(t, fake(t, c.base, c.does)+c.encoding, registry.Options{Profiles: profiles(t)})
		if n, err := backends.Count(t.Context(), b, models.Dominoes(4, 4)); err == nil || !strings.Contains(err.Error(), c.fails) {
			t.Errorf("%s %s: Count = %v, %v, want an error with %q", c.base, c.does, n, err, c.fails)
		}
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

// Encodings make clauses: a program that reads none takes no encoding. What a program reads, and
// whether it counts, is in its profile.
func TestConstraintsAndEncodings(t *testing.T) {
	known := profiles(t)
	for _, c := range []struct {
		name, fails string
		o           registry.Options
	}{
		{fake(t, "mypb", "solves") + "product", "mypb reads pseudo-Boolean constraints, not clauses", registry.Options{Profiles: known}},
		{fake(t, "clasp", "lists") + "prodct", `"prodct"`, registry.Options{}},
		{fake(t, "mypb", "solves"), "it writes no proofs", registry.Options{Profiles: known, Proofs: sat.InsistOnProofs}},
	} {
		if _, err := registry.Lookup(c.name, c.o); err == nil || !strings.Contains(err.Error(), c.fails) {
			t.Errorf("%s: %v, want an error with %q", c.name, err, c.fails)
		}
	}
	for encoding, want := range map[string]string{"": "", "product": "product", "pairwise": "pairwise"} {
		b := lookupWith(t, fake(t, "clasp", "lists")+encoding, registry.Options{})
		if got := b.(adapter.Formulator).EncodingName(nil); got != want {
			t.Errorf("clasp with %q has the encoding %q", encoding, got)
		}
	}
	for _, o := range []registry.Options{{}, {Profiles: known}} {
		b := lookupWith(t, fake(t, "mycount", "counts all"), o)
		if counts := backends.CountsOnly(b); counts != (o.Profiles != nil) {
			t.Errorf("profiles %v: it counts: %t", o.Profiles != nil, counts)
		}
	}
}
