package terminal

import (
	"io"
	"strings"

	"github.com/exactile/exactile/encode/render/internal/palette"
)

// spacing is the number of columns between blocks.
const spacing = 3

// Rows writes blocks from left to right, as many in a row as fit into width
// columns but at least one, and an empty line between rows. A width of 0 puts
// each in a row of its own.
type Rows struct {
	w      io.Writer
	width  int
	colour bool
	row    []*Block
	used   int
	any    bool // a row was written
}

// NewRows returns Rows that write to w, with escape sequences for colours or
// without.
func NewRows(w io.Writer, columns int, colour bool) *Rows {
	return &Rows{w: w, width: columns, colour: colour}
}

// Add puts the next block. The error is the writer's.
func (r *Rows) Add(b *Block) error {
	if len(r.row) > 0 && r.used+spacing+b.width > r.width {
		if err := r.Flush(); err != nil {
			return err
		}
	}
	if len(r.row) > 0 {
		r.used += spacing
	}
	r.used += b.width
	r.row = append(r.row, b)
	return nil
}

// Flush writes the blocks of the last row, which is not full yet.
func (r *Rows) Flush() error {
	if len(r.row) == 0 {
		return nil
	}
	var text strings.Builder
	if r.any {
		text.WriteByte('\n')
	}
	height := 0
	for _, b := range r.row {
		height = max(height, len(b.rows))
	}
	for y := range height {
		var line []glyph
		for n, b := range r.row {
			if n > 0 {
				line = padded(line, len(line)+spacing)
			}
			full := len(line) + b.width
			if y < len(b.rows) {
				line = append(line, b.rows[y]...)
			}
			line = padded(line, full)
		}
		r.line(&text, line)
	}
	r.any, r.row, r.used = true, nil, 0
	_, err := io.WriteString(r.w, text.String())
	return err
}

func padded(line []glyph, columns int) []glyph {
	for len(line) < columns {
		line = append(line, glyph{char: ' '})
	}
	return line
}

// line writes a line without the blanks at its end.
func (r *Rows) line(text *strings.Builder, line []glyph) {
	end := len(line)
	for end > 0 && line[end-1].char == ' ' && (line[end-1].on == nil || !r.colour) {
		end--
	}
	var on *palette.Colour
	for _, g := range line[:end] {
		if r.colour && g.on != on {
			text.WriteString(escape(g.on))
			on = g.on
		}
		if g.char != 0 {
			text.WriteRune(g.char)
		}
	}
	if on != nil {
		text.WriteString(escape(nil))
	}
	text.WriteByte('\n')
}
