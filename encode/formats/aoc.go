package formats

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/tree"
)

var aocFile = Format{
	Name: "aoc", Text: "shapes and regions as in Advent of Code 2025, day 12; it is only read",
	begins: beginsAoC, read: readAoC,
}

// readAoC reads shapes, each a line "N:" with N from 0 on and rows of # and . below it, and then
// regions, each a line "WxH: COUNTS" with a count for each shape. A region is a puzzle that is
// named by its line: each shape is used as often as its count says and may be turned and flipped,
// and cells may stay empty.
//
// Source: E. Wastl, Advent of Code 2025, day 12, Christmas Tree Farm.
func readAoC(s *source) ([]*Document, error) {
	r := &aocReader{
		gridReader: gridReader{plainReader{lineReader: lineReader{source: s, rest: s.text}}},
		boards:     make(map[lattice.Cell]puzzle.Board),
	}
	var places puzzlePlaces
	shapes := &puzzle.Puzzle{Lattice: lattice.Square}
	more := r.nextFull()
	for ; more && strings.HasSuffix(strings.TrimRight(r.line, " \t"),
		":"); more = r.nextFullFrom() {
		if len(shapes.Pieces) == s.limits.Pieces {
			return nil, tree.Beyond(r.pos(), "pieces", "more than %d shapes", s.limits.Pieces)
		}
		places.add("piece", partPlaces{whole: r.pos()})
		shapes.Pieces = append(shapes.Pieces, r.shape(len(shapes.Pieces)))
	}
	if len(shapes.Pieces) == 0 {
		r.expected("a shape, which begins with 0:")
	} else if !more {
		r.expected("a region, such as 12x5: and a count for each shape")
	}
	warnCongruent(s, shapes, places)
	var documents []*Document
	for ; more && r.err == nil; more = r.nextFull() {
		if len(documents) == s.limits.Documents {
			return nil, tree.Beyond(r.pos(), "documents", "more than %d regions",
				s.limits.Documents)
		}
		place := puzzlePlaces{whole: r.pos()}
		p := r.region(shapes.Pieces)
		if p.Name = strings.Join(strings.Fields(r.line), " "); !s.named(p.Name) {
			p.Name = s.puzzleName(len(documents), 2)
		}
		documents = append(documents, &Document{p, s, place})
	}
	return documents, r.err
}

type aocReader struct {
	gridReader
	// boards are those of the regions so far, by their sizes; z is 1 if cells may stay empty.
	// Puzzles share them: a file may have a thousand large regions.
	boards map[lattice.Cell]puzzle.Board
}

// shape takes shape n, and moves to the line behind it.
func (r *aocReader) shape(n int) puzzle.Piece {
	piece := puzzle.NewPiece(strconv.Itoa(n))
	if head := strings.TrimRight(r.line, " \t"); head != piece.Name+":" {
		r.expected(fmt.Sprintf("shape %d", n))
	}
	here := r.pos()
	if !r.next() || r.empty() {
		r.expected(fmt.Sprintf("the rows of shape %d", n))
	}
	if piece.Cells, _ = r.block('#', '.', r.bound("piece-cells")); len(piece.Cells) == 0 {
		r.fail(tree.At(here, "shape %d has no #", n))
	}
	return piece
}

// region takes the line of a region.
func (r *aocReader) region(shapes []puzzle.Piece) *puzzle.Puzzle {
	r.blanks()
	here, most := r.pos(), r.bound("cells")
	width := r.number(1, most.most, "the width of a region, such as 12x5:")
	r.char('x', "x between the width and the height of a region")
	height := r.number(1, most.most, "the height of the region")
	if height > 0 && width > most.most/height {
		r.fail(tree.Beyond(here, most.name, "a region of more than %d cells", most.most))
	}
	r.char(':', "a colon after the size of the region")
	p := &puzzle.Puzzle{Lattice: lattice.Square}
	for n, shape := range shapes {
		if count := r.number(0, r.limits.Count,
			fmt.Sprintf("the count of shape %d", n)); count > 0 {
			p.Pieces = append(p.Pieces, shape.Times(puzzle.Exactly(count)))
		}
		if r.at < len(r.line) && !isBlank(rune(r.line[r.at])) {
			r.expected("a blank after the count")
		}
		if r.err != nil {
			return p
		}
	}
	r.lineEnd(fmt.Sprintf("the counts of %d shapes", len(shapes)))
	size := lattice.Cell{width, height}
	if pieceArea(p) < width*height {
		size[2] = 1
	}
	board, known := r.boards[size]
	if !known && r.err == nil {
		if e := r.draw(here, width*height); e != nil {
			r.fail(e)
			return p
		}
		if board = puzzle.Rect(width, height); size[2] == 1 {
			board = board.Packing()
		}
		r.boards[size] = board
	}
	p.Board = board
	return p
}

// beginsAoC: the first shape, and a row of it.
func beginsAoC(l sniff) bool {
	return len(l.lines) > 1 && strings.TrimRight(l.lines[0], " \t") == "0:" &&
		strings.TrimRight(l.lines[1], " \t") != "" && strings.Trim(l.lines[1], "#. \t") == ""
}
