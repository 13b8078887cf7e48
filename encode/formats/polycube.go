package formats

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/formats/internal/polycube"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// readPolycube reads the puzzles of a polycube definition. Its y grows upwards and its z towards
// the viewer, so the box is turned about x by 180 degrees: a rotation keeps pieces from becoming
// their mirror images.
func readPolycube(s *source) ([]*Document, error) {
	all, err := polycube.Parse(s.text, polycube.Limits{
		Puzzles: s.limits.Documents, Pieces: s.limits.Pieces,
		AllCells: s.limits.AllCells, Cells: s.limits.Cells,
	})
	var bad *polycube.Error
	if errors.As(err, &bad) {
		return nil, s.beyond(pos{bad.Line, bad.Col}, bad.Limit, "%s", bad.Text)
	} else if err != nil {
		return nil, err
	}
	var documents []*Document
	for k := range all {
		b := &boxed{source: s, Puzzle: &all[k]}
		p, err := b.puzzle(s.puzzleName(k, len(all)))
		if err != nil {
			return nil, err
		}
		documents = append(documents, &Document{p, s, b.places})
	}
	return documents, nil
}

// boxed is a polycube definition that is turned into a puzzle.
type boxed struct {
	*source
	*polycube.Puzzle
	places puzzlePlaces
}

// puzzle builds the puzzle. Flat pieces in a flat box become polyominoes, and turning them over in
// space becomes flipping.
func (b *boxed) puzzle(name string) (*puzzle.Puzzle, error) {
	b.places.whole = pos{b.Line, b.Col}
	p := &puzzle.Puzzle{Name: name, Lattice: lattice.Square}
	if b.Size[2] > 1 || slices.ContainsFunc(b.Pieces, solidPiece) {
		p.Lattice = lattice.Cube
	}
	walls := make(map[lattice.Cell]bool)
	first := make(map[string]int) // the first piece of each shape
	for _, one := range b.Pieces {
		cells := turned(b.Size, one.Cells)
		if one.Stationary && one.Name == polycube.Wall {
			for _, c := range cells {
				walls[c] = true
			}
			continue
		}
		at := pos{one.Line, one.Col}
		piece := puzzle.Piece{
			Name: one.Name, Count: puzzle.Exactly(1),
			Rotate: true, Flip: p.Lattice.Flips() && !b.OneSide,
		}
		if err := b.shape(&piece, cells, p.Lattice, at); err != nil {
			return nil, err
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
			b.places.pieces = append(b.places.pieces, partPlaces{whole: at})
		}
		if one.Stationary {
			if len(p.Place) == b.limits.Hints {
				return nil, b.beyond(at, "hints",
					"more than %d pieces stay where they are", b.limits.Hints)
			}
			p.Place = append(p.Place, puzzle.Hint{Piece: p.Pieces[k].Name, Cells: cells})
			b.places.hints = append(b.places.hints, partPlaces{whole: at})
		}
	}
	p.Board = boxWithout(b.Size, walls)
	return p, nil
}

// shape sets the cells of a piece, relative to their least corner.
func (b *boxed) shape(piece *puzzle.Piece, cells []lattice.Cell, l *lattice.Lattice, at pos) error {
	switch {
	case !printable(piece.Name):
		return b.errorf(at, "the name of the piece has a character that cannot be seen")
	case len(piece.Name) > b.limits.Name:
		return b.beyond(at, "name",
			"the name of the piece has more than %d characters", b.limits.Name)
	}
	cells = cornered(cells, l)
	if _, volume := boxAround(cells, b.limits.PieceCells); volume > b.limits.PieceCells {
		return b.beyond(at, "piece-cells", "the box around piece %q has more than %d cells",
			piece.Name, b.limits.PieceCells)
	}
	for _, c := range cells {
		piece.Cells = append(piece.Cells, puzzle.Cell{At: c})
	}
	return nil
}

// turned turns cells of a box by 180 degrees about x, in reading order.
func turned[C ~[3]int](size [3]int, cells []C) []lattice.Cell {
	all := make([]lattice.Cell, len(cells))
	for k, c := range cells {
		all[k] = lattice.Cell{c[0], size[1] - 1 - c[1], size[2] - 1 - c[2]}
	}
	return lattice.Sorted(all)
}

// solidPiece reports whether a piece has more than one layer.
func solidPiece(p polycube.Piece) bool {
	return slices.ContainsFunc(p.Cells, func(c [3]int) bool { return c[2] != p.Cells[0][2] })
}

