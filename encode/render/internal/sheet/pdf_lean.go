//go:build lean

package sheet

import (
	"errors"
	"io"
)

// PDF is an error: a program built with the tag lean, such as the one that a web page
// holds, leaves it to the browser to print the Pages.
func (s *Sheet) PDF(io.Writer) error {
	return errors.New("this program was built without PDF (-tags lean)")
}
