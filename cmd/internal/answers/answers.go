// Package answers is where a command prints its answer: standard output, on which
// writing may fail, also where nobody looks at what a write returns.
package answers

import (
	"errors"
	"io"
	"os"
	"sync"
)

// ErrClosed says that standard output is closed.
var ErrClosed = errors.New("standard output is closed: the answer cannot be written")

// Stdout returns standard output. Where it was closed when the program began, as
// far as that can be told, it is a writer on which every write fails.
func Stdout() io.Writer {
	if closed() {
		return nowhere{}
	}
	return os.Stdout
}

type nowhere struct{}

func (nowhere) Write([]byte) (int, error) { return 0, ErrClosed }

// A Writer remembers the first error of the writer behind it: an answer that could
// not be written is none. It may be used by several goroutines.
type Writer struct {
	to  io.Writer
	mu  sync.Mutex
	err error
}

// New returns a Writer to w.
func New(w io.Writer) *Writer { return &Writer{to: w} }

func (w *Writer) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if err != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.err == nil {
			w.err = err
		}
	}
	return n, err
}

// Err returns the error of the first write that failed, nil if there is none.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// File returns the file behind w, which may be a terminal, nil if there is none.
func File(w io.Writer) *os.File {
	if of, ok := w.(*Writer); ok {
		w = of.to
	}
	file, _ := w.(*os.File)
	return file
}
