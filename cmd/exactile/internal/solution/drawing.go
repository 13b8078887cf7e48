package solution

import (
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/internal/located"
)

// A Drawing is the piece that covers each cell of a board. It does not show where one copy of a
// piece ends and the next one starts, so it stands for any number of solutions: those of the models
// that its methods return. The options of the models are the tiling's.
type Drawing struct {
	t     *puzzle.Tiling
	piece map[lattice.Cell]int // -1 for none
}

// The characters that render.Text draws for a cell that stays empty, and for no cell.
const empty, blocked = '.', '#'

// ParseDrawing reads a solution in the form of render.Text, with or without its legend. The error
// has the line and column of the fault.
func ParseDrawing(t *puzzle.Tiling, text string) (*Drawing, error) {
	if t.Puzzle.Cover != nil {
		return nil, located.Errorf("", 1, 1,
			"a puzzle without geometry has no drawing: give the solution as JSON")
	}
	drawn, err := readDrawing(t.Puzzle, text)
	if err != nil {
		return nil, err
	}
	return &Drawing{t, drawn}, nil
}

// Solutions returns the model of the puzzle's solutions that match d.
func (d *Drawing) Solutions() *cover.Model { return d.split(false) }

// Splits returns the model of the ways to split d into placements, even if they do not solve the
// puzzle: all of d, or the cells of some pieces, all others left empty.
func (d *Drawing) Splits(pieces ...int) *cover.Model { return d.split(true, pieces...) }

// split returns the model whose solutions cover exactly the drawn cells of the pieces, each by the
// piece drawn there. If loose, pieces may be used any number of times, and hints, groups, rules and
// cells drawn empty have no effect.
func (d *Drawing) split(loose bool, pieces ...int) *cover.Model {
	wanted := func(piece int) bool { return len(pieces) == 0 || slices.Contains(pieces, piece) }
	m := *d.t.Model
	m.Sym = nil
	m.Items = slices.Clone(m.Items)
	first := len(d.t.Puzzle.Pieces)
	if loose {
		for i := range m.Items {
			m.Items[i].Min = 0
			if i < first || i >= first+len(d.t.Puzzle.Board.Sites) {
				m.Items[i].Max = len(m.Options)
			}
		}
	}
	for s, site := range d.t.Puzzle.Board.Sites {
		if p := d.piece[site.At]; p >= 0 && wanted(p) { // it is covered, even if it is optional
			m.Items[first+s] = cover.Item{Name: m.Items[first+s].Name, Min: 1, Max: 1}
		}
	}
	var other []int
	for o, pl := range d.t.Placements {
		fits := wanted(pl.Piece) && !slices.ContainsFunc(pl.Cells, func(c lattice.Cell) bool {
			return d.piece[c] != pl.Piece
		})
		if !fits {
			other = append(other, o)
		}
	}
	return m.Restrict(cover.Shard{Drop: other})
}

// readDrawing returns the piece that each cell of the board shows, -1 for none.
func readDrawing(p *puzzle.Puzzle, text string) (map[lattice.Cell]int, error) {
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
	letters := render.Letters(p.Pieces)
	onBoard := make(map[lattice.Cell]bool, len(p.Board.Sites))
	for _, site := range p.Board.Sites {
		onBoard[site.At] = true
	}
	drawn := make(map[lattice.Cell]int, len(p.Board.Sites))
	n := 0
	for z := range p.Board.Size[2] {
		if z > 0 {
			if n < len(lines) && strings.TrimSpace(lines[n]) != "" {
				return nil, located.Errorf("", n+1, 1, "want an empty line between layers")
			}
			n++
		}
		for y := range p.Board.Size[1] {
			if n >= len(lines) {
				return nil, located.Errorf("", n+1, 1, "the drawing ends before row %d of %d", y+1,
					p.Board.Size[1])
			}
			row := []rune(strings.TrimRight(lines[n], " \t"))
			if len(row) > p.Board.Size[0] {
				return nil, located.Errorf("", n+1, p.Board.Size[0]+1,
					"the row is longer than the board's %d columns", p.Board.Size[0])
			}
			for x := range p.Board.Size[0] {
				mark := ' '
				if x < len(row) {
					mark = row[x]
				}
				at := lattice.Cell{x, y, z}
				piece := slices.Index(letters, mark)
				switch blank := mark == blocked || mark == ' '; {
				case blank && !onBoard[at]:
				case blank:
					return nil, located.Errorf("", n+1, x+1,
						"the board has a cell here: want a piece's letter or %q", empty)
				case !onBoard[at]:
					return nil, located.Errorf("", n+1, x+1, "the board has no cell here: want %q",
						blocked)
				case mark == empty:
					drawn[at] = -1
				case piece < 0:
					return nil, located.Errorf("", n+1, x+1, "no piece is drawn as %q", mark)
				default:
					drawn[at] = piece
				}
			}
			n++
		}
	}
	return drawn, afterDrawing(p, lines, n)
}

// afterDrawing returns an error if anything but the drawing's legend follows it.
func afterDrawing(p *puzzle.Puzzle, lines []string, n int) error {
	legend := strings.Split(render.Legend(p.Pieces), "\n")
	for ; n < len(lines); n++ {
		if line := strings.TrimSpace(lines[n]); line != "" && !slices.Contains(legend, line) {
			return located.Errorf("", n+1, 1, "want the end of the drawing or its legend")
		}
	}
	return nil
}
