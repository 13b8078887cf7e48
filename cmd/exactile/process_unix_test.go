//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"
)

// patience is how long a test waits for what must come, also on a busy machine.
const patience = 5 * time.Minute

// until waits until a condition holds.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: it does not come to that", what)
		}
	}
}

// A process is a running program, with what it has printed so far.
type process struct {
	*exec.Cmd
	t              *testing.T
	stdout, stderr *teletype
}

// start starts a command, whose output it keeps where the command has no other place for it. It is
// killed with the test if it does not end by itself.
func start(t *testing.T, cmd *exec.Cmd) *process {
	t.Helper()
	p := &process{cmd, t, new(teletype), new(teletype)}
	if cmd.Stdout == nil {
		cmd.Stdout = p.stdout
	}
	cmd.Stderr = p.stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return p
}

// exactileIn is a command of exactile in a folder.
func exactileIn(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("exactile", args...)
	cmd.Dir = dir
	return cmd
}

// send sends a signal.
func (p *process) send(s os.Signal) {
	p.t.Helper()
	if err := p.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// ends waits for the end, which must have one of the exit statuses.
func (p *process) ends(want ...int) {
	p.t.Helper()
	late := time.AfterFunc(patience, func() { _ = p.Process.Kill() })
	err := p.Wait()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		p.t.Fatal(err)
	}
	if !late.Stop() {
		p.t.Fatal("it goes on")
	}
	if code := p.ProcessState.ExitCode(); !slices.Contains(want, code) {
		p.t.Errorf("it ended with %d, want %v: %s", code, want, p.stderr)
	}
}
