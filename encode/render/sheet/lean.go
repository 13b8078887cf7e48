//go:build lean

package sheet

import (
	"errors"
	"io"
)

// PDF returns an error: a program built with the tag lean, such as that of the web page, leaves it
// to the browser to print the Pages.
func (s *booklet) PDF(io.Writer) error {
	return errors.New("this program was built without PDF (-tags lean)")
}

// encode draws no code: it would take the page's room.
func (s *booklet) encode() error {
	if s.o.Address != "" {
		return errors.New("a lean build draws no codes")
	}
	return nil
}
