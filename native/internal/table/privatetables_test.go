package table

import (
	"testing"

	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// Private tables are equal to those that workers share, and are where those were the
// same; there are none where they would take too much.
func TestPrivateTables(t *testing.T) {
	m := boards.Rectangle(10, 6, '?').Model(boards.Pentominoes...)
	p := problem.Load(m)
	b := newFastBoard(NewWindow(p, &p.Orders(p.CellItems(), true)[0]))
	b.sharpen(PocketBytes)
	shared, own, none := newFastSearch(b, nil, run.Search{}), newFastSearch(b, nil, run.Search{}), newFastSearch(b, nil, run.Search{})
	own.PrivateTables(1 << 30)
	none.PrivateTables(1 << 16)
	for c, here := range shared.sites {
		mine := own.sites[c]
		if mine.fits == here.fits || mine.strict == here.strict || *mine.fits != *here.fits || *mine.strict != *here.strict {
			t.Errorf("cell %d: shared, or other tables", c)
		}
		if (mine.fits == mine.strict) != (here.fits == here.strict) || (mine.fits == own.sites[0].fits) != (here.fits == shared.sites[0].fits) {
			t.Errorf("cell %d: other cells have the same tables", c)
		}
		if none.sites[c] != here {
			t.Errorf("cell %d: tables of its own that take too much", c)
		}
	}
}
