package formats

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/fault"
)

var polycubeFile = Format{
	Name: "polycube", Text: "a definition of the program polycube: D:xDim=..., C:, L, ~D",
	begins: beginsPolycube, endings: []string{".def"}, comment: commentPolycube, read: readPolycube, writeOne: writePolycube,
}

// wall is the name of the stationary piece that covers the places of the box that are not on the
// board: a definition has no other way to exclude places.
const wall = "*"

// readPolycube reads the puzzles of a polycube definition. Its y grows upwards and its z towards
// the viewer, so the box is turned about x by 180 degrees: a rotation keeps pieces from becoming
// their mirror images.
func readPolycube(s *source) ([]*Document, error) {
	r := &cubeReader{lineReader: lineReader{source: s, rest: s.text}}
	if r.boxes(); r.err != nil {
		return nil, r.err
	}
	var documents []*Document
	for k, box := range r.all {
		d := &Document{nil, s, puzzlePlaces{whole: box.Pos}}
		if err := d.unbox(box, s.puzzleName(k, len(r.all))); err != nil {
			return nil, err
		}
		documents = append(documents, d)
	}
	return documents, nil
}

// unbox sets the puzzle of a box. Flat pieces in a flat box become polyominoes, and turning them
// over in space becomes flipping.
func (d *Document) unbox(box *cubeBox, name string) error {
	s := d.source
	p := &puzzle.Puzzle{Name: name, Lattice: lattice.Square}
	d.Puzzle = p
	if box.size[2] > 1 || slices.ContainsFunc(box.pieces, cubePiece.solid) {
		p.Lattice = lattice.Cube
	}
	walls := make(map[lattice.Cell]bool)
	first := make(map[string]int) // the first piece of each shape
	for _, one := range box.pieces {
		cells := turned(box.size, one.cells)
		if one.stationary && one.name == wall {
			for _, c := range cells {
				walls[c] = true
			}
			continue
		}
		piece := puzzle.Piece{
			Name: one.name, Count: puzzle.Exactly(1),
			Rotate: true, Flip: p.Lattice.Flips() && !box.oneSide,
		}
		if err := s.unboxPiece(&piece, cells, p.Lattice, one.Pos); err != nil {
			return err
		}
		shape := leastOrientation(&piece, p.Lattice)
		k, known := first[shape]
		if known {
			p.Pieces[k].Count.Min++
			p.Pieces[k].Count.Max++
		} else {
			k = len(p.Pieces)
			first[shape] = k
			p.Pieces = append(p.Pieces, piece)
			d.places.pieces = append(d.places.pieces, partPlaces{whole: one.Pos})
		}
		if one.stationary {
			if len(p.Place) == s.limits.Hints {
				return fault.Beyond(one.Pos, "hints",
					"more than %d pieces stay where they are", s.limits.Hints)
			}
			p.Place = append(p.Place, puzzle.Hint{Piece: p.Pieces[k].Name, Cells: cells})
			d.places.hints = append(d.places.hints, partPlaces{whole: one.Pos})
		}
	}
	p.Board.Size = box.size
	for c := range cellsOf(box.size) {
		if !walls[c] {
			p.Board.Sites = append(p.Board.Sites, puzzle.Site{Cell: puzzle.Cell{At: c}})
		}
	}
	return nil
}

// unboxPiece sets the cells of a piece, relative to their least corner.
func (s *source) unboxPiece(
	piece *puzzle.Piece, cells []lattice.Cell, l *lattice.Lattice, at fault.Pos,
) error {
	switch {
	case !printable(piece.Name):
		return fault.At(at, "the name of the piece has a character that cannot be seen")
	case len(piece.Name) > s.limits.Name:
		return fault.Beyond(at, "name",
			"the name of the piece has more than %d characters", s.limits.Name)
	}
	cells = cornered(cells, l)
	if _, volume := boxAround(cells, s.limits.PieceCells); volume > s.limits.PieceCells {
		return fault.Beyond(at, "piece-cells", "the box around piece %q has more than %d cells",
			piece.Name, s.limits.PieceCells)
	}
	for _, c := range cells {
		piece.Cells = append(piece.Cells, puzzle.Cell{At: c})
	}
	return nil
}

// turned turns cells of a box by 180 degrees about x, in reading order.
func turned(size lattice.Cell, cells []lattice.Cell) []lattice.Cell {
	all := make([]lattice.Cell, len(cells))
	for k, c := range cells {
		all[k] = lattice.Cell{c[0], size[1] - 1 - c[1], size[2] - 1 - c[2]}
	}
	return lattice.Sorted(all)
}

// solid reports whether a piece has more than one layer.
func (p cubePiece) solid() bool {
	return slices.ContainsFunc(p.cells, func(c lattice.Cell) bool { return c[2] != p.cells[0][2] })
}

// cellsOf yields the cells of a box in reading order.
func cellsOf(size lattice.Cell) iter.Seq[lattice.Cell] {
	return func(yield func(lattice.Cell) bool) {
		for z := range size[2] {
			for y := range size[1] {
				for x := range size[0] {
					if !yield(lattice.Cell{x, y, z}) {
						return
					}
				}
			}
		}
	}
}

// leastOrientation spells the first orientation of a piece in order, so that pieces with the same
// orientations are spelt alike.
func leastOrientation(piece *puzzle.Piece, l *lattice.Lattice) string {
	var least []byte
	for k, o := range piece.Orientations(l) {
		var spelt []byte
		for _, c := range o {
			for _, v := range c.At {
				spelt = append(strconv.AppendInt(spelt, int64(v), 10), ' ')
			}
		}
		if k == 0 || bytes.Compare(spelt, least) < 0 {
			least = spelt
		}
	}
	return string(least)
}

