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

// A File is a record that grows with each run. If it has a file, each run is on the disk
// before the next begins. The zero value keeps everything in memory.
type File struct {
	Record
	path string
	file *os.File
	end  int64 // where the last whole line ends
}

// Open opens the results file at a path, or makes an empty one, and locks it for this process.
// The next [File.Append] removes an incomplete last line; Open changes nothing. It is an error
// if the file is no results file.
func Open(path string) (*File, error) {
	opened, err := file.Open(path, os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, err
	}
	f := &File{path: path, file: opened}
	if f.end, err = f.Record.read(path, opened); err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return f, nil
}

// Read returns the record of the results file at a path.
func Read(path string) (*Record, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r := new(Record)
	if _, err := r.read(path, file); err != nil {
		return nil, err
	}
	if len(r.Runs) == 0 {
		return nil, fmt.Errorf("%s: holds no runs", path)
	}
	return r, nil
}

// read takes in the lines of a file and returns where the last whole one ends.
func (r *Record) read(path string, from io.Reader) (end int64, err error) {
	lines := bufio.NewReaderSize(from, maxLine)
	for n := 1; ; n++ {
		text, err := lines.ReadSlice('\n')
		switch {
		case err == bufio.ErrBufferFull:
			return 0, located.Errorf(path, n, 0, "the line is too long for a results file")
		case err == io.EOF:
			if r.Truncated = len(text) > 0; r.Truncated && !hasHeader(text) {
				return 0, located.Errorf(path, n, 0, "this is not a line of a results file")
			}
			return end, nil
		case err != nil:
			return 0, located.Errorf(path, n, 0, "%w", err)
		case n > maxRuns:
			return 0, fmt.Errorf("%s: more than %d lines", path, maxRuns)
		}
		l, err := decode(text)
		if err == nil {
			err = r.add(l)
		}
		if err != nil {
			return 0, located.Errorf(path, n, 0, "%w", err)
		}
		end += int64(len(text))
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

// Accepts returns an error if a session's runs cannot be compared with those of the file.
func (f *File) Accepts(s Session) error {
	if len(f.Sessions) == 0 {
		return nil
	}
	return f.withPath(f.Sessions[0].comparable(s))
}

// Begin adds a session: it owns the runs that are appended from now on.
func (f *File) Begin(s Session) error { return f.append(line{Session: &s}) }

// Describe adds the formulas of a puzzle.
func (f *File) Describe(all Formulas) error { return f.append(line{Formulas: &all}) }

// Append adds a run.
func (f *File) Append(run Run) error { return f.append(line{Run: &run}) }

// append checks and adds a line as a reader of the file would, and writes it.
func (f *File) append(l line) error {
	text, err := l.encode()
	if err != nil {
		return err
	}
	if l, err = decode(text); err != nil {
		return err
	}
	if err := f.add(l); err != nil || f.file == nil {
		return f.withPath(err)
	}
	if f.Truncated {
		if err := f.file.Truncate(f.end); err != nil {
			return f.withPath(err)
		}
		f.Truncated = false
	}
	_, err = f.file.WriteAt(text, f.end)
	if err == nil {
		err = f.file.Sync()
	}
	if err != nil { // a full disk holds a part of the line
		return f.withPath(errors.Join(err, f.file.Truncate(f.end)))
	}
	f.end += int64(len(text))
	return nil
}

// withPath puts the path of the file before an error.
func (f *File) withPath(err error) error {
	if err == nil || f.path == "" {
		return err
	}
	return fmt.Errorf("%s: %w", f.path, err)
}

// Close closes the file, if there is one.
func (f *File) Close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}
