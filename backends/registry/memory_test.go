package registry_test

import (
	"testing"

	"github.com/exactile/exactile/backends/registry"
)

// The tables get less than all, by the same for every large amount, and never
// nothing; where no amount is said, none is.
func TestTableMemory(t *testing.T) {
	if got := registry.TableMemory(0); got != 0 {
		t.Errorf("of no said amount %d bytes", got)
	}
	last := int64(0)
	for shift := 3; shift < 40; shift++ {
		all := int64(1) << shift
		got := registry.TableMemory(all)
		if got < last || got < (all+3)/4 || all >= 4<<20 && got != all-3<<20 {
			t.Errorf("of %d bytes %d are for tables, of half as many %d", all, got, last)
		}
		last = got
	}
}
