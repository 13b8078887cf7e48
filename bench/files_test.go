package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
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
	"sync"
	"testing"
)

// How many files without tests a folder may hold.
const mostFiles = 20

// These hold more: a file for each verb, and for each thing that verbs share.
var moreFiles = map[string]int{
	module + "cmd/exactile/internal/cli":   22,
	module + "cmd/exactile/internal/verbs": 44,
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
	repository := checkedRepository(t)
	uses := 0
	for _, p := range repository {
		ignored := slices.DeleteFunc(p.IgnoredGoFiles, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
		if n := len(p.GoFiles) + len(ignored); n > max(mostFiles, moreFiles[p.ImportPath]) {
			t.Errorf("%s holds %d files, want at most %d", p.ImportPath, n, max(mostFiles, moreFiles[p.ImportPath]))
		}
		for _, of := range p.named {
			uses += len(of)
		}
		for _, circle := range circles(p.named) {
			for _, file := range circle {
				for _, other := range circle {
					if names := p.named[file][other]; names != "" {
						t.Errorf("%s: %s names %s of %s, which names it in turn, directly or not", strings.TrimPrefix(p.ImportPath, module), file, names, other)
					}
				}
			}
		}
	}
	if uses < len(repository) {
		t.Errorf("files name others %d times in %d packages: is the test looking in the right place?", uses, len(repository))
	}
}

// A checkedPackage is a package of ours with its types.
type checkedPackage struct {
	listed
	set    *token.FileSet
	files  []*ast.File
	pkg    *types.Package
	others map[string]*types.Package // all of ours, by path
	// named is by file and other file the first name by which the file names the other: of
	// functions, types, variables, constants, methods and fields.
	named map[string]map[string]string
}

// checkedRepository returns our packages, those that others import first. It is computed once.
func checkedRepository(t *testing.T) []*checkedPackage {
	t.Helper()
	repository.once.Do(func() { repository.all = checkAll(t) })
	if repository.all == nil {
		t.Fatal("the repository could not be checked")
	}
	return repository.all
}

var repository struct {
	once sync.Once
	all  []*checkedPackage
}

func checkAll(t *testing.T) (all []*checkedPackage) {
	t.Helper()
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
	set := token.NewFileSet()
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	importers := &ourImporter{others: importer.ForCompiler(set, "gc", lookup), ours: map[string]*types.Package{}}
	for _, p := range ours {
		all = append(all, importers.check(t, set, p))
	}
	return all
}

// An ourImporter imports packages: ours were checked from their source, the others are read as the
// compiler left them.
type ourImporter struct {
	others types.Importer
	ours   map[string]*types.Package
}

// Import returns a package by its path.
func (c *ourImporter) Import(path string) (*types.Package, error) {
	if p := c.ours[path]; p != nil {
		return p, nil
	}
	return c.others.Import(path)
}

// check checks a package whose imports have been checked.
func (c *ourImporter) check(t *testing.T, set *token.FileSet, p listed) *checkedPackage {
	t.Helper()
	checked := &checkedPackage{listed: p, set: set, others: c.ours, named: map[string]map[string]string{}}
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		checked.files = append(checked.files, file)
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	checking := types.Config{Importer: c}
	var err error
	if checked.pkg, err = checking.Check(p.ImportPath, set, checked.files, &info); err != nil {
		t.Fatal(err)
	}
	c.ours[p.ImportPath] = checked.pkg

	at := func(pos token.Pos) string { return filepath.Base(set.Position(pos).Filename) }
	for id, object := range info.Uses {
		field, _ := object.(*types.Var)
		method, _ := object.(*types.Func)
		member := field != nil && field.IsField() || method != nil && method.Signature().Recv() != nil
		if object.Pkg() != checked.pkg || !member && object.Parent() != checked.pkg.Scope() {
			continue
		}
		from, to := at(id.Pos()), at(object.Pos())
		if from == to {
			continue
		}
		if checked.named[from] == nil {
			checked.named[from] = map[string]string{}
		}
		if names := checked.named[from][to]; names == "" || object.Name() < names {
			checked.named[from][to] = object.Name()
		}
	}
	return checked
}

// relativePlace is a place as file:line, from the repository's root.
func relativePlace(set *token.FileSet, pos token.Pos) string {
	at := set.Position(pos)
	root, err := filepath.Abs("..")
	if err != nil {
		return at.String()
	}
	file, err := filepath.Rel(root, at.Filename)
	if err != nil {
		return at.String()
	}
	return fmt.Sprintf("%s:%d", filepath.ToSlash(file), at.Line)
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
