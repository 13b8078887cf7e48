//go:build unix

package main

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/exactile/exactile/internal/testkit"
)

// A run that is killed at any moment and started again ends with the same count, digest and
// file as one that is not killed.
func TestKilledRunsGoOn(t *testing.T) {
	t.Parallel()
	kills, rows := 2, []string{ // C is the checkpoint, O the output
		"count --json --list -b native/plain dominoes:6x6 --checkpoint C",
		"solve --all dominoes:4x4 --checkpoint C -o O",
		"solve --all --up-to-symmetry -f json -b native/plain cilada:7 --checkpoint C -o O",
	}
	if testkit.Thorough() {
		kills = 10
		rows[1] = strings.Replace(rows[1], "4x4", "4x6", 1)
	}
	for _, row := range rows {
		t.Run(row, func(t *testing.T) {
			t.Parallel()
			want, _ := untilDone(t, row, 0)
			for killed := 0; killed < kills; {
				got, n := untilDone(t, row, kills-killed)
				if killed += n; got != want {
					t.Fatalf("after %d kills:\n%s\nwithout:\n%s", n, got, want)
				}
			}
		})
	}
}

// costs are the figures of a report that no two runs share.
var costs = regexp.MustCompile(`,?"(elapsed|cpu|first|memory|nodes)":[0-9.e+]+`)

// untilDone runs the command again until it ends by itself, and kills it most times within the
// time of a full run. It returns its output and file, and how often it was killed.
func untilDone(t *testing.T, command string, most int) (result string, killed int) {
	t.Helper()
	dir := t.TempDir()
	for patience := 30 * time.Millisecond; ; patience += 10 * time.Millisecond {
		var stdout, stderr bytes.Buffer
		child := exactileIn(dir, strings.Fields(command)...)
		child.Stdout, child.Stderr = &stdout, &stderr
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		if killed < most {
			time.AfterFunc(rand.N(patience), func() { _ = child.Process.Kill() })
		}
		err := child.Wait()
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL {
			killed++
			continue
		}
		if err != nil {
			t.Fatalf("%v: %s%s", err, stdout.String(), stderr.String())
		}
		text, _ := os.ReadFile(filepath.Join(dir, "O"))
		left, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(left) > strings.Count(command, "C")+strings.Count(command, "-o O") {
			t.Errorf("files are left: %v, %v", left, err)
		}
		return costs.ReplaceAllString(stdout.String(), "") + string(text), killed
	}
}
