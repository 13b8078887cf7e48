package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// maxAnswer bounds what is read of an answer. Programs that list print more; the
// count they end with is looked for at the end.
const maxAnswer = 64 << 20

// grace is how long a process that was killed may take to go.
const grace = 5 * time.Second

// errTimeout is the error of a run that took too long.
var errTimeout = errors.New("too slow")

// A run is one process that has ended.
type run struct {
	user   time.Duration // in user mode, with the children it waited for
	status int
	output []byte // what it printed, the end of it if it was long
	errors []byte // and on its standard error
}

// complaint is the first line of the standard error.
func (r *run) complaint() string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(r.errors)), "\n")
	return line
}

// execute runs a command in a process group of its own, with the named file as its
// standard input, or with none. Its output goes to a file
// in the folder and not through a pipe, so that reading it takes no time from the
// program. The error is errTimeout, that of ctx, or why it could not be run.
func execute(ctx context.Context, folder string, timeout time.Duration, words []string, stdin string) (*run, error) {
	within, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	output, err := os.CreateTemp(folder, "output-*")
	if err != nil {
		return nil, err
	}
	defer os.Remove(output.Name())
	defer output.Close()
	complaint, err := os.CreateTemp(folder, "errors-*")
	if err != nil {
		return nil, err
	}
	defer os.Remove(complaint.Name())
	defer complaint.Close()
	cmd := exec.CommandContext(within, words[0], words[1:]...)
	cmd.Stdout, cmd.Stderr = output, complaint
	if stdin != "" {
		input, err := os.Open(stdin)
		if err != nil {
			return nil, err
		}
		defer input.Close()
		cmd.Stdin = input
	}
	cmd.WaitDelay = grace
	killTogether(cmd)
	err = cmd.Run()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case within.Err() != nil:
		return nil, errTimeout
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	r := &run{user: cmd.ProcessState.UserTime(), status: cmd.ProcessState.ExitCode()}
	if r.output, err = readEnd(output); err != nil {
		return nil, err
	}
	r.errors, err = readEnd(complaint)
	if r.status < 0 {
		return nil, fmt.Errorf("%s: %v", words[0], cmd.ProcessState)
	}
	return r, err
}

// readEnd reads the last part of a file that was written.
func readEnd(f *os.File) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	start := max(0, info.Size()-maxAnswer)
	return io.ReadAll(io.NewSectionReader(f, start, info.Size()-start))
}
