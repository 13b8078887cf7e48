package process

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/exactile/exactile/internal/contain"
)

// A Program is a SAT solver or model counter that was found on this machine.
type Program struct {
	// Path is absolute.
	Path    string
	Profile Profile
	// Prove makes it write proofs, if its profile has arguments for that.
	Prove bool
	// Constraints gives it constraints directly, in the format OPB, instead of
	// clauses: its engines then accept AddAtMost.
	Constraints bool
	// Memory is how many bytes it and its children together may have resident; 0
	// is any number.
	Memory int64
	// Runner runs it; nil is one for each run. The caller closes it when all engines of the
	// program are out of use.
	Runner *contain.Runner
}

// VersionTime is how long a program should get to print its version: on a busy machine it
// takes a second to start.
const VersionTime = 5 * time.Second

// versionSize is how many bytes it may print for its version; more is an error.
const versionSize = 1 << 16

// Version runs the program for its version. It is "" if the profile has no arguments for
// that. It is an error if the program hangs until ctx ends, dies, or prints no version.
func (p *Program) Version(ctx context.Context) (string, error) {
	if p.Profile.Version == nil {
		return "", nil
	}
	var said []byte
	r := p.start(ctx, "", "", p.Profile.Version, func(output io.Reader) (err error) {
		said, err = io.ReadAll(&limit{r: output, left: versionSize})
		return err
	})
	if r.err != nil {
		return "", r.err
	}
	version := p.Profile.version(string(said))
	if version == "" {
		return "", errors.New("it prints no version")
	}
	return version, nil
}

// result is how a run ended.
type result struct {
	code   int // exit status, if err is nil
	used   contain.Usage
	stderr string
	// ended is set if the program ended by itself: by no signal and at no limit.
	ended bool
	// nearLimit, if not nil, is that it ended by itself near its limit of memory: a reason for a
	// missing answer, but no objection to an answer.
	nearLimit error
	// err is an error of reading or starting, or that the program was killed or
	// left its output to a child; an exit status is not an error.
	err error
}

// start runs the program to its end, or until read fails or ctx ends. The folder is temporary:
// if this process ends first, the watcher removes it.
func (p *Program) start(
	ctx context.Context, cwd, folder string, args []string, read func(io.Reader) error,
) (r result) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	run := contain.Program{Path: p.Path, Args: args, Dir: cwd, Memory: p.Memory}
	if folder != "" {
		run.Folders = []string{cmp.Or(p.Runner.Folder(), folder)}
	}
	child, err := p.Runner.Start(ctx, run)
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
	readErr := read(child)
	finished = true
	switch {
	case errors.Is(readErr, errStop):
		stop()
	case readErr != nil:
		// It may be about to end, and its exit status says more.
		timer := time.AfterFunc(exitGrace, stop)
		defer timer.Stop()
		_, _ = io.Copy(io.Discard, child)
	}
	var failed error
	r.used, failed = child.Wait()
	r.stderr = child.Stderr()

	var memory *contain.MemoryError
	var exit *contain.ExitError
	bySignal := errors.As(failed, &exit) && exit.ExitCode() < 0
	if r.ended = failed == nil; exit != nil && !errors.As(failed, &memory) {
		r.code = max(exit.ExitCode(), 0)
		r.ended = !bySignal && shellSignal(r.code) == ""
	}
	switch {
	case errors.As(failed, &memory) && readErr == nil && memory.Exit != nil &&
		memory.Exit.ExitCode() >= 0 && shellSignal(memory.Exit.ExitCode()) == "":
		r.code, r.nearLimit = memory.Exit.ExitCode(), failed
	case errors.As(failed, &memory):
		r.err = failed
	case readErr != nil && (bySignal && !(ctx.Err() != nil && exit.Killed()) ||
		exit != nil && shellSignal(exit.ExitCode()) != ""):
		// Its output was cut short, so that the text read is no answer.
		r.err = fmt.Errorf("it failed: %w%s, and its output is not an answer: %w",
			failed, shellSignal(exit.ExitCode()), readErr)
	case readErr != nil:
		r.err = readErr
	case bySignal:
		r.err = fmt.Errorf("it failed: %w", failed)
	case exit == nil:
		r.err = failed
	}
	return r
}

// exitGrace is how long a program may take to end once its output is of no use any more.
const exitGrace = time.Second
