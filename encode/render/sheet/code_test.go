//go:build !lean

package sheet

import (
	"math"
	"strings"
	"testing"

	"github.com/boombuler/barcode/qr"
)

// The code of an address is black where it has to be, and stands beside the heading of the first
// page; what no camera would read is refused.
func TestAddress(t *testing.T) {
	t.Parallel()
	o := a4
	o.Address = "https://example.org/play#" + strings.Repeat("a1-", 60)
	tiling, _ := known(t, "pentominoes:6x10")
	s := drawn(t, newPaper, o, tiling, nil)
	code, err := qr.Encode(o.Address, qr.M, qr.Auto)
	if err != nil {
		t.Fatal(err)
	}
	squares, black := code.Bounds().Dx(), 0
	for y := range squares {
		for x := range squares {
			if r, _, _, _ := code.At(x, y).RGBA(); r == 0 {
				black++
			}
		}
	}
	one := s.code.width / float64(squares)
	if got := area(s.code.shapes[0].path); one < codeSquare-1e-9 || math.Abs(got-float64(black)*one*one) > 1e-6 {
		t.Errorf("%d squares of %g mm, %g square millimetres black", squares, one, got)
	}
	_, _, right, bottom := boundsOf(s.pages[0].margin)
	if !fits(right, o.Width-edge) || !fits(bottom, edge+s.code.height) || len(s.pages[1].margin.shapes) >= len(s.pages[0].margin.shapes) {
		t.Errorf("the heading reaches to %g, %g", right, bottom)
	}
	for address, want := range map[string]string{
		"example.org": "want one such as", "file:///x": "want one such as",
		"https://example.org/" + strings.Repeat("x", 900): "too fine to scan",
	} {
		o.Address = address
		if _, err := newPaper(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30s: %v", address, err)
		}
	}
}
