//go:build lean

package picture

import (
	"errors"
	"io"

	"github.com/exactile/exactile/encode/puzzle"
)

// NewPNG is an error: a program built with the tag lean, such as the one that a web page
// holds, draws no pixels. It leaves that to whoever shows the SVG.
func NewPNG(io.Writer, *puzzle.Tiling, Options) (*SVG, error) {
	return nil, errors.New("this program was built without PNG (-tags lean): ask for SVG")
}
