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
	"unicode/utf8"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/internal/tree"
)

// A burrFile is a file of BurrTools: shapes of voxels, and problems, which list the shapes that
// fill a shape.
//
// Source: A. Röver, BurrTools user guide, appendix "The Puzzle File Format".
type burrFile struct {
	grid     int // an index into burrGrids
	shapes   []burrShape
	problems []burrProblem
}

// burrGrids are the lattices of the grid types. Squares are bricks, too.
var burrGrids = []*lattice.Lattice{lattice.Cube, lattice.TrianglePrism, lattice.Balls,
	lattice.Rhombic, lattice.TetraOcta}

// moves reports whether cells have other coordinates in BurrTools: where ours point down, triangles
// point up, and balls have coordinates along right angles.
func moves(l *lattice.Lattice) bool { return l == lattice.TrianglePrism || l == lattice.Balls }

// cells returns the cells of the voxels; those that move begin at the origin.
func (s *burrShape) cells(l *lattice.Lattice) ([]lattice.Cell, error) {
	var cells []lattice.Cell
	for _, v := range s.Voxels {
		c := v.At
		switch l {
		case lattice.TrianglePrism:
			c[0]++
		case lattice.Balls:
			c = l.At(v.At)
		}
		if !l.Has(c) || l == lattice.Balls && l.Centre(c) != v.At {
			return nil, tree.At(s.Pos, "the shape has a voxel where the grid has no cell")
		}
		cells = append(cells, c)
	}
	if moves(l) {
		cells = cornered(cells, l)
	}
	return cells, nil
}

// asVoxels is the inverse of cells, but for a move. No coordinate is below 0.
func asVoxels(l *lattice.Lattice, cells []lattice.Cell) []lattice.Cell {
	voxels, least := slices.Clone(cells), 0
	for k, c := range voxels {
		switch l {
		case lattice.TrianglePrism:
			voxels[k][0]++
		case lattice.Balls:
			voxels[k] = l.Centre(c)
			least = min(least, voxels[k][0])
		}
	}
	for k := range voxels {
		voxels[k][0] -= least - least&1 // an even number
	}
	return voxels
}

// A burrShape is a box of voxels.
type burrShape struct {
	tree.Pos
	Name   string // may be empty
	Size   lattice.Cell
	Voxels []burrVoxel // those that are not empty, by z, y, x
}

// A burrVoxel is a cube of a shape.
type burrVoxel struct {
	At       lattice.Cell
	Variable bool // of a result: it may stay empty
	Colour   int  // 0: neutral, lies on every colour
}

// A burrProblem is a shape to fill, the result, and the shapes that fill it.
type burrProblem struct {
	tree.Pos
	Name   string // may be empty
	Result int    // an index into the shapes, as of its uses
	Uses   []burrUse
	// Pairs are the colours of pieces, from 1, that may lie on colours of the result.
	Pairs [][2]int
	// Holes is the greatest number of voxels of the result that may stay empty, -1: any number.
	Holes int
	// Assemblies is the number of solutions that BurrTools has found, "" unless it has finished the
	// search.
	Assemblies string
}

// A burrUse is a shape and how often it is a piece of a problem.
type burrUse struct{ Shape, Min, Max int }

// A burrReader reads the elements of a file one by one. After the first mistake it finds no more.
// Problems name only shapes that are there.
//
// What no puzzle needs, such as comments and the steps of solutions, is passed over, whatever is in
// it and however deep it nests.
type burrReader struct {
	*source
	*xml.Decoder
	burrFile
	depth  int
	open   []string // the names of the elements around, down to the limit
	voxels int
	err    error
}

