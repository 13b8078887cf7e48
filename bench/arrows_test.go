// Package bench measures exactile and holds its structure: benchmarks over
// testdata, and the test that imports point one way.
package bench

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/exactile/exactile/"

// mayImport is the map of the house: which rooms a room may know. The ground, internal, is not on
// it: see [checkImport].
var mayImport = map[string][]string{
	"encode/lattice":                  {},
	"encode/cover":                    {},
	"encode/cover/bounds":             {"encode/cover"},
	"encode/cnf":                      {"internal/located"},
	"encode/internal/dlx":             {"encode/cover", "internal/located"},
	"encode/argument":                 {"encode/cover"},
	"encode/puzzle":                   {"encode/argument", "internal/text", "encode/lattice", "encode/cover"},
	"encode/proof":                    {"encode/argument", "internal/await", "internal/file", "encode/cover", "encode/cover/bounds", "encode/cnf", "encode/internal/dlx", "encode/proof/verified"},
	"encode/atmost":                   {"encode/cnf"},
	"encode":                          {"encode/atmost", "encode/cover", "encode/cover/bounds", "encode/cnf", "internal/text"},
	"encode/export":                   {"internal/located", "encode", "encode/cover", "encode/cnf", "encode/internal/dlx"},
	"encode/catalogue":                {"encode/formats", "encode/lattice", "encode/puzzle", "encode/pegs", "internal/text"},
	"encode/formats/internal/foreign": {},
	"encode/pegs":                     {"encode/lattice", "encode/puzzle"},
	"encode/formats":                  {"internal/located", "encode/formats/internal/foreign", "encode/cover", "encode/internal/dlx", "encode/lattice", "encode/puzzle", "internal/text", "encode/pegs", "internal/tree"},

	"encode/render/gallery":           {"encode/cover", "encode/lattice", "encode/puzzle", "encode/render/internal/outline", "encode/render/page", "encode/render/internal/palette", "encode/render/internal/picture"},
	"encode/render/internal/letters":  {"encode/cover", "encode/lattice", "encode/puzzle", "internal/text"},
	"encode/render/internal/outline":  {"encode/lattice"},
	"encode/render/page":              {"internal/text"},
	"encode/render/internal/palette":  {"encode/puzzle"},
	"encode/render/internal/picture":  {"encode/cover", "encode/lattice", "encode/puzzle", "encode/render/internal/letters", "encode/render/internal/outline", "encode/render/internal/palette", "encode/render/internal/solid", "encode/render/internal/typeface", "internal/text"},
	"encode/render/sheet":             {"encode/cover", "encode/lattice", "encode/puzzle", "encode/render/internal/letters", "encode/render/internal/outline", "encode/render/internal/palette", "encode/render/internal/solid", "encode/render/internal/typeface", "internal/text"},
	"encode/render/internal/solid":    {"encode/lattice", "encode/render/internal/outline"},
	"encode/render/terminal":          {"encode/cover", "encode/lattice", "encode/puzzle", "encode/render/internal/letters", "encode/render/internal/outline", "encode/render/internal/palette", "encode/render/internal/picture"},
	"encode/render/internal/typeface": {"encode/render/internal/letters", "encode/render/internal/outline"},
	"encode/render":                   {"encode/cover", "encode/lattice", "encode/puzzle", "encode/render/gallery", "encode/render/internal/letters", "encode/render/internal/palette", "encode/render/internal/picture"},

	"internal/testkit/fakesolver": {"encode/cnf"}, // only tests import it
	"bench/internal/judge":        {"backends/verify"},
	"bench/internal/puzzletest":   {"encode/lattice", "encode/puzzle"},

	"native":                   {"native/internal/beam", "native/internal/classes", "native/internal/layers", "native/internal/frontier", "native/internal/table", "native/internal/links", "native/internal/run", "native/internal/problem", "encode/cover", "encode/cover/bounds"},
	"native/internal/beam":     {"native/internal/run", "native/internal/problem"},
	"native/internal/frontier": {"native/internal/table", "native/internal/run", "native/internal/problem"},
	"native/internal/layers":   {"native/internal/frontier", "native/internal/table", "encode/cover", "native/internal/run", "native/internal/problem", "internal/cputime", "internal/file"},
	"native/internal/classes":  {"native/internal/problem"},
	"native/internal/table":    {"native/internal/classes", "native/internal/run", "native/internal/problem"},
	"native/internal/links":    {"native/internal/classes", "native/internal/run", "native/internal/problem"},
	"native/internal/run":      {"native/internal/problem", "encode/cover"},
	"native/internal/problem":  {"encode/cover", "encode/cover/bounds"},
	"native/internal/boards":   {"encode/cover", "encode/lattice", "encode/puzzle"}, // only tests import it

	"backends/internal/dimers":         {"encode/cover"},
	"backends/internal/engines":        {"backends/internal/allsat", "backends/internal/gini", "backends/internal/gophersat", "backends/sat", "encode"},
	"backends/internal/process":        {"internal/contain", "internal/await", "encode/cnf", "encode/export", "encode/proof/check/sat", "internal/located", "internal/tree"},
	"backends/internal/models":         {"encode/catalogue", "encode/cover", "encode/formats", "encode/puzzle"}, // only tests import it
	"backends":                         {"native", "encode/cover", "internal/await", "internal/cputime", "internal/text"},
	"backends/adapter":                 {"backends", "native", "encode/cover"},
	"backends/design":                  {"backends", "backends/design/internal/hitting", "native", "encode/cover"},
	"backends/design/internal/hitting": {},
	"backends/best":                    {"backends", "encode/cover", "encode/puzzle"},
	"backends/sat":                     {"backends", "backends/adapter", "native", "encode", "encode/cover", "encode/cover/bounds", "encode/cnf", "encode/proof/check/sat", "internal/await", "internal/contain", "internal/text"},
	"backends/internal/portfolio":      {"backends", "native", "encode/cover"},
	"backends/auto":                    {"backends", "backends/adapter", "backends/sat", "backends/internal/dimers", "backends/internal/engines", "backends/internal/portfolio", "native", "encode/argument", "encode/cover", "encode/cover/bounds"},
	"backends/registry": {"backends", "backends/adapter", "backends/auto", "backends/sat", "backends/internal/engines", "backends/internal/process",
		"native", "encode", "encode/cover", "internal/contain", "internal/text"},
	"backends/plan":   {"backends", "backends/adapter", "native", "encode/cover", "internal/await", "internal/contain", "internal/file", "internal/located"},
	"backends/verify": {"internal/located", "backends", "backends/auto", "backends/best", "backends/registry", "encode/proof/check", "internal/await", "internal/contain", "internal/file", "encode/formats", "encode/puzzle", "encode/cover"},

	// The command twice: without a network, and with one.
	"cmd/exactile":               {"cmd/exactile/internal/cli", "cmd/exactile/internal/network", "cmd/exactile/internal/verbs"},
	"cmd/exactile/exactile-nats": {"cmd/exactile/internal/network", "cmd/exactile/internal/jetstream", "cmd/exactile/internal/verbs"},

	"cmd/exactile/internal/network":   {"backends", "backends/adapter", "backends/plan"},
	"cmd/exactile/internal/jetstream": {"backends", "backends/adapter", "backends/plan", "cmd/exactile/internal/network", "internal/text"},
	"cmd/exactile/internal/study":     {"backends", "backends/adapter", "backends/registry", "cmd/exactile/internal/cli", "cmd/exactile/internal/printer", "encode", "encode/cnf", "encode/cover", "internal/await", "internal/contain", "internal/file", "internal/located", "internal/text"},
	"cmd/exactile/internal/report": {"backends", "backends/adapter", "backends/verify", "cmd/exactile/internal/cli", "cmd/exactile/internal/study", "internal/located", "internal/text", "cmd/internal/faults",
		"encode/argument", "encode/lattice", "encode/puzzle", "encode/render", "encode/render/page", "encode/render/terminal"},

	"cmd/exactile/internal/play": {"cmd/internal/game", "encode/cover", "encode/lattice", "encode/puzzle", "encode/pegs", "encode/render", "encode/render/terminal", "native"},

	// The writer and the checker of certificates share no line but the model's.
	"encode/proof/check":                 {"encode/proof/check/internal/layers", "encode/proof/check/sat", "encode/proof/verified", "encode/cover", "encode/internal/dlx"},
	"encode/proof/verified":              {},
	"encode/proof/check/internal/layers": {"encode/cover"},
	"encode/proof/check/sat":             {},
	"cmd/exactile-check":                 {"encode/proof/check", "cmd/internal/answers", "internal/contain", "internal/text"},

	"cmd/playground": {"cmd/playground/internal/desk", "encode/render/gallery", "encode/render/page"},
	"cmd/playground/internal/desk": {"backends", "backends/auto", "backends/design", "backends/registry", "cmd/internal/faults", "cmd/internal/game", "cmd/internal/watch", "encode", "encode/catalogue", "encode/cover", "encode/formats", "encode/lattice", "encode/puzzle", "encode/render",
		"encode/render/gallery", "encode/render/sheet", "native"},

	// What both commands need.
	"cmd/internal/answers": {},
	"cmd/internal/faults":  {"backends/auto", "encode/argument", "encode/lattice", "encode/puzzle", "internal/text"},
	"cmd/internal/game":    {"backends/auto", "encode/catalogue", "encode/cover", "encode/lattice", "encode/puzzle", "native"},
	"cmd/internal/watch":   {"encode", "encode/cnf", "encode/cover"},
}

