package cli

import (
	"io"
	"strings"

	"github.com/exactile/exactile/encode/render/terminal"
)

// Rows writes blocks from left to right, as many in a row as fit into width columns but at least
// one, and an empty line between rows. A width of 0 puts each in a row of its own.
type Rows struct {
	w      io.Writer
	width  int
	colour bool
	row    *terminal.Block // not written yet
	any    bool            // a row was written
}

// NewRows returns Rows that write to w, with escape sequences for colours or without.
func NewRows(w io.Writer, width int, colour bool) *Rows {
	return &Rows{w: w, width: width, colour: colour}
}

// Add puts the next block. The error is the writer's.
func (r *Rows) Add(b *terminal.Block) error {
	if r.row != nil {
		row := r.row.Beside(b)
		if row.Width() <= r.width {
			r.row = row
			return nil
		}
		if err := r.Flush(); err != nil {
			return err
		}
	}
	r.row = b
	return nil
}

// Flush writes the last row, which is not full yet.
func (r *Rows) Flush() error {
	if r.row == nil {
		return nil
	}
	lines := r.row.Text(r.colour)
	if r.any {
		lines = append([]string{""}, lines...)
	}
	r.any, r.row = true, nil
	_, err := io.WriteString(r.w, strings.Join(append(lines, ""), "\n"))
	return err
}