// file reads the whole text.
func (r *burrReader) file() {
	r.CharsetReader = func(_ string, text io.Reader) (io.Reader, error) { return text, nil }
	if start, ok := r.next(0); !ok || start.Name.Local != "puzzle" {
		r.fail(tree.At(r.pos(), "this is no puzzle of BurrTools: want the element puzzle"))
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
		r.fail(tree.At(r.pos(), "the puzzle has no gridType"))
	}
	for _, p := range r.problems {
		for _, u := range append([]burrUse{{Shape: p.Result}}, p.Uses...) {
			if u.Shape >= len(r.shapes) {
				r.fail(tree.At(p.Pos, "the problem names shape %d, and there are %d, "+
					"counted from 0", u.Shape, len(r.shapes)))
			}
		}
	}
}

// gridType reads which grid it is.
func (r *burrReader) gridType(e xml.StartElement) {
	if r.grid = r.number(e, "type", 0, 1<<16); r.grid >= len(burrGrids) {
		r.fail(tree.At(r.pos(), "grid type %d is not known; want 0 to %d", r.grid,
			len(burrGrids)-1))
		r.grid = 0
	}
}

// next returns the next element that starts at depth+1; ok is false at the end of the element
// around it.
func (r *burrReader) next(depth int) (e xml.StartElement, ok bool) {
	for r.err == nil {
		// What is passed over need not be in order.
		r.Strict = r.depth == depth
		switch t := r.token().(type) {
		case xml.StartElement:
			if r.depth == depth+1 {
				return t, true
			}
		case xml.EndElement:
			if r.depth < depth {
				return e, false
			}
		case nil:
			return e, false
		}
	}
	return e, false
}

// token returns the next token, nil after a mistake and at the end of the text. It compares ends
// with starts itself: the decoder would keep the names of all elements, however deep they nest.
func (r *burrReader) token() xml.Token {
	token, err := r.RawToken()
	switch {
	case err == io.EOF && r.depth == 0:
		return nil
	case err == io.EOF:
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		r.broken(err)
		return nil
	}
	switch t := token.(type) {
	case xml.StartElement:
		if r.depth++; r.depth <= r.limits.Depth {
			r.open = append(r.open, t.Name.Local)
		}
	case xml.EndElement:
		if r.depth--; r.depth >= len(r.open) {
			break
		}
		if r.depth < 0 || r.open[r.depth] != t.Name.Local {
			r.broken(fmt.Errorf("an end of %.40q where none is", t.Name.Local))
			return nil
		}
		r.open = r.open[:r.depth]
	}
	return token
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
	for r.Strict = true; r.err == nil; {
		switch t := r.token().(type) {
		case xml.CharData:
			b.Write(t)
		case xml.EndElement:
			r.clean(b.String())
			return b.String()
		case xml.StartElement:
			r.fail(tree.At(r.pos(), "the element %s in a text", t.Name.Local))
		}
	}
	return ""
}

// clean checks that what is read of a mended text was UTF-8.
func (r *burrReader) clean(value string) {
	if r.mended && strings.ContainsRune(value, utf8.RuneError) {
		r.fail(tree.At(r.pos(), "not valid UTF-8; save the file as UTF-8"))
	}
}

// broken gives an error of the XML reader its place.
func (r *burrReader) broken(err error) {
	text := err.Error()
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		text = syntax.Msg
	}
	r.fail(tree.At(r.pos(), "this cannot be read as XML: %s", text))
}

// fail records a mistake, unless there is one already.
func (r *burrReader) fail(e *located.Error) {
	if r.err == nil {
		r.err = e
	}
}

// pos returns the place of the next character.
func (r *burrReader) pos() tree.Pos {
	line, col := r.InputPos()
	return tree.Pos{Line: line, Col: max(1, col)}
}

// attribute returns the value of an attribute, if it is there.
func (r *burrReader) attribute(e xml.StartElement, name string) (string, bool) {
	k := slices.IndexFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Local == name })
	if k < 0 {
		return "", false
	}
	r.clean(e.Attr[k].Value)
	return e.Attr[k].Value, true
}

