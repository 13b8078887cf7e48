//go:build !lean

package sheet

import (
	"fmt"
	"image/color"
	"net/url"

	"github.com/boombuler/barcode/qr"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/palette"
)

// The measures of a code: its least side, and how small its squares and how large it may be, so
// that the camera of a phone reads it from the paper.
const codeSide, codeSquare, codeMost = 20.0, 0.4, 40.0

// encode draws the code of the address.
func (s *booklet) encode() error {
	address := s.o.Address
	if address == "" {
		return nil
	}
	if u, err := url.Parse(address); err != nil || u.Host == "" ||
		u.Scheme != "https" && u.Scheme != "http" {
		return fmt.Errorf("address %.60q: want one such as https://example.org/", address)
	}
	code, err := qr.Encode(address, qr.M, qr.Auto)
	if err != nil || codeSquare*float64(code.Bounds().Dx()) > codeMost {
		code, err = qr.Encode(address, qr.L, qr.Auto) // it bears less dirt, and is smaller
	}
	if err != nil || codeSquare*float64(code.Bounds().Dx()) > codeMost {
		return fmt.Errorf("an address of %d bytes makes a code that is too fine to scan",
			len(address))
	}
	squares := code.Bounds().Dx()
	side := max(codeSide, codeSquare*float64(squares))
	one := side / float64(squares)
	var black [][]outline.Point // a rectangle for each run, so that no seams show
	for y := range squares {
		for x := 0; x < squares; x++ {
			from := x
			for x < squares && code.At(x, y) == color.Black {
				x++
			}
			if x > from {
				left, right := float64(from)*one, float64(x)*one
				top, low := float64(y)*one, float64(y+1)*one
				black = append(black, []outline.Point{{X: left, Y: top}, {X: right, Y: top},
					{X: right, Y: low}, {X: left, Y: low}})
			}
		}
	}
	s.code.width, s.code.height = side, side
	s.code.shapes = []shape{{path: outline.Closed(black), fill: palette.Black}}
	return nil
}
