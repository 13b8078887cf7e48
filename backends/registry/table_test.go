package registry_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"reflect"
	"slices"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/internal/process"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/internal/testkit/fakesolver"
	"github.com/exactile/exactile/native"
)

// A row of the table is a puzzle, its known counts, and their source. It runs by every
// backend, whole and sharded, shuffled, up to symmetry and not. A new backend or encoding
// adds no line here.
type row struct {
	name   string
	source string // of the counts
	puzzle string // a built-in name, or a puzzle file after a newline
	want   int64
	orbits int64 // up to symmetry
	// long rows take most of the time of the table: each engine has its usual encoding alone for
	// them, unless everything is to be run.
	long bool
}

var table = []row{
	{"exact fill", "two independent searches and an older program agree", "pegs:1,0 3,2 4,4", 40, 40, true},
	{"exact fill, symbols", "two independent searches and an older program agree", "cilada:7", 25, 25, false},
	{"symbols, many copies", "two independent searches and an older program agree", "cilada:10", 9, 9, false},
	{"multiplicity", "OEIS A004003", "dominoes:4x4", 36, 9, false},
	{"dominoes 6x4", "OEIS A099390; orbits by Burnside and by listing", "dominoes:6x4", 281, 98, false},
	{"an odd area", "an odd number of cells", "dominoes:3x3", 0, 0, false},
	{"single pieces that fit nowhere", "areas do not add up", "pentominoes:4x4", 0, 0, false},
	{"any number of dominoes packed", "OEIS A028420", `
board: "???\n???\n???"
pieces: [{name: D, shape: [XX], count: any}]
`, 131, 21, false},
	{"exactly four dominoes packed", "two independent searches agree", `
board: "???\n???\n???"
pieces: [{name: D, shape: [XX], count: 4}]
`, 18, 3, false},
	{"none or one domino packed", "by hand: 12 placements, and none", `
board: "???\n???\n???"
pieces: [{name: D, shape: [XX], count: 0..1}]
`, 13, 3, false},
	{"two to three dominoes packed", "another program, by brute force", `
board: "???\n???\n???"
pieces: [{name: D, shape: [XX], count: 2..3}]
`, 100, 15, false},
	{"a range that binds below", "131 less 1 with none and 12 with one", `
board: "???\n???\n???"
pieces: [{name: D, shape: [XX], count: 2..any}]
`, 118, 18, false},
	{"one domino on a large board", "by hand: 2 * 7 * 8", `
board: "????????\n????????\n????????\n????????\n????????\n????????\n????????\n????????"
pieces: [{name: D, shape: [XX]}]
`, 112, 16, false},
	{"some cells may stay empty", "another program, by brute force", `
board: "..?\n..?"
pieces: [{name: D, shape: [XX], count: any}]
`, 5, 5, false},
	{"optional pieces", "another program, by brute force", `
board: "...\n..."
pieces: [{name: L, shape: [X., XX], count: 0..2}, {name: D, shape: [XX], count: 0..3}]
`, 5, 3, false},
	{"L-trominoes", "another program, by brute force", `
board: "....\n....\n...."
pieces: [{name: L, shape: [X., XX], count: 4}]
`, 4, 2, false},
	{"pentominoes of five kinds", "two independent searches agree", `
board: ".....\n.....\n.....\n.....\n....."
pieces: [{name: I, shape: [XXXXX]}, {name: L, shape: [XXXX, X...]}, {name: P, shape: [XXX, XX.]}, {name: W, shape: [X.., XX., .XX]}, {name: Y, shape: [XXXX, .X..]}]
`, 80, 10, true},
	{"a hint", "another program, by brute force", `
board: "....\n....\n....\n...."
pieces: [{name: D, shape: [XX], count: 8}]
place: [{piece: D, cells: [[1,1],[2,1]]}]
`, 6, 5, false},
	{"a symbol that breaks symmetry", "another program, by brute force", `
board: "a..\n..."
pieces: [{name: A, shape: [a]}, {name: D, shape: [XX], count: 0..2}, {name: M, shape: [X], count: 0..1}]
`, 4, 4, false},
	{"cells that lie on any symbol", "by hand and by brute force: 2 for each upright domino of the 11 tilings", `
board: "aaaa\nbbbb\naaaa"
pieces: [{name: A, shape: ["a?"], count: any}, {name: B, shape: ["b?"], count: any}]
`, 89, 28, false},
	{"mirror twins that do not flip", "another program, by brute force", `
board: "???\n???\n???"
pieces: [{name: L, shape: [X., X., XX], count: 0..1, flip: false}, {name: J, shape: [.X, .X, XX], count: 0..1, flip: false}]
`, 17, 3, false},
	{"a disconnected piece", "by hand", `
board: "...."
pieces: [{name: H, shape: [X.X], count: 2}]
`, 1, 1, false},
	{"congruent pieces of two names", "twice dominoes 2x2", `
board: "..\n.."
pieces: [{name: A, shape: [XX]}, {name: B, shape: [XX]}]
`, 4, 1, false},
	{"solid blocks of two kinds", "Slothouber and Graatsma: one, with a symmetry of order six", "slothouber-graatsma", 8, 1, false},
	{"no cells, no pieces", "the empty solution", "\nboard: \"\"\npieces: []\n", 1, 1, false},
	{"no pieces, cells that may stay empty", "the empty solution", "\nboard: \"??\"\npieces: []\n", 1, 1, false},
	{"no pieces, a cell to cover", "nothing covers it", "\nboard: \".\"\npieces: []\n", 0, 0, false},
	{"a piece used no times", "the empty solution", "\nboard: \"?\"\npieces: [{name: M, shape: [X], count: 0}]\n", 1, 1, false},
	{"a piece larger than the board", "it fits nowhere", "\nboard: \"??\"\npieces: [{name: I, shape: [XXX]}]\n", 0, 0, false},
	{"parity", "mutilated 6x6 board: two cells of one colour are gone", `
board: "#.....\n......\n......\n......\n......\n.....#"
pieces: [{name: D, shape: [XX], count: any}]
`, 0, 0, false},
	{"colours", "Knuth, The Art of Computer Programming 7.2.2.1, the example of XCC: one solution", `
| colours
p q r | x y
p q x y:A
p r x:A y
p x:B
q x:A
r y:B
`, 1, 1, false},
	{"colours and bounds", "Knuth, the same, the example of MCC: one solution", `
| colours
A B 2:3|C | X Y
A B X:0 Y:0
A C X:1 Y:1
C X:0
B X:1
C Y:1
`, 1, 1, false},
	{"colours, de Bruijn cycles", cycles, cycleText(0, 1, 2, 3), 16, 16, true},
	{"colours, short de Bruijn cycles", cycles, cycleText(0, 1, 2), 2, 2, false},
	{"colours, intervals", taocp + "answer 103(b)", intervalsText(4), 2, 2, true},
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

func TestTable(t *testing.T) {
	names := everyEncoding(t)
	programs := outside(t)
	for row, r := range table {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && r.long {
				t.Skip("more than half of the time of the table under the race detector")
			}
			// An engine has its usual encoding for each row, and each of the others for every third;
			// all of them for all where everything is to be run.
			names := names
			if !testkit.Thorough() {
				every := registry.Names()
				for k, name := range names {
					if k%3 == row%3 && !r.long && !slices.Contains(every, name) {
						every = append(every, name)
					}
				}
				names = every
			}
			tiling := models.Load(t, r.puzzle)
			want := reference(t, r, tiling.Model)
			for _, name := range names {
				check(t, r, tiling.Model, name, registry.Options{}, want)
			}
			for _, w := range otherWays {
				check(t, r, tiling.Model, w.name, w.options, want)
			}
			for _, name := range registry.Names() {
				check(t, r, tiling.Shuffled(7).Model, name, registry.Options{}, want)
			}
			leaders(t, r, tiling.Model)
			for _, name := range programs {
				if r.want <= outsideSolutions(name) {
					check(t, r, tiling.Model, name, registry.Options{}, want)
				}
				if name == "process:clasp" && r.want <= outsideSolutions("") {
					check(t, r, tiling.Model, name, registry.Options{Enumerate: sat.Blocking}, want)
				}
			}
		})
	}
}

