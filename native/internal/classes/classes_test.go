package classes

import "testing"

// TestHashesStay pins the hashes that define units: plans under way depend on them.
func TestHashesStay(t *testing.T) {
	t.Parallel()
	f := NewFilter(Scheme{Pos: []int32{-1, 0, 1, 2, -1}, Counted: []int32{0, 4}}, 3, nil)
	if f.Cells[1] != 0x975835de1c9756ce || f.Items[1] != golden {
		t.Errorf("cell 1 has the number %#x, item 1 %#x", f.Cells[1], f.Items[1])
	}
	for _, tc := range []struct {
		items []int
		cell  int
		want  uint64
	}{
		{[]int{0, 1, 2}, 1, f.Items[0] + f.Cells[1]},
		{[]int{0, 1, 2}, 2, f.Items[0]},
		{[]int{0, 2, 3}, 1, 0}, // it is not begun
		{[]int{0, 1, 3, 4}, 1, f.Items[0] + f.Items[1] + f.Cells[2]},
		{[]int{0, 4}, 3, 0}, // it has no cell
	} {
		if got := f.Option(tc.items, tc.cell); got != tc.want {
			t.Errorf("items %v at cell %d add %#x, want %#x", tc.items, tc.cell, got, tc.want)
		}
	}
	if h := Hash(2, f.Items[0]); h != hashed {
		t.Errorf("the hash is %#x", h)
	}
}

const golden, hashed = 0x204391a6fd59956f, 0x9d55856cf03813a5
