//go:build lean

package picture

import (
	"errors"
	"io"

	"github.com/exactile/exactile/encode/puzzle"
)

// NewPNG returns an error: a program built with the tag lean, such as that of the web page, draws
// no pixels. The program that shows the SVG can draw them.
func NewPNG(io.Writer, *puzzle.Tiling, Options) (*SVG, error) {
	return nil, errors.New("this program was built without PNG (-tags lean): use SVG")
}

// WritePanelsPNG returns the same error.
func WritePanelsPNG(w io.Writer, t *puzzle.Tiling, _ []Panel, o Options) error {
	_, err := NewPNG(w, t, o)
	return err
}
