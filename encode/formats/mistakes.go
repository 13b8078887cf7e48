package formats

import (
	"strings"

	"github.com/exactile/exactile/internal/located"
)

// mistakes are those of one file in the order of their places, at least one. Of many only the first
// are listed, and the last says how many more there are.
type mistakes []*located.Error

// Error returns one line for each mistake.
func (ms mistakes) Error() string {
	lines := make([]string, len(ms))
	for k, e := range ms {
		lines[k] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the mistakes one by one.
func (ms mistakes) Unwrap() []error {
	list := make([]error, len(ms))
	for k, e := range ms {
		list[k] = e
	}
	return list
}

// A described error has a text of its own and a cause, or nil.
type described struct {
	text  string
	cause error
}

func (d *described) Error() string { return d.text }

func (d *described) Unwrap() error { return d.cause }
