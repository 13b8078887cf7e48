package jetstream

import (
	"fmt"
	"strings"
)

// A log takes a server's log messages and drops most: only those who know NATS need them.
type log struct {
	told   func(string)
	failed chan error
}

func (l *log) Noticef(string, ...any) {}
func (l *log) Debugf(string, ...any)  {}
func (l *log) Tracef(string, ...any)  {}

func (l *log) Warnf(format string, a ...any) { l.tell(format, a...) }

// Errorf passes on an error. After a failed disk write a server answers nothing any more.
func (l *log) Errorf(format string, a ...any) {
	l.tell(format, a...)
	if text := fmt.Sprintf(format, a...); strings.Contains(text, "Critical write error") {
		l.fail(text)
	}
}

func (l *log) Fatalf(format string, a ...any) { l.fail(fmt.Sprintf(format, a...)) }

func (l *log) fail(text string) {
	select {
	case l.failed <- fmt.Errorf("jetstream: the server cannot go on: %s", text):
	default:
	}
}

func (l *log) tell(format string, a ...any) {
	if l.told != nil {
		l.told(fmt.Sprintf(format, a...))
	}
}