// number reads an attribute that must be there.
func (r *burrReader) number(e xml.StartElement, name string, least, most int) int {
	text, ok := r.attribute(e, name)
	n, err := strconv.Atoi(text)
	switch {
	case !ok:
		r.fail(tree.At(r.pos(), "%s has no %s", e.Name.Local, name))
	case err != nil || n < least || n > most:
		if len(text) > 20 {
			text = text[:20] + "..."
		}
		r.fail(tree.At(r.pos(), "%s of %s is %q; want a number from %d to %d",
			name, e.Name.Local, text, least, most))
	}
	return n
}

// numberOr is number for an attribute that may be left out.
func (r *burrReader) numberOr(e xml.StartElement, name string, least, most, missing int) int {
	if _, ok := r.attribute(e, name); !ok {
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
		r.fail(tree.Beyond(r.pos(), "pieces", "more than %d shapes", r.limits.Pieces))
	}
	s := burrShape{Pos: r.pos()}
	s.Name, _ = r.attribute(e, "name")
	volume := 1
	for k, name := range []string{"x", "y", "z"} {
		s.Size[k] = r.number(e, name, 1, 1<<20)
		if volume *= s.Size[k]; volume > r.limits.Cells {
			r.fail(tree.Beyond(r.pos(), "cells", "a shape of more than %d voxels", r.limits.Cells))
			return
		}
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
			r.fail(tree.At(s.Pos, "voxel %d has a colour beyond 63", n+1))
		}
		if n == volume {
			r.fail(tree.At(s.Pos, "the shape has more than %d x %d x %d voxels",
				s.Size[0], s.Size[1], s.Size[2]))
		}
		at := s.cell(n)
		switch mark {
		case '_':
		case '#', '+':
			if r.voxels++; r.voxels > r.limits.AllCells {
				r.fail(tree.Beyond(s.Pos, "all-cells",
					"the shapes have more than %d voxels together", r.limits.AllCells))
			}
			s.Voxels = append(s.Voxels, burrVoxel{at, mark == '+', colour})
		default:
			r.fail(tree.At(s.Pos, "voxel %d is %q; want _, # or +", n+1, mark))
		}
	}
	if n < volume {
		r.fail(tree.At(s.Pos, "the shape has %d voxels; want %d x %d x %d",
			n, s.Size[0], s.Size[1], s.Size[2]))
	}
}

// cell returns the place of voxel n, counted from 0.
func (s *burrShape) cell(n int) lattice.Cell {
	return lattice.Cell{n % s.Size[0], n / s.Size[0] % s.Size[1], n / s.Size[0] / s.Size[1]}
}

// problem reads a problem element.
func (r *burrReader) problem(e xml.StartElement) {
	if e.Name.Local != "problem" {
		return
	}
	if len(r.problems) == r.limits.Documents {
		r.fail(tree.Beyond(r.pos(), "documents", "more than %d problems", r.limits.Documents))
	}
	p := burrProblem{Pos: r.pos(), Result: -1}
	p.Name, _ = r.attribute(e, "name")
	p.Holes = r.numberOr(e, "maxHoles", 0, 1<<30, -1)
	// State 2: all assemblies are found.
	if state, _ := r.attribute(e, "state"); state == "2" {
		p.Assemblies, _ = r.attribute(e, "assemblies")
	}
	for e := range r.children() {
		switch e.Name.Local {
		case "shapes":
			for e := range r.children() {
				r.use(&p, e)
			}
		case "result":
			p.Result = r.number(e, "id", 0, 1<<20)
		case "bitmap":
			for e := range r.children() {
				if e.Name.Local == "pair" && len(p.Pairs) <= 64*64 {
					p.Pairs = append(p.Pairs,
						[2]int{r.number(e, "piece", 0, 62) + 1, r.number(e, "result", 0, 62) + 1})
				}
			}
		}
	}
	if p.Result < 0 {
		r.fail(tree.At(p.Pos, "the problem has no result"))
	}
	r.problems = append(r.problems, p)
}

