package formats

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
)

// A burrFile is the content of a BurrTools file: shapes of voxels, and problems, which list the
// shapes that fill a shape. Only the brick grid is known.
//
// Source: A. Röver, BurrTools user guide, appendix "The Puzzle File Format".
type burrFile struct {
	shapes   []burrShape
	problems []burrProblem
}

// A burrShape is a box of voxels.
type burrShape struct {
	pos
	name   string // may be empty
	size   lattice.Cell
	voxels []voxel // those that are not empty, by z, y, x
}

// A voxel is a cube of a shape.
type voxel struct {
	at       lattice.Cell
	variable bool // of a result: it may stay empty
	colour   int  // 0: neutral, lies on every colour
}

// A burrProblem is a shape to fill, the result, and the shapes that fill it.
type burrProblem struct {
	pos
	name   string // may be empty
	result int    // an index into the shapes, as of its uses
	uses   []burrUse
	// pairs are the colours of pieces, from 1, that may lie on colours of the result.
	pairs [][2]int
	// holes is the greatest number of voxels of the result that may stay empty, -1: any number.
	holes int
	// assemblies is the number of solutions that BurrTools has found, "" unless it has finished the
	// search.
	assemblies string
}

// A burrUse is a shape and how often it is a piece of a problem.
type burrUse struct{ shape, min, max int }

// A burrReader reads the elements of a file one by one. After the first mistake it finds no more.
type burrReader struct {
	*source
	*xml.Decoder
	burrFile
	depth  int
	voxels int
	err    error
}

// parse reads the text.
func (r *burrReader) parse() {
	if start, ok := r.next(0); !ok || start.Name.Local != "puzzle" {
		r.fail("this is no puzzle of BurrTools: want the element puzzle")
	}
	grid := false
	for e := range r.children() {
		switch e.Name.Local {
		case "gridType":
			grid = true
			r.gridType(e)
		case "shapes":
			for e := range r.children() {
				r.shape(e)
			}
		case "problems":
			for e := range r.children() {
				r.problem(e)
			}
		}
	}
	if !grid {
		r.fail("the puzzle has no gridType")
	}
	for _, p := range r.problems {
		for _, u := range append([]burrUse{{shape: p.result}}, p.uses...) {
			if u.shape >= len(r.shapes) {
				r.failAt(p.pos, "the problem names shape %d, and there are %d, counted from 0", u.shape, len(r.shapes))
			}
		}
	}
}

// gridType accepts only the brick grid.
func (r *burrReader) gridType(e xml.StartElement) {
	names := []string{"bricks", "triangular prisms", "spheres", "rhombic tetrahedra", "tetrahedra and octahedra"}
	n := r.number(e, "type", 0, 1<<16)
	if n >= len(names) {
		r.fail("grid type %d is not known; only bricks (0) are read", n)
	} else if n > 0 {
		r.fail("the grid is one of %s; only bricks are read", names[n])
	}
}

// next returns the next element that starts at depth+1; ok is false at the end of the element
// around it.
func (r *burrReader) next(depth int) (e xml.StartElement, ok bool) {
	for r.err == nil {
		t, err := r.Token()
		if err == io.EOF && r.depth == 0 {
			return e, false
		}
		if err != nil {
			r.broken(err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			if r.depth++; r.depth > r.limits.Depth {
				r.failBeyond("depth", "nested more than %d deep", r.limits.Depth)
			}
			if r.depth == depth+1 {
				return t, r.err == nil
			}
		case xml.EndElement:
			if r.depth--; r.depth < depth {
				return e, false
			}
		}
	}
	return e, false
}

// children yields each element in this one, at its start. What is not read of it is skipped.
func (r *burrReader) children() iter.Seq[xml.StartElement] {
	return func(yield func(xml.StartElement) bool) {
		depth := r.depth
		for e, ok := r.next(depth); ok && yield(e); e, ok = r.next(depth) {
		}
	}
}

// text returns the characters of this element, up to its end or an element in it.
func (r *burrReader) text() string {
	var b strings.Builder
	for r.err == nil {
		t, err := r.Token()
		if err != nil {
			r.broken(err)
		}
		switch t := t.(type) {
		case xml.CharData:
			b.Write(t)
		case xml.EndElement:
			r.depth--
			return b.String()
		case xml.StartElement:
			r.fail("the element %s in a text", t.Name.Local)
		}
	}
	return ""
}

// broken gives an error of the XML reader its place.
func (r *burrReader) broken(err error) {
	text := err.Error()
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		text = syntax.Msg
	}
	r.fail("this cannot be read as XML: %s", text)
}

