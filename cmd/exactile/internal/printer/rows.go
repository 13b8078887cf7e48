package printer

import (
	"sync"
	"time"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/encode/render/terminal"
)

// rows are drawings of solutions, in rows as wide as the screen. On a terminal, a row is printed
// before it is full if no solution comes for a while. Other output does not depend on time.
type rows struct {
	*output
	drawer *terminal.Drawer
	boxes  bool
	width  int

	mu     sync.Mutex
	rows   *cli.Rows
	late   *time.Timer // prints the waiting row; nil: no terminal
	failed error       // the first error, also of the timer
}

// rowAfter is how long a row of drawings waits for the next one.
const rowAfter = 250 * time.Millisecond

func boxesForm(p *output) (form, error) {
	if p.tiling.Puzzle.Cover != nil {
		return form{}, render.ErrNoGeometry
	}
	return newRows(p, true).asForm(), nil
}

// newRows returns rows of drawings with boxes or with letters.
func newRows(p *output, boxes bool) *rows {
	s := p.screen
	f := &rows{output: p, drawer: terminal.New(p.tiling), boxes: boxes, width: s.Columns}
	if !boxes && !s.Terminal {
		f.width = 0 // for programs: one below the other
	}
	f.rows = cli.NewRows(p.w, f.width, s.Colour)
	if s.Terminal {
		f.late = time.AfterFunc(rowAfter, func() { _ = f.flush() })
		f.late.Stop()
	}
	return f
}

func (f *rows) asForm() form {
	return form{
		f.solution,
		func(int64, bool, bool) error { return f.flush() },
		func(int64) error { return f.flush() },
	}
}

func (f *rows) solution(s cover.Solution) error {
	b := f.block(s)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed != nil {
		return f.failed
	}
	if f.late != nil {
		f.late.Reset(rowAfter)
	}
	f.failed = f.rows.Add(b)
	return f.failed
}

func (f *rows) block(s cover.Solution) *terminal.Block {
	if f.boxes {
		// A terminal would break wider lines: letters may still fit, unless boxes were asked for.
		b := f.drawer.Solution(s, f.width)
		if f.format == "boxes" || b.Width() <= f.width {
			return b
		}
	}
	return f.drawer.Letters(s)
}

// flush prints the waiting row. It may be called more than once.
func (f *rows) flush() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.late != nil {
		f.late.Stop()
	}
	if f.failed == nil {
		f.failed = f.rows.Flush()
	}
	return f.failed
}
