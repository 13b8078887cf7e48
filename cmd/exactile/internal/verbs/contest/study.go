package contest

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"time"

	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/engine"
	"github.com/exactile/exactile/cmd/exactile/internal/load"
	"github.com/exactile/exactile/cmd/exactile/internal/output"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/cmd/exactile/internal/studied"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/cmd/exactile/internal/version"
	"github.com/exactile/exactile/cmd/internal/words"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/visible"
)

// A studyJob runs every puzzle by every backend, except the runs that the record has.
type studyJob struct {
	contest
	entries []*load.Entry
	results string // the path of the record; "": in memory
	by      study.By
}

// A trial makes one run.
type trial func(ctx context.Context, q *question, backend string, seed uint64) comparison.Run

func (j *studyJob) Run(ctx context.Context, c *console.Console, w *output.Writer) (err error) {
	questions, code := j.questions(ctx, c)
	if len(questions) == 0 {
		return status.Exit(max(code, status.Bad))
	}
	file := &study.File{}
	if j.results != "" {
		if file, err = study.Open(j.results); err != nil {
			return err
		}
		defer file.Close()
	}
	r, err := j.runner()
	if err != nil {
		return err
	}
	defer r.close()
	if err := j.fill(ctx, c, file, questions, r.made); err != nil {
		return err
	}
	s, err := study.Of(&file.Record, j.plan(questions), j.by)
	if err != nil {
		return err
	}
	if err := printStudy(c, w, s); err != nil {
		return err
	}
	found := s.Disagreements()
	if len(found) == 0 {
		return status.Exit(status.Worst([]int{code, noteStudy(c, s)}))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	first := found[0]
	if j.entry = questions[first.Puzzle].entry; j.entry.Open(ctx) == nil {
		fmt.Fprintf(c.Stderr, "exactile: %s:\n", visible.Text(j.entry.Name))
		j.nameLoss(ctx, c.Stderr, s.Puzzles[first.Puzzle].Comparison, first.Disagreement)
	}
	return status.Exit(status.Disagree)
}

// questions reads the puzzles. It reports those that cannot be read and returns their exit
// status.
func (j *studyJob) questions(ctx context.Context, c *console.Console) ([]*question, int) {
	var all []*question
	var codes []int
	seen := make(map[study.Puzzle]bool)
	for _, e := range j.entries {
		var q *question
		err := e.Open(ctx)
		if err == nil {
			if q, err = asked(ctx, e); err == nil {
				q.formulas = j.formulas(ctx, e.Tiling.Model)
			}
		}
		switch {
		case err != nil:
			c.Report(err)
			codes = append(codes, status.Of(err))
		case seen[q.Puzzle]:
			c.Note("%s: this puzzle is there twice, and runs once", e.Name)
		default:
			seen[q.Puzzle] = true
			all = append(all, q)
		}
		e.Tiling = nil // saves memory: the texts are enough
	}
	return all, status.Worst(codes)
}

// asked is posed, with the fingerprint.
func asked(ctx context.Context, e *load.Entry) (*question, error) {
	q, err := posed(e)
	if err == nil {
		q.Fingerprint, err = await.Value(ctx, func() (string, error) {
			return e.Tiling.Model.Fingerprint(), nil
		})
	}
	return q, err
}

// plan returns what is run.
func (j *studyJob) plan(questions []*question) study.Plan {
	p := study.Plan{Backends: j.names, Seeds: j.seeds, Repetitions: j.repeat}
	for _, q := range questions {
		p.Puzzles = append(p.Puzzles, q.Puzzle)
	}
	return p
}

// fill makes the missing runs of the record, until ctx ends.
func (j *studyJob) fill(
	ctx context.Context, c *console.Console, file *study.File, questions []*question, made trial,
) error {
	of := make(map[study.Puzzle]*question)
	for _, q := range questions {
		of[q.Puzzle] = q
	}
	fresh, whose := unknown(file, questions)
	var schedule, missing []study.Key
	plan := j.plan(questions)
	for _, key := range plan.Schedule() {
		if file.SameAs(key.Puzzle, whose[key.Puzzle], key.Backend, j.names) == key.Backend {
			if schedule = append(schedule, key); !file.Has(key) {
				missing = append(missing, key)
			}
		}
	}
	if file.Torn {
		c.Note("%s: the last line was cut short: that run is made again", j.results)
	}
	if there := len(schedule) - len(missing); there > 0 {
		c.Note("%s: %d of %s are there, %d are made now",
			j.results, there, words.Plural(len(schedule), "run"), len(missing))
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
		if ctx.Err() != nil {
			return nil
		}
		stage := fmt.Sprintf("%s by %s, run %d of %d", key.Name, key.Backend, n+1, len(missing))
		end := c.Progress.Begin(ctx, stage)
		run := study.Run{Key: key, Date: time.Now().UTC().Truncate(time.Second)}
		watch := comparison.StartWatch()
		ended := made(ctx, of[key.Puzzle], key.Backend, key.Seed)
		run.Report, run.End, run.Solver = ended.Report, ended.End, ended.Solver
		var wall time.Duration
		wall, run.Others = watch.Others()
		run.Wall = wall.Seconds()
		end()
		if run.End == comparison.Interrupted {
			return nil // not recorded: the next command repeats the run
		}
		if err := file.Append(run); err != nil {
			return err
		}
	}
	return nil
}

// unknown returns the formulas that a record does not have yet, and by puzzle all that are known.
func unknown(file *study.File, questions []*question) (
	fresh []study.Formulas, all map[study.Puzzle]map[string]comparison.Formula,
) {
	all = make(map[study.Puzzle]map[string]comparison.Formula)
	for _, q := range questions {
		known := make(map[string]comparison.Formula)
		maps.Copy(known, file.Formulas(q.Puzzle))
		maps.Copy(known, q.formulas)
		if all[q.Puzzle] = known; !maps.Equal(known, file.Formulas(q.Puzzle)) {
			fresh = append(fresh, study.Formulas{Puzzle: q.Puzzle, Of: q.formulas})
		}
	}
	return fresh, all
}

// session describes this command.
func (j *studyJob) session(ctx context.Context) study.Session {
	program, err := version.Program()
	if err != nil {
		program = version.String() // the program file cannot be read
	}
	s := study.Session{
		Command: append([]string{"exactile"}, os.Args[1:]...),
		Date:    time.Now().UTC().Truncate(time.Second),
		Program: program, Commit: version.Commit(),
		Machine: comparison.ThisMachine(), Load: comparison.Load(),
		Timeout: j.Timeout.Seconds(), Memory: j.Work.Memory, First: j.first, Seed: j.seeds[0],
		Settings: append([]string{fmt.Sprintf("--first=%t", j.first)}, j.Args...),
		Versions: make(map[string]string),
	}
	for _, name := range j.names {
		if v := registry.Version(ctx, name, j.Work); v != "" {
			s.Versions[name] = v
		} else if program, ok := registry.Program(name); ok {
			s.Versions[name] = digestOf(program)
		}
	}
	return s
}

// digestOf is the digest of a program file, for a program that does not report a version; ""
// if it cannot be read.
func digestOf(program string) string {
	path, err := exec.LookPath(program)
	if err != nil {
		return ""
	}
	digest, _ := version.Digest(path)
	return digest
}

// printStudy prints a study.
func printStudy(c *console.Console, w *output.Writer, s *study.Study) error {
	return printPlain(c, w, func(b io.Writer) error { return studied.Print(b, w.Format, s) })
}

// noteStudy prints what the tables do not show, and returns the exit status of a study without
// a disagreement.
func noteStudy(c *console.Console, s *study.Study) int {
	engine.NoteTrustOnce(c)(s.Reports()...)
	var codes []int
	said := make(map[string]bool) // by backend: only its first error is noted
	for _, p := range s.Puzzles {
		for _, cell := range p.Cells {
			if cell == nil {
				codes = append(codes, status.Stopped)
				continue
			}
			if cell.Row.Same != "" {
				continue
			}
			switch cell.Verdict {
			case comparison.FailedRun:
				codes = append(codes, status.Bad)
			case comparison.Timeout, comparison.NoMemory:
				codes = append(codes, status.Stopped)
			}
			if text := cell.Row.Typical().Error; text != "" && !said[cell.Row.Backend] {
				said[cell.Row.Backend] = true
				c.Note("%s: %s: %s", p.Name, cell.Row.Backend, text)
			}
		}
	}
	return status.Worst(codes)
}

// A drawnJob prints a study from an existing record.
type drawnJob struct {
	path  string
	names []string // of the backends; nil: all
	by    study.By
}

func (j *drawnJob) Run(_ context.Context, c *console.Console, w *output.Writer) error {
	record, err := study.Read(j.path)
	if err != nil {
		return err
	}
	if record.Torn {
		c.Note("%s: the last line was cut short, and is left out", j.path)
	}
	s, err := study.All(record, j.by, j.names...)
	if err != nil {
		return fmt.Errorf("%s: %w", j.path, err)
	}
	if err := printStudy(c, w, s); err != nil {
		return err
	}
	if found := s.Disagreements(); len(found) > 0 {
		fmt.Fprintf(c.Stderr, "exactile: %s\n", visible.Text(s.Headline()))
		return status.Exit(status.Disagree)
	}
	return status.Exit(noteStudy(c, s))
}
