// Package study makes a study, many puzzles by many backends, and evaluates it: it makes each run
// in a process of its own, keeps the runs in a file from which a killed command can continue, knows
// which runs are still to be made, and ranks the backends. Package report prints what it finds.
package study

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/text"
)

// format is the version of the results files that this program writes.
const format = 1

// A Session is one command that made runs, with all that is needed to repeat them.
type Session struct {
	Command []string  `json:"command"` // with the program's name
	Date    time.Time `json:"date"`
	// Program is the version of exactile, Commit the commit it was built from, "" if not
	// known.
	Program string  `json:"exactile"`
	Commit  string  `json:"commit,omitempty"`
	Machine Machine `json:"machine"`
	// Load is how many programs needed a core just before the first run, nil if not known.
	Load *float64 `json:"load,omitempty"`
	// Settings are the arguments of a run that must be equal in runs that are compared.
	// Timeout (seconds, 0: none), Memory (bytes, 0: none) and First repeat some of them for
	// readers.
	Settings []string `json:"settings"`
	Timeout  float64  `json:"timeout"`
	Memory   int64    `json:"memory"`
	First    bool     `json:"first"`
	// Seed is the first seed of the runs, and that of runs that name none.
	Seed uint64 `json:"seed"`
	// Versions are the versions of the backends, as far as known, and Programs are digests of the
	// files of outside programs, by the names of their backends.
	Versions map[string]string `json:"versions"`
	Programs map[string]string `json:"programs,omitempty"`
	// Plan is what the command runs, nil if it is not known.
	Plan *Plan `json:"plan,omitempty"`
}

// sameVersion reports whether a backend is the same in two sessions, as far as they say: an outside
// program by its file, else by its version; all others are part of exactile.
func (s *Session) sameVersion(t *Session, backend string) bool {
	one, two := s.Programs[backend], t.Programs[backend]
	if one != "" && two != "" {
		return one == two
	}
	if one, two = s.Versions[backend], t.Versions[backend]; one != "" && two != "" && one != two {
		return false
	}
	_, outside := registry.Program(backend)
	return outside || s.Program == t.Program && s.Commit == t.Commit
}

// A Puzzle is identified by its name and the fingerprint of its model.
type Puzzle struct {
	Name        string `json:"puzzle"`
	Fingerprint string `json:"fingerprint"`
}

// A Formula describes the formula that a backend gets.
type Formula struct {
	// Given says which formula it is, in the words of [adapter.Given].
	Given adapter.Given `json:"given,omitempty"`
	// Bytes is its length as DIMACS, 0 for parts of the core. Digest is a hash of that text, for
	// parts of the core of that of the core: backends with the same one get the same parts.
	Bytes  int64  `json:"dimacs_bytes,omitempty"`
	Digest string `json:"formula,omitempty"`
	// Variables and Clauses are those of the file that exactile export writes in the same encoding,
	// without --no-reduce.
	Variables int `json:"exported_variables,omitempty"`
	Clauses   int `json:"exported_clauses,omitempty"`
}

// SplitEncoding splits a backend's name into engine and encoding, "" if it names none.
func SplitEncoding(name string) (engine, encoding string) {
	for at, c := range name {
		if c == '/' {
			if _, err := encode.Lookup(name[at+1:]); err == nil {
				return name[:at], name[at+1:]
			}
		}
	}
	return name, ""
}

// Formulas are those of the backends on a puzzle that get one, by their names.
type Formulas struct {
	Puzzle
	Of map[string]Formula `json:"of"`
}

// MaxRepetitions bounds the repetitions of a run, and the seeds: more take too long.
const MaxRepetitions = 10000

// A Key identifies a run of a study. Repetitions count from 1.
type Key struct {
	Puzzle
	Backend    string `json:"backend"`
	Repetition int    `json:"repetition"`
	Seed       uint64 `json:"seed"`
}

// A Plan is what a study runs: every puzzle by every backend, with each seed, repeatedly.
type Plan struct {
	Puzzles     []Puzzle `json:"puzzles"`
	Backends    []string `json:"backends"`
	Seeds       []uint64 `json:"seeds"`
	Repetitions int      `json:"repetitions"`

	wanted map[Key]int // the runs by puzzle and backend, nil: all as many
}

// runs is how many runs a plan has of a puzzle and backend.
func (p *Plan) runs(of Key) int {
	if p.wanted != nil {
		return p.wanted[of]
	}
	return len(p.Seeds) * p.Repetitions
}

// maxRuns bounds the lines of a results file.
const maxRuns = 1 << 20

// validate returns an error if a plan has more runs than a record may hold.
func (p *Plan) validate() error {
	n := 1
	for _, factor := range []int{len(p.Puzzles), len(p.Backends), len(p.Seeds), p.Repetitions} {
		if factor < 0 || factor > 0 && n > maxRuns/factor {
			return fmt.Errorf("a plan of more than %d runs", maxRuns)
		}
		n *= max(factor, 1)
	}
	return nil
}

