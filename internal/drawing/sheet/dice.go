package sheet

import (
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/internal/drawing/outline"
	"github.com/exactile/exactile/internal/drawing/palette"
)

// The measures of a die to fold: its side, and how wide the tabs are.
const dieSide, tabWide = 14.0, 4.0

// dice draws the dice as nets to cut out, fold and glue.
func (s *Sheet) dice(d *drawer) error {
	var blocks []block
	for k := range d.Puzzle.Pieces {
		if d.isDie(k) {
			blocks = append(blocks, d.die(d.faces(k)))
		}
	}
	if s.machine || len(blocks) == 0 {
		return nil
	}
	return s.layout(d.title()+": dice", "cut out, fold along the thin lines, and glue the tabs inside", blocks)
}

// die draws the net of a die: a cross, with tabs at seven of its sides.
func (d *drawer) die(labels []string) (b block) {
	net := []lattice.Cell{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {3, 1}, {1, 2}}
	p := outline.NewPlane(lattice.Square, net, dieSide)
	b.width, b.height = 4*dieSide+tabWide, 3*dieSide+2*tabWide
	owner := make(map[lattice.Cell]int)
	var a art
	for n, c := range net {
		owner[c] = n + 1
		a.shapes = append(a.shapes, d.word(p, c, labels[n%len(labels)], palette.Black))
	}
	a.draw(thin, outline.Seams(p, owner, func(one, other int) bool { return one != 0 && other != 0 })...)
	// The sides of the cross that have tabs, clockwise: from a corner to the next, in sides.
	tabs := map[[4]int]bool{
		{1, 1, 1, 0}: true, {1, 0, 2, 0}: true, {2, 0, 2, 1}: true, {4, 1, 4, 2}: true,
		{2, 2, 2, 3}: true, {2, 3, 1, 3}: true, {1, 3, 1, 2}: true,
	}
	around := [][2]int{{1, 0}, {2, 0}, {2, 1}, {3, 1}, {4, 1}, {4, 2}, {3, 2}, {2, 2}, {2, 3}, {1, 3}, {1, 2}, {0, 2}, {0, 1}, {1, 1}}
	at := func(v [2]int) outline.Point {
		return outline.Point{X: float64(v[0]) * dieSide, Y: float64(v[1]) * dieSide}
	}
	line := []outline.Point{at(around[0])}
	for n, v := range around {
		w := around[(n+1)%len(around)]
		if tabs[[4]int{v[0], v[1], w[0], w[1]}] {
			// Outside is to the left of the way round.
			dx, dy := float64(w[0]-v[0]), float64(w[1]-v[1])
			from, to := at(v), at(w)
			line = append(line,
				outline.Point{X: from.X + tabWide*(dx+dy), Y: from.Y + tabWide*(dy-dx)},
				outline.Point{X: to.X + tabWide*(dy-dx), Y: to.Y - tabWide*(dy+dx)})
			a.draw(thin, []outline.Point{from, to})
		}
		line = append(line, at(w))
	}
	a.draw(cut, line)
	b.put(a, outline.Point{Y: tabWide})
	return b
}
