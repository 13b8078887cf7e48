package process

import (
	"bytes"
	"io"
	"strconv"
	"strings"
)

// An effort is what a program tells of its search; 0 is what it does not tell.
type effort struct{ conflicts, decisions, propagations int64 }

func (e *effort) add(f effort) {
	e.conflicts += f.conflicts
	e.decisions += f.decisions
	e.propagations += f.propagations
}

// named returns where the figure of that name goes, nil if it is none of these.
func (e *effort) named(name string) *int64 {
	switch strings.ToLower(name) {
	case "conflicts":
		return &e.conflicts
	case "decisions", "choices":
		return &e.decisions
	case "propagations":
		return &e.propagations
	}
	return nil
}

// maxNote is how long a line with a figure may be; longer ones have none.
const maxNote = 200

// A listener passes on what a program prints and picks out lines such as
//
//	c conflicts:                  3546     21107.65    per second
//	decisions             : 3887           (0.00 % random)
//	c 1370452 propagations
//	c 2063 decisions, 847 conflicts, 21175.0 conflicts/sec
//
// Solvers print them as comments, or beside a model that goes to a file. Of several
// lines with the same name the last one counts.
type listener struct {
	r     io.Reader
	line  []byte // the beginning of the current one
	heard effort
	times effort // how often each was heard
}

func (l *listener) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	for rest := p[:n]; len(rest) > 0; {
		text, after, ended := bytes.Cut(rest, []byte("\n"))
		l.line = append(l.line, text[:min(len(text), maxNote+1-len(l.line))]...)
		if ended {
			l.note(l.line)
			l.line = l.line[:0]
		}
		rest = after
	}
	return n, err
}

// note takes in a line, if it has a figure.
func (l *listener) note(line []byte) {
	// Models are most of what there is to read.
	if len(line) == 0 || len(line) > maxNote || line[0] == 'v' || line[0] == '-' {
		return
	}
	fields := strings.Fields(string(line))
	if fields[0] == "c" {
		fields = fields[1:]
	}
	if len(fields) < 2 {
		return
	}
	name, value := strings.TrimSuffix(fields[0], ":"), fields[1]
	switch {
	case value == ":" && len(fields) > 2:
		l.figure(name, fields[2])
	case name != fields[0]:
		l.figure(name, value)
	default: // no colon: the numbers come first, each with its name and nothing else
		for part := range strings.SplitSeq(strings.Join(fields, " "), ", ") {
			value, name, _ := strings.Cut(part, " ")
			l.figure(name, value)
		}
	}
}

// figure takes in a figure, if it is one.
func (l *listener) figure(name, value string) {
	n, err := strconv.ParseInt(value, 10, 64)
	if at := l.heard.named(name); at != nil && err == nil && n >= 0 {
		*at = n
		*l.times.named(name)++
	}
}

// Conflicts, Decisions and Propagations return what the program has told of its
// work in all runs so far; -1 if it tells nothing.
func (e *Engine) Conflicts() int64 { return ifTold(e.effort.conflicts, e.told.conflicts) }

// Decisions is as Conflicts.
func (e *Engine) Decisions() int64 { return ifTold(e.effort.decisions, e.told.decisions) }

// Propagations is as Conflicts.
func (e *Engine) Propagations() int64 { return ifTold(e.effort.propagations, e.told.propagations) }

func ifTold(n, times int64) int64 {
	if times == 0 {
		return -1
	}
	return n
}
