package process

import (
	"fmt"
	"io"
	"os"

	"github.com/exactile/exactile/encode/proof/check"
)

// maxProof is how many bytes of a proof are kept.
const maxProof = 1 << 30

// A proof is the proof that a program wrote. The zero proof is none.
type proof struct {
	file *os.File // at its beginning; its name is removed
	err  error    // why it is not whole
}

// text returns the text of the proof.
func (p proof) text() (io.Reader, error) {
	switch {
	case p.err != nil:
		return nil, fmt.Errorf("%w: %w", check.ErrTooLarge, p.err)
	case p.file == nil:
		return nil, fmt.Errorf("%w: there is none", check.ErrTooLarge)
	}
	return p.file, nil
}

func (p proof) close() error {
	if p.file == nil {
		return nil
	}
	return p.file.Close()
}
