// Package bench measures exactile and holds its structure: benchmarks over
// testdata, and the test that imports point one way.
package bench

import (
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

// mayImport is the map of the house: which rooms a room may know. Test files in
// the package itself may also know what is below "tests".
var mayImport = map[string][]string{
	"encode/await":     {},
	"encode/lattice":   {},
	"encode/cover":     {},
	"encode/cnf":       {},
	"encode/dlx":       {"encode/cover"},
	"encode/puzzle":    {"encode/lattice", "encode/cover"},
	"encode/proof":     {"encode/await", "encode/cover", "encode/cnf", "encode/dlx"},
	"encode":           {"encode/cover", "encode/cnf", "encode/spelling"},
	"encode/export":    {"encode", "encode/cover", "encode/cnf", "encode/dlx"},
	"encode/spelling":  {},
	"encode/visible":   {},
	"encode/catalogue": {"encode/lattice", "encode/cover", "encode/puzzle", "encode/spelling"},
	"encode/formats":   {"encode/lattice", "encode/cover", "encode/puzzle", "encode/catalogue", "encode/dlx", "encode/spelling"},
	"encode/solution":  {"encode/lattice", "encode/cover", "encode/puzzle", "encode/render"},

	"encode/render":          {"encode/lattice", "encode/cover", "encode/puzzle", "encode/visible"},
	"encode/render/outline":  {"encode/lattice"},
	"encode/render/palette":  {"encode/puzzle"},
	"encode/render/picture":  {"encode/lattice", "encode/cover", "encode/puzzle", "encode/render", "encode/render/outline", "encode/render/palette"},
	"encode/render/terminal": {"encode/lattice", "encode/cover", "encode/puzzle", "encode/render", "encode/render/outline", "encode/render/palette"},
	"encode/render/gallery":  {"encode/lattice", "encode/cover", "encode/puzzle", "encode/render/outline", "encode/render/palette", "encode/render/picture", "encode/render/page"},
	"encode/render/page":     {"encode/visible"},
	"encode/render/golden":   {}, // only tests import it
	"encode/render/chart":    {},

	"encode/puzzle/puzzletest": {"encode/lattice", "encode/puzzle"},

	"native":                  {"native/internal/merge", "native/internal/table", "native/internal/links", "native/internal/run", "native/internal/problem", "encode/cover"},
	"native/internal/merge":   {"native/internal/table", "native/internal/run", "native/internal/problem"},
	"native/internal/table":   {"native/internal/run", "native/internal/problem"},
	"native/internal/links":   {"native/internal/run", "native/internal/problem"},
	"native/internal/run":     {"native/internal/problem", "encode/cover"},
	"native/internal/problem": {"encode/cover"},
	"native/internal/boards":  {"encode/cover"}, // only tests import it

	"backends/gini":      {"encode/cnf"},
	"backends/gophersat": {"encode/cnf"},
	"backends/contain":   {},
	"backends/isolate":   {"backends/contain", "encode/cnf"},
	"backends/process":   {"backends/contain", "encode/await", "encode/cnf"},
	"backends":           {"native", "backends/contain", "backends/isolate", "backends/gini", "backends/gophersat", "backends/process", "encode", "encode/await", "encode/cover", "encode/cnf", "encode/spelling"},
	"backends/verify":    {"backends", "backends/contain", "encode/formats", "encode/puzzle", "encode/cover"},

	"backends/checkpoint": {"backends", "encode/cover"},
	"backends/comparison": {"backends"},

	"cmd/exactile/play": {"native", "encode/catalogue", "encode/cover", "encode/lattice", "encode/puzzle", "encode/render", "encode/render/palette"},

	// The writer and the checker of certificates share no line but the model's.
	"encode/proof/check": {"encode/cover", "encode/dlx"},
	"cmd/exactile-check": {"encode/proof/check", "encode/visible"},

	"cmd/internal/answers": {},
}

// third parties that only one room may know.
var onlyIn = map[string][]string{
	"github.com/go-air/gini":        {"backends/gini"},
	"github.com/crillab/gophersat":  {"backends/gophersat"},
	"github.com/spf13":              {"cmd/exactile", "cmd/exactile-check"},
	"github.com/goccy/go-yaml":      {"encode/formats", "backends/process"},
	"github.com/klauspost/compress": {"encode/proof", "encode/proof/check"},
	"golang.org/x/image":            {"encode/render/picture"},
	"github.com/chromedp":           {}, // tests only
	"golang.org/x/term":             {"cmd/exactile"},
	"golang.org/x/text":             {"encode/render/terminal"},
	"golang.org/x/sys":              {"backends/contain"},
}

// standardOnly are the rooms that know nothing but the standard library.
var standardOnly = []string{"encode/cover", "encode/lattice", "encode/puzzle", "encode/cnf", "encode/dlx", "encode", "encode/visible", "native",
	"native/internal/merge", "native/internal/table", "native/internal/links", "native/internal/run", "native/internal/problem"}

func TestImportsPointOneWay(t *testing.T) {
	root := ".."
	rooms := map[string]bool{}
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
		rooms[room] = true
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
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
	if len(rooms) < 12 {
		t.Errorf("only %d rooms were found: is the test looking in the right place?", len(rooms))
	}
	for room := range mayImport {
		if !rooms[room] {
			t.Errorf("the map of the house has a room %s, which is not there", room)
		}
	}
}

func checkImport(t *testing.T, file, room, name string) {
	t.Helper()
	if own, ok := strings.CutPrefix(name, module); ok {
		allowed, known := mayImport[room]
		switch {
		case own == "encode/render/golden":
			t.Errorf("%s: only tests may import %s", file, own)
		case room == "cmd/exactile" && strings.HasPrefix(own, "cmd/exactile/"): // its own rooms
		case strings.HasPrefix(room, "cmd/") && strings.HasPrefix(own, "cmd/internal/"): // what commands share
		case strings.HasPrefix(own, "cmd/") || strings.HasPrefix(own, "bench"):
			t.Errorf("%s: nothing may import %s", file, own)
		case strings.HasPrefix(room, "bench"), room == "cmd/exactile":
		case !known:
			t.Errorf("%s: the map of the house has no room %q", file, room)
		case !slices.Contains(allowed, own):
			t.Errorf("%s: %s may not import %s", file, room, own)
		}
		return
	}
	first, _, _ := strings.Cut(name, "/")
	if strings.Contains(first, ".") && room == "encode/proof/check" && name != "github.com/klauspost/compress/zstd" {
		t.Errorf("%s: a sceptic who reads %s would have to read %s as well", file, room, name)
	}
	if strings.Contains(first, ".") && slices.Contains(standardOnly, room) {
		t.Errorf("%s: %s may import the standard library alone, not %s", file, room, name)
	}
	for prefix, allowed := range onlyIn {
		if (name == prefix || strings.HasPrefix(name, prefix+"/")) && !slices.Contains(allowed, room) {
			t.Errorf("%s: %s may not import %s, which belongs to %v", file, room, name, allowed)
		}
	}
}

// The top level holds exactly what the design says.
func TestTopLevel(t *testing.T) {
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"LICENSE", "README.md", "backends", "bench", "cmd", "encode", "go.mod", "go.sum", "native", "testdata"}
	var got []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			got = append(got, e.Name())
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the top level holds %v, want %v", got, want)
	}
}
