// Package xmpuzzle reads and writes the XML of BurrTools: shapes of voxels, and problems, which
// list the shapes that fill a shape. It supports only the brick grid, and does not depend on
// exactile's puzzles.
//
// Source: A. Röver, BurrTools user guide, appendix "The Puzzle File Format".
package xmpuzzle

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A File is the content of a BurrTools file.
type File struct {
	Shapes   []Shape
	Problems []Problem
}

// A Pos is a line and a column, from 1.
type Pos struct{ Line, Col int }

// A Shape is a box of voxels.
type Shape struct {
	Pos
	Name   string // may be empty
	Size   [3]int
	Voxels []Voxel // those that are not empty, by z, y, x
}

// A Voxel is a cube of a shape.
type Voxel struct {
	At       [3]int
	Variable bool // of a result: it may stay empty
	Colour   int  // 0: neutral, lies on every colour
}

// A Problem is a shape to fill, the result, and the shapes that fill it.
type Problem struct {
	Pos
	Name   string // may be empty
	Result int    // an index into Shapes, as of its uses
	Uses   []Use
	// Pairs are the colours of pieces, from 1, that may lie on colours of the result.
	Pairs [][2]int
	// Holes is the greatest number of voxels of the result that may stay empty, -1: any number.
	Holes int
	// Assemblies is the number of solutions that BurrTools has found, "" unless it has finished the
	// search.
	Assemblies string
}

// A Use is a shape and how often it is a piece of a problem.
type Use struct{ Shape, Min, Max int }

// Limits bound the input.
type Limits struct{ Depth, Shapes, Problems, Voxels, AllVoxels, Count int }

// An Error is a mistake and its place.
type Error struct {
	Pos
	Text  string
	Limit string // the name of the limit that is gone beyond, or ""
}

func (e *Error) Error() string { return e.Text }

// Starts reports whether a text is XML with a puzzle, judged by its start.
func Starts(text string) bool {
	head := text[:min(len(text), 1024)]
	return strings.HasPrefix(head, "<puzzle") || strings.HasPrefix(head, "<?xml") && strings.Contains(head, "<puzzle")
}

// A reader reads the elements of a file one by one.
type reader struct {
	*xml.Decoder
	limits Limits
	file   File
	depth  int
	voxels int
}

// Parse reads a text. The error is an *Error.
func Parse(text string, limits Limits) (*File, error) {
	r := &reader{Decoder: xml.NewDecoder(strings.NewReader(text)), limits: limits}
	start, err := r.next(0)
	if err != nil {
		return nil, err
	}
	if start == nil || start.Name.Local != "puzzle" {
		return nil, r.errorf("this is no puzzle of BurrTools: want the element puzzle")
	}
	grid := false
	err = r.children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "gridType":
			grid = true
			return r.gridType(e)
		case "shapes":
			return r.children(r.shape)
		case "problems":
			return r.children(r.problem)
		}
		return nil
	})
	if err == nil && !grid {
		err = r.errorf("the puzzle has no gridType")
	}
	if err != nil {
		return nil, err
	}
	return &r.file, r.check()
}

// gridType accepts only the brick grid.
func (r *reader) gridType(e xml.StartElement) error {
	names := []string{"bricks", "triangular prisms", "spheres", "rhombic tetrahedra", "tetrahedra and octahedra"}
	n, err := r.number(e, "type", 0, 1<<16)
	switch {
	case err != nil:
		return err
	case n == 0:
		return nil
	case n < len(names):
		return r.errorf("the grid is one of %s; only bricks are read", names[n])
	}
	return r.errorf("grid type %d is not known; only bricks (0) are read", n)
}

// check checks that the shapes of problems exist.
func (r *reader) check() error {
	for _, p := range r.file.Problems {
		ids := []int{p.Result}
		for _, u := range p.Uses {
			ids = append(ids, u.Shape)
		}
		for _, id := range ids {
			if id >= len(r.file.Shapes) {
				return &Error{Pos: p.Pos, Text: fmt.Sprintf("the problem names shape %d, and there are %d, counted from 0", id, len(r.file.Shapes))}
			}
		}
	}
	return nil
}

