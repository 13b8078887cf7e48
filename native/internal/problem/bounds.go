package problem

import "github.com/exactile/exactile/encode/cover"

// relaxBounds drops bounds that cannot bind because of the room there is: an item that can
// be covered several times may have no more options than the items that can be covered
// once have room for, and, if it is in every option, has no fewer than these items
// need. Without such bounds more states are equal, and fewer items need a counter.
func relaxBounds(m *cover.Model, p *cover.Residual) {
	thick, cells, musts := false, 0, 0
	for _, b := range p.Items {
		switch {
		case b.N == 0:
		case b.Hi > 1:
			thick = thick || b.Binds()
		default:
			cells++
			musts += int(b.Lo)
		}
	}
	if !thick || p.Impossible {
		return
	}
	fewest := make([]int, len(p.Items)) // cells that an option of the item takes
	most := 0
	for _, o := range p.Live {
		items := m.Options[o]
		n := 0
		for _, i := range items {
			if p.Items[i].Hi == 1 {
				n++
			}
		}
		most = max(most, n)
		for _, i := range items {
			// One more than that, so that 0 says there was none.
			if fewest[i] == 0 || n+1 < fewest[i] {
				fewest[i] = n + 1
			}
		}
	}
	for i := range p.Items {
		b := &p.Items[i]
		if b.N == 0 || b.Hi <= 1 {
			continue
		}
		if least := fewest[i] - 1; least > 0 {
			fit := cells / least
			if int(b.Lo) > fit {
				p.Impossible = true
			}
			if fit <= int(b.Hi) {
				b.Hi = b.N
			}
		}
		if int(b.N) == len(p.Live) && most > 0 && int(b.Lo) <= (musts+most-1)/most {
			b.Lo = 0
		}
	}
}
