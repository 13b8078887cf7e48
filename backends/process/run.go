package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/exactile/exactile/backends/contain"
	"github.com/exactile/exactile/encode/await"
	"github.com/exactile/exactile/encode/cnf"
)

// maxOutput is how many bytes a program may print, and how many more for each
// variable: comments are passed over, but must end some time.
const maxOutput, maxOutputPerVar = 64 << 20, 32

// run writes the formula to a file and runs the program on it with the given
// arguments. read gets what the program prints, while it runs; an error of read
// ends the program. after is called once it has ended well enough to be listened
// to, with its exit status; its files are there until then.
func (e *Engine) run(ctx context.Context, args []string, notes cnf.Notes, read func(*limit) error, after func(code int, f files) error) (err error) {
	dir, err := os.MkdirTemp("", "exactile-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }() // its watcher does if this process ends before
	f := filesIn(dir)
	if err := e.write(ctx, f.formula, notes); err != nil {
		return err
	}
	cwd := dir
	if e.program.Profile.Beside {
		cwd = filepath.Dir(e.program.Path)
	}
	var told listener
	r := e.program.start(ctx, cwd, fill(args, f), []string{dir}, func(output io.Reader) error {
		told.r = output
		return read(e.limit(&told))
	})
	e.effort.add(told.heard)
	e.told.add(told.times)
	e.used.CPU += r.used.CPU
	e.used.Memory = max(e.used.Memory, r.used.Memory)
	e.used.Together = max(e.used.Together, r.used.Together)
	if r.err == nil {
		r.err = after(r.code, f)
	}
	if r.err != nil && r.complaints != "" {
		return fmt.Errorf("%w; it complained: %s", r.err, r.complaints)
	}
	return r.err
}

// result is how a run ended.
type result struct {
	code       int // exit status, if err is nil
	used       contain.Usage
	complaints string
	// err is that of reading or starting, that the program was killed or left its
	// output to a child; an exit status is none.
	err error
}

// start runs the program to its end, or until read fails or ctx ends. The folders are
// those that nobody wants once this process has ended.
func (p *Program) start(ctx context.Context, cwd string, args, folders []string, read func(io.Reader) error) (r result) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	command := exec.CommandContext(ctx, p.Path, args...)
	command.Dir = cwd
	complaints := &contain.Excerpt{}
	command.Stderr = complaints
	child, err := contain.Start(command, p.Memory, folders...)
	if err != nil {
		return result{err: err}
	}
	finished := false
	defer func() {
		if !finished { // read has panicked
			stop()
			_, _ = child.Wait()
		}
	}()
	output := &ending{r: child}
	readErr := read(output)
	finished = true
	switch {
	case readErr != nil && output.ended:
		// It is about to end, most likely, and how it does tells more.
		timer := time.AfterFunc(lastMoment, stop)
		defer timer.Stop()
	case readErr != nil:
		stop()
	}
	var failed error
	r.used, failed = child.Wait()
	r.complaints = complaints.String()

	var memory *contain.MemoryError
	var exit *contain.ExitError
	bySignal := errors.As(failed, &exit) && exit.ExitCode() < 0
	switch {
	case errors.As(failed, &memory):
		r.err = failed
	case readErr != nil && (bySignal && !(ctx.Err() != nil && exit.Killed()) ||
		exit != nil && shellSignal(exit.ExitCode()) != ""):
		// What cannot be read is half of what it would have said.
		r.err = fmt.Errorf("it failed: %w%s, and what it had said is no answer: %w", failed, shellSignal(exit.ExitCode()), readErr)
	case readErr != nil:
		r.err = readErr
	case bySignal:
		r.err = fmt.Errorf("it failed: %w", failed)
	case exit != nil:
		r.code = exit.ExitCode()
	default:
		r.err = failed
	}
	return r
}

// lastMoment is how long a program may take to end that has closed its output.
const lastMoment = time.Second

// An ending is a reader that remembers whether it came to the end.
type ending struct {
	r     io.Reader
	ended bool
}

func (e *ending) Read(p []byte) (int, error) {
	n, err := e.r.Read(p)
	e.ended = e.ended || errors.Is(err, io.EOF)
	return n, err
}

// write writes the formula, unless ctx ends meanwhile.
func (e *Engine) write(ctx context.Context, path string, notes cnf.Notes) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	err = e.formula.WriteDIMACS(await.Writer(ctx, file), notes)
	return errors.Join(err, file.Close())
}

// limit is a reader that fails when more than so many bytes come.
type limit struct {
	r          io.Reader
	left, most int64
}

func (e *Engine) limit(r io.Reader) *limit {
	most := maxOutput + maxOutputPerVar*int64(e.formula.NumVars())
	return &limit{r, most, most}
}

// again lets as much come as at the beginning.
func (l *limit) again() { l.left = l.most }

func (l *limit) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errors.New("it prints far more than an answer")
	}
	n, err := l.r.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	return n, err
}
