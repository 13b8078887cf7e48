package process

import (
	"errors"
	"io"
	"os"
)

// maxProof is how many bytes of a proof are kept if the profile does not say.
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
		return nil, p.err
	case p.file == nil:
		return nil, errors.New("there is none")
	}
	return p.file, nil
}

// isEmpty reports whether the program wrote nothing.
func (p proof) isEmpty() bool {
	if p.err != nil || p.file == nil {
		return false
	}
	info, err := p.file.Stat()
	return err == nil && info.Size() == 0
}

func (p proof) close() error {
	if p.file == nil {
		return nil
	}
	return p.file.Close()
}
