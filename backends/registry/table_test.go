package registry_test

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/internal/process"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/internal/testkit/fakesolver"
	"github.com/exactile/exactile/native"
)

// Rows of the table have at most so many solutions and options, unless everything is to be run. The
// test of the puzzle files in bench has every engine count the others, too.
const mostSolutions, mostOptions = 150, 100

// table returns the rows: the puzzles of testdata/small and coloured examples. Each runs by every
// backend, whole and in shards, shuffled, up to symmetry and not. A new backend or encoding adds no
// line here.
func table(t *testing.T) []models.Row {
	rows := models.Small(t)
	for _, r := range publishedColours() {
		if !r.long && strings.Count(r.text, "\n") < 400 {
			tiling := models.Load(t, r.text)
			rows = append(rows, models.Row{
				Name: "colours: " + r.name, Source: r.source, Tiling: tiling, Want: r.want, Orbits: -1,
			})
		}
	}
	return slices.DeleteFunc(rows, func(r models.Row) bool {
		most := 1
		if testkit.Thorough() {
			most = 2
		}
		return r.Want > int64(most*mostSolutions) || len(r.Tiling.Model.Options) > most*mostOptions
	})
}

// cheap reports whether a row takes next to no time.
func cheap(r models.Row) bool {
	return r.Want <= 50 && len(r.Tiling.Model.Options) <= 60
}

// everyEncoding lists the backends of the registry, and each SAT engine with every
// encoding; in short, with its own alone: which clauses an engine gets is nothing
// that goroutines could race for.
func everyEncoding(t *testing.T) []string {
	t.Helper()
	names := registry.Names()
	if testing.Short() {
		return names
	}
	for _, name := range registry.Names() {
		if b, err := registry.Lookup(name, registry.Options{}); err != nil {
			t.Fatal(err)
		} else if f, ok := b.(adapter.Formulator); ok && f.EncodingName(nil) != "" {
			for _, encoding := range encode.Encodings() {
				// Encodings are the same for every engine: of encodings that differ only in
				// bounds above 1, one engine gets them all.
				if encoding.Bounds == nil || encoding.Name == "totalizer" || name == "gini" {
					names = append(names, name+"/"+encoding.Name)
				}
			}
		}
	}
	return append(names, "gini/product+sequential", "gophersat/product+sequential", "gini/pairwise+totalizer", "gini/bimander/3+mtotalizer/3")
}

// engines lists the SAT backends of the registry, each with its usual encoding.
func engines(t *testing.T) []string {
	return slices.DeleteFunc(registry.Names(), func(name string) bool {
		_, isSAT := lookup(t, name).(sat.Backend)
		return !isSAT
	})
}

// outside lists the installed SAT solvers of those that are known, and what reads constraints
// as well by clauses, too; the others are skipped by name.
func outside(t *testing.T) []string {
	var names []string
	for _, program := range process.Builtin().Names() {
		name := "process:" + program
		if _, err := exec.LookPath(program); err != nil {
			t.Run(name, func(t *testing.T) { t.Skipf("%s is not on the PATH", program) })
		} else if b := lookup(t, name); !backends.CountsOnly(b) {
			names = append(names, name)
			if b.(adapter.Formulator).EncodingName(nil) == "" {
				names = append(names, name+"/"+encode.Default)
			}
		}
	}
	return names
}

// otherWays are backends that do not work as they usually do.
var otherWays = []struct {
	name    string
	options registry.Options
}{
	{"native", registry.Options{Workers: 3, NoSymmetry: true}},
	{"gini", registry.Options{Enumerate: sat.Blocking}},
	{"gini/sequential", registry.Options{Workers: 3}},
	{"gophersat", registry.Options{Enumerate: sat.Blocking}},
	{"gini/bimander", registry.Options{Enumerate: sat.Whole}},
	{"gophersat", registry.Options{Enumerate: sat.Whole, NoReduce: true}},
	{"gophersat/cardinality", registry.Options{Enumerate: sat.Whole}},
	{"allsat", registry.Options{Enumerate: sat.Cubes}},
	{"allsat/product", registry.Options{Enumerate: sat.Whole}},
}

// outsideSolutions is how many solutions an outside program is asked for at most: each takes
// a process, but of clasp, which lists them all in one.
func outsideSolutions(name string) int64 {
	switch {
	case name == "process:clasp":
		return 300
	case testkit.Thorough():
		return 18
	}
	return 6
}

// mandatory are the rows that every encoding has in plain runs, too: each has caught a bug that
// exact covers do not show.
var mandatory = []string{
	"packings: any dominoes in 3x3", "packings: four dominoes in 3x3", "packings: no domino or one in 3x3",
}

