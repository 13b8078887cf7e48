package cover

import (
	"fmt"
	"testing"
	"time"
)

func TestZRed(t *testing.T) {
	for _, c := range []struct{ n, a, b, k int }{{120, 3, 8, 2}, {600, 20, 25, 3}, {300, 30, 41, 4}} {
		m := &Model{}
		for k := range c.k {
			m.Items = append(m.Items, Item{Name: fmt.Sprintf("p%d", k), Min: 1, Max: 5})
			m.Pos = append(m.Pos, -1)
		}
		for x := range c.n {
			m.Items = append(m.Items, Item{Name: fmt.Sprintf("c%d", x), Min: 1, Max: 1})
			m.Pos = append(m.Pos, x)
		}
		for k := range c.k {
			l := c.a + k*(c.b-c.a)/(c.k-1)
			for x := 0; x+l <= c.n; x++ {
				o := []int{k}
				for j := range l {
					o = append(o, c.k+x+j)
				}
				m.Options = append(m.Options, o)
			}
		}
		start := time.Now()
		r := m.Reduce()
		d := 0
		for _, x := range r.Dead() {
			if x {
				d++
			}
		}
		t.Log(c, len(m.Options), d, time.Since(start))
	}
}
