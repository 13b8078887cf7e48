package process

import (
	"bytes"
	"io"
	"strconv"
	"strings"
)

// An effort holds the figures that a program prints of its search: conflicts, decisions,
// propagations. A number below 0 is a figure that it does not print.
type effort [3]int64

var unreported = effort{-1, -1, -1}

// figures maps the names of figures, in lower case, to indices of an effort.
var figures = map[string]int{"conflicts": 0, "decisions": 1, "choices": 1, "propagations": 2}

func (e *effort) add(f effort) {
	for k, n := range f {
		if n >= 0 {
			e[k] = max(e[k], 0) + n
		}
	}
}

// maxNote is the length of the longest line that is searched for figures.
const maxNote = 200

// A figureReader passes on what a program prints and picks out lines such as
//
//	c conflicts:                  3546     21107.65    per second
//	decisions             : 3887           (0.00 % random)
//	c 1370452 propagations
//	c 2063 decisions, 847 conflicts, 21175.0 conflicts/sec
//
// Solvers print them as comments, or beside a model that goes to a file. Of several
// lines with the same name the last one counts.
type figureReader struct {
	r      io.Reader
	line   []byte // the beginning of the current one
	effort effort
}

func (l *figureReader) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	for rest := p[:n]; len(rest) > 0; {
		text, after, ended := bytes.Cut(rest, []byte("\n"))
		l.line = append(l.line, text[:min(len(text), maxNote+1-len(l.line))]...)
		if ended {
			l.parseLine(l.line)
			l.line = l.line[:0]
		}
		rest = after
	}
	return n, err
}

// parseLine stores the figures of a line.
func (l *figureReader) parseLine(line []byte) {
	// Most lines belong to models.
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
		l.add(name, fields[2])
	case name != fields[0]:
		l.add(name, value)
	default: // no colon: the numbers come first, each with its name and nothing else
		for part := range strings.SplitSeq(strings.Join(fields, " "), ", ") {
			value, name, _ := strings.Cut(part, " ")
			l.add(name, value)
		}
	}
}

// add stores a figure, if the name and the number are those of one.
func (l *figureReader) add(name, value string) {
	n, err := strconv.ParseInt(value, 10, 64)
	if k, known := figures[strings.ToLower(name)]; known && err == nil && n >= 0 {
		l.effort[k] = n
	}
}
