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
	for _, verb := range [][]string{{"compare", "--timeout", "0"}, {"count"}} {
		for _, sent := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
			t.Run(strings.Join(verb, " ")+" "+sent.String(), func(t *testing.T) {
				t.Parallel()
				temporary, other := t.TempDir(), t.TempDir()
				pids := filepath.Join(other, "pids")
				wrapper := filepath.Join(other, "wrapper")
				text := "#!/bin/sh\n" + hang + " & echo $! >" + pids + "\nsetsid " + hang + " & echo $! >>" + pids + "\nwait\n"
				if err := os.WriteFile(wrapper, []byte(text), 0o700); err != nil {
					t.Fatal(err)
				}
				cmd := exactileIn(other, append(verb, "-b", "process:"+wrapper, "dominoes:4x4")...)
				cmd.Env = append(os.Environ(), "TMPDIR="+temporary)
				p := start(t, cmd)
				var numbers []string
				until(t, "the program runs", func() bool {
					text, _ := os.ReadFile(pids)
					numbers = strings.Fields(string(text))
					return bytes.Count(text, []byte("\n")) == 2
				})
				if left, _ := filepath.Glob(filepath.Join(temporary, "*")); len(left) == 0 {
					t.Error("where is the formula?")
				}
				p.send(sent)
				_ = p.Wait()
				gone := func() bool { left, _ := filepath.Glob(filepath.Join(temporary, "*")); return len(left) == 0 }
				if sent == syscall.SIGKILL { // nobody waits for the rest
					until(t, "the files are gone", gone)
				} else if !gone() {
					t.Error("files are left")
				}
				for _, number := range numbers {
					until(t, "process "+number+" has ended", func() bool {
						state, err := os.ReadFile("/proc/" + number + "/stat")
						return err != nil || bytes.Contains(state, []byte(") Z "))
					})
				}
			})
		}
	}
}
