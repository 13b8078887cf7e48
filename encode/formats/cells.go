package formats

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/tree"
)

// Nothing in a list of coordinates shows that it is a puzzle, or how often a piece is used. So
// cells have no pattern: their format is named, by --from or by the ending, or shown by the keys
// board and pieces of a JSON object, which the reader of JSON finds.
var cellsFile = Format{
	Name: "cells", Text: "lists of cells, (x,y) or JSON: those of the board, then of each piece",
	endings: []string{".cells"}, begins: showsJSON, matches: func(sniff) bool { return false },
	read: readCells, alone: true, writeOne: writeCells,
}

var cellsKeys = []string{"lattice", "board", "pieces"}

// readCells reads a JSON object with lists of cells under board and pieces, where the pieces may be
// a mapping by their names; or lists alone, of which the first is the board: in JSON one list of
// them, or one after the other; or lines of cells such as (0,1), below the name of a lattice or
// not. Each piece is used once, and turned and flipped as the lattice has it. Cells of hexagons are
// axial coordinates.
func readCells(s *source) ([]*Document, error) {
	parse := tree.ParseJSON
	if !newSniff(s.text).starts("{") {
		parse = parseLists
	}
	return readTrees(s, parse, cellsPuzzle)
}

// parseLists reads lists as JSON, in which brackets may be round, and commas between lists and the
// list around the cells of a line may be left out.
func parseLists(text string, limits tree.Limits) ([]*tree.Node, error) {
	n := &tree.Node{Kind: tree.Mapping}
	first, _, _ := strings.Cut(text, "\n")
	if l, ok := lattice.ByName(strings.TrimSpace(first)); ok {
		n.Put("lattice", tree.Text(l.Name))
		text = strings.Repeat(" ", len(first)) + text[len(first):]
	}
	depth := 0
	text = strings.Map(func(c rune) rune {
		switch c {
		case '(', '[':
			depth++
			return '['
		case ')', ']':
			depth--
			return ']'
		case ',', ';':
			if depth == 0 {
				return ' '
			}
		}
		return c
	}, text)
	limits.Documents = limits.Nodes
	all, err := tree.ParseJSON(text, limits)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	var shapes []*tree.Node
	for k, list := range all {
		cell := func(n *tree.Node) bool { return n.Kind == tree.List && !nested(n) }
		switch last := len(shapes) - 1; {
		case !cell(list):
			shapes = append(shapes, list)
		case k > 0 && cell(all[k-1]) && list.Line == all[k-1].Line:
			shapes[last].Items = append(shapes[last].Items, list)
		default:
			shapes = append(shapes,
				&tree.Node{Pos: list.Pos, Kind: tree.List, Items: []*tree.Node{list}})
		}
	}
	if only := shapes[0].Items; len(shapes) == 1 && len(only) > 0 && nested(only[0]) {
		shapes = only
	}
	n.Pos = shapes[0].Pos
	n.Put("board", shapes[0])
	n.Put("pieces", &tree.Node{Pos: n.Pos, Kind: tree.List, Items: shapes[1:]})
	return []*tree.Node{n}, nil
}

// isCells reports whether the board and the pieces of a document are lists of cells.
func isCells(n *tree.Node) bool {
	board, pieces := n.Get("board"), n.Get("pieces")
	return board != nil && pieces != nil && nested(board) && len(pieces.Items) > 0 &&
		(pieces.Kind == tree.Mapping || pieces.Items[0].Kind == tree.List)
}

