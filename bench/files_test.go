package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// How many files without tests a folder may hold.
const mostFiles = 20

// These hold more: a file for each verb, and for each thing that verbs share.
var moreFiles = map[string]int{
	module + "cmd/exactile/internal/cli":   23,
	module + "cmd/exactile/internal/verbs": 43,
}

// A listed is a package as the go command describes it.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, IgnoredGoFiles []string
	Module                  *struct{ Main bool }
}

// packages returns what go list says of packages, those that others import first.
func packages(t *testing.T, args ...string) (all []listed) {
	t.Helper()
	list := exec.Command("go", append([]string{"list", "-deps"}, args...)...)
	list.Dir = ".."
	var faults bytes.Buffer
	list.Stderr = &faults
	out, err := list.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", list, err, &faults)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// Go holds packages to one direction of imports. The files of a package are held to it here: no
// file names what stands in another that, directly or not, names something of the first. What
// lies in a circle can only be read all at once.
func TestFilesPointOneWay(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector finds no other files")
	}
	t.Parallel()
	var ours []listed
	var others []string
	for _, p := range packages(t, "-json=ImportPath,Dir,GoFiles,IgnoredGoFiles,Module", "./...") {
		if p.Module != nil && p.Module.Main {
			ours = append(ours, p)
		} else {
			others = append(others, p.ImportPath)
		}
	}
	exports := map[string]string{}
	for _, p := range packages(t, append([]string{"-export", "-json=ImportPath,Export"}, others...)...) {
		exports[p.ImportPath] = p.Export
	}

	files := token.NewFileSet()
	checked := &checkedPackages{others: importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	}), ours: map[string]*types.Package{}}
	uses := 0
	for _, p := range ours {
		ignored := slices.DeleteFunc(p.IgnoredGoFiles, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
		if n := len(p.GoFiles) + len(ignored); n > max(mostFiles, moreFiles[p.ImportPath]) {
			t.Errorf("%s holds %d files, want at most %d", p.ImportPath, n, max(mostFiles, moreFiles[p.ImportPath]))
		}
		named := checked.check(t, files, p)
		for _, of := range named {
			uses += len(of)
		}
		for _, circle := range circles(named) {
			for _, file := range circle {
				for _, other := range circle {
					if names := named[file][other]; names != "" {
						t.Errorf("%s: %s names %s of %s, which names it in turn, directly or not", strings.TrimPrefix(p.ImportPath, module), file, names, other)
					}
				}
			}
		}
	}
	if uses < len(ours) {
		t.Errorf("files name others %d times in %d packages: is the test looking in the right place?", uses, len(ours))
	}
}

// checkedPackages are the packages that imports lead to: ours are checked from their source, the
// others are read as the compiler left them.
type checkedPackages struct {
	others types.Importer
	ours   map[string]*types.Package
}

// Import returns a package by its path.
func (c *checkedPackages) Import(path string) (*types.Package, error) {
	if p := c.ours[path]; p != nil {
		return p, nil
	}
	return c.others.Import(path)
}

// check checks a package whose imports have been checked, and returns which file names what of
// which other file: functions, types, variables,
// constants, methods and fields, the first by name.
func (c *checkedPackages) check(t *testing.T, files *token.FileSet, p listed) map[string]map[string]string {
	t.Helper()
	var parsed []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, file)
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	checking := types.Config{Importer: c}
	pkg, err := checking.Check(p.ImportPath, files, parsed, &info)
	if err != nil {
		t.Fatal(err)
	}
	c.ours[p.ImportPath] = pkg

	at := func(pos token.Pos) string { return filepath.Base(files.Position(pos).Filename) }
	named := map[string]map[string]string{}
	for id, object := range info.Uses {
		field, _ := object.(*types.Var)
		method, _ := object.(*types.Func)
		member := field != nil && field.IsField() || method != nil && method.Signature().Recv() != nil
		if object.Pkg() != pkg || !member && object.Parent() != pkg.Scope() {
			continue
		}
		from, to := at(id.Pos()), at(object.Pos())
		if from == to {
			continue
		}
		if named[from] == nil {
			named[from] = map[string]string{}
		}
		if names := named[from][to]; names == "" || object.Name() < names {
			named[from][to] = object.Name()
		}
	}
	return named
}

// circles returns the files that name one another, directly or not, a slice for each circle
// (Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1972).
func circles(named map[string]map[string]string) (all [][]string) {
	order, low := map[string]int{}, map[string]int{}
	var open []string
	var visit func(file string)
	visit = func(file string) {
		order[file] = len(order) + 1
		low[file] = order[file]
		open = append(open, file)
		for _, other := range slices.Sorted(maps.Keys(named[file])) {
			if order[other] == 0 {
				visit(other)
				low[file] = min(low[file], low[other])
			} else if slices.Contains(open, other) {
				low[file] = min(low[file], order[other])
			}
		}
		if low[file] == order[file] {
			first := slices.Index(open, file)
			if circle := slices.Clone(open[first:]); len(circle) > 1 {
				all = append(all, circle)
			}
			open = open[:first]
		}
	}
	for _, file := range slices.Sorted(maps.Keys(named)) {
		if order[file] == 0 {
			visit(file)
		}
	}
	return all
}
