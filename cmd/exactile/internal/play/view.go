package play

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
)

// panelWidth is the width of the list of pieces beside the board.
const panelWidth = 30

// view draws the board with lines, as large as fits, or in letters if there is no room.
func (b *table) view(columns, lines int) ([]string, int, int) {
	placed, held := b.Taken(), puzzle.Placement{Piece: b.Hand, Cells: b.Cells()}
	_, why := b.Fit()
	if b.options.Colour {
		b.drawer.Shades = b.shades()
	}
	foot := b.footer(columns)
	room := lines - len(foot)
	if b.options.Lines && len(b.Puzzle.Board.Sites) > 0 {
		mark := '•'
		if why != "" {
			mark = '×'
		}
		b.shown = b.drawer.Position(placed, held, mark, columns-panelWidth-3, room-1)
		if b.shown.Width()+3+panelWidth <= columns && b.shown.Lines() <= room {
			text := b.page(columns, room, b.shown.Lines())
			for len(text) < b.shown.Lines() {
				text = append(text, "")
			}
			return slices.Concat(text, foot), 0, 0
		}
	}
	mark := '*'
	switch {
	case b.Hand < 0:
		held.Cells, mark = []lattice.Cell{b.At}, '<'
	case why != "":
		mark = '!'
	}
	b.shown = b.drawer.InLetters(placed, held, mark)
	text := b.page(columns, room, 0)
	return slices.Concat(text, foot), max(24, b.listAt+panelWidth),
		2 + max(b.shown.Lines(), 6) + len(foot)
}

// page is the drawn board and the list of pieces in the lines of room, below the name of the
// puzzle if both leave room for it: the board needs tall lines.
func (b *table) page(columns, room, tall int) []string {
	var head []string
	if tall < room {
		head = []string{truncate(b.Puzzle.Name, columns)}
	}
	b.top, b.listAt = len(head), b.shown.Width()+3
	return append(head, sideBySide(b.shown.Text(b.options.Colour), b.listAt,
		b.panel(room-b.top))...)
}

// footer is the text below the board.
func (b *table) footer(columns int) []string {
	status := b.count.text() + b.here()
	if b.Solved() {
		status = "Solved! " + status
	}
	return []string{truncate(status, columns), truncate(b.Message, columns),
		truncate("? help  tab piece  r turn  f flip  space drop  x pick up  i hint  s solve",
			columns)}
}

// panel lists the pieces, around the one in the hand if there is no room for all, and below
// them its shape if there is room.
func (b *table) panel(room int) []string {
	p := b.Puzzle
	var list []string
	b.listed = nil
	for k, piece := range p.Pieces {
		b.listed = append(b.listed, k)
		pointer := "  "
		if k == b.Hand {
			pointer = "> "
		}
		n := fmt.Sprint(b.Left(k))
		if b.Left(k) == puzzle.Unbounded {
			n = "any"
		}
		letter := string(b.letters[k]) + " "
		if b.options.Colour {
			letter = b.escapes[k] + letter + "\x1b[m"
		}
		text := fmt.Sprintf(" %-3s left", n)
		if piece.Name != string(b.letters[k]) {
			text += "  " + piece.Name
		}
		list = append(list, pointer+letter+truncate(text, panelWidth-4))
	}
	if len(list) > room && room > 0 {
		from := min(max(b.Hand-room/2, 0), len(list)-room)
		b.listed = b.listed[from : from+room]
		return list[from : from+room]
	}
	if b.Hand < 0 {
		return list
	}
	text := render.Shape(b.Orientations[b.Hand][b.Orientation[b.Hand]])
	shape := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(list)+1+len(shape) <= room {
		list = append(list, "")
		for _, row := range shape {
			list = append(list, "    "+row)
		}
	}
	return list
}

// shades returns the grey of each cell where the piece in the hand fits: the darkest if no
// solution has it there, the lightest if the most solutions have. It is nil if not known.
func (b *table) shades() map[lattice.Cell]uint8 {
	if b.optionCounts == nil || b.Hand < 0 {
		return nil
	}
	legal, most := b.Legal(), new(big.Int)
	for _, o := range legal {
		if n := b.optionCounts[o]; n.Cmp(most) > 0 {
			most = n
		}
	}
	shades := make(map[lattice.Cell]uint8, len(legal))
	for c, o := range legal {
		shades[c] = greyLevel(b.optionCounts[o], most)
	}
	return shades
}

// greyLevel returns the grey for n of most solutions, the darkest for none.
func greyLevel(n, most *big.Int) uint8 {
	const darkest, lightest = 236, 254
	if n.Sign() == 0 {
		return darkest
	}
	part, _ := new(big.Rat).SetFrac(n, most).Float64()
	return uint8(darkest + 3 + int(part*float64(lightest-darkest-3)))
}

// here is the text of how many solutions have the piece in the hand where it is.
func (b *table) here() string {
	if b.optionCounts == nil {
		return ""
	}
	option, why := b.Fit()
	if why != "" {
		return ""
	}
	return fmt.Sprintf(", %v with the piece here", b.optionCounts[option])
}
