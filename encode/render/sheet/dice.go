package sheet

import (
	"unicode"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/palette"
)

// The measures of a die to fold: its side, and how wide the tabs are.
const dieSide, tabWide = 14.0, 4.0

// dice draws the dice as nets to cut out, fold and glue.
func (s *booklet) dice(d *drawer) error {
	var blocks []block
	for k := range d.Puzzle.Pieces {
		if d.isDie(k) {
			blocks = append(blocks, d.die(d.faces(k)))
		}
	}
	if s.machine || len(blocks) == 0 {
		return nil
	}
	return s.layout(d.title()+": dice",
		"cut out, fold along the thin lines, and glue the tabs inside", blocks)
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
	a.draw(thin, outline.Seams(p, owner, func(one, other int) bool {
		return one != 0 &&
			other != 0
	})...)
	// The way round the cross from its upper left corner, clockwise: right, down, left, up, capital
	// where there is a tab. Outside is to the left of the way.
	ways := map[rune]outline.Point{'r': {X: 1}, 'd': {Y: 1}, 'l': {X: -1}, 'u': {Y: -1}}
	at := outline.Point{X: dieSide}
	line := []outline.Point{at}
	for _, step := range "RDrrDllDLUlurU" {
		way := ways[unicode.ToLower(step)]
		to := outline.Point{X: at.X + dieSide*way.X, Y: at.Y + dieSide*way.Y}
		if unicode.IsUpper(step) {
			line = append(line,
				outline.Point{X: at.X + tabWide*(way.X+way.Y), Y: at.Y + tabWide*(way.Y-way.X)},
				outline.Point{X: to.X + tabWide*(way.Y-way.X), Y: to.Y - tabWide*(way.Y+way.X)})
			a.draw(thin, []outline.Point{at, to})
		}
		line, at = append(line, to), to
	}
	a.draw(cut, line)
	b.put(a, outline.Point{Y: tabWide})
	return b
}