func TestTable(t *testing.T) {
	usual, programs := registry.Names(), outside(t)
	var others []func(*testing.T, models.Row, cover.Digest)
	for _, name := range everyEncoding(t) {
		if !slices.Contains(usual, name) {
			others = append(others, func(t *testing.T, r models.Row, want cover.Digest) {
				check(t, r, name, registry.Options{}, want)
			})
		}
	}
	encodings := len(others)
	for _, w := range otherWays {
		others = append(others, func(t *testing.T, r models.Row, want cover.Digest) {
			check(t, r, w.name, w.options, want)
		})
	}
	for _, name := range usual {
		others = append(others, func(t *testing.T, r models.Row, want cover.Digest) {
			r.Tiling = r.Tiling.Shuffled(7)
			check(t, r, name, registry.Options{}, want)
		})
	}
	for row, r := range table(t) {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && !cheap(r) {
				t.Skip("more than half of the time of the table under the race detector")
			}
			r, want := reference(t, r)
			for _, name := range usual {
				check(t, r, name, registry.Options{}, want)
			}
			// The other ways take turns from row to row: all of them at every row take half an hour.
			turns := 16
			if testkit.Thorough() {
				turns = 4
			}
			for k, other := range others {
				if cheap(r) && k%turns == row%turns ||
					k < encodings && slices.Contains(mandatory, r.Name) {
					other(t, r, want)
				}
			}
			if cheap(r) {
				leaders(t, r)
			}
			for k, name := range programs {
				if k%4 != row%4 {
					continue
				}
				if r.Want <= outsideSolutions(name) {
					check(t, r, name, registry.Options{}, want)
				}
				if name == "process:clasp" && r.Want <= outsideSolutions("") {
					check(t, r, name, registry.Options{Enumerate: sat.Blocking}, want)
				}
			}
		})
	}
}

// reference lists the solutions by the plain search. It returns the row with its number of orbits,
// which is that of solutions that are the least of their images, and the digest.
func reference(t *testing.T, r models.Row) (models.Row, cover.Digest) {
	t.Helper()
	m := r.Tiling.Model
	report := runRow(t, native.Plain{}, "native/plain", m, backends.Task{List: true})
	if report.Count.Int64() != r.Want {
		t.Fatalf("native/plain lists %v solutions, want %d (%s)", report.Count, r.Want, r.Source)
	}
	_, orbits := sum(t, native.Plain{}, m, func(s cover.Solution) bool { return s.Least(m.Sym) })
	if r.Orbits >= 0 && orbits != r.Orbits {
		t.Fatalf("%d solutions are the least of their images, want %d (%s)", orbits, r.Orbits, r.Source)
	}
	r.Orbits = orbits
	return r, *report.Digest
}

// sum adds up the solutions of b that are kept.
func sum(
	t *testing.T, b backends.Backend, m *cover.Model, keep func(cover.Solution) bool,
) (digest cover.Digest, n int64) {
	t.Helper()
	identify := m.Digester()
	for s, err := range b.Solutions(t.Context(), m) {
		if err != nil {
			t.Fatal(err)
		}
		if keep(s) {
			digest = digest.Add(identify.Solution(s))
			n++
		}
	}
	return digest, n
}

// leaders has the clauses that break symmetry leave just the solutions that the filter
// keeps, whichever engine solves them, in parts or as a whole.
func leaders(t *testing.T, r models.Row) {
	t.Helper()
	m := r.Tiling.Model
	want, _ := sum(t, native.Plain{}, m, func(s cover.Solution) bool { return s.Least(m.Sym) })
	for _, name := range engines(t) {
		for _, way := range []sat.Enumeration{sat.Auto, sat.Blocking, sat.Whole} {
			o := registry.Options{LexLeader: true, Enumerate: way}
			union := int64(0)
			got, n := sum(t, lookupWith(t, name, o), m, func(s cover.Solution) bool {
				union += int64(s.Orbit(m.Sym))
				return true
			})
			if got != want || union != r.Want {
				t.Errorf("%s %+v: %d solutions of %d orbits, which have %d of %d solutions, or others",
					name, o, n, r.Orbits, union, r.Want)
			}
		}
	}
}