// reference lists the solutions by the plain search and returns their digest.
func reference(t *testing.T, r row, m *cover.Model) cover.Digest {
	t.Helper()
	report := runRow(t, native.Plain{}, "native/plain", m, backends.Task{List: true})
	if report.Count.Int64() != r.want {
		t.Fatalf("native/plain lists %v solutions, want %d (%s)", report.Count, r.want, r.source)
	}
	return *report.Digest
}

// leaders has the clauses that break symmetry leave just the solutions that the filter
// keeps, whichever engine solves them, in parts or as a whole.
func leaders(t *testing.T, r row, m *cover.Model) {
	t.Helper()
	sum := func(b backends.Backend, keep func(cover.Solution) bool) (digest cover.Digest, n int64) {
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
	want, n := sum(native.Plain{}, func(s cover.Solution) bool { return s.Least(m.Sym) })
	if n != r.orbits {
		t.Fatalf("%d solutions are the least of their images, want %d", n, r.orbits)
	}
	all := func(cover.Solution) bool { return true }
	for _, name := range engines(t) {
		for _, o := range []registry.Options{{LexLeader: true}, {LexLeader: true, Enumerate: sat.Blocking}, {LexLeader: true, Enumerate: sat.Whole}} {
			if got, n := sum(lookupWith(t, name, o), all); got != want {
				t.Errorf("%s %+v: %d solutions are left of %d orbits, or others", name, o, n, r.orbits)
			}
		}
	}
	unions := 0
	for s, err := range lookupWith(t, "gini", registry.Options{LexLeader: true}).Solutions(t.Context(), m) {
		if err == nil {
			unions += s.Orbit(m.Sym)
		}
	}
	if int64(unions) != r.want {
		t.Errorf("the orbits have %d solutions together, want %d", unions, r.want)
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
func check(t *testing.T, r row, m *cover.Model, name string, o registry.Options, want cover.Digest) {
	t.Helper()
	b, err := registry.Lookup(name, o)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(o, registry.Options{}) {
		name = fmt.Sprintf("%s %+v", name, o)
	}
	listed := runRow(t, b, name, m, backends.Task{UpToSymmetry: true, List: true})
	if listed.Count.Int64() != r.orbits || *listed.Digest != want || listed.Checked != r.want {
		t.Errorf("%s lists %v solutions up to symmetry, %d in all, digest %v; want %d, %d, %v",
			name, listed.Count, listed.Checked, listed.Digest, r.orbits, r.want, want)
	}
	if orbits := runRow(t, b, name, m, backends.Task{UpToSymmetry: true}); orbits.Count.Int64() != r.orbits {
		t.Errorf("%s counts %v up to symmetry, want %d", name, orbits.Count, r.orbits)
	}
	// Who cannot count lists everything for all of these, as just now: once is enough.
	if _, counts := b.(backends.Counter); counts {
		whole := runRow(t, b, name, m, backends.Task{List: true})
		if whole.Count.Int64() != r.want || *whole.Digest != want || whole.Checked != r.want {
			t.Errorf("%s lists %v solutions, digest %v; want %d, %v", name, whole.Count, whole.Digest, r.want, want)
		}
		if count := runRow(t, b, name, m, backends.Task{}); count.Count.Int64() != r.want {
			t.Errorf("%s counts %v, want %d", name, count.Count, r.want)
		}
	}
	var parts []backends.Report
	for _, shard := range m.Shards(3) {
		parts = append(parts, runRow(t, b, name, m.Restrict(shard), backends.Task{List: true}))
	}
	if merged := backends.Sum(parts...); merged.Count.Int64() != r.want || *merged.Digest != want {
		t.Errorf("%s: the shards have %v solutions, digest %v; want %d, %v", name, merged.Count, merged.Digest, r.want, want)
	}
	for _, list := range []bool{true, false} {
		total := runUnits(t, b, name, m, backends.Task{List: list, UpToSymmetry: !list})
		if list && (total.Count.Int64() != r.want || *total.Digest != want) || !list && total.Count.Int64() != r.orbits {
			t.Errorf("%s: the units have %v solutions, digest %v; want %d, %d orbits, %v", name, total.Count, total.Digest, r.want, r.orbits, want)
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
	for _, r := range table {
		for _, name := range encode.Names() {
			t.Run(fmt.Sprintf("%s/%s", r.name, name), func(t *testing.T) {
				t.Parallel()
				m := models.Load(t, r.puzzle).Reduce()
				encoding, err := encode.Lookup(name)
				if err != nil {
					t.Fatal(err)
				}
				if name == encode.Default {
					broken := encoding
					broken.BreakSymmetry = true
					f, err := encode.Encode(m, broken)
					var text bytes.Buffer
					if err = errors.Join(err, f.WriteDIMACS(&text, cnf.Comments{})); err != nil {
						t.Fatal(err)
					}
					if got, err := fakesolver.Count(&text); err != nil || got != r.orbits {
						t.Errorf("with its symmetry broken the formula has %d models (%v), the puzzle %d orbits", got, err, r.orbits)
					}
				}
				f, err := encode.Encode(m, encoding)
				if err != nil {
					t.Fatal(err)
				}
				var text bytes.Buffer
				if err := f.WriteDIMACS(&text, cnf.Comments{}); err != nil {
					t.Fatal(err)
				}
				if got, err := fakesolver.Count(&text); err != nil || got != r.want {
					t.Errorf("the formula has %d models (%v), the puzzle %d solutions", got, err, r.want)
				}
			})
		}
	}
}
