package verbs

import (
	"bufio"
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
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/report"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/visible"
	"github.com/exactile/exactile/internal/words"
)

// A contest runs every puzzle by every backend, except the runs that its record has. Each run is
// a child process, whose limits of time and memory are its own; memory also bounds its
// descendants.
type contest struct {
	cli.Config
	entries []*cli.Entry
	names   []string // of the backends
	first   bool     // stop at the first solution
	repeat  int      // how often each row is run with each seed
	seeds   []uint64
	by      study.By
	results string // the path of the record; "": in memory
	// single is set for one puzzle without a record, whose rows are shown without a ranking.
	single  bool
	program string
	folder  string        // for the children's temporary files
	grace   time.Duration // extra time before a child is killed
}

// A trial makes one run.
type trial func(ctx context.Context, in *trialInput, backend string, seed uint64) study.Run

func (j *contest) Run(ctx context.Context, c *cli.Console, w *cli.Writer) (err error) {
	inputs, code := j.inputs(ctx, c)
	if len(inputs) == 0 {
		return cli.Exit(max(code, cli.Bad))
	}
	file := &study.File{}
	if j.results != "" {
		if file, err = study.Open(j.results); err != nil {
			return err
		}
		defer file.Close()
	}
	if j.program, err = os.Executable(); err != nil {
		return err
	}
	// A killed child leaves temporary files: this folder is removed with all of them.
	if j.folder, err = os.MkdirTemp("", "exactile-"); err != nil {
		return err
	}
	defer os.RemoveAll(j.folder)
	if err := j.fill(ctx, c, file, inputs, j.made); err != nil {
		return err
	}
	size := ""
	if j.single {
		size = sizeOf(j.entries[0].Tiling)
	}
	s, err := printStudy(c, w, &file.Record, size, func(r *study.Record) (*study.Study, error) {
		return study.Of(r, j.plan(inputs), j.by)
	})
	if err != nil {
		return err
	}
	if len(s.Wrong) == 0 {
		return cli.Exit(cli.WorstStatus([]int{code, noteTrial(c, s, j.single)}))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	entry := inputs[s.Wrong[0]].entry
	if entry.Open(ctx) == nil {
		if !j.single {
			fmt.Fprintf(c.Stderr, "exactile: %s:\n", visible.Text(entry.Name))
		}
		j.nameLoss(ctx, c.Stderr, entry.Tiling, s.Puzzles[s.Wrong[0]].Disagreements[0])
	}
	return cli.Exit(cli.Disagree)
}

// printStudy evaluates a record and prints the study, in ASCII if the screen shows nothing else.
// size is that of the puzzle of a comparison. Texts of others are made visible as they enter,
// unless programs read them.
func printStudy(
	c *cli.Console, w *cli.Writer, record *study.Record, size string,
	evaluate func(*study.Record) (*study.Study, error),
) (*study.Study, error) {
	if w.Format != "json" {
		record.Shown = visible.Text
	}
	s, err := evaluate(record)
	if err != nil {
		return nil, err
	}
	screen, err := c.Screen(w.ToStandardOutput())
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	if size == "" {
		err = report.Print(&b, w.Format, s)
	} else {
		err = report.PrintPuzzle(&b, w.Format, size, s)
	}
	if err != nil {
		return nil, err
	}
	text := b.String()
	if screen.Terminal && !screen.Unicode {
		text = report.ASCII(text)
	}
	_, err = w.WriteString(text)
	return s, err
}

// sizeOf is how large a puzzle is.
func sizeOf(t *puzzle.Tiling) string {
	return words.Plural(len(t.Options), "placement") + ", " +
		words.Plural(len(t.Items)-t.Added, "item")
}

// inputs reads the puzzles. It reports those that cannot be read and returns their exit status.
func (j *contest) inputs(ctx context.Context, c *cli.Console) (all []*trialInput, code int) {
	var codes []int
	seen := make(map[study.Puzzle]bool)
	for _, e := range j.entries {
		in := &trialInput{entry: e}
		err := e.Open(ctx)
		if err == nil {
			err = in.read(ctx)
		}
		switch {
		case err != nil:
			c.Report(err)
			codes = append(codes, cli.StatusOf(err))
		case seen[in.Puzzle]:
			c.Note("%s: this puzzle is there twice, and runs once", e.Name)
		default:
			in.formulas = j.formulas(ctx, e.Tiling.Model)
			seen[in.Puzzle] = true
			all = append(all, in)
		}
		if !j.single {
			e.Tiling = nil // saves memory: the texts are enough
		}
	}
	return all, cli.WorstStatus(codes)
}

// plan returns what is run.
func (j *contest) plan(inputs []*trialInput) study.Plan {
	p := study.Plan{Backends: j.names, Seeds: j.seeds, Repetitions: j.repeat}
	for _, in := range inputs {
		p.Puzzles = append(p.Puzzles, in.Puzzle)
	}
	return p
}

// fill makes the missing runs of the record, until ctx ends. For a single puzzle the record then
// gets a stopped run of each backend without a run, so that each has a row.
func (j *contest) fill(
	ctx context.Context, c *cli.Console, file *study.File, inputs []*trialInput, made trial,
) error {
	of := make(map[study.Puzzle]*trialInput)
	var fresh []study.Formulas // which the record does not have yet
	for _, in := range inputs {
		of[in.Puzzle] = in
		if all := (study.Formulas{Puzzle: in.Puzzle, Of: in.formulas}); file.Learn(all) {
			fresh = append(fresh, all)
		}
	}
	var missing []study.Key
	there := 0
	plan := j.plan(inputs)
	for _, key := range plan.Schedule() {
		switch {
		case file.SameAs(key.Puzzle, key.Backend, j.names) != key.Backend:
		case file.Has(key):
			there++
		default:
			missing = append(missing, key)
		}
	}
	if file.Torn {
		c.Note("%s: the last line was cut short: that run is made again", j.results)
	}
	if there > 0 {
		c.Note("%s: %d of %s are there, %d are made now",
			j.results, there, words.Plural(there+len(missing), "run"), len(missing))
	}
	session := j.session(ctx)
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
		again := key.Repetition > 1 || key.Seed != j.seeds[0]
		if ctx.Err() != nil && (again || !j.single) {
			return nil
		}
		stage := fmt.Sprintf("%s by %s, run %d of %d", key.Name, key.Backend, n+1, len(missing))
		end := c.Progress.Begin(ctx, stage)
		date, watch := time.Now().UTC().Truncate(time.Second), study.StartWatch()
		run := made(ctx, of[key.Puzzle], key.Backend, key.Seed)
		run.Key, run.Date = key, date
		var wall time.Duration
		wall, run.Others = watch.Others()
		run.Wall = wall.Seconds()
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

// session describes this command.
func (j *contest) session(ctx context.Context) study.Session {
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
		Timeout: j.Timeout.Seconds(), Memory: j.Work.Memory, First: j.first, Seed: j.seeds[0],
		Settings: append([]string{fmt.Sprintf("--first=%t", j.first)}, j.Args...),
		Versions: make(map[string]string),
	}
	for _, name := range j.names {
		if v := registry.Version(ctx, name, j.Work); v != "" {
			s.Versions[name] = v
		} else if program, ok := registry.Program(name); ok && !j.single {
			path, _ := exec.LookPath(program)
			s.Versions[name], _ = cli.FileDigest(path) // "" if it cannot be read
		}
	}
	return s
}

// formulas describes the formulas of a model that the backends get. All together may take as
// long as a run; after one that takes longer, no other is described.
func (j *contest) formulas(ctx context.Context, m *cover.Model) map[string]study.Formula {
	limited, cancel := cli.Within(ctx, j.Timeout, j.Timeout)
	defer cancel()
	exported, err := await.Value(limited, func() (*cover.Model, error) { return m.Reduce(), nil })
	if err != nil {
		return nil
	}
	all, known := make(map[string]study.Formula), make(map[string]study.Formula)
	for _, name := range j.names {
		a, ok := backendOrNil(name, j.Work).(backends.Formulator)
		if !ok || a.EncodingName() == "" {
			continue
		}
		f, described := known[a.EncodingName()]
		if !described {
			// A model that cannot be encoded has no formula; its row shows the error.
			if f, err = formulaOf(limited, m, exported, a); err != nil {
				continue
			}
			known[a.EncodingName()] = f
		}
		all[name] = f
	}
	return all
}

// formulaOf describes the formula of a model and of what is left of it for an export.
func formulaOf(
	ctx context.Context, m, exported *cover.Model, a backends.Formulator,
) (f study.Formula, err error) {
	var n byteCount
	h := sha256.New()
	if err := a.WriteFormula(ctx, m, io.MultiWriter(h, &n)); err != nil {
		return f, err
	}
	encoding, err := encode.Lookup(a.EncodingName())
	if err != nil {
		return f, err
	}
	size, err := await.Value(ctx, func() (cnf.Size, error) { return encode.Size(exported, encoding) })
	return study.Formula{
		Bytes: int64(n), Digest: fmt.Sprintf("sha256:%x", h.Sum(nil)),
		Variables: size.Vars, Clauses: size.Clauses,
	}, err
}

// noteTrial prints what the tables do not show, and returns the exit status of a study without a
// disagreement.
func noteTrial(c *cli.Console, s *study.Study, single bool) int {
	noteTrust := cli.NoteTrustOnce(c)
	var codes []int
	for _, p := range s.Puzzles {
		for _, row := range p.Own() {
			if !single { // before all errors
				noteTrust(row.Typical)
			}
		}
	}
	said := make(map[string]bool) // by backend: only its first error is noted
	for _, p := range s.Puzzles {
		if !p.Whole {
			codes = append(codes, cli.Stopped)
		}
		for _, row := range p.Own() {
			typical := row.Typical
			noteTrust(typical)
			codes = append(codes, row.Verdict.Outcome().Status)
			if text := typical.Error; text != "" && !said[row.Backend] {
				said[row.Backend] = true
				name := p.Name + ": "
				if single {
					name = ""
				}
				c.Note("%s%s: %s", name, row.Backend, text)
			}
		}
	}
	return cli.WorstStatus(codes)
}

// nameLoss prints a solution that one of two disagreeing backends has lost.
func (j *contest) nameLoss(
	ctx context.Context, w io.Writer, t *puzzle.Tiling, d backends.Disagreement,
) {
	first, second := j.names[d.A], j.names[d.B]
	fmt.Fprintf(w, "exactile: %s\n", visible.Text(d.Reason))
	one, errOne := registry.Lookup(first, j.Work)
	two, errTwo := registry.Lookup(second, j.Work)
	if errOne != nil || errTwo != nil {
		return
	}
	first, second = visible.Text(first), visible.Text(second) // from here on they are only printed
	if backends.CountsOnly(one) || backends.CountsOnly(two) {
		fmt.Fprintln(w, "exactile: one of them only counts, so that no solution can be named")
		return
	}
	ctx, cancel := j.Limited(ctx, 0)
	defer cancel()
	loss, err := lossOf(ctx, one, two, t.Model, j.first)
	switch {
	case err != nil:
		fmt.Fprintf(w, "exactile: looking for a solution that one of them has lost: %s\n",
			visible.Text(j.StoppedText(err)))
		return
	case loss == nil:
		fmt.Fprintf(w, "exactile: run again, %s and %s list the same solutions\n", first, second)
		return
	case loss.FoundByFirst:
		first, second = second, first
	}
	fmt.Fprintf(w, "exactile: %s has lost this solution, which %s finds and which solves the "+
		"puzzle:\n", first, second)
	text := bufio.NewWriter(w)
	p := cli.NewPrinter(text, "text", t, "", false)
	// If standard error fails there is no place to report it.
	_ = errors.Join(p.Solution(loss.Solution), p.End(1, true, false), text.Flush())
}

// lossOf returns a solution that one of two backends finds and the other has lost. If only
// first solutions were asked for, the second backend is the one that found none.
func lossOf(
	ctx context.Context, one, two backends.Backend, m *cover.Model, first bool,
) (*backends.Loss, error) {
	if !first {
		return backends.Difference(ctx, one, two, m)
	}
	s, ok, err := backends.First(ctx, one, m)
	if err != nil || !ok {
		return nil, err
	}
	return &backends.Loss{Solution: s, FoundByFirst: true}, nil
}

// A drawnJob prints a study from an existing record.
type drawnJob struct {
	path  string
	names []string // of the backends; nil: all
	by    study.By
}

func (j *drawnJob) Run(_ context.Context, c *cli.Console, w *cli.Writer) error {
	record, err := study.Read(j.path)
	if err != nil {
		return err
	}
	if record.Torn {
		c.Note("%s: the last line was cut short, and is left out", j.path)
	}
	s, err := printStudy(c, w, record, "", func(r *study.Record) (*study.Study, error) {
		s, err := study.All(r, j.by, j.names...)
		if err != nil {
			err = fmt.Errorf("%s: %w", j.path, err)
		}
		return s, err
	})
	if err != nil {
		return err
	}
	if len(s.Wrong) > 0 {
		fmt.Fprintf(c.Stderr, "exactile: %s\n", visible.Text(s.Headline))
		return cli.Exit(cli.Disagree)
	}
	return cli.Exit(noteTrial(c, s, false))
}