// A Run is one run with its key, as results files hold it.
type Run struct {
	Key
	End  Verdict   `json:"end"`
	Date time.Time `json:"date"`
	// Wall is how many seconds the process of the run took, from its start to its exit.
	Wall float64 `json:"wall"`
	// Others is how many cores other programs kept busy meanwhile, nil if not known.
	Others *float64 `json:"others,omitempty"`
	// Solver is the time of the solver alone in seconds, nil if not known: see [SolverNote].
	Solver *float64 `json:"solver,omitempty"`
	// SolverCPU is read from older files, and no longer written: it held the encoding and the
	// checks of engines inside.
	SolverCPU *float64 `json:"solver_cpu,omitempty"`
	// Report is as count --json prints it.
	Report backends.Report `json:"report"`

	seedless bool // it names no seed: that of its session counts
	session  *Session
}

// UnmarshalJSON reads a run, whose times are rounded to microseconds. It believes the record that
// a report was proved.
func (r *Run) UnmarshalJSON(text []byte) error {
	type fields Run // without this method
	if err := json.Unmarshal(text, (*fields)(r)); err != nil {
		return err
	}
	var said struct {
		Seed   *uint64
		Report struct{ Completeness backends.Completeness }
	}
	if err := json.Unmarshal(text, &said); err == nil {
		switch said.Report.Completeness {
		case backends.ByProof, backends.ByArgument:
			r.Report.Completeness = said.Report.Completeness
		}
	}
	r.seedless = said.Seed == nil
	return r.validate()
}

// validate returns an error if a run is none, or if what it says does not fit together.
func (r *Run) validate() error {
	t := &r.Report
	listed, none := t.Digest != nil, cover.Digest{}
	switch {
	case !slices.Contains(ends, r.End):
		return fmt.Errorf("a run ends in no way called %.40q", r.End)
	case r.Name == "" || r.Backend == "" || r.Repetition < 1 || r.Repetition > MaxRepetitions:
		return errors.New("a run without the name of its puzzle, its backend or its repetition")
	case t.Count == nil:
		return errors.New("a run without a report")
	case min(t.Elapsed, t.CPU, t.First) < 0 || t.Memory < 0 || r.Wall < 0 ||
		r.Solver != nil && *r.Solver < 0 || r.SolverCPU != nil && *r.SolverCPU < 0:
		return errors.New("a run that took less than nothing")
	case t.Puzzle != r.Name || t.Backend != r.Backend ||
		t.Fingerprint != "" && t.Fingerprint != r.Fingerprint:
		return fmt.Errorf("a run of %.40q by %.40q whose report is of %.40q by %.40q, or of "+
			"another model", r.Name, r.Backend, t.Puzzle, t.Backend)
	case r.End == Failed && t.Error == "", r.End == Done && t.Error != "":
		return fmt.Errorf("a run that ended with %q and the error %.40q", r.End, t.Error)
	case t.Complete && (r.End != Done || t.Approximate):
		return fmt.Errorf("a complete count of a run that ended with %q, or that estimates", r.End)
	case r.End == Done && !t.Complete && !t.Approximate && t.Count.Sign() == 0:
		return errors.New("a run that is done, without a result")
	case t.UpToSymmetry:
		return errors.New("a count of something else than all solutions")
	case t.Checked < 0, !listed && t.Checked > 0, listed && (t.Checked == 0) != (*t.Digest == none):
		return fmt.Errorf("%d solutions were checked, and their digest is %v", t.Checked, t.Digest)
	case listed && (t.Approximate || !t.Count.IsInt64() || t.Count.Int64() != t.Checked):
		return fmt.Errorf("a count of %.40s, of which %d solutions were checked",
			t.Count.String(), t.Checked)
	case t.First > 0 && (t.Checked == 0 || t.First > t.Elapsed+time.Microsecond):
		return errors.New("a first solution of none, or after the last")
	}
	return nil
}

// A line is a line of a results file: a session, the formulas of a puzzle, or a run.
type line struct {
	Format   int       `json:"format,omitempty"` // in lines with a session
	Session  *Session  `json:"session,omitempty"`
	Formulas *Formulas `json:"formulas,omitempty"`
	Run      *Run      `json:"run,omitempty"`
	// Seal is that of the line without it. Files of older versions have none.
	Seal string `json:"seal,omitempty"`
}

// The seal ends the line.
const sealStart, sealEnd = `,"seal":"`, "\"}\n"

// encode returns a line as text, with its seal and its line end.
func (l line) encode() ([]byte, error) {
	if l.Seal = ""; l.Session != nil {
		l.Format = format
	}
	body, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	body = body[:len(body)-1]
	return append(body, sealStart+text.Seal(body)+sealEnd...), nil
}

// decode reads a line.
func decode(whole []byte) (l line, err error) {
	d := json.NewDecoder(bytes.NewReader(whole))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		return l, err
	}
	parts := 0
	for _, has := range []bool{l.Session != nil, l.Formulas != nil, l.Run != nil} {
		if has {
			parts++
		}
	}
	switch {
	case d.More():
		return l, errors.New("more than one value")
	case parts != 1:
		return l, errors.New("neither a session nor a run")
	case l.Session != nil && l.Format != format:
		return l, fmt.Errorf("the form of the file has the number %d, and this program reads %d",
			l.Format, format)
	case l.Seal != "":
		body, found := bytes.CutSuffix(whole, []byte(sealStart+l.Seal+sealEnd))
		if !found || text.Seal(body) != l.Seal {
			return l, errors.New("the line was edited or damaged: its seal does not match")
		}
	}
	return l, nil
}
