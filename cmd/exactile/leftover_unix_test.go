//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// However exactile ends while an outside program works for it, no file and no process of the
// program remains, even if a wrapper has started it in a session of its own.
func TestNothingIsLeftBehind(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("what is promised here is promised on Linux")
	}
	hang, err := exec.LookPath("hang")
	if err != nil {
		t.Fatal(err) // TestMain puts it on the path
	}
	for _, sent := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		t.Run(sent.String(), func(t *testing.T) {
			t.Parallel()
			temporary, other := t.TempDir(), t.TempDir()
			wrapper, pid := filepath.Join(other, "wrapper"), filepath.Join(other, "pid")
			text := "#!/bin/sh\nsetsid " + hang + " & echo $! >" + pid + "\nwait\n"
			if err := os.WriteFile(wrapper, []byte(text), 0o700); err != nil {
				t.Fatal(err)
			}
			cmd := exactileIn(other, "count", "-b", "process:"+wrapper, "dominoes:4x4")
			cmd.Env = append(os.Environ(), "TMPDIR="+temporary)
			p := start(t, cmd)
			var number string
			until(t, "the program runs", func() bool {
				text, _ := os.ReadFile(pid)
				number = strings.TrimSpace(string(text))
				return bytes.HasSuffix(text, []byte("\n"))
			})
			p.send(sent)
			_ = p.Wait()
			until(t, "the files are gone", func() bool {
				left, _ := filepath.Glob(filepath.Join(temporary, "*"))
				return len(left) == 0
			})
			until(t, "process "+number+" has ended", func() bool {
				state, err := os.ReadFile("/proc/" + number + "/stat")
				return err != nil || bytes.Contains(state, []byte(") Z "))
			})
		})
	}
}
