package sheet

// A shelf places boxes from left to right in rows, and rows from top to bottom.
type shelf struct {
	width, height float64 // the room; a height of 0 is unlimited
	gap           float64
	x, y, row     float64
}

// place returns where a box goes, and whether there is room for it.
func (s *shelf) place(width, height float64) (x, y float64, ok bool) {
	if s.x > 0 && !fits(s.x+width, s.width) {
		s.x, s.y, s.row = 0, s.y+s.row+s.gap, 0
	}
	if !fits(s.x+width, s.width) || s.height > 0 && !fits(s.y+height, s.height) {
		return 0, 0, false
	}
	x, y = s.x, s.y
	s.x += width + s.gap
	s.row = max(s.row, height)
	return x, y, true
}