// next returns the next element that starts at depth+1, nil at the end of the element around it.
func (r *reader) next(depth int) (*xml.StartElement, error) {
	for {
		t, err := r.Token()
		if err == io.EOF && r.depth == 0 {
			return nil, nil
		}
		if err != nil {
			return nil, r.broken(err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			if r.depth++; r.depth > r.limits.Depth {
				return nil, r.beyond("depth", "nested more than %d deep", r.limits.Depth)
			}
			if r.depth == depth+1 {
				return &t, nil
			}
		case xml.EndElement:
			if r.depth--; r.depth < depth {
				return nil, nil
			}
		}
	}
}

// children calls f at the start of each element in this one. Whatever f does not read is skipped.
func (r *reader) children(f func(xml.StartElement) error) error {
	depth := r.depth
	for {
		e, err := r.next(depth)
		if err != nil || e == nil {
			return err
		}
		if err := f(*e); err != nil {
			return err
		}
	}
}

// text returns the characters of this element, up to its end or an element in it.
func (r *reader) text() (string, error) {
	var b strings.Builder
	for {
		t, err := r.Token()
		if err != nil {
			return "", r.broken(err)
		}
		switch t := t.(type) {
		case xml.CharData:
			b.Write(t)
		case xml.EndElement:
			r.depth--
			return b.String(), nil
		case xml.StartElement:
			return "", r.errorf("the element %s in a text", t.Name.Local)
		}
	}
}

// broken gives an error of the XML reader its place.
func (r *reader) broken(err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return r.errorf("this cannot be read as XML: %s", syntax.Msg)
	}
	return r.errorf("this cannot be read as XML: %v", err)
}

func (r *reader) errorf(format string, args ...any) *Error {
	return &Error{Pos: r.pos(), Text: fmt.Sprintf(format, args...)}
}

// beyond is errorf for a value beyond a limit.
func (r *reader) beyond(limit, format string, most int) *Error {
	return &Error{Pos: r.pos(), Text: fmt.Sprintf(format, most), Limit: limit}
}

func (r *reader) pos() Pos {
	line, col := r.InputPos()
	return Pos{line, max(1, col)}
}

// attribute returns the value of an attribute, if it is there.
func attribute(e xml.StartElement, name string) (string, bool) {
	k := slices.IndexFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Local == name })
	if k < 0 {
		return "", false
	}
	return e.Attr[k].Value, true
}

// number reads an attribute that must be there.
func (r *reader) number(e xml.StartElement, name string, least, most int) (int, error) {
	text, ok := attribute(e, name)
	n, err := strconv.Atoi(text)
	switch {
	case !ok:
		return 0, r.errorf("%s has no %s", e.Name.Local, name)
	case err != nil || n < least || n > most:
		if len(text) > 20 {
			text = text[:20] + "..."
		}
		return 0, r.errorf("%s of %s is %q; want a number from %d to %d", name, e.Name.Local, text, least, most)
	}
	return n, nil
}

// numberOr is number for an attribute that may be left out.
func (r *reader) numberOr(e xml.StartElement, name string, least, most, missing int) (int, error) {
	if _, ok := attribute(e, name); !ok {
		return missing, nil
	}
	return r.number(e, name, least, most)
}

// shape reads a voxel element.
func (r *reader) shape(e xml.StartElement) error {
	if e.Name.Local != "voxel" {
		return nil
	}
	if len(r.file.Shapes) == r.limits.Shapes {
		return r.beyond("pieces", "more than %d shapes", r.limits.Shapes)
	}
	s := Shape{Pos: r.pos()}
	s.Name, _ = attribute(e, "name")
	volume := 1
	for k, name := range []string{"x", "y", "z"} {
		n, err := r.number(e, name, 1, 1<<20)
		if err != nil {
			return err
		}
		s.Size[k] = n
		if volume *= n; volume > r.limits.Voxels {
			return r.beyond("cells", "a shape of more than %d voxels", r.limits.Voxels)
		}
	}
	if r.voxels += volume; r.voxels > r.limits.AllVoxels {
		return r.beyond("all-cells", "the shapes have more than %d voxels together", r.limits.AllVoxels)
	}
	text, err := r.text()
	if err != nil {
		return err
	}
	if err := r.fill(&s, strings.TrimSpace(text), volume); err != nil {
		return err
	}
	r.file.Shapes = append(r.file.Shapes, s)
	return nil
}

