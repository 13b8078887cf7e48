package layers

import (
	"errors"
	"fmt"
)

// A Fault is the reason why a text does not show what it says.
type Fault struct {
	Line    int // from 1; 0: no line of its own
	Message string
}

func (f *Fault) Error() string { return fmt.Sprintf("line %d: %s", f.Line, f.Message) }

func refuse(line int, format string, args ...any) error {
	return &Fault{line, fmt.Sprintf(format, args...)}
}

// ErrTooLarge reports a recount that takes more steps or memory than it may.
var ErrTooLarge = errors.New("larger than what is checked in reasonable time")