// use reads a shape of a problem.
func (r *burrReader) use(p *burrProblem, e xml.StartElement) {
	if e.Name.Local != "shape" {
		return
	}
	if len(p.Uses) == r.limits.Pieces {
		r.fail(tree.Beyond(r.pos(), "pieces", "more than %d pieces", r.limits.Pieces))
	}
	u := burrUse{Shape: r.number(e, "id", 0, 1<<20)}
	if _, ok := r.attribute(e, "count"); ok {
		u.Min = r.number(e, "count", 0, r.limits.Count)
		u.Max = u.Min
	} else {
		u.Min = r.numberOr(e, "min", 0, r.limits.Count, 0)
		u.Max = r.number(e, "max", 0, r.limits.Count)
	}
	if u.Min > u.Max {
		r.fail(tree.At(r.pos(), "the count %d..%d ends before it starts", u.Min, u.Max))
	}
	p.Uses = append(p.Uses, u)
}

// write writes the file as XML, which BurrTools reads packed or not.
func (f *burrFile) write(b *bytes.Buffer) {
	b.WriteString("<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n" +
		"  <gridType type=\"" + strconv.Itoa(f.grid) + "\"/>\n  <colors>\n")
	for k := range f.colours() {
		// Neighbouring colours get hues that are far apart.
		fmt.Fprintf(b, "    <color red=\"%d\" green=\"%d\" blue=\"%d\"/>\n",
			(k*97+60)%256, (k*57+160)%256, (k*151+20)%256)
	}
	b.WriteString("  </colors>\n  <shapes>\n")
	for _, s := range f.shapes {
		fmt.Fprintf(b, "    <voxel x=\"%d\" y=\"%d\" z=\"%d\"", s.Size[0], s.Size[1], s.Size[2])
		writeName(b, s.Name)
		b.WriteString(" type=\"0\">")
		voxels := s.Voxels
		for n := range s.Size[0] * s.Size[1] * s.Size[2] {
			if len(voxels) == 0 || voxels[0].At != s.cell(n) {
				b.WriteByte('_')
				continue
			}
			v := voxels[0]
			voxels = voxels[1:]
			if v.Variable {
				b.WriteByte('+')
			} else {
				b.WriteByte('#')
			}
			if v.Colour > 0 {
				fmt.Fprint(b, v.Colour)
			}
		}
		b.WriteString("</voxel>\n")
	}
	b.WriteString("  </shapes>\n  <problems>\n")
	for _, p := range f.problems {
		b.WriteString("    <problem")
		writeName(b, p.Name)
		if p.Holes >= 0 {
			fmt.Fprintf(b, " maxHoles=\"%d\"", p.Holes)
		}
		b.WriteString(" state=\"0\">\n      <shapes>\n")
		for _, u := range p.Uses {
			if u.Min == u.Max {
				fmt.Fprintf(b, "        <shape id=\"%d\" count=\"%d\"/>\n", u.Shape, u.Min)
			} else {
				fmt.Fprintf(b, "        <shape id=\"%d\" min=\"%d\" max=\"%d\"/>\n",
					u.Shape, u.Min, u.Max)
			}
		}
		fmt.Fprintf(b, "      </shapes>\n      <result id=\"%d\"/>\n      <bitmap>\n", p.Result)
		for _, pair := range p.Pairs {
			fmt.Fprintf(b, "        <pair piece=\"%d\" result=\"%d\"/>\n", pair[0]-1, pair[1]-1)
		}
		b.WriteString("      </bitmap>\n    </problem>\n")
	}
	b.WriteString("  </problems>\n</puzzle>\n")
}

// colours is the largest colour of a voxel.
func (f *burrFile) colours() (most int) {
	for _, s := range f.shapes {
		for _, v := range s.Voxels {
			most = max(most, v.Colour)
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