// fill reads the voxels: '_' is none, '#' is one, '+' is one that may stay empty, and a number
// after it is its colour.
func (r *reader) fill(s *Shape, text string, volume int) error {
	fail := func(format string, args ...any) error {
		return &Error{Pos: s.Pos, Text: fmt.Sprintf(format, args...)}
	}
	n := 0
	for k := 0; k < len(text); n++ {
		mark := text[k]
		k++
		start := k
		for k < len(text) && '0' <= text[k] && text[k] <= '9' {
			k++
		}
		colour := 0
		if k > start {
			var err error
			if colour, err = strconv.Atoi(text[start:k]); err != nil || colour > 63 {
				return fail("voxel %d has a colour beyond 63", n+1)
			}
		}
		if n == volume {
			return fail("the shape has more than %d x %d x %d voxels", s.Size[0], s.Size[1], s.Size[2])
		}
		at := [3]int{n % s.Size[0], n / s.Size[0] % s.Size[1], n / s.Size[0] / s.Size[1]}
		switch mark {
		case '_':
		case '#', '+':
			s.Voxels = append(s.Voxels, Voxel{at, mark == '+', colour})
		default:
			return fail("voxel %d is %q; want _, # or +", n+1, mark)
		}
	}
	if n < volume {
		return fail("the shape has %d voxels; want %d x %d x %d", n, s.Size[0], s.Size[1], s.Size[2])
	}
	return nil
}

// problem reads a problem element.
func (r *reader) problem(e xml.StartElement) error {
	if e.Name.Local != "problem" {
		return nil
	}
	if len(r.file.Problems) == r.limits.Problems {
		return r.beyond("documents", "more than %d problems", r.limits.Problems)
	}
	p := Problem{Pos: r.pos(), Result: -1}
	p.Name, _ = attribute(e, "name")
	var err error
	if p.Holes, err = r.numberOr(e, "maxHoles", 0, 1<<30, -1); err != nil {
		return err
	}
	// State 2: all assemblies are found.
	if state, _ := attribute(e, "state"); state == "2" {
		p.Assemblies, _ = attribute(e, "assemblies")
	}
	err = r.children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "shapes":
			return r.children(func(e xml.StartElement) error { return r.use(&p, e) })
		case "result":
			p.Result, err = r.number(e, "id", 0, 1<<20)
			return err
		case "bitmap":
			return r.children(func(e xml.StartElement) error {
				if e.Name.Local != "pair" || len(p.Pairs) > 64*64 {
					return nil
				}
				piece, err := r.number(e, "piece", 0, 62)
				if err != nil {
					return err
				}
				result, err := r.number(e, "result", 0, 62)
				p.Pairs = append(p.Pairs, [2]int{piece + 1, result + 1})
				return err
			})
		}
		return nil
	})
	if err == nil && p.Result < 0 {
		err = &Error{Pos: p.Pos, Text: "the problem has no result"}
	}
	r.file.Problems = append(r.file.Problems, p)
	return err
}

// use reads a shape of a problem.
func (r *reader) use(p *Problem, e xml.StartElement) error {
	if e.Name.Local != "shape" {
		return nil
	}
	if len(p.Uses) == r.limits.Shapes {
		return r.beyond("pieces", "more than %d pieces", r.limits.Shapes)
	}
	id, err := r.number(e, "id", 0, 1<<20)
	if err != nil {
		return err
	}
	u := Use{Shape: id}
	if _, ok := attribute(e, "count"); ok {
		u.Min, err = r.number(e, "count", 0, r.limits.Count)
		u.Max = u.Min
	} else if u.Min, err = r.numberOr(e, "min", 0, r.limits.Count, 0); err == nil {
		u.Max, err = r.number(e, "max", 0, r.limits.Count)
	}
	if err == nil && u.Min > u.Max {
		err = r.errorf("the count %d..%d ends before it starts", u.Min, u.Max)
	}
	p.Uses = append(p.Uses, u)
	return err
}
