package checkpoint

import (
	"os"

	"github.com/exactile/exactile/internal/text"
)

// Break replaces the file of a run by one that cannot be written, and returns how to mend it.
func (r *Run) Break() (mend func(), err error) {
	whole := r.file
	r.file, err = os.Open(r.path)
	return func() {
		_ = r.file.Close()
		r.file = whole
	}, err
}

// Seal is a line of a checkpoint with its seal.
func Seal(written string) string { return written + " " + text.Seal([]byte(written)) + "\n" }
