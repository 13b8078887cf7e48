package bench

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// properNames are words that look like names of the code and are those of others.
var properNames = []string{
	"AllDifferent", "AutoCAD", "BurrTools", "CountModels", "GiB", "GitHub", "GtEq", "JavaScript",
	"JoinHostPort", "KeyValue", "KiB", "LaTeX", "LtEq", "McMillan", "MaxSAT", "MiB", "MiniZinc", "PuzzleParser", "TestMain",
	"TrueType", "ValidPath", "WebAssembly", "iCNF", "iLingeling", "macOS", "sRGB", "xN",
}

// A comment that names what is not there is read and believed. The name that opens the comment of a
// function or a type is its own, a link in brackets leads to something, and a word that is written
// like a name of the code is one.
func TestCommentsNameWhatIsThere(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector finds no other comments")
	}
	t.Parallel()
	repository := checkedRepository(t)
	tests := testFiles(t, repository)
	names := map[string]bool{}
	for _, name := range properNames {
		names[name] = true
	}
	for _, p := range repository {
		for _, file := range slices.Concat(p.files, tests[p]) {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.Ident:
					names[n.Name] = true
				case *ast.BasicLit: // keys, flags
					for _, word := range nameLike.FindAllString(n.Value, -1) {
						names[word] = true
					}
				}
				return true
			})
		}
	}
	comments := 0
	for _, p := range repository {
		for _, file := range p.files {
			report := func(pos token.Pos, format string, args ...any) {
				t.Errorf("%s: "+format, append([]any{relativePlace(p.set, pos)}, args...)...)
			}
			for _, d := range documented(file) {
				if first := openingName(d.text); first != d.name {
					report(d.pos, "the comment of %s opens with %q", d.name, first)
				}
			}
		}
		for _, file := range slices.Concat(p.files, tests[p]) {
			report := func(pos token.Pos, format string, args ...any) {
				t.Errorf("%s: "+format, append([]any{relativePlace(p.set, pos)}, args...)...)
			}
			for _, group := range file.Comments {
				comments++
				text := group.Text()
				for _, link := range docLink.FindAllStringSubmatch(text, -1) {
					if !p.leads(link[1]) {
						report(group.Pos(), "[%s] leads nowhere", link[1])
					}
				}
				for _, word := range nameLike.FindAllString(text, -1) {
					if !names[word] {
						report(group.Pos(), "%s is written like a name, and nothing is called so", word)
					}
				}
			}
		}
	}
	if comments < 1000 {
		t.Errorf("%d comments were found: is the test looking in the right place?", comments)
	}
}

// testFiles are the parsed test files of each package. Their functions are sentences, not names, so
// that their comments need not open with them.
func testFiles(t *testing.T, repository []*checkedPackage) map[*checkedPackage][]*ast.File {
	t.Helper()
	all := map[*checkedPackage][]*ast.File{}
	for _, p := range repository {
		files, err := filepath.Glob(filepath.Join(p.Dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			file, err := parser.ParseFile(p.set, name, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			all[p] = append(all[p], file)
		}
	}
	return all
}

// nameLike matches words with a capital letter inside. docLink matches a link to an exported name.
var (
	nameLike = regexp.MustCompile(`\b(?:[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*)\b`)
	docLink  = regexp.MustCompile(`(?:^|[\s("])\[\*?([A-Z]\w*[a-z]\w*(?:\.\w+)?|[a-z]\w*(?:\.[A-Z]\w*)+)\](?:$|[^\w(:[])`)
)

// A documentedName is a function or a type with its comment.
type documentedName struct {
	name, text string
	pos        token.Pos
}

func documented(file *ast.File) (all []documentedName) {
	add := func(doc *ast.CommentGroup, name *ast.Ident) {
		if text := doc.Text(); text != "" && name.Name != "_" {
			all = append(all, documentedName{name.Name, text, doc.Pos()})
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			add(d.Doc, d.Name)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if spec, ok := spec.(*ast.TypeSpec); ok {
					if add(spec.Doc, spec.Name); !d.Lparen.IsValid() {
						add(d.Doc, spec.Name)
					}
				}
			}
		}
	}
	return all
}

// openingName is the first word of a comment, after an article.
func openingName(text string) string {
	words := strings.Fields(text)
	if slices.Contains([]string{"A", "An", "The"}, words[0]) && len(words) > 1 {
		words = words[1:]
	}
	return regexp.MustCompile(`^\w*`).FindString(words[0])
}

// leads reports whether a link in a comment of a package leads to something: Name, Type.Member,
// package.Name or package.Type.Member, where the package is one that it imports.
func (p *checkedPackage) leads(link string) bool {
	parts, scope := strings.Split(link, "."), p.pkg
	if first := parts[0]; token.IsExported(first) {
		return member(scope, parts)
	}
	for _, imported := range p.pkg.Imports() {
		if imported.Name() == parts[0] && member(imported, parts[1:]) {
			return true
		}
	}
	for path, other := range p.others { // of the repository, by its path or its name
		if (other.Name() == parts[0] || strings.HasSuffix(path, "/"+parts[0])) && member(other, parts[1:]) {
			return true
		}
	}
	return false
}

// member reports whether a package has a name, or a type with that member.
func member(pkg *types.Package, parts []string) bool {
	object := pkg.Scope().Lookup(parts[0])
	if object == nil || len(parts) == 1 {
		return object != nil
	}
	found, _, _ := types.LookupFieldOrMethod(object.Type(), true, object.Pkg(), parts[1])
	return found != nil
}

// Imports stand in gofmt's groups: the standard library, then the rest, each in order.
func TestImportsAreInTwoGroups(t *testing.T) {
	t.Parallel()
	for _, p := range checkedRepository(t) {
		for _, file := range p.files {
			groups, last := 0, 0
			standard := true
			for _, spec := range file.Imports {
				line := p.set.Position(spec.Pos()).Line
				std := !strings.Contains(strings.Split(spec.Path.Value, "/")[0], ".")
				if line > last+1 && last > 0 && spec.Doc == nil {
					groups++
					if groups > 1 || std || !standard {
						t.Errorf("%s: %s begins another group of imports", relativePlace(p.set, spec.Pos()), spec.Path.Value)
					}
				} else if last > 0 && std != standard {
					t.Errorf("%s: %s is in the wrong group of imports", relativePlace(p.set, spec.Pos()), spec.Path.Value)
				}
				last, standard = line, std
			}
		}
	}
}
