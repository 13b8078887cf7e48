//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
)

// A teletype is a terminal without a screen: it stores all output.
type teletype struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (tt *teletype) Write(p []byte) (int, error) {
	tt.mu.Lock()
	defer tt.mu.Unlock()
	return tt.text.Write(p)
}

func (tt *teletype) String() string {
	tt.mu.Lock()
	defer tt.mu.Unlock()
	return tt.text.String()
}

// expect waits until what was written matches, long enough for a busy machine.
func (tt *teletype) expect(t *testing.T, pattern string) {
	t.Helper()
	re := regexp.MustCompile(pattern)
	until(t, fmt.Sprintf("%s in what was written", pattern), func() bool { return re.MatchString(tt.String()) })
}

// onTerminal starts exactile on a terminal of 80 columns. It is ended with the
// test if it does not end by itself.
func onTerminal(t *testing.T, args ...string) (cmd *exec.Cmd, keys *os.File, screen *teletype) {
	t.Helper()
	return onTerminalOf(t, "C.UTF-8", args...)
}

// onTerminalOf is onTerminal with a locale.
func onTerminalOf(t *testing.T, locale string, args ...string) (cmd *exec.Cmd, keys *os.File, screen *teletype) {
	t.Helper()
	cmd = exec.Command("exactile", args...)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "LC_ALL="+locale)
	keys, screen = attached(t, cmd)
	return cmd, keys, screen
}

// attached starts a program on a terminal of 80 columns. It is ended with the test if it
// does not end by itself.
func attached(t *testing.T, cmd *exec.Cmd) (keys *os.File, screen *teletype) {
	t.Helper()
	keys, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Fatal(err)
	}
	screen = new(teletype)
	done := make(chan struct{})
	go func() {
		defer close(done)
		buffer := make([]byte, 1<<12)
		for {
			n, err := keys.Read(buffer)
			screen.Write(buffer[:n])
			if err != nil {
				return // a terminal that nobody is at any more
			}
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = keys.Close()
		<-done
	})
	return keys, screen
}

// exitStatus waits for the command and returns its exit status.
func exitStatus(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	err := cmd.Wait()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
}

// On a terminal a long run shows a line in place; Ctrl-C erases it and prints the results so
// far.
func TestProgressOnTerminal(t *testing.T) {
	t.Parallel()
	cmd, keys, screen := onTerminal(t, "count", "-b", "gini", "-j", "2", "dominoes:10x10")
	screen.expect(t, `\rdominoes:10x10: \d+ s, [0-9.]+ %`)
	if _, err := keys.WriteString("\x03"); err != nil {
		t.Fatal(err)
	}
	screen.expect(t, `at least \d+\r\n`)
	if got := exitStatus(t, cmd); got != cli.Stopped {
		t.Errorf("exit status %d", got)
	}
	text := screen.String()
	if end := text[strings.LastIndex(text, "\r\x1b[K"):]; !regexp.MustCompile(`^\r\x1b\[Kat least \d+\r\n$`).MatchString(end) {
		t.Errorf("the line is not gone before what is printed last: %q", end)
	}
	for line := range strings.SplitSeq(text, "\r") {
		if line = strings.TrimSuffix(line, "\x1b[K"); len(line) >= 80 {
			t.Errorf("%q does not fit", line)
		}
	}
}

// In a pipe only a signal shows the progress.
func TestProgressBySignal(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("exactile", "count", "-b", "process:hang", "-")
	// More than a pipe holds: once it is read, the program runs and heeds signals.
	puzzle := "# " + strings.Repeat("#", 1<<17) + "\nname: p\nboard: [...., ....]\npieces: [{name: I, shape: [XX], count: any}]\n"
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, cmd)
	if _, err := stdin.Write([]byte(puzzle)); err != nil {
		t.Fatal(err)
	}
	if err := stdin.Close(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(700 * time.Millisecond) // longer than before the line comes, and twice between two
	if text := p.stderr.String(); text != "" {
		t.Errorf("in a pipe: %q", text)
	}
	p.send(syscall.SIGUSR1)
	p.stderr.expect(t, `^exactile: p: \d+ s\n$`)
	p.send(os.Interrupt)
	p.ends(cli.Stopped)
	if got := p.stdout.String(); got != "at least 0\n" {
		t.Errorf("%q", got)
	}
}

