//go:build unix

package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
)

// fifo makes a named pipe.
func fifo(t *testing.T, path ...string) string {
	t.Helper()
	name := filepath.Join(path...)
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// readers are the commands that read a file named FILE, one for each way to read.
var readers = map[string][]string{
	"count":               {"count", "FILE"},
	"count, with a limit": {"count", "--timeout", "1h", "FILE"},
	"solve, saved":        {"solve", "--all", "--checkpoint", "none", "-o", "neither", "FILE"},
	"the profiles":        {"count", "-b", "process:hang", "--solver-profile", "FILE", "dominoes:2x2"},
	"check, the solution": {"check", "dominoes:2x2", "FILE"},
	"decode, the answer":  {"decode", "dominoes:2x2", "FILE"},
	"merge":               {"merge", "FILE"},
	"verify":              {"verify", "FILE"},
}

// A command that waits for input ends at once on a signal.
func TestInterruptEndsReading(t *testing.T) {
	t.Parallel()
	for name, args := range readers {
		sent := os.Signal(syscall.SIGTERM)
		if name == "count" {
			sent = os.Interrupt // both signals end one context
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			pipe := fifo(t, dir, "pipe")
			args := slices.Clone(args)
			args[slices.Index(args, "FILE")] = pipe
			readingEnds(t, dir, pipe, sent, args)
			if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 1 {
				t.Errorf("%q are left, %v: want the pipe alone", left, err)
			}
		})
	}
}

// readingEnds runs a command in a folder, waits until it has opened the pipe, and
// sends it a signal.
func readingEnds(t *testing.T, dir, pipe string, sent os.Signal, args []string) *process {
	t.Helper()
	p := start(t, exactileIn(dir, args...))
	opened := make(chan *os.File, 1)
	go func() {
		writer, _ := os.OpenFile(pipe, os.O_WRONLY, 0) // as soon as it is read
		opened <- writer
	}()
	select {
	case writer := <-opened:
		defer writer.Close()
	case <-time.After(patience):
		t.Fatalf("it does not read: %s", p.stderr)
	}
	p.send(sent)
	p.ends(cli.Stopped, cli.Killed)
	return p
}

// A run of several puzzles that is interrupted prints what is done, in each format, says in one
// message how many are left, and ends with the status of a stopped run.
func TestInterruptKeepsWhatIsDone(t *testing.T) {
	t.Parallel()
	const square = "name: square\nboard: |\n  ..\n  ..\npieces: [{name: D, shape: [XX], count: 2}]\nclaims:\n  - {solutions: 2, source: by hand}\n"
	for _, row := range []struct {
		args           string
		stdout, stderr string // patterns
	}{
		{"verify FILES", `(?s)^ok +1.yaml .*\nunfinished +2.yaml\n +interrupted\n1 ok, 0 broken, 1 unfinished, 2 skipped\n$`, "^exactile: interrupted: 2 skipped\n$"},
		{"verify -f github FILES", `(?s)^ok +1.yaml .*\n::warning file=2.yaml::interrupted\n1 ok.*, 2 skipped\n$`, "interrupted: 2 skipped"},
		{"verify -f junit FILES", `(?s)tests="4" failures="0" errors="0" skipped="3">.*name="square".*<skipped message="2.yaml: unfinished: interrupted">.*<skipped message="4.yaml: skipped: interrupted">.*</testsuite>`, "interrupted: 2 skipped"},
		{"verify --json FILES", `(?s)^{"format":1,"summary":{"ok":1,.*"unfinished":1,"unclaimed":0,"skipped":2},.*"verdict":"ok".*"verdict":"unfinished".*"verdict":"skipped".*}\n$`, "interrupted: 2 skipped"},
		{"verify -f junit -o report.xml FILES", `^$`, "interrupted: 2 skipped"},
		{"compare -b native FILES", `^$`, "^exactile: interrupted\n$"},
		{"count FILES", `^$`, "^exactile: interrupted\n$"}, // all are read before the first runs
	} {
		t.Run(row.args, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for _, name := range []string{"1.yaml", "3.yaml", "4.yaml"} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(square), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			args := strings.Fields(strings.Replace(row.args, "FILES", "1.yaml 2.yaml 3.yaml 4.yaml", 1))
			p := readingEnds(t, dir, fifo(t, dir, "2.yaml"), syscall.SIGTERM, args)
			for _, stream := range []struct {
				name, text, want string
			}{{"output", p.stdout.String(), row.stdout}, {"errors", p.stderr.String(), row.stderr}} {
				if !regexp.MustCompile(stream.want).MatchString(stream.text) {
					t.Errorf("%s: %q, want %s", stream.name, stream.text, stream.want)
				}
			}
			if report, err := os.ReadFile(filepath.Join(dir, "report.xml")); strings.Contains(row.args, "report.xml") &&
				(err != nil || !bytes.HasSuffix(report, []byte("</testsuite>\n"))) {
				t.Errorf("the report: %v\n%s", err, report)
			}
		})
	}
}

// On a terminal Ctrl-C ends it.
func TestInterruptEndsReadingOfTerminal(t *testing.T) {
	t.Parallel()
	cmd, keys, screen := onTerminal(t, "count", "-")
	// More lines than a terminal keeps: once they are written, it is reading.
	for range 16 {
		if _, err := keys.WriteString("# " + strings.Repeat("#", 2000) + "\n"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := keys.WriteString("\x03"); err != nil {
		t.Fatal(err)
	}
	screen.expect(t, `exactile: interrupted`)
	if got := exitStatus(t, cmd); got != cli.Stopped {
		t.Errorf("exit status %d", got)
	}
}

// A pipe without a reader does not block the end, either.
func TestInterruptEndsOpeningOfOutput(t *testing.T) {
	t.Parallel()
	pipe := fifo(t, t.TempDir(), "pipe")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(50*time.Millisecond, func() { cancel(cli.ErrInterrupted) }) // whenever: it would wait for ever
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"count", "-o", pipe, "dominoes:2x2"}, nil, io.Discard, io.Discard)
	}()
	select {
	case code := <-ended:
		if code != cli.Stopped {
			t.Errorf("exit status %d", code)
		}
	case <-time.After(patience):
		t.Error("it goes on waiting")
	}
}
