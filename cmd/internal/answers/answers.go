// Package answers is standard output for the answer of a command. It detects failed writes
// even if the caller ignores their errors.
package answers

import (
	"errors"
	"io"
	"os"
	"sync"
)

// ErrClosed is the error of writes to a closed standard output.
var ErrClosed = errors.New("standard output is closed: cannot print the answer")

// Stdout returns standard output. If it was closed when the program began, as far as that can
// be detected, every write to it fails.
func Stdout() io.Writer {
	if closed() {
		return closedStdout{}
	}
	return os.Stdout
}

type closedStdout struct{}

func (closedStdout) Write([]byte) (int, error) { return 0, ErrClosed }

// A Writer stores the first error of the writer behind it: an answer that was not written is
// lost. Several goroutines may use it.
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
