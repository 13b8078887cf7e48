package cover

// AddsUp returns false if sums show that m has no solution. The items that must be covered an exact
// number of times are covered in total as often as the sum of their bounds, and each option adds
// the number of those items that it covers. If all options add multiples of a number, the sum of
// the bounds must be a multiple too. True proves nothing.
//
// So pentominoes, any number of each, do not fill a board of 12x12, which a search may not find
// out. The sum is taken twice: over all such items, and over those with a position only. Pieces
// used an exact number of times are items too, and hide the contradiction if other pieces may be
// used any number of times.
//
// It takes time in proportion to the size of the model.
func (m *Model) AddsUp() bool {
	exact := make([]bool, len(m.Items))
	for i, it := range m.Items {
		exact[i] = it.Min == it.Max
	}
	if !m.addsUp(exact) {
		return false
	}
	positions := false
	for i, p := range m.Pos {
		exact[i] = exact[i] && p >= 0
		positions = positions || exact[i]
	}
	return !positions || m.addsUp(exact)
}

func (m *Model) addsUp(exact []bool) bool {
	step := 0 // the greatest common divisor of what the options add
	for _, items := range m.Options {
		n := 0
		for _, i := range items {
			if m.Items[i].Max == 0 { // it is in no solution
				n = 0
				break
			}
			if exact[i] {
				n++
			}
		}
		for n != 0 {
			step, n = n, step%n
		}
		if step == 1 {
			return true
		}
	}
	rest := 0
	for i, it := range m.Items {
		switch {
		case !exact[i]:
		case step > 0:
			rest = (rest + it.Min%step) % step
		case it.Min > 0:
			return false // no option covers it
		}
	}
	return rest == 0
}
