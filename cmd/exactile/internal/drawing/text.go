package drawing

import (
	"io"
	"sync"
	"time"

	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
)

// A textDrawing draws solutions in rows as wide as the screen. On a terminal, a row is printed
// before it is full if no solution comes for a while. Other output does not depend on time.
type textDrawing struct {
	drawer *render.Drawer
	boxes  bool
	asked  bool // for boxes, by -f
	width  int

	mu     sync.Mutex
	rows   *render.Rows
	late   *time.Timer // prints the waiting row; nil: no terminal
	failed error       // the first error, also of the timer
}

// rowAfter is how long a row of drawings waits for the next one.
const rowAfter = 250 * time.Millisecond

func newTextDrawing(
	w io.Writer, t *puzzle.Tiling, s console.Screen, boxes, asked bool,
) *textDrawing {
	d := &textDrawing{drawer: render.NewDrawer(t), boxes: boxes, asked: asked, width: s.Columns}
	if !boxes && !s.Terminal {
		d.width = 0 // for programs: one below the other
	}
	d.rows = render.NewRows(w, d.width, s.Colour)
	if s.Terminal {
		d.late = time.AfterFunc(rowAfter, d.flush)
		d.late.Stop()
	}
	return d
}

func (d *textDrawing) Add(s cover.Solution) error {
	b := d.block(s)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.failed != nil {
		return d.failed
	}
	if d.late != nil {
		d.late.Reset(rowAfter)
	}
	d.failed = d.rows.Add(b)
	return d.failed
}

func (d *textDrawing) block(s cover.Solution) *render.Block {
	if d.boxes {
		// A terminal would break wider lines: letters may still fit.
		if b := d.drawer.Solution(s, d.width); d.asked || b.Width() <= d.width {
			return b
		}
	}
	return d.drawer.Letters(s)
}

// flush prints the waiting row.
func (d *textDrawing) flush() { _ = d.Close(true) }

// Close prints the waiting row. It may be called more than once.
func (d *textDrawing) Close(bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.late != nil {
		d.late.Stop()
	}
	if d.failed == nil {
		d.failed = d.rows.Flush()
	}
	return d.failed
}
