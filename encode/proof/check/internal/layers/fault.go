package layers

import "fmt"

// A Fault is the reason why a text does not show what it says.
type Fault struct {
	Line    int // from 1; 0: no line of its own
	Message string
}

func (f *Fault) Error() string { return fmt.Sprintf("line %d: %s", f.Line, f.Message) }

func refuse(line int, format string, args ...any) error {
	return &Fault{line, fmt.Sprintf(format, args...)}
}

// Limits bound a recount, for hostile input. A field that is 0 is the default.
type Limits struct {
	// Steps are the states of all layers. A step also pays for testsPerStep tests: whether an
	// option fits a state, or a look at a place of a table.
	Steps int64
	// Memory is in bytes. Tables of states may take seven eighths of it.
	Memory int64
}

// The default limits. Honest recounts make a state of 16 to 25 tests, and take .2 seconds for a
// million states: any tetrominoes on 8x8 have 1.3 million.
const (
	DefaultSteps  = 10_000_000
	DefaultMemory = 300 << 20
	testsPerStep  = 64
)

// An Excess is the error of a recount that takes more than its limits, or more than any allow.
type Excess struct {
	Memory bool  // it is of memory, and not of steps
	Limit  int64 // in steps or bytes; 0: no limit allows it
}

func (e *Excess) Error() string {
	switch {
	case e.Limit == 0:
		return "larger than what is checked in reasonable time"
	case e.Memory:
		return fmt.Sprintf("needs more than %d MB of memory", (e.Limit+1<<20-1)>>20)
	}
	return fmt.Sprintf("needs more than %d steps", e.Limit)
}
