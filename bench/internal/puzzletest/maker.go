package puzzletest

import (
	"fmt"
	"slices"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// A Pick makes the choices of a random puzzle: it returns a number from 0 to n-1,
// n >= 1. A generator of random numbers is one (rand.Rand.IntN), a fuzzer's bytes
// are another (Bytes). Zeros make the simplest puzzles.
type Pick func(n int) int

// Bytes returns a Pick that makes its choices by the bytes of data, one for each,
// and returns 0 when no bytes are left.
func Bytes(data []byte) Pick {
	return func(n int) int {
		if len(data) == 0 {
			return 0
		}
		b := int(data[0])
		data = data[1:]
		return b % n
	}
}

// one reports true once in n times.
func (pick Pick) one(n int) bool { return pick(n) == n-1 }

// A maker holds a puzzle that is being drawn.
type maker struct {
	Pick
	p       *puzzle.Puzzle
	regions []region // the planted solution
}

// A region is a placement of the planted solution; a hole stays empty.
type region struct {
	piece int // -1: a hole
	cells []lattice.Cell
}

// sites returns the index of every cell of the board.
func (g *maker) sites() map[lattice.Cell]int {
	index := make(map[lattice.Cell]int, len(g.p.Board.Sites))
	for n, s := range g.p.Board.Sites {
		index[s.At] = n
	}
	return index
}

// letter returns the usual name of piece k.
func letter(k int) string {
	if k < 26 {
		return string(rune('A' + k))
	}
	return fmt.Sprintf("P%d", k)
}

// rename gives piece k another name, also in hints and groups.
func rename(p *puzzle.Puzzle, k int, name string) {
	for n := range p.Place {
		if p.Place[n].Piece == p.Pieces[k].Name {
			p.Place[n].Piece = name
		}
	}
	for n := range p.Over {
		if p.Over[n].Piece == p.Pieces[k].Name {
			p.Over[n].Piece = name
		}
	}
	for n := range p.Groups {
		names := slices.Clone(p.Groups[n].Pieces)
		if at := slices.Index(names, p.Pieces[k].Name); at >= 0 {
			names[at] = name
		}
		p.Groups[n].Pieces = names
	}
	p.Pieces[k].Name = name
}
