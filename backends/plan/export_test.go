package plan

import (
	"errors"
	"os"
)

// Lying returns a worker whose records are changed before they are kept.
func Lying(w Worker, lie func(*Record)) Worker {
	w.lie = lie
	return w
}

// NoLinks makes hard links fail, as on file systems without them, until restore is called.
func NoLinks() (restore func()) {
	link = func(string, string) error { return errors.ErrUnsupported }
	return func() { link = os.Link }
}
