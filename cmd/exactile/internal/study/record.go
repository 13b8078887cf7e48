// Package study holds the record of a study, many puzzles by many backends, and evaluates it:
// it keeps the runs in a file from which a killed command can continue, knows which runs are
// still to be made, and ranks the backends. It runs and prints nothing.
package study

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
)

// format is the version of the results files that this program writes.
const format = 1

// A Session is one command that made runs, with all that is needed to repeat them.
type Session struct {
	Command []string  `json:"command"` // with the program's name
	Date    time.Time `json:"date"`
	// Program is the version of exactile, Commit the commit it was built from, "" if not
	// known.
	Program string             `json:"exactile"`
	Commit  string             `json:"commit,omitempty"`
	Machine comparison.Machine `json:"machine"`
	// Load is how many programs needed a core just before the first run, nil if not known.
	Load *float64 `json:"load,omitempty"`
	// Settings are the arguments of a run that must be equal in runs that are compared.
	// Timeout (seconds, 0: none), Memory (bytes, 0: none), First and Seed repeat some of them
	// for readers.
	Settings []string `json:"settings"`
	Timeout  float64  `json:"timeout"`
	Memory   int64    `json:"memory"`
	First    bool     `json:"first"`
	Seed     uint64   `json:"seed"`
	// Versions are the versions of the backends, as far as known.
	Versions map[string]string `json:"versions"`
}

// A Puzzle is identified by its name and the fingerprint of its model.
type Puzzle struct {
	Name        string `json:"puzzle"`
	Fingerprint string `json:"fingerprint"`
}

// MaxRepetitions bounds the repetitions of a run: more take too long.
const MaxRepetitions = 10000

// A Key identifies a run of a study. Repetitions count from 1.
type Key struct {
	Puzzle
	Backend    string `json:"backend"`
	Repetition int    `json:"repetition"`
}

// A Run is one run with its key, as results files hold it.
type Run struct {
	Key
	End  comparison.End `json:"end"`
	Date time.Time      `json:"date"`
	// Wall is how many seconds the process of the run took, from its start to its exit.
	Wall float64 `json:"wall"`
	// Others is how many cores other programs kept busy meanwhile, nil if not known.
	Others *float64 `json:"others,omitempty"`
	// Report is as count --json prints it.
	Report backends.Report `json:"report"`
}

// result is the run without its key.
func (r *Run) result() comparison.Run { return comparison.Run{Report: r.Report, End: r.End} }

// UnmarshalJSON reads a run, whose times are rounded to microseconds. It believes the record that
// a report was proved.
func (r *Run) UnmarshalJSON(text []byte) error {
	type fields Run // without this method
	if err := json.Unmarshal(text, (*fields)(r)); err != nil {
		return err
	}
	switch {
	case !slices.Contains(comparison.Ends, r.End):
		return fmt.Errorf("a run ends in no way called %.40q", r.End)
	case r.Name == "" || r.Backend == "" || r.Repetition < 1 || r.Repetition > MaxRepetitions:
		return errors.New("a run without the name of its puzzle, its backend or its repetition")
	case r.Report.Count == nil:
		return errors.New("a run without a report")
	}
	var said struct {
		Report struct{ Completeness backends.Completeness }
	}
	if err := json.Unmarshal(text, &said); err == nil {
		switch said.Report.Completeness {
		case backends.ByProof, backends.ByArgument:
			r.Report.Completeness = said.Report.Completeness
		}
	}
	if min(r.Report.Elapsed, r.Report.CPU) < 0 || r.Report.Memory < 0 || r.Wall < 0 {
		return errors.New("a run that took less than nothing")
	}
	return nil
}

// A line is a line of a results file: a session or a run.
type line struct {
	Format  int      `json:"format,omitempty"` // in lines with a session
	Session *Session `json:"session,omitempty"`
	Run     *Run     `json:"run,omitempty"`
}

// encode returns a line as text, with its line end.
func (l line) encode() ([]byte, error) {
	if l.Session != nil {
		l.Format = format
	}
	text, err := json.Marshal(l)
	return append(text, '\n'), err
}

// decode reads a line.
func decode(text []byte) (line, error) {
	var l line
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		return l, err
	}
	switch {
	case d.More():
		return l, errors.New("more than one value")
	case (l.Session == nil) == (l.Run == nil):
		return l, errors.New("neither a session nor a run")
	case l.Session != nil && l.Format != format:
		return l, fmt.Errorf("the form of the file has the number %d, and this program reads %d",
			l.Format, format)
	}
	return l, nil
}
