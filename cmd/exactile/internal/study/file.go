package study

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/exactile/exactile/internal/file"
	"github.com/exactile/exactile/internal/located"
)

// maxLine bounds a line of a results file in bytes.
const maxLine = 4 << 20

// Open opens the results file at a path, or makes an empty one, and locks it for this process.
// The next line that is written removes an incomplete last one; Open changes nothing. It is an
// error if the file is no results file. Without a path the record is only in memory.
func Open(path string) (*Record, error) {
	if path == "" {
		return &Record{}, nil
	}
	opened, err := file.Open(path, os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, err
	}
	r := &Record{path: path, file: opened}
	if err = r.read(opened); err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return r, nil
}

// Read returns the record of the results file at a path.
func Read(path string) (*Record, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r := &Record{path: path}
	if err := r.read(file); err != nil {
		return nil, err
	}
	if len(r.Runs) == 0 {
		return nil, fmt.Errorf("%s: holds no runs", path)
	}
	return r, nil
}

// read takes in the lines of a file.
func (r *Record) read(from io.Reader) error {
	lines := bufio.NewReaderSize(from, maxLine)
	for n := 1; ; n++ {
		text, err := lines.ReadSlice('\n')
		switch {
		case err == bufio.ErrBufferFull:
			return located.Errorf(r.path, n, 0, "the line is too long for a results file")
		case err == io.EOF:
			if r.Truncated = len(text) > 0; r.Truncated && !hasHeader(text) {
				return located.Errorf(r.path, n, 0, "this is not a line of a results file")
			}
			return nil
		case err != nil:
			return located.Errorf(r.path, n, 0, "%w", err)
		case n > maxRuns:
			return fmt.Errorf("%s: more than %d lines", r.path, maxRuns)
		}
		l, err := decode(text)
		if err == nil {
			err = r.add(l)
		}
		if err != nil {
			return located.Errorf(r.path, n, 0, "%w", err)
		}
		r.end += int64(len(text))
	}
}

// hasHeader reports whether a text may be the beginning of a line of a results file: any other
// text must not be removed.
func hasHeader(text []byte) bool {
	return slices.ContainsFunc([]string{`{"format":`, `{"formulas":`, `{"run":`},
		func(start string) bool {
			n := min(len(start), len(text))
			return string(text[:n]) == start[:n]
		})
}

// Begin adds a session: it owns the runs that are appended from now on.
func (r *Record) Begin(s *Session) error { return r.append(line{Session: s}) }

// Describe adds the formulas of a puzzle.
func (r *Record) Describe(all Formulas) error { return r.append(line{Formulas: &all}) }

// Append adds a run.
func (r *Record) Append(run Run) error { return r.append(line{Run: &run}) }

// append checks and adds a line as a reader of the file would, and writes it.
func (r *Record) append(l line) error {
	text, err := l.encode()
	if err != nil {
		return err
	}
	if l, err = decode(text); err != nil {
		return err
	}
	if err := r.add(l); err != nil || r.file == nil {
		return r.WithPath(err)
	}
	if r.Truncated {
		if err := r.file.Truncate(r.end); err != nil {
			return r.WithPath(err)
		}
		r.Truncated = false
	}
	_, err = r.file.WriteAt(text, r.end)
	if err == nil {
		err = r.file.Sync()
	}
	if err != nil { // a full disk holds a part of the line
		return r.WithPath(errors.Join(err, r.file.Truncate(r.end)))
	}
	r.end += int64(len(text))
	return nil
}

// WithPath puts the path of the file before an error.
func (r *Record) WithPath(err error) error {
	if err == nil || r.path == "" {
		return err
	}
	return fmt.Errorf("%s: %w", r.path, err)
}

// Close closes the file, if there is one.
func (r *Record) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}
