package plan

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/exactile/exactile/native"
)

// A Part is part Index, from 0, of Of parts.
type Part struct{ Index, Of int }

// A Unit is a part of what a plan counts: a part at the first cut, a part of that at the
// next, and so on. The empty Unit is the whole.
type Unit []Part

// wholeName is the name of the empty Unit.
const wholeName = "all"

// maxDepth and maxOf bound the units read from outside.
const (
	maxDepth = 64
	maxOf    = 1 << 20
)

// Name is the name of a unit in files and reports, such as 3of8, or 3of8-2of16 for a part of that.
// Parts are numbered from 1.
func (u Unit) Name() string { return u.join("of") }

// String is a unit in messages, such as 3/8, or 3/8-2/16.
func (u Unit) String() string { return u.join("/") }

func (u Unit) join(of string) string {
	if len(u) == 0 {
		return wholeName
	}
	parts := make([]string, len(u))
	for k, p := range u {
		parts[k] = fmt.Sprintf("%d%s%d", p.Index+1, of, p.Of)
	}
	return strings.Join(parts, "-")
}

// ParseUnit is the inverse of Name.
func ParseUnit(name string) (Unit, error) {
	if name == wholeName {
		return Unit{}, nil
	}
	var u Unit
	for part := range strings.SplitSeq(name, "-") {
		index, of, _ := strings.Cut(part, "of")
		i, err := strconv.Atoi(index)
		n, err2 := strconv.Atoi(of)
		if err != nil || err2 != nil || i < 1 || i > n || n > maxOf || len(u) == maxDepth {
			return nil, fmt.Errorf("plan: %.60q is not the name of a unit", name)
		}
		u = append(u, Part{i - 1, n})
	}
	if u.Name() != name {
		return nil, fmt.Errorf("plan: %.60q is not the name of a unit", name)
	}
	return u, nil
}

// MarshalText gives the name.
func (u Unit) MarshalText() ([]byte, error) { return []byte(u.Name()), nil }

// UnmarshalText reads a name.
func (u *Unit) UnmarshalText(text []byte) (err error) {
	*u, err = ParseUnit(string(text))
	return err
}

// Split returns the n parts of a unit.
func (u Unit) Split(n int) []Unit {
	parts := make([]Unit, n)
	for i := range parts {
		parts[i] = append(u[:len(u):len(u)], Part{i, n})
	}
	return parts
}

// first reports whether a unit is the first of all, or the first part of that.
func (u Unit) first() bool {
	for _, p := range u {
		if p.Index > 0 {
			return false
		}
	}
	return true
}

// classes are the classes of the solutions of a unit.
func (u Unit) classes() []native.Class {
	in := make([]native.Class, len(u))
	for k, p := range u {
		in[k] = native.Class{Cut: k, Index: p.Index, Of: p.Of}
	}
	return in
}