// cellsPuzzle reads a puzzle of lists.
func cellsPuzzle(r *fieldReader, n *tree.Node, name string) *puzzle.Puzzle {
	p := &puzzle.Puzzle{Name: name, Lattice: lattice.Square}
	f := r.form(n, "a puzzle of cells", cellsKeys)
	board := f.values["board"]
	if v := f.values["lattice"]; v != nil {
		p.Lattice = r.lattice(v)
	} else if board != nil && nested(board) {
		p.Lattice = r.latticeOf(board)
	}
	f.must("board", func(v *tree.Node) {
		moved := slices.ContainsFunc(v.Items, func(c *tree.Node) bool {
			return slices.ContainsFunc(c.Items, func(n *tree.Node) bool {
				return strings.HasPrefix(n.Text, "-")
			})
		})
		if p.Board = r.listedBoard(v, p.Lattice, moved); moved {
			r.warnf(v.Pos, "the board is moved so that its coordinates are from 0")
		}
	}, "the puzzle has no board")
	f.must("pieces", func(v *tree.Node) { r.cellPieces(v, p) }, "the puzzle has no pieces")
	if len(r.errs) == 0 {
		plainDocument(r.source, p, r.places)
		warnLoose(r.source, p, r.places)
	}
	return p
}

// cellPieces reads pieces as lists of cells, in a list or by their names.
func (r *fieldReader) cellPieces(n *tree.Node, p *puzzle.Puzzle) {
	list := *n
	if n.Kind == tree.Mapping {
		list.Kind = tree.List
	}
	all := r.list(&list, "pieces", r.bound("pieces"))
	if len(n.Items) == 0 && list.Kind == tree.List {
		r.fail(n.Pos, "the puzzle has no pieces")
	}
	for k, v := range all {
		piece := puzzle.Piece{Name: letterName(k), Count: puzzle.Exactly(1), Rotate: true,
			Flip: p.Lattice.Flips()}
		places := partPlaces{whole: v.Pos}
		if n.Kind == tree.Mapping {
			places.fields = map[string]tree.Pos{"name": n.Keys[k].Pos}
			piece.Name = r.name(n.Keys[k], "the piece's name")
		}
		piece.Cells, places.shape = r.cellList(v, "a piece", p.Lattice, r.bound("piece-cells"),
			true)
		p.Pieces = append(p.Pieces, piece)
		r.places.add("piece", places)
	}
}

// latticeOf returns the lattice of a board whose file names none: cubes if a cell has three
// coordinates, or hexes if the name of the file has the word axial or hex. Else they are squares,
// of which the reader is told, since hexes have two coordinates, too.
func (r *fieldReader) latticeOf(board *tree.Node) *lattice.Lattice {
	words := strings.FieldsFunc(strings.ToLower(filepath.Base(r.source.name)),
		func(c rune) bool { return c < 'a' || c > 'z' })
	switch {
	case len(board.Items[0].Items) == 3:
		return lattice.Cube
	case slices.Contains(words, "axial") || slices.Contains(words, "hex"):
		r.warnf(board.Pos, "the cells are axial coordinates of hexes, as the file's name says; "+
			"the lattice square would make them squares")
		return lattice.Hex
	}
	r.warnf(board.Pos, "the cells are squares, since no lattice is named; the lattice hex would "+
		"make them axial coordinates")
	return lattice.Square
}

// writeCells writes a puzzle as lists of cells in JSON.
func writeCells(b *bytes.Buffer, p *puzzle.Puzzle) error {
	if err := onceEach(p, lattice.All()...); err != nil {
		return err
	}
	n := &tree.Node{Kind: tree.Mapping}
	n.Put("lattice", tree.Text(p.Lattice.Name))
	list := func(cells []puzzle.Cell) *tree.Node {
		return tree.ListOf(p.Coordinates(placesOf(cells)), tree.Numbers)
	}
	n.Put("board", list(boardCells(p)))
	pieces, named := &tree.Node{Kind: tree.Mapping}, false
	for k, piece := range p.Pieces {
		if !printable(piece.Name) {
			return errors.New("the name of a piece has no text form")
		}
		named = named || piece.Name != letterName(k)
		pieces.Put(piece.Name, list(inCorner(piece.Cells, p.Lattice)))
	}
	if !named {
		pieces.Kind, pieces.Keys = tree.List, nil
	}
	n.Put("pieces", pieces)
	tree.WriteJSON(b, n)
	return nil
}
