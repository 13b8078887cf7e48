package process

import (
	"errors"
	"io"
)

// errEnough ends the reading of models when the receiver has enough.
var errEnough = errors.New("no more models are wanted")

// A limit is a reader that fails once more bytes than allowed have come.
type limit struct {
	r          io.Reader
	left, most int64
}

// again sets the allowance back to that of the beginning.
func (l *limit) again() { l.left = l.most }

func (l *limit) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errors.New("it prints far more than an answer")
	}
	n, err := l.r.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	return n, err
}