// boxWithout returns the board of a box without some of its cells.
func boxWithout(size lattice.Cell, walls map[lattice.Cell]bool) puzzle.Board {
	board := puzzle.Board{Size: size}
	for z := range size[2] {
		for y := range size[1] {
			for x := range size[0] {
				if at := (lattice.Cell{x, y, z}); !walls[at] {
					board.Sites = append(board.Sites, puzzle.Site{Cell: puzzle.Cell{At: at}})
				}
			}
		}
	}
	return board
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

// writePolycube writes puzzles as definitions of polycube.
func writePolycube(w *bytes.Buffer, puzzles []*puzzle.Puzzle) error {
	for _, p := range puzzles {
		box, err := boxOf(p)
		if err != nil {
			return fmt.Errorf("polycube cannot hold %s: %w", p.Name, err)
		}
		w.WriteString(box.Write())
	}
	return nil
}

// boxOf returns the puzzle as a definition: one piece for each copy, and one for the places of the
// box that are not on the board.
func boxOf(p *puzzle.Puzzle) (*polycube.Puzzle, error) {
	oneSide, err := sidesOf(p)
	if err != nil {
		return nil, err
	}
	box := &polycube.Puzzle{Size: p.Board.Size, OneSide: oneSide}
	for k := range p.Pieces {
		if err := addCopies(box, p, &p.Pieces[k]); err != nil {
			return nil, err
		}
	}
	return box, addWalls(box, p)
}

// addCopies adds the copies of a piece, first those placed by hints.
func addCopies(box *polycube.Puzzle, p *puzzle.Puzzle, piece *puzzle.Piece) error {
	var placed [][]lattice.Cell
	for _, h := range p.Place {
		if h.Piece == piece.Name {
			placed = append(placed, h.Cells)
		}
	}
	if len(placed) > piece.Count.Min {
		return fmt.Errorf("piece %q is used less often than it is placed", piece.Name)
	}
	cells := cornered(placesOf(piece.Cells), p.Lattice)
	size, _ := boxAround(cells, maxDrawing)
	for copies := range piece.Count.Min {
		one := polycube.Piece{Name: piece.Name, Stationary: copies < len(placed)}
		if copies > 0 {
			one.Name = fmt.Sprintf("%s.%d", piece.Name, copies+1)
		}
		places := turned(size, cells)
		if one.Stationary {
			places = turned(box.Size, placed[copies])
		}
		for _, c := range places {
			one.Cells = append(one.Cells, c)
		}
		box.Pieces = append(box.Pieces, one)
	}
	return nil
}

// addWalls adds the piece that stands for the places of the box that are not on the board. The
// names of all pieces must differ.
func addWalls(box *polycube.Puzzle, p *puzzle.Puzzle) error {
	names := make(map[string]bool)
	for _, one := range box.Pieces {
		if names[one.Name] {
			return fmt.Errorf("a copy of a piece would be called %q, as another piece is", one.Name)
		}
		names[one.Name] = true
	}
	wall := polycube.Piece{Name: polycube.Wall, Stationary: true}
	sites := p.Board.Sites
	for z := range box.Size[2] {
		for y := range box.Size[1] {
			for x := range box.Size[0] {
				if at := (lattice.Cell{x, y, z}); len(sites) > 0 && sites[0].At == at {
					sites = sites[1:]
					continue
				}
				wall.Cells = append(wall.Cells, [3]int{x, box.Size[1] - 1 - y, box.Size[2] - 1 - z})
			}
		}
	}
	if len(wall.Cells) > 0 {
		box.Pieces = append(box.Pieces, wall)
	}
	return nil
}

// sidesOf reports whether the pieces of a puzzle keep one side up; the error names what a
// definition cannot express.
func sidesOf(p *puzzle.Puzzle) (oneSide bool, _ error) {
	switch volume := p.Board.Size[0] * p.Board.Size[1] * p.Board.Size[2]; {
	case p.Cover != nil:
		return false, errors.New("it has no geometry")
	case p.Lattice != lattice.Square && p.Lattice != lattice.Cube:
		return false, fmt.Errorf("its lattice is %s", p.Lattice.Name)
	case len(p.Board.Sites) == 0 || volume > maxDrawing:
		return false, errors.New("its board has no cells, or too many")
	case len(p.Congruent()) > 0:
		return false, errors.New("pieces of one shape have different names:" +
			" there they are copies of one piece")
	}
	for _, s := range p.Board.Sites {
		switch {
		case s.Symbol != 0:
			return false, fmt.Errorf("its board has the symbol %q", s.Symbol)
		case s.Optional:
			return false, errors.New("cells of its board may stay empty")
		}
	}
	flat, turn, flip := p.Board.Size[2] == 1, true, true
	for _, piece := range p.Pieces {
		if err := boxedPiece(&piece); err != nil {
			return false, err
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

// boxedPiece returns an error that names what a definition cannot express of a piece.
func boxedPiece(piece *puzzle.Piece) error {
	switch {
	case piece.Within != "":
		return fmt.Errorf("piece %q is held to a region", piece.Name)
	case piece.Count.Min != piece.Count.Max || piece.Count.Min < 1:
		return fmt.Errorf("piece %q is used %s times, which is no fixed number from 1",
			piece.Name, piece.Count)
	case !polycube.Fits(piece.Name):
		return fmt.Errorf("the name of piece %q has another meaning there", piece.Name)
	}
	for _, c := range piece.Cells {
		if c.Symbol != 0 {
			return fmt.Errorf("piece %q has the symbol %q", piece.Name, c.Symbol)
		}
	}
	return nil
}

// directiveD matches the start of a puzzle.
var directiveD = pattern(`^[ \t]*D[ \t]*:[ \t]*[xyz]Dim[ \t]*=|^[ \t]*D[ \t]*:[ \t]*oneSide\b`)

// showsPolycube: the directive of a box follows the comments.
func showsPolycube(l look) bool {
	for _, line := range l.lines {
		if code := strings.TrimSpace(line); code != "" && code[0] != '#' {
			return directiveD().MatchString(line)
		}
	}
	return false
}