func lookupWith(t *testing.T, name string, o registry.Options) backends.Backend {
	t.Helper()
	b, err := registry.Lookup(name, o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// check runs one backend in every way and compares the counts and the sets.
func check(t *testing.T, r models.Row, name string, o registry.Options, want cover.Digest) {
	t.Helper()
	m := r.Tiling.Model
	b, err := registry.Lookup(name, o)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(o, registry.Options{}) {
		name = fmt.Sprintf("%s %+v", name, o)
	}
	listed := runRow(t, b, name, m, backends.Task{UpToSymmetry: true, List: true})
	if listed.Count.Int64() != r.Orbits || *listed.Digest != want || listed.Checked != r.Want {
		t.Errorf("%s lists %v solutions up to symmetry, %d in all, digest %v; want %d, %d, %v",
			name, listed.Count, listed.Checked, listed.Digest, r.Orbits, r.Want, want)
	}
	if orbits := runRow(t, b, name, m, backends.Task{UpToSymmetry: true}); orbits.Count.Int64() != r.Orbits {
		t.Errorf("%s counts %v up to symmetry, want %d", name, orbits.Count, r.Orbits)
	}
	// Who cannot count lists everything for all of these, as just now: once is enough.
	if _, counts := b.(backends.Counter); counts {
		whole := runRow(t, b, name, m, backends.Task{List: true})
		if whole.Count.Int64() != r.Want || *whole.Digest != want || whole.Checked != r.Want {
			t.Errorf("%s lists %v solutions, digest %v; want %d, %v", name, whole.Count, whole.Digest, r.Want, want)
		}
		if count := runRow(t, b, name, m, backends.Task{}); count.Count.Int64() != r.Want {
			t.Errorf("%s counts %v, want %d", name, count.Count, r.Want)
		}
	}
	first, ok, err := backends.First(t.Context(), b, m)
	if err != nil || ok != (r.Want > 0) || ok && m.Check(first) != nil {
		t.Errorf("%s: First = %v, %v, %v, want one of %d solutions", name, first, ok, err, r.Want)
	}
	var parts []backends.Report
	for _, shard := range m.Shards(3) {
		parts = append(parts, runRow(t, b, name, m.Restrict(shard), backends.Task{List: true}))
	}
	if merged := backends.Sum(parts...); merged.Count.Int64() != r.Want || *merged.Digest != want {
		t.Errorf("%s: the shards have %v solutions, digest %v; want %d, %v", name, merged.Count, merged.Digest, r.Want, want)
	}
	for _, list := range []bool{true, false} {
		total := runUnits(t, b, name, m, backends.Task{List: list, UpToSymmetry: !list})
		if list && (total.Count.Int64() != r.Want || *total.Digest != want) || !list && total.Count.Int64() != r.Orbits {
			t.Errorf("%s: the units have %v solutions, digest %v; want %d, %d orbits, %v", name, total.Count, total.Digest, r.Want, r.Orbits, want)
		}
	}
}

// runUnits does a task in units, of which one is split, and adds them up.
func runUnits(t *testing.T, b backends.Backend, name string, m *cover.Model, task backends.Task) backends.Report {
	t.Helper()
	task.Backend = name
	p, _, err := plan.New(t.Context(), b, m, plan.Request{Task: task, Units: 2})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	p.Fan = 2 // a program from outside is started for each unit
	j, err := p.Job(b, m, "")
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	units := p.All()
	var records []plan.Record
	last := len(units) - 1
	part, ok, err := j.Split(t.Context(), units[last])
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if ok {
		records = append(records, part)
		units = append(units[:last:last], units[last].Split(part.Split)...)
	}
	for _, u := range units {
		record, err := j.Run(t.Context(), u)
		if err != nil {
			t.Fatalf("%s: unit %v: %v", name, u, err)
		}
		records = append(records, record)
	}
	total, err := p.Merge(records...)
	if err != nil || !total.Report.Complete {
		t.Fatalf("%s: %v", name, err)
	}
	return total.Report
}

func runRow(t *testing.T, b backends.Backend, name string, m *cover.Model, task backends.Task) backends.Report {
	t.Helper()
	task.Backend = name
	report, err := backends.Run(context.Background(), b, m, task)
	if err != nil || !report.Complete {
		t.Fatalf("%s: %v (complete: %t)", name, err, report.Complete)
	}
	return report
}

// The exported formula of every puzzle, with its auxiliary variables determined,
// has as many models as the puzzle has solutions, counted by a search that knows none of our
// engines and nothing of the projection.
func TestExportedFormulasHaveNoFreeVariables(t *testing.T) {
	if testing.Short() {
		t.Skip("long: every row by every encoding")
	}
	for row, r := range table(t) {
		if !testkit.Thorough() && !cheap(r) && !slices.Contains(mandatory, r.Name) {
			continue
		}
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			r, _ := reference(t, r)
			m := r.Tiling.Model.Reduce()
			for k, e := range encode.Encodings() {
				some := k%4 == row%4 || slices.Contains(mandatory, r.Name)
				if !testkit.Thorough() && !some {
					continue
				}
				for breaks, want := range map[bool]int64{false: r.Want, true: r.Orbits} {
					if e.BreakSymmetry = breaks; breaks && e.Name != encode.Default {
						continue
					}
					var text bytes.Buffer
					if err := encode.WriteDIMACS(&text, m, e); err != nil {
						t.Fatal(err)
					}
					if got, err := fakesolver.Count(&text); err != nil || got != want {
						t.Errorf("%s, symmetry broken: %t: the formula has %d models (%v), want %d",
							e.Name, breaks, got, err, want)
					}
				}
			}
		})
	}
}
