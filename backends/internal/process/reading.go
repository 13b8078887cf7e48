package process

import (
	"errors"
	"io"
)

// errStop ends the reading of models when the receiver has enough.
var errStop = errors.New("no further models are needed")

// A limit is a reader that fails once more bytes than allowed have come.
type limit struct {
	r         io.Reader
	left, max int64
}

// reset sets the allowance back to that of the beginning.
func (l *limit) reset() { l.left = l.max }

func (l *limit) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errors.New("it prints far more than an answer")
	}
	n, err := l.r.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	return n, err
}