// writePolycube writes a puzzle as a definition: one piece for each copy, those placed by hints
// first, and one for the places of the box that are not on the board.
func writePolycube(b *bytes.Buffer, p *puzzle.Puzzle) error {
	oneSide, err := sidesOf(p)
	if err != nil {
		return err
	}
	size := p.Board.Size
	fmt.Fprintf(b, "D:xDim=%d:yDim=%d:zDim=%d", size[0], size[1], size[2])
	if oneSide {
		b.WriteString(":oneSide")
	}
	b.WriteByte('\n')
	names := make(map[string]bool)
	for _, piece := range p.Pieces {
		placed := slices.DeleteFunc(slices.Clone(p.Place), func(h puzzle.Hint) bool { return h.Piece != piece.Name })
		if len(placed) > piece.Count.Min {
			return fmt.Errorf("piece %q is used less often than it is placed", piece.Name)
		}
		cells := cornered(placesOf(piece.Cells), p.Lattice)
		around, _ := boxAround(cells, maxDrawing)
		for copies := range piece.Count.Min {
			name := piece.Name
			if copies > 0 {
				name = fmt.Sprintf("%s.%d", piece.Name, copies+1)
			}
			if names[name] {
				return fmt.Errorf("a copy of a piece would be called %q, as another piece is", name)
			}
			names[name] = true
			if copies < len(placed) {
				putCubes(b, name, "S", turned(size, placed[copies].Cells))
			} else {
				putCubes(b, name, "M", turned(around, cells))
			}
		}
	}
	sites := p.Board.Sites
	var walls []lattice.Cell
	for c := range cellsOf(size) {
		if len(sites) > 0 && sites[0].At == c {
			sites = sites[1:]
			continue
		}
		walls = append(walls, lattice.Cell{c[0], size[1] - 1 - c[1], size[2] - 1 - c[2]})
	}
	if len(walls) > 0 {
		putCubes(b, wall, "S", walls)
	}
	b.WriteString("~D\n")
	return nil
}

// putCubes writes the line of a piece.
func putCubes(b *bytes.Buffer, name, kind string, cells []lattice.Cell) {
	fmt.Fprintf(b, "C:name=%s:type=%s:layout=", name, kind)
	for k, c := range cells {
		if k > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(b, "%d %d %d", c[0], c[1], c[2])
	}
	b.WriteByte('\n')
}

// sidesOf reports whether the pieces of a puzzle keep one side up; the error names what a
// definition cannot express.
func sidesOf(p *puzzle.Puzzle) (oneSide bool, _ error) {
	can := content{lattices: []*lattice.Lattice{lattice.Square, lattice.Cube}, hints: true}
	if slices.Contains(can.lattices, p.Lattice) && len(p.Congruent()) > 0 {
		return false, errors.New("pieces of one shape have different names:" +
			" there they are copies of one piece")
	}
	if err := can.check(p); err != nil {
		return false, err
	}
	volume := p.Board.Size[0] * p.Board.Size[1] * p.Board.Size[2]
	if len(p.Board.Sites) == 0 || volume > maxDrawing {
		return false, errors.New("its board has no cells, or too many")
	}
	flat, turn, flip := p.Board.Size[2] == 1, true, true
	for _, piece := range p.Pieces {
		switch name := piece.Name; {
		case piece.Count.Min != piece.Count.Max || piece.Count.Min < 1:
			return false, fmt.Errorf("piece %q is used %s times, which is no fixed number from 1",
				name, piece.Count)
		case name == "" || name == "." || name == wall || strings.HasPrefix(name, "~") ||
			strings.ContainsAny(name, " \t:=#,"):
			return false, fmt.Errorf("the name of piece %q has another meaning there", name)
		}
		for _, c := range piece.Cells {
			flat = flat && c.At[2] == piece.Cells[0].At[2]
		}
		turns, flips := piece, piece
		turns.Rotate, turns.Flip, flips.Rotate, flips.Flip = true, false, true, true
		n := len(piece.Orientations(p.Lattice))
		turn = turn && n == len(turns.Orientations(p.Lattice))
		flip = flip && n == len(flips.Orientations(p.Lattice))
	}
	switch {
	case pieceArea(p) != len(p.Board.Sites):
		return false, fmt.Errorf("its pieces have %d cells and its board %d: they must fill it",
			pieceArea(p), len(p.Board.Sites))
	case p.Lattice == lattice.Cube && flat:
		return false, errors.New("it is flat, and its pieces turn in space:" +
			" say it on the square lattice")
	case !turn && (p.Lattice == lattice.Cube || !flip):
		return false, errors.New("its pieces do not turn as solid ones do," +
			" nor all as flat ones with one side")
	}
	return p.Lattice == lattice.Square && !flip, nil
}

// directiveD matches the start of a puzzle.
var directiveD = pattern(`^[ \t]*D[ \t]*:[ \t]*[xyz]Dim[ \t]*=|^[ \t]*D[ \t]*:[ \t]*oneSide\b`)

func commentPolycube(line string) int { return strings.IndexByte(line, '#') }

// beginsPolycube: the directive of a box follows the comments.
func beginsPolycube(l sniff) bool {
	for _, line := range l.lines {
		if code := strings.TrimSpace(line); code != "" && code[0] != '#' {
			return directiveD().MatchString(line)
		}
	}
	return false
}
