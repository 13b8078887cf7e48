package study

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/text"
)

// A Comparison runs every puzzle of its plan by every backend, except the runs that its record
// has.
type Comparison struct {
	cli.Config
	Plan    // its puzzles are those of Entries that can be read, once Record has returned
	Entries []*cli.Entry
	First   bool   // stop at the first solution
	Results string // the path of the record; "": in memory
	Rerun   bool   // make runs again whose backend has changed
	// Single is set for one puzzle without a record, whose rows are shown without a ranking.
	Single bool

	inputs []*input // of the puzzles of the plan
}

// An input is a puzzle as the processes of runs get it.
type input struct {
	Formulas // of the backends that get one
	document []byte
	format   string
	entry    *cli.Entry
}

// A trial makes one run.
type trial func(ctx context.Context, in *input, backend string, seed uint64) Run

// Rows returns the names of the backends to run, one for each row. A SAT backend takes each of the
// encodings, unless its name has one.
func Rows(backends, encodings []string, work registry.Options) (names []string, err error) {
	for _, name := range backends {
		b, _ := registry.Lookup(name+"/"+encode.Default, work)
		if sat, ok := b.(adapter.Formulator); !ok || sat.EncodingName(nil) == "" ||
			len(encodings) == 0 {
			names = append(names, name)
			continue
		}
		for _, encoding := range encodings {
			names = append(names, name+"/"+encoding)
		}
	}
	seen := make(map[string]bool)
	for _, name := range names {
		if seen[name] {
			return nil, cli.Misusef("-b names %s twice", name)
		}
		if seen[name] = true; name == cli.Auto {
			return nil, cli.Misusef("-b auto chooses among the others, and compare measures what " +
				"is named: want portfolio for a first solution, native for a count")
		}
		if _, err := registry.Lookup(name, work); err != nil {
			return nil, cli.Misusef("%v", err)
		}
	}
	return names, nil
}

// Record reads the puzzles, makes the runs that are missing, and returns the record with all runs,
// which the caller must close. Puzzles that cannot be read are reported; code is their exit status.
// There is no record if no puzzle can be read.
func (j *Comparison) Record(
	ctx context.Context, c *cli.Console,
) (file *Record, code int, err error) {
	if code = j.read(ctx, c); len(j.inputs) == 0 {
		if ctx.Err() != nil {
			return nil, code, context.Cause(ctx)
		}
		return nil, code, cli.Exit(max(code, cli.Bad))
	}
	p := process{grace: trialGrace, timeout: j.Timeout, memory: j.Work.Memory}
	program, err := os.Executable()
	if err != nil {
		return nil, code, err
	}
	p.command = []string{program, TrialVerb}
	// A killed child leaves temporary files: this folder is removed with all of them.
	if p.folder, err = os.MkdirTemp("", "exactile-"); err != nil {
		return nil, code, err
	}
	defer os.RemoveAll(p.folder)
	if file, err = Open(j.Results); err != nil {
		return nil, code, err
	}
	err = j.fill(ctx, c, file, func(
		ctx context.Context, in *input, backend string, seed uint64,
	) Run {
		t := Trial{in.document, in.format, backend, j.First, j.Settings}
		if t.Seed = seed; p.memory > 0 {
			// The limit is for the whole process, so its search gets less.
			t.Memory = fmt.Sprint(max(p.memory-processOverhead, p.memory/2))
		}
		return p.run(ctx, in.Name, &t)
	})
	if err != nil {
		_ = file.Close()
	}
	return file, code, err
}

// read reads the puzzles of the plan. It reports those that cannot be read and returns their exit
// status.
func (j *Comparison) read(ctx context.Context, c *cli.Console) int {
	var codes []int
	seen := make(map[Puzzle]bool)
	for n, e := range j.Entries {
		in := &input{entry: e}
		err := e.Open(ctx)
		if err == nil {
			err = in.read(ctx)
		}
		switch {
		case ctx.Err() != nil: // what is recorded is printed
			c.Note("%v: %d of %s were not read",
				context.Cause(ctx), len(j.Entries)-n, text.Plural(len(j.Entries), "puzzle"))
			return cli.Stopped
		case err != nil:
			c.Report(err)
			codes = append(codes, cli.StatusOf(err))
		case seen[in.Puzzle]:
			c.Note("%s: this puzzle occurs twice and runs once", e.Name)
		default:
			in.Of = formulas(ctx, e.Tiling.Model, &j.Config, j.Backends)
			seen[in.Puzzle] = true
			j.inputs, j.Puzzles = append(j.inputs, in), append(j.Puzzles, in.Puzzle)
		}
		if !j.Single {
			e.Tiling = nil // saves memory: the texts are enough
		}
	}
	return cli.WorstStatus(codes)
}