// How many packages users may import at most, and how many names these may export, methods not
// counted. Closed boards have puzzle.Wrap and puzzle.Motion, the nine lattices their rows.
const mostImportable, mostExported = 31, 380

// small are the rooms that show at most three names each.
var small = []string{
	"backends/auto", "encode/cover/bounds", "encode/render/gallery", "encode/render/page",
	"encode/render/sheet", "encode/render/terminal",
}

// forTests is the room of the ground that only tests know, with the rooms inside it.
const forTests = "internal/testkit"

// third parties that only one room may know.
var onlyIn = map[string][]string{
	"github.com/go-air/gini":        {"backends/internal/gini"},
	"github.com/crillab/gophersat":  {"backends/internal/gophersat"},
	"github.com/spf13":              {"cmd/exactile/internal", "cmd/exactile-check"},
	"go.yaml.in/yaml/v3":            {"internal/tree"},
	"github.com/klauspost/compress": {"encode/proof", "encode/proof/check"},
	"golang.org/x/image":            {"encode/render/internal/picture", "encode/render/internal/typeface", "encode/formats"},
	"codeberg.org/go-pdf":           {"encode/render/sheet"},
	"github.com/nats-io":            {"cmd/exactile/internal/jetstream"},
	"github.com/chromedp":           {"internal/testkit/browser"}, // tests only
	"golang.org/x/term":             {"cmd/exactile/internal"},
	"github.com/clipperhouse":       {"encode/render/terminal"},
	"golang.org/x/sys":              {"internal/contain"},
}

