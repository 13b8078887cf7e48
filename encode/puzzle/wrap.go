package puzzle

import "github.com/exactile/exactile/encode/lattice"

// A Wrap closes a board upon itself: each of its moves leads from any cell to the same cell again.
// Wrap[k] closes axis k after Wrap[k][k], which is at least the size of the board, and may twist
// the board along closed axes before k. The zero move leaves the axis open.
type Wrap [3]lattice.Cell

// Closes reports whether some axis is closed.
func (w Wrap) Closes() bool { return w != Wrap{} }

// Home returns the cell that c is the same as and that has coordinates from 0 to Wrap[k][k]-1 on
// all closed axes: for a cell of the board, its site.
func (w *Wrap) Home(c lattice.Cell) lattice.Cell {
	for k := 2; k >= 0; k-- { // a twist changes the axes that come after
		if n := w[k][k]; n > 0 && (c[k] < 0 || c[k] >= n) {
			times := (c[k] - (c[k]%n+n)%n) / n
			for j := range c {
				c[j] -= times * w[k][j]
			}
		}
	}
	return c
}

// A Motion maps a board onto itself: a motion of its lattice, and then a move.
type Motion struct {
	lattice.Motion
	Move      lattice.Cell
	index, to int // of the lattice's, and of the image of the first site: they tell it apart
}