// fail records a mistake before the next character, unless there is one already.
func (r *burrReader) fail(format string, args ...any) { r.failAt(r.pos(), format, args...) }

func (r *burrReader) failAt(p pos, format string, args ...any) {
	if r.err == nil {
		r.err = r.errorf(p, format, args...)
	}
}

// failBeyond is fail for a value beyond a limit.
func (r *burrReader) failBeyond(limit, format string, most int) {
	if r.err == nil {
		r.err = r.beyond(r.pos(), limit, format, most)
	}
}

func (r *burrReader) pos() pos {
	line, col := r.InputPos()
	return pos{line, max(1, col)}
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
func (r *burrReader) number(e xml.StartElement, name string, least, most int) int {
	text, ok := attribute(e, name)
	n, err := strconv.Atoi(text)
	switch {
	case !ok:
		r.fail("%s has no %s", e.Name.Local, name)
	case err != nil || n < least || n > most:
		if len(text) > 20 {
			text = text[:20] + "..."
		}
		r.fail("%s of %s is %q; want a number from %d to %d", name, e.Name.Local, text, least, most)
	}
	return n
}

// numberOr is number for an attribute that may be left out.
func (r *burrReader) numberOr(e xml.StartElement, name string, least, most, missing int) int {
	if _, ok := attribute(e, name); !ok {
		return missing
	}
	return r.number(e, name, least, most)
}

// shape reads a voxel element.
func (r *burrReader) shape(e xml.StartElement) {
	if e.Name.Local != "voxel" {
		return
	}
	if len(r.shapes) == r.limits.Pieces {
		r.failBeyond("pieces", "more than %d shapes", r.limits.Pieces)
	}
	s := burrShape{pos: r.pos()}
	s.name, _ = attribute(e, "name")
	volume := 1
	for k, name := range []string{"x", "y", "z"} {
		s.size[k] = r.number(e, name, 1, 1<<20)
		if volume *= s.size[k]; volume > r.limits.Cells {
			r.failBeyond("cells", "a shape of more than %d voxels", r.limits.Cells)
			return
		}
	}
	if r.voxels += volume; r.voxels > r.limits.AllCells {
		r.failBeyond("all-cells", "the shapes have more than %d voxels together", r.limits.AllCells)
	}
	if text := r.text(); r.err == nil {
		r.fill(&s, strings.TrimSpace(text), volume)
	}
	r.shapes = append(r.shapes, s)
}

// fill reads the voxels: '_' is none, '#' is one, '+' is one that may stay empty, and a number
// after it is its colour.
func (r *burrReader) fill(s *burrShape, text string, volume int) {
	n := 0
	for ; text != "" && r.err == nil; n++ {
		mark := text[0]
		rest := strings.TrimLeft(text[1:], "0123456789")
		digits := text[1 : len(text)-len(rest)]
		text = rest
		colour, err := strconv.Atoi(digits)
		if digits != "" && (err != nil || colour > 63) {
			r.failAt(s.pos, "voxel %d has a colour beyond 63", n+1)
		}
		if n == volume {
			r.failAt(s.pos, "the shape has more than %d x %d x %d voxels", s.size[0], s.size[1], s.size[2])
		}
		at := lattice.Cell{n % s.size[0], n / s.size[0] % s.size[1], n / s.size[0] / s.size[1]}
		switch mark {
		case '_':
		case '#', '+':
			s.voxels = append(s.voxels, voxel{at, mark == '+', colour})
		default:
			r.failAt(s.pos, "voxel %d is %q; want _, # or +", n+1, mark)
		}
	}
	if n < volume {
		r.failAt(s.pos, "the shape has %d voxels; want %d x %d x %d", n, s.size[0], s.size[1], s.size[2])
	}
}

// problem reads a problem element.
func (r *burrReader) problem(e xml.StartElement) {
	if e.Name.Local != "problem" {
		return
	}
	if len(r.problems) == r.limits.Documents {
		r.failBeyond("documents", "more than %d problems", r.limits.Documents)
	}
	p := burrProblem{pos: r.pos(), result: -1}
	p.name, _ = attribute(e, "name")
	p.holes = r.numberOr(e, "maxHoles", 0, 1<<30, -1)
	// State 2: all assemblies are found.
	if state, _ := attribute(e, "state"); state == "2" {
		p.assemblies, _ = attribute(e, "assemblies")
	}
	for e := range r.children() {
		switch e.Name.Local {
		case "shapes":
			for e := range r.children() {
				r.use(&p, e)
			}
		case "result":
			p.result = r.number(e, "id", 0, 1<<20)
		case "bitmap":
			for e := range r.children() {
				if e.Name.Local == "pair" && len(p.pairs) <= 64*64 {
					p.pairs = append(p.pairs, [2]int{r.number(e, "piece", 0, 62) + 1, r.number(e, "result", 0, 62) + 1})
				}
			}
		}
	}
	if p.result < 0 {
		r.failAt(p.pos, "the problem has no result")
	}
	r.problems = append(r.problems, p)
}

// use reads a shape of a problem.
func (r *burrReader) use(p *burrProblem, e xml.StartElement) {
	if e.Name.Local != "shape" {
		return
	}
	if len(p.uses) == r.limits.Pieces {
		r.failBeyond("pieces", "more than %d pieces", r.limits.Pieces)
	}
	u := burrUse{shape: r.number(e, "id", 0, 1<<20)}
	if _, ok := attribute(e, "count"); ok {
		u.min = r.number(e, "count", 0, r.limits.Count)
		u.max = u.min
	} else {
		u.min = r.numberOr(e, "min", 0, r.limits.Count, 0)
		u.max = r.number(e, "max", 0, r.limits.Count)
	}
	if u.min > u.max {
		r.fail("the count %d..%d ends before it starts", u.min, u.max)
	}
	p.uses = append(p.uses, u)
}

// write writes the file as XML, which BurrTools reads packed or not.
func (f *burrFile) write(b *bytes.Buffer) {
	b.WriteString("<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n  <gridType type=\"0\"/>\n  <colors>\n")
	for k := range f.colours() {
		// Neighbouring colours get hues that are far apart.
		fmt.Fprintf(b, "    <color red=\"%d\" green=\"%d\" blue=\"%d\"/>\n", (k*97+60)%256, (k*57+160)%256, (k*151+20)%256)
	}
	b.WriteString("  </colors>\n  <shapes>\n")
	for _, s := range f.shapes {
		fmt.Fprintf(b, "    <voxel x=\"%d\" y=\"%d\" z=\"%d\"", s.size[0], s.size[1], s.size[2])
		writeName(b, s.name)
		b.WriteString(" type=\"0\">")
		voxels := s.voxels
		for c := range cellsOf(s.size) {
			if len(voxels) == 0 || voxels[0].at != c {
				b.WriteByte('_')
				continue
			}
			v := voxels[0]
			voxels = voxels[1:]
			if v.variable {
				b.WriteByte('+')
			} else {
				b.WriteByte('#')
			}
			if v.colour > 0 {
				fmt.Fprint(b, v.colour)
			}
		}
		b.WriteString("</voxel>\n")
	}
	b.WriteString("  </shapes>\n  <problems>\n")
	for _, p := range f.problems {
		b.WriteString("    <problem")
		writeName(b, p.name)
		b.WriteString(" state=\"0\">\n      <shapes>\n")
		for _, u := range p.uses {
			if u.min == u.max {
				fmt.Fprintf(b, "        <shape id=\"%d\" count=\"%d\"/>\n", u.shape, u.min)
			} else {
				fmt.Fprintf(b, "        <shape id=\"%d\" min=\"%d\" max=\"%d\"/>\n", u.shape, u.min, u.max)
			}
		}
		fmt.Fprintf(b, "      </shapes>\n      <result id=\"%d\"/>\n      <bitmap>\n", p.result)
		for _, pair := range p.pairs {
			fmt.Fprintf(b, "        <pair piece=\"%d\" result=\"%d\"/>\n", pair[0]-1, pair[1]-1)
		}
		b.WriteString("      </bitmap>\n    </problem>\n")
	}
	b.WriteString("  </problems>\n</puzzle>\n")
}

// colours is the largest colour of a voxel.
func (f *burrFile) colours() (most int) {
	for _, s := range f.shapes {
		for _, v := range s.voxels {
			most = max(most, v.colour)
		}
	}
	return most
}

func writeName(b *bytes.Buffer, name string) {
	if name != "" {
		b.WriteString(` name="`)
		_ = xml.EscapeText(b, []byte(name)) // a Buffer never fails
		b.WriteByte('"')
	}
}
