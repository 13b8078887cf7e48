package native

import (
	"testing"
)

// Private tables are equal to those that workers share, and are where those were the
// same; there are none where they would take too much.
func TestPrivateTables(t *testing.T) {
	m := rectangle(10, 6, '?').model(pentominoes...)
	p := load(m)
	b := newFastBoard(newWindow(p, &p.orders(p.cellItems(), true)[0]))
	b.sharpen(pocketBytes)
	shared, own, none := newFastSearch(b, nil, walk{}), newFastSearch(b, nil, walk{}), newFastSearch(b, nil, walk{})
	own.privateTables(1 << 30)
	none.privateTables(1 << 16)
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
