// Package polycube reads and writes the puzzle definitions of the program polycube: boxes, and
// pieces as lists of coordinates or in drawings. It does not depend on exactile's puzzles.
//
// A directive is a line of fields with colons between them; '#' begins a comment.
//
//	D:xDim=4:yDim=4:zDim=4        a puzzle begins: its box; oneSide forbids to flip
//	C:name=A:layout=0 0 0, 1 0 0  a piece; type=S says that it stays where it is
//	L:stationary=B                rows follow, the highest y first: names of pieces, '.'
//	                              for nothing, layers from z=0 on with commas between them
//	~L                            the rows end
//	~D                            the puzzle ends
//
// Source: M. T. Busche, polycube 2.0, input of its PuzzleParser.cpp and output of Puzzle.cpp.
package polycube

import "fmt"

// A Pos is a line and a column in characters, from 1.
type Pos struct{ Line, Col int }

// A Puzzle is a box to be filled, and the pieces that fill it.
type Puzzle struct {
	Pos
	Size    [3]int
	OneSide bool // pieces turn only in the plane
	Pieces  []Piece
}

// A Piece is used once.
type Piece struct {
	Pos
	Name       string
	Stationary bool     // it stays where its cells are
	Cells      [][3]int // x to the right, y upwards, z towards the eye; distinct
}

// Limits bound a text: Puzzles its puzzles, Pieces and AllCells the sums over all puzzles, and
// Cells one box.
type Limits struct{ Puzzles, Pieces, AllCells, Cells int }

// An Error is a mistake and its place.
type Error struct {
	Pos
	Text  string
	Limit string // the name of the limit that is gone beyond, or ""
}

func (e *Error) Error() string { return e.Text }

func errorf(at Pos, format string, args ...any) *Error {
	return &Error{Pos: at, Text: fmt.Sprintf(format, args...)}
}

func beyond(at Pos, limit, format string, most int) *Error {
	return &Error{Pos: at, Text: fmt.Sprintf(format, most), Limit: limit}
}