// A terminal whose locale has no other characters gets ASCII.
func TestPlainTerminal(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"compare", "-b", "native,process:hang", "--timeout", "3s", "dominoes:4x4"},
		{"solve", "--color", "never", "cilada:7"},
		{"show", "--color", "never", "cilada:7"},
		{"solve", "-f", "png", "dominoes:2x2"},
	} {
		cmd, _, screen := onTerminalOf(t, "C", args...)
		if got := exitStatus(t, cmd); got != cli.Done && got != cli.Stopped && args[1] != "-f" {
			t.Errorf("%v: exit status %d", args, got)
		}
		screen.expect(t, `1 of 2 backends finished, with the set sha256:[0-9a-f]*\.\.\.; 1 ran|CCCC|identity|symmetry: none|PNG is not text: write it to a file with -o FILE.png`)
		if text := screen.String(); strings.ContainsFunc(text, func(r rune) bool { return r > '~' }) {
			t.Errorf("%v prints %q", args, text)
		}
	}
}

// A game on a terminal: keys in, the board out, and the terminal restored.
func TestPlayOnTerminal(t *testing.T) {
	t.Parallel()
	cmd, keys, screen := onTerminal(t, "play", "dominoes:2x2")
	for _, step := range []struct{ keys, expect string }{
		{"", "2 solutions from here"},
		{" ", "1 solution"},
		{"j ", "Solved!"},
		{"q", `\x1b\[\?1049l`}, // back from the alternate screen
	} {
		if _, err := keys.WriteString(step.keys); err != nil {
			t.Fatal(err)
		}
		screen.expect(t, step.expect)
	}
	if got := exitStatus(t, cmd); got != cli.Done {
		t.Errorf("exit status %d", got)
	}
}

// Solutions are seen as they come, though the next one never does: on a terminal
// as drawings, in a pipe in every format that has one solution after the other. (With
// -f boxes a pipe gets whole rows of drawings, whatever the time.)
func TestSlowSolutionsAreSeen(t *testing.T) {
	t.Setenv("EXACTILE_ONCE", filepath.Join(t.TempDir(), "terminal"))
	slow := func(args ...string) []string {
		return append([]string{"solve", "--all", "-b", "process:once", "dominoes:4x3"}, args...)
	}
	cmd, keys, screen := onTerminal(t, slow("--color", "never")...)
	screen.expect(t, `└─.*┘\r\n`)
	if _, err := keys.WriteString("\x03"); err != nil {
		t.Fatal(err)
	}
	screen.expect(t, `at least 1 solution`)
	if got := exitStatus(t, cmd); got != cli.Stopped {
		t.Errorf("exit status %d", got)
	}
	for format, want := range map[string]string{
		"text": `^(....\n){3}$`, "cells": `^(domino( \d,\d){2}\n){6}$`,
		"json": `^\{"format":1,"puzzle":"dominoes:4x3","backend":"process:once","solutions":\[\n\{.*\}$`, "jsonl": `^\{"format":1,"puzzle":"dominoes:4x3".*\}\n$`,
	} {
		t.Run(format, func(t *testing.T) {
			t.Setenv("EXACTILE_ONCE", filepath.Join(t.TempDir(), format))
			p := start(t, exec.Command("exactile", slow("-f", format)...))
			p.stdout.expect(t, want)
			p.send(os.Interrupt)
			p.ends(cli.Stopped)
		})
	}
}

// The second Ctrl-C ends a command that the first cannot: here one at a full pipe.
func TestSecondInterrupt(t *testing.T) {
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	defer writer.Close()
	if err := writer.SetWriteDeadline(time.Now().Add(100 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	for ; err == nil; _, err = writer.Write(make([]byte, 1<<10)) {
	}
	for err = nil; err == nil; _, err = writer.Write(make([]byte, 1)) {
	}
	cmd := exec.Command("exactile", "count", "-v", "dominoes:4x4")
	cmd.Stdout = writer
	p := start(t, cmd)
	p.stderr.expect(t, `dominoes:4x4: 36 by`) // so it runs and heeds signals
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = p.Wait()
	}()
	until(t, "it ends", func() bool {
		_ = p.Process.Signal(os.Interrupt) // those that come at once count as one
		select {
		case <-ended:
			return true
		case <-time.After(100 * time.Millisecond):
			return false
		}
	})
	if got := p.ProcessState.ExitCode(); got != cli.Killed {
		t.Errorf("exit status %d", got)
	}
}
