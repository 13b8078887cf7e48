package lattice

// A Colouring gives each cell of a lattice one of two colours, by its coordinates modulo 2.
type Colouring struct {
	Words string // how cells are coloured: "like a chessboard"; empty: all alike
	odd   Cell   // 1 for the coordinates whose sum decides
}

// Sign returns 1 or -1 for the colour of a cell.
func (c Colouring) Sign(at Cell) int {
	return 1 - 2*((at[0]*c.odd[0]+at[1]*c.odd[1]+at[2]*c.odd[2])&1)
}

// Colourings lists the characters of the group of moves modulo 2, which are the colourings under
// which a moved shape covers the same colours or the opposite ones: first that in which all cells
// are alike, then those in which neighbours differ, then stripes.
func (l *Lattice) Colourings() []Colouring {
	all := []Colouring{{}}
	var stripes []Colouring
	for a := 1; a < 1<<l.Dims; a++ {
		c := Colouring{odd: Cell{a & 1, a >> 1 & 1, a >> 2}}
		chess := true
		for _, step := range l.steps[0] {
			chess = chess && c.Sign(step) < 0
		}
		switch {
		case chess && len(l.steps) > 1:
			c.Words = "by which way a " + l.Name + " points"
		case chess:
			c.Words = "like a chessboard"
		case a&(a-1) == 0:
			c.Words = "in " + []string{"columns", "rows", "layers"}[a/2] + " of two colours"
		case l.Dims == 2:
			c.Words = "in slanting rows of two colours"
		default:
			c.Words = "in slanting layers of two colours"
		}
		if chess {
			all = append(all, c)
		} else {
			stripes = append(stripes, c)
		}
	}
	return append(all, stripes...)
}
