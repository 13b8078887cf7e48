package links

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

func TestSqueezeKeepsTheOrderOfItems(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		open := pair{r.Uint64(), r.Uint64()}
		for open.Count() > MaxWordItems {
			open = pair{open.lo & r.Uint64(), open.hi & r.Uint64()}
		}
		switch r.IntN(6) {
		case 0:
			open.lo = 0
		case 1:
			open.hi = 0
		case 2:
			open = pair{^uint64(0), 0}
		case 3:
			open = pair{0, ^uint64(0)}
		}
		some := pair{open.lo & r.Uint64(), open.hi & r.Uint64()}
		want, bit := uint64(0), uint64(1)
		for item := range MaxPairItems {
			one := pair{1, 0}
			for range item {
				one = one.next()
			}
			if open.clash(one) == 0 {
				continue
			}
			if some.clash(one) != 0 {
				want |= bit
			}
			bit <<= 1
		}
		s := newSqueeze(open)
		if got := s.word(some); got != want {
			t.Fatalf("%x of %x: %x, want %x", some, open, got, want)
		}
		if got := bits.OnesCount64(s.word(open)); got != open.Count() {
			t.Fatalf("%x: %d items, want %d", open, got, open.Count())
		}
	}
}
