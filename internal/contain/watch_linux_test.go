package contain_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/exactile/exactile/internal/contain"
)

// Whatever a program has started ends with it, also what has left its group and its
// session and ignores signals: when the context ends, when the program is killed, and when it
// has ended by itself. Its watcher serves the next one.
func TestNothingIsLeftBehind(t *testing.T) {
	onLinux(t)
	var runner contain.Runner
	defer runner.Close()
	watchers := map[int]bool{}
	for _, end := range []string{"context", "kill", "itself", "context"} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		p := program(t, "leaves one that waits", "BEGUN="+filepath.Join(t.TempDir(), "begun"))
		if end != "itself" {
			p.Env = append(p.Env, "STAY=yes")
		}
		child, err := runner.Start(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		watchers[child.Watcher()] = true
		var pid int
		if _, err := fmt.Fscan(child, &pid); err != nil {
			t.Fatal(err)
		}
		if end != "itself" && !runs(pid) {
			t.Fatalf("process %d is not there", pid)
		}
		switch end {
		case "context":
			cancel()
		case "kill":
			_ = syscall.Kill(child.Process(), syscall.SIGKILL)
		}
		_, err = child.Wait()
		if runs(pid) {
			t.Errorf("process %d lives on, after the end by %s", pid, end)
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		if (err != nil) != (end != "itself") {
			t.Errorf("Wait: %v, after the end by %s", err, end)
		}
	}
	if len(watchers) != 1 || runner.Kept() != 1 {
		t.Errorf("the watchers were %v, and %d are kept", watchers, runner.Kept())
	}
}

// A watcher that is ended takes the program along and what that has left behind, and its end
// is no good one. The next program has another watcher.
func TestWatcherIsEnded(t *testing.T) {
	onLinux(t)
	var runner contain.Runner
	defer runner.Close()
	child, err := runner.Start(t.Context(), program(t, "leaves one that waits", "STAY=yes", "BEGUN="+filepath.Join(t.TempDir(), "begun")))
	if err != nil {
		t.Fatal(err)
	}
	var orphan int
	if _, err := fmt.Fscan(child, &orphan); err != nil {
		t.Fatal(err)
	}
	for !child.Knows(orphan) {
		time.Sleep(time.Millisecond)
	}
	if err := syscall.Kill(child.Watcher(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if _, err := child.Wait(); err == nil || !strings.Contains(err.Error(), "the process that watches it was stopped or ended") {
		t.Errorf("Wait: %v", err)
	}
	mustEnd(t, child.Process())
	mustEnd(t, orphan)
	for range 2 { // the second time the watcher is idle
		child, err := runner.Start(t.Context(), program(t, "speaks"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, child); err != nil {
			t.Error(err)
		}
		_, _ = child.Wait()
		_ = syscall.Kill(child.Watcher(), syscall.SIGKILL)
	}
}

// A program that stops its watcher hangs nobody: neither when it goes on, nor when it has ended, with
// or without the end of the context, nor in Close. Nothing is left of it, and the next program runs.
func TestWatcherIsStopped(t *testing.T) {
	onLinux(t)
	for _, end := range []string{"context", "itself", "nothing", "close"} {
		t.Run(end, func(t *testing.T) {
			t.Parallel()
			var runner contain.Runner
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			p := program(t, "stops its watcher")
			if end != "itself" {
				p.Env = append(p.Env, "STAY=yes")
			}
			if end == "close" { // an idle one
				p = program(t, "speaks")
			}
			child, err := runner.Start(ctx, p)
			if err != nil && end != "close" &&
				strings.Contains(err.Error(), "the process that would watch it was ended") {
				return // the program was so quick that its watcher has not even said that it runs
			}
			if err != nil {
				t.Fatal(err)
			}
			watcher := child.Watcher()
			switch end {
			case "close":
				_, _ = io.Copy(io.Discard, child)
				_, _ = child.Wait()
				_ = syscall.Kill(watcher, syscall.SIGSTOP)
				// The next program may get that watcher, which cannot start it.
				ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
				defer cancel()
				if child, err := runner.Start(ctx, program(t, "speaks")); err == nil {
					_, _ = io.Copy(io.Discard, child)
					_, _ = child.Wait()
				} else if ctx.Err() == nil {
					t.Error(err)
				}
			case "context":
				if _, err := fmt.Fscan(child, new(int)); err != nil {
					t.Fatal(err)
				}
				cancel()
				fallthrough
			default:
				if _, err := child.Wait(); err == nil {
					t.Error("Wait: no error")
				}
				mustEnd(t, child.Process())
			}
			runner.Close()
			mustEnd(t, watcher)
		})
	}
}

// A watcher that lives and does not answer is killed: when a program is to be started, and in the end.
func TestWatcherIsSilent(t *testing.T) {
	onLinux(t)
	t.Parallel()
	var runner contain.Runner
	runner.KeepSilent(t)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := runner.Start(ctx, program(t, "speaks")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Start: %v", err)
	}
	runner.KeepSilent(t)
	runner.Close()
}

// A child that drips output after its program has ended does not keep the reader for ever.
func TestDrips(t *testing.T) {
	onLinux(t)
	t.Parallel()
	var runner contain.Runner
	defer runner.Close()
	child, err := runner.Start(t.Context(), program(t, "leaves one that drips"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, child); !errors.Is(err, contain.ErrLeftOpen) {
		t.Errorf("Read: %v", err)
	}
	_, _ = child.Wait()
}

// Watchers serve programs side by side, each one at a time, and all are gone after Close.
func TestRunner(t *testing.T) {
	onLinux(t)
	var runner contain.Runner
	defer runner.Close()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 25 {
				ctx, cancel := context.WithCancel(t.Context())
				child, err := runner.Start(ctx, program(t, "speaks"))
				if err != nil {
					t.Error(err)
					cancel()
					return
				}
				text, err := io.ReadAll(child)
				go cancel() // it may come while the watcher is idle, or has the next program
				_, end := child.Wait()
				var exit *contain.ExitError
				if len(text) != 10000 || err != nil || !errors.As(end, &exit) || exit.ExitCode() != 7 && !exit.Killed() {
					t.Errorf("%d bytes, %v, %v", len(text), err, end)
				}
			}
		})
	}
	all.Wait()
	if n := runner.Kept(); n < 1 || n > 4 {
		t.Errorf("%d watchers are kept", n)
	}
}

// Processes that ignore signals, leave their session and start others all the time end with
// their program, whatever ends it.
func TestForksEnd(t *testing.T) {
	onLinux(t)
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("the program is written in sh, which is not installed")
	}
	const forks = `trap '' TERM INT HUP; echo begun
		fork() { setsid sh -c "trap '' TERM INT HUP; sleep 60 & sleep 60" & }
		for k in 1 2 3 4 5 6 7 8 9 10; do fork; done
		while test "$1"; do fork; sleep .01; done`
	var runner contain.Runner
	defer runner.Close()
	for _, end := range []string{"context", "kill", "memory", "itself"} {
		mark := fmt.Sprintf("MARK=%d-%s", os.Getpid(), end)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		p := contain.Program{Path: shell, Args: []string{"-c", forks, "sh", strings.TrimPrefix(end, "itself")}, Env: []string{mark}}
		if end == "memory" {
			p.Memory = 16 << 20
		}
		child, err := runner.Start(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fscanln(child, new(string)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(200 * time.Millisecond)
		switch end {
		case "context":
			cancel()
		case "kill":
			_ = syscall.Kill(child.Process(), syscall.SIGKILL)
		}
		if _, err := child.Wait(); (err == nil) != (end == "itself") && !errors.Is(err, contain.ErrLeftOpen) {
			t.Errorf("the end by %s: %v", end, err)
		}
		for _, pid := range marked(mark) {
			t.Errorf("process %d lives on, after the end by %s", pid, end)
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	if runner.Kept() != 1 {
		t.Errorf("%d watchers are kept", runner.Kept())
	}
}

// marked returns the processes with a setting in their environment.
func marked(setting string) (pids []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range files {
		text, _ := os.ReadFile(file)
		if strings.Contains(string(text), setting) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			pids = append(pids, pid)
		}
	}
	return pids
}