// standardOnly are the rooms that know nothing but the standard library.
var standardOnly = []string{"encode/cover", "encode/cover/bounds", "encode/lattice", "encode/puzzle", "encode/cnf", "encode/internal/dlx", "encode", "encode/atmost", "encode/proof/check/sat", "internal/text", "native",
	"native/internal/beam", "native/internal/layers", "native/internal/frontier", "native/internal/table", "native/internal/links", "native/internal/run", "native/internal/classes", "native/internal/problem"}

func TestImportsPointOneWay(t *testing.T) {
	root := ".."
	rooms := map[string]string{} // the names of their packages
	exported := map[string]int{} // by room
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		relative, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		room := path.Dir(filepath.ToSlash(relative))
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rooms[room] = parsed.Name.Name
		exported[room] += exportedNames(parsed)
		for _, spec := range parsed.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			checkImport(t, relative, room, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	checkImportable(t, rooms, exported)
	if len(rooms) < 12 {
		t.Errorf("only %d rooms were found: is the test looking in the right place?", len(rooms))
	}
	for room := range mayImport {
		if rooms[room] == "" {
			t.Errorf("the map of the house has a room %s, which is not there", room)
		}
	}
}

// checkImportable holds what users meet to what one can keep in mind.
func checkImportable(t *testing.T, rooms map[string]string, exported map[string]int) {
	t.Helper()
	var importable []string
	names := 0
	for room, name := range rooms {
		if name != "main" && !slices.Contains(strings.Split(room, "/"), "internal") {
			importable = append(importable, room)
			names += exported[room]
		}
	}
	if names > mostExported || names < mostExported/2 {
		t.Errorf("%d names are exported, want at most %d and not far fewer", names, mostExported)
	}
	for _, room := range small {
		if n := exported[room]; n < 1 || n > 3 {
			t.Errorf("%s exports %d names, want one to three", room, n)
		}
	}
	if slices.Sort(importable); len(importable) > mostImportable {
		t.Errorf("%d packages can be imported, want at most %d: %v",
			len(importable), mostImportable, importable)
	}
}

// exportedNames counts the functions, types, variables and constants that a file exports.
func exportedNames(file *ast.File) (n int) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.IsExported() {
				n++
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if spec.Name.IsExported() {
						n++
					}
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						if name.IsExported() {
							n++
						}
					}
				}
			}
		}
	}
	return n
}