// read takes in the text of an open puzzle.
func (in *input) read(ctx context.Context) (err error) {
	if in.document, in.format, err = in.entry.Document(); err != nil {
		return err
	}
	in.Name = in.entry.Name
	in.Fingerprint, err = await.Value(ctx, func() (string, error) {
		return in.entry.Tiling.Model.Fingerprint(), nil
	})
	return err
}

// fill makes the missing runs of the record, until ctx ends. For a single puzzle the record then
// gets a stopped run of each backend without a run, so that each has a row.
func (j *Comparison) fill(ctx context.Context, c *cli.Console, file *Record, made trial) error {
	of := make(map[Puzzle]*input)
	var fresh []Formulas // which the record does not have yet
	for _, in := range j.inputs {
		of[in.Puzzle] = in
		if file.AddFormulas(in.Formulas) {
			fresh = append(fresh, in.Formulas)
		}
	}
	session := j.session(ctx)
	if err := j.changed(file, session); err != nil {
		return err
	}
	var missing []Key
	there := 0
	for _, key := range j.Schedule() {
		switch {
		case file.SameAs(key.Puzzle, key.Backend, j.Backends) != key.Backend:
		case file.HasIn(key, session):
			there++
		default:
			missing = append(missing, key)
		}
	}
	if file.Truncated {
		c.Note("%s: the last line is incomplete: that run is repeated", j.Results)
	}
	if there > 0 {
		c.Note("%s: %d of %s are in the file; running the other %d",
			j.Results, there, text.Plural(there+len(missing), "run"), len(missing))
	}
	if len(missing)+len(fresh) == 0 {
		return file.WithPath(file.Accepts(session))
	}
	if err := file.Begin(session); err != nil {
		return err
	}
	for _, all := range fresh {
		if err := file.Describe(all); err != nil {
			return err
		}
	}
	for n, key := range missing {
		again := key.Repetition > 1 || key.Seed != j.Seeds[0]
		if ctx.Err() != nil && (again || !j.Single) {
			return nil
		}
		stage := fmt.Sprintf("%s by %s, run %d of %d", key.Name, key.Backend, n+1, len(missing))
		end := c.Progress.Begin(ctx, stage)
		date, others := time.Now().UTC().Truncate(time.Second), watchLoad()
		run := made(ctx, of[key.Puzzle], key.Backend, key.Seed)
		wall, cores := others()
		run.Key, run.Date, run.Wall, run.Others = key, date, wall.Seconds(), cores
		end()
		if run.End == Interrupted && !j.Single {
			return nil // not recorded: the next command repeats the run
		}
		if err := file.Append(run); err != nil {
			return err
		}
	}
	return nil
}

// changed returns an error if backends have changed since their runs in a record, unless the user
// wants these made again. It comes before any run.
func (j *Comparison) changed(r *Record, now *Session) error {
	var since []string
	for _, name := range j.Backends {
		if n := r.changed(name, now); n > 0 {
			since = append(since, fmt.Sprintf("%s has changed since %s",
				text.Visible(name), text.Plural(n, "run")))
		}
	}
	if len(since) == 0 || j.Rerun {
		return nil
	}
	return fmt.Errorf("%s: %s; --rerun makes them again", j.Results, strings.Join(since, ", "))
}

// session describes this command.
func (j *Comparison) session(ctx context.Context) *Session {
	program := cli.Version()
	if !j.Single {
		if exact, err := cli.ProgramVersion(); err == nil {
			program = exact
		}
	}
	s := &Session{
		Command: append([]string{"exactile"}, os.Args[1:]...),
		Date:    time.Now().UTC().Truncate(time.Second),
		Program: program, Commit: cli.Commit(), Machine: thisMachine(), Load: load(),
		Timeout: j.Timeout.Seconds(), Memory: j.Work.Memory, First: j.First, Seed: j.Seeds[0],
		Settings: append([]string{fmt.Sprintf("--first=%t", j.First)}, j.Settings.Args()...),
		Versions: make(map[string]string), Programs: make(map[string]string),
	}
	if j.Results != "" {
		s.Plan = &j.Plan
	}
	for _, name := range j.Backends {
		if v := j.Work.Version(ctx, name); v != "" {
			s.Versions[name] = v
		}
		if program, ok := registry.Program(name); ok && !j.Single {
			path, _ := exec.LookPath(program)
			if digest, err := cli.FileDigest(path); err == nil { // else it cannot be run
				s.Programs[name] = digest
				s.Versions[name] = cmp.Or(s.Versions[name], digest)
			}
		}
	}
	return s
}
