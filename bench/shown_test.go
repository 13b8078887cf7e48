package bench

import (
	"go/types"
	"slices"
	"strings"
	"testing"
)

// A type of an internal package cannot be named by those who are handed one. No function, method,
// field or alias that encode shows has such a type.
func TestNoInternalTypesAreShown(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector finds no other types")
	}
	t.Parallel()
	shown := 0
	for _, p := range checkedRepository(t) {
		room := strings.TrimPrefix(p.ImportPath, module)
		if !strings.HasPrefix(room+"/", "encode/") || slices.Contains(strings.Split(room, "/"), "internal") {
			continue
		}
		for _, name := range p.pkg.Scope().Names() {
			if o := p.pkg.Scope().Lookup(name); o.Exported() {
				shown++
				if hidden := hiddenType(o.Type(), p.pkg, map[types.Type]bool{}); hidden != "" {
					t.Errorf("%s.%s shows %s", room, name, hidden)
				}
			}
		}
	}
	if shown < 100 {
		t.Errorf("only %d names were looked at", shown)
	}
}

// hiddenType returns a type of an internal package that users of a type of pkg meet, or "".
func hiddenType(t types.Type, pkg *types.Package, seen map[types.Type]bool) (hidden string) {
	if seen[t] {
		return ""
	}
	seen[t] = true
	look := func(t types.Type) { hidden = max(hidden, hiddenType(t, pkg, seen)) }
	switch t := t.(type) {
	case *types.Alias:
		look(types.Unalias(t))
	case *types.Named:
		if of := t.Obj().Pkg(); of != nil && strings.HasPrefix(of.Path(), module) &&
			slices.Contains(strings.Split(of.Path(), "/"), "internal") {
			return t.String()
		}
		if t.Obj().Pkg() != pkg { // it is looked at where it lies
			return ""
		}
		for m := range t.Methods() {
			if m.Exported() {
				look(m.Type())
			}
		}
		look(t.Underlying())
	case interface{ Elem() types.Type }:
		if m, ok := t.(*types.Map); ok {
			look(m.Key())
		}
		look(t.Elem())
	case *types.Signature:
		for _, list := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range list.Variables() {
				look(v.Type())
			}
		}
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() {
				look(f.Type())
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			look(m.Type())
		}
	}
	return hidden
}