// checkImport holds an import to the map. What lies in internal, the ground, imports nothing of
// ours that lies elsewhere, testkit apart.
func checkImport(t *testing.T, file, room, name string) {
	t.Helper()
	if own, ok := strings.CutPrefix(name, module); ok {
		allowed, known := mayImport[room]
		switch {
		case own == "encode/proof/check/sat" && room == path.Dir(own) && filepath.Base(file) != "formula.go":
			t.Errorf("%s: no count may rest on %s: only formula.go imports it", file, own)
		case strings.HasPrefix(own, forTests) && !strings.HasPrefix(room, forTests):
			t.Errorf("%s: only tests may import %s", file, own)
		case !known && strings.HasPrefix(room, "internal/") && strings.HasPrefix(own, "internal/"):
		case slices.Contains(allowed, own):
		case own == "cmd/exactile/internal/jetstream":
			t.Errorf("%s: every start of exactile would take the time of a NATS server's: only exactile-nats may import %s", file, own)
		case !known && inCommand(room) && inCommand(own):
		case strings.HasPrefix(own, "cmd/internal/") && inCommand(room):
		case strings.HasPrefix(own, "cmd/") || strings.HasPrefix(own, "bench"):
			t.Errorf("%s: nothing may import %s", file, own)
		case !known && strings.HasPrefix(room, "bench"), !known && inCommand(room):
		case !known && isEngine(room) && (own == "encode/cnf" || own == "encode/proof/check/sat"):
		case room == "backends/registry" && isEngine(own):
		case !known:
			t.Errorf("%s: the map of the house has no room %q", file, room)
		default:
			t.Errorf("%s: %s may not import %s", file, room, own)
		}
		return
	}
	first, _, _ := strings.Cut(name, "/")
	if strings.Contains(first, ".") && strings.HasPrefix(room, "encode/proof/check") && name != "github.com/klauspost/compress/zstd" {
		t.Errorf("%s: a sceptic who reads %s would have to read %s as well", file, room, name)
	}
	if strings.Contains(first, ".") && slices.Contains(standardOnly, room) {
		t.Errorf("%s: %s may import the standard library alone, not %s", file, room, name)
	}
	for prefix, allowed := range onlyIn {
		if (name == prefix || strings.HasPrefix(name, prefix+"/")) && !slices.Contains(allowed, room) &&
			!(inCommand(room) && slices.Contains(allowed, "cmd/exactile/internal")) {
			t.Errorf("%s: %s may not import %s, which belongs to %v", file, room, name, allowed)
		}
	}
}

// inCommand reports whether a room is one that the verbs of the command share, or holds
// verbs: it may import every library, as the command may.
func inCommand(room string) bool { return strings.HasPrefix(room, "cmd/exactile/internal/") }

// isEngine reports whether a room is the adapter of a SAT engine: what lies in
// backends/internal and is not on the map.
func isEngine(room string) bool {
	_, known := mayImport[room]
	return !known && strings.HasPrefix(room, "backends/internal/")
}

// The top level holds exactly what the design says, and internal: what encode, backends and
// cmd share and no user should import can lie nowhere else in Go. What only one of them needs
// does not belong there. A release that was tried leaves its archives in dist, which git ignores.
func TestTopLevel(t *testing.T) {
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"CHANGELOG.md", "LICENSE", "README.md", "backends", "bench", "cmd", "encode", "go.mod", "go.sum", "internal", "native", "testdata"}
	var got []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && e.Name() != "dist" {
			got = append(got, e.Name())
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the top level holds %v, want %v", got, want)
	}
}
