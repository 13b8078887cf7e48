package verbs

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/printer"
	"github.com/exactile/exactile/cmd/exactile/internal/report"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/text"
)

// A trial makes one run.
type trial func(ctx context.Context, in *trialInput, backend string, seed uint64) study.Run

func (j *comparison) Run(ctx context.Context, c *cli.Console, w *cli.Writer) error {
	inputs, code := j.inputs(ctx, c)
	switch {
	case ctx.Err() != nil && len(inputs) == 0 && !j.drawn:
		return context.Cause(ctx)
	case len(inputs) == 0 && !j.drawn:
		return cli.Exit(max(code, cli.Bad))
	}
	file, err := j.record(ctx, c, inputs)
	if err != nil {
		return err
	}
	defer file.Close()
	s, err := j.print(c, w, &file.Record)
	switch {
	case err != nil:
		return err
	case len(s.Wrong) == 0:
		return cli.Exit(cli.WorstStatus([]int{code, j.note(c, s)}))
	case j.drawn:
		fmt.Fprintf(c.Stderr, "exactile: %s\n", text.Visible(s.Headline))
		return cli.Exit(cli.Disagree)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	entry := inputs[s.Wrong[0]].entry
	if entry.Open(ctx) == nil {
		if !j.single {
			fmt.Fprintf(c.Stderr, "exactile: %s:\n", text.Visible(entry.Name))
		}
		j.nameLoss(ctx, c.Stderr, entry.Tiling, s.Puzzles[s.Wrong[0]].Disagreements[0])
	}
	return cli.Exit(cli.Disagree)
}

// record returns the record with all runs, which the caller must close.
func (j *comparison) record(
	ctx context.Context, c *cli.Console, inputs []*trialInput,
) (file *study.File, err error) {
	switch {
	case j.drawn:
		read, err := study.Read(j.results)
		if err != nil {
			return nil, err
		}
		if read.Truncated {
			c.Note("%s: the last line is incomplete and is ignored", j.results)
		}
		return &study.File{Record: *read}, nil
	case j.results == "":
		file = &study.File{}
	default:
		if file, err = study.Open(j.results); err != nil {
			return nil, err
		}
	}
	if j.program, err = os.Executable(); err == nil {
		// A killed child leaves temporary files: this folder is removed with all of them.
		j.folder, err = os.MkdirTemp("", "exactile-")
	}
	if err == nil {
		defer os.RemoveAll(j.folder)
		err = j.fill(ctx, c, file, inputs, j.made)
	}
	if err != nil {
		_ = file.Close()
	}
	return file, err
}

// print evaluates a record and prints the study, in ASCII if the screen shows nothing else. Texts
// of others are made visible as they enter, unless programs read them.
func (j *comparison) print(
	c *cli.Console, w *cli.Writer, r *study.Record,
) (s *study.Study, err error) {
	if w.Format != "json" {
		r.Shown = text.Visible
	}
	if !j.drawn {
		s, err = study.Evaluate(r, j.Plan, j.by)
	} else if s, err = study.EvaluateAll(r, j.by, j.Backends...); err != nil {
		err = fmt.Errorf("%s: %w", j.results, err)
	}
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	if j.single {
		t := j.entries[0].Tiling
		size := text.Plural(len(t.Options), "placement") + ", " +
			text.Plural(len(t.Items)-t.AddedItems, "item")
		err = report.PrintPuzzle(&b, w.Format, size, s)
	} else {
		err = report.Print(&b, w.Format, s)
	}
	if err != nil {
		return nil, err
	}
	written := b.String()
	if screen := c.Screen(w.ToStandardOutput()); screen.Terminal && !screen.Unicode {
		written = report.ASCII(written)
	}
	_, err = w.WriteString(written)
	return s, err
}

// inputs reads the puzzles of the plan. It reports those that cannot be read and returns their exit
// status.
func (j *comparison) inputs(ctx context.Context, c *cli.Console) (all []*trialInput, code int) {
	var codes []int
	seen := make(map[study.Puzzle]bool)
	for n, e := range j.entries {
		in := &trialInput{entry: e}
		err := e.Open(ctx)
		if err == nil {
			err = in.read(ctx)
		}
		switch {
		case ctx.Err() != nil: // what is recorded is printed
			c.Note("%v: %d of %s were not read",
				context.Cause(ctx), len(j.entries)-n, text.Plural(len(j.entries), "puzzle"))
			return all, cli.Stopped
		case err != nil:
			c.Report(err)
			codes = append(codes, cli.StatusOf(err))
		case seen[in.Puzzle]:
			c.Note("%s: this puzzle occurs twice and runs once", e.Name)
		default:
			in.Of = j.formulas(ctx, e.Tiling.Model)
			seen[in.Puzzle] = true
			all, j.Puzzles = append(all, in), append(j.Puzzles, in.Puzzle)
		}
		if !j.single {
			e.Tiling = nil // saves memory: the texts are enough
		}
	}
	return all, cli.WorstStatus(codes)
}

// fill makes the missing runs of the record, until ctx ends. For a single puzzle the record then
// gets a stopped run of each backend without a run, so that each has a row.
func (j *comparison) fill(
	ctx context.Context, c *cli.Console, file *study.File, inputs []*trialInput, made trial,
) error {
	of := make(map[study.Puzzle]*trialInput)
	var fresh []study.Formulas // which the record does not have yet
	for _, in := range inputs {
		of[in.Puzzle] = in
		if file.AddFormulas(in.Formulas) {
			fresh = append(fresh, in.Formulas)
		}
	}
	session := j.session(ctx)
	if err := j.changed(&file.Record, &session); err != nil {
		return err
	}
	var missing []study.Key
	there := 0
	for _, key := range j.Schedule() {
		switch {
		case file.SameAs(key.Puzzle, key.Backend, j.Backends) != key.Backend:
		case file.HasIn(key, &session):
			there++
		default:
			missing = append(missing, key)
		}
	}
	if file.Truncated {
		c.Note("%s: the last line is incomplete: that run is repeated", j.results)
	}
	if there > 0 {
		c.Note("%s: %d of %s are in the file; running the other %d",
			j.results, there, text.Plural(there+len(missing), "run"), len(missing))
	}
	if len(missing)+len(fresh) == 0 {
		return file.Accepts(session)
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
		if ctx.Err() != nil && (again || !j.single) {
			return nil
		}
		stage := fmt.Sprintf("%s by %s, run %d of %d", key.Name, key.Backend, n+1, len(missing))
		end := c.Progress.Begin(ctx, stage)
		date, others := time.Now().UTC().Truncate(time.Second), study.WatchLoad()
		run := made(ctx, of[key.Puzzle], key.Backend, key.Seed)
		wall, cores := others()
		run.Key, run.Date, run.Wall, run.Others = key, date, wall.Seconds(), cores
		end()
		if run.End == study.Interrupted && !j.single {
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
func (j *comparison) changed(r *study.Record, now *study.Session) error {
	var since []string
	for _, name := range j.Backends {
		if n := r.Changed(name, now); n > 0 {
			since = append(since, fmt.Sprintf("%s has changed since %s",
				text.Visible(name), text.Plural(n, "run")))
		}
	}
	if len(since) == 0 || j.rerun {
		return nil
	}
	return fmt.Errorf("%s: %s; --rerun makes them again", j.results, strings.Join(since, ", "))
}

// session describes this command.
func (j *comparison) session(ctx context.Context) study.Session {
	program := cli.Version()
	if !j.single {
		if exact, err := cli.ProgramVersion(); err == nil {
			program = exact
		}
	}
	s := study.Session{
		Command: append([]string{"exactile"}, os.Args[1:]...),
		Date:    time.Now().UTC().Truncate(time.Second),
		Program: program, Commit: cli.Commit(),
		Machine: study.ThisMachine(), Load: study.Load(),
		Timeout: j.Timeout.Seconds(), Memory: j.Work.Memory, First: j.first, Seed: j.Seeds[0],
		Settings: append([]string{fmt.Sprintf("--first=%t", j.first)}, j.Args...),
		Versions: make(map[string]string), Programs: make(map[string]string),
	}
	if j.results != "" {
		s.Plan = &j.Plan
	}
	for _, name := range j.Backends {
		if v := j.Work.Version(ctx, name); v != "" {
			s.Versions[name] = v
		}
		if program, ok := registry.Program(name); ok && !j.single {
			path, _ := exec.LookPath(program)
			if digest, err := cli.FileDigest(path); err == nil { // else it cannot be run
				s.Programs[name] = digest
				s.Versions[name] = cmp.Or(s.Versions[name], digest)
			}
		}
	}
	return s
}

// formulas describes the formulas of a model that the backends get. All together may take as
// long as a run; after one that takes longer, no other is described.
func (j *comparison) formulas(ctx context.Context, m *cover.Model) map[string]study.Formula {
	limited, cancel := cli.Within(ctx, j.Timeout, j.Timeout)
	defer cancel()
	exported, err := await.Value(limited, func() (*cover.Model, error) { return m.Reduce(), nil })
	if err != nil {
		return nil
	}
	type kind struct {
		encoding string
		given    adapter.Given
	}
	all, known := make(map[string]study.Formula), make(map[kind]study.Formula)
	for _, name := range j.Backends {
		a, ok := backendOrNil(name, j.Work).(adapter.Formulator)
		if !ok || a.EncodingName(m) == "" {
			continue
		}
		of := kind{a.EncodingName(m), a.Given()}
		f, described := known[of]
		if !described {
			// A model that cannot be encoded has no formula; its row shows the error.
			if f, err = formulaOf(limited, m, exported, a); err != nil {
				continue
			}
			known[of] = f
		}
		all[name] = f
	}
	return all
}

// formulaOf describes the formula of a model and of what is left of it for an export.
func formulaOf(
	ctx context.Context, m, exported *cover.Model, a adapter.Formulator,
) (f study.Formula, err error) {
	var n byteCount
	h := sha256.New()
	if err := a.WriteFormula(ctx, m, io.MultiWriter(h, &n)); err != nil {
		return f, err
	}
	encoding, err := encode.Lookup(a.EncodingName(m))
	if err != nil {
		return f, err
	}
	size, err := await.Value(ctx, func() (cnf.Size, error) {
		return encode.Size(exported, encoding)
	})
	if a.Given() == adapter.GivenParts {
		n = 0 // no engine gets this text
	}
	return study.Formula{
		Given: a.Given(), Bytes: int64(n), Digest: fmt.Sprintf("sha256:%x", h.Sum(nil)),
		Variables: size.Vars, Clauses: size.Clauses,
	}, err
}

// note prints what the tables do not show, and returns the exit status of a study without a
// disagreement.
func (j *comparison) note(c *cli.Console, s *study.Study) int {
	noteTrust := cli.NoteTrustOnce(c)
	for _, p := range s.Puzzles {
		for _, row := range p.Own() {
			if !j.single { // before all errors
				noteTrust(row.Typical)
			}
		}
	}
	var codes []int
	said := make(map[string]bool) // by backend: only its first error is noted
	for _, p := range s.Puzzles {
		name := p.Name + ": "
		if j.single {
			name = ""
		}
		if !p.Whole {
			codes = append(codes, cli.Stopped)
		}
		for _, row := range p.Own() {
			noteTrust(row.Typical)
			codes = append(codes, row.Verdict.Outcome().Status)
			if row.Error != "" && !said[row.Backend] {
				said[row.Backend] = true
				c.Note("%s%s: %s", name, row.Backend, row.Error)
			}
		}
	}
	return cli.WorstStatus(codes)
}

// nameLoss prints a solution that one of two disagreeing backends has lost. If only first solutions
// were requested, the second backend is the one that found none.
func (j *comparison) nameLoss(
	ctx context.Context, w io.Writer, t *puzzle.Tiling, d backends.Disagreement,
) {
	first, second := j.Backends[d.A], j.Backends[d.B]
	fmt.Fprintf(w, "exactile: %s\n", text.Visible(d.Reason))
	one, two := backendOrNil(first, j.Work), backendOrNil(second, j.Work)
	if one == nil || two == nil {
		return
	}
	first, second = text.Visible(first), text.Visible(second) // from here on they are only printed
	if backends.CountsOnly(one) || backends.CountsOnly(two) {
		fmt.Fprintln(w, "exactile: one of them only counts, so no solution can be shown")
		return
	}
	ctx, cancel := j.Limited(ctx, 0)
	defer cancel()
	var loss *backends.Loss
	var err error
	if !j.first {
		loss, err = backends.Difference(ctx, one, two, t.Model)
	} else if s, found, wrong := backends.First(ctx, one, t.Model); found || wrong != nil {
		loss, err = &backends.Loss{Solution: s, FoundByFirst: true}, wrong
	}
	switch {
	case err != nil:
		fmt.Fprintf(w, "exactile: the search for a solution that one of them has lost: %s\n",
			text.Visible(j.StoppedText(err)))
		return
	case loss == nil:
		fmt.Fprintf(w, "exactile: in a second run, %s and %s list the same solutions\n", first,
			second)
		return
	case loss.FoundByFirst:
		first, second = second, first
	}
	fmt.Fprintf(w, "exactile: %s has lost this solution, which %s finds and which solves the "+
		"puzzle:\n", first, second)
	written := bufio.NewWriter(w)
	p := printer.Plain(written, "text", t, "", false)
	// If standard error fails there is no place to report it.
	_ = errors.Join(p.Solution(loss.Solution), p.End(1, true, false), written.Flush())
}
