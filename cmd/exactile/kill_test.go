//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
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

// kills is how many processes a test kills: a few, unless everything is to be run.
func kills() int {
	if testkit.Thorough() {
		return 40
	}
	return 4
}

// A run that is killed at any moment and started again ends with the same count, digest and
// file as one that is not killed.
func TestKilledRunsGoOn(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("exactile")
	if err != nil {
		t.Fatal(err) // TestMain puts it on the path
	}
	rows := []struct {
		name string
		args []string // C is the checkpoint, O the output
	}{
		{"listed", []string{"count", "--json", "--list", "-b", "native/plain", "pegs:0,0 4,0 2,4", "--checkpoint", "C", "--checkpoint-every", "20ms"}},
		{"counted", []string{"count", "--json", "--no-symmetry", "pentominoes:8x8-corners", "--checkpoint", "C", "--checkpoint-every", "60ms"}},
		{"written as text", []string{"solve", "--all", "dominoes:4x6", "--checkpoint", "C", "--checkpoint-every", "1ms", "-o", "O"}},
		{"written as JSON", []string{"solve", "--all", "-f", "json", "-b", "native/plain", "pegs:0,0 4,0 2,4", "--checkpoint", "C", "--checkpoint-every", "1ms", "-o", "O"}},
	}
	if !testkit.Thorough() {
		rows[0].args[5], rows[3].args[6] = "pegs:1,0 3,2 4,4", "pegs:1,0 3,2 4,4"
		rows[1].args[3], rows[2].args[2] = "pentominoes:3x20", "dominoes:4x4"
	}
	budget := max(2, kills()/len(rows))
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			want, _ := untilDone(t, program, row.args, 0)
			for killed := 0; killed < budget; {
				got, n := untilDone(t, program, row.args, budget-killed)
				if killed += n; got != want {
					t.Fatalf("after %d kills:\n%s\nwithout:\n%s", n, got, want)
				}
			}
		})
	}
}

// costs are the figures of a report that no two runs share.
var costs = regexp.MustCompile(`,?"(elapsed|cpu|first|memory|decisions|nodes|conflicts|variables|clauses|estimate)":[0-9.e+]+|,?"(engine|order)":"[^"]*"`)

// untilDone runs the command again until it ends by itself, and kills it most times within the
// time of a full run. It returns its output and file, and how often it was killed.
func untilDone(t *testing.T, program string, args []string, most int) (result string, killed int) {
	t.Helper()
	dir := t.TempDir()
	args = append([]string(nil), args...)
	for k, arg := range args {
		if arg == "C" || arg == "O" {
			args[k] = filepath.Join(dir, arg)
		}
	}
	output := filepath.Join(dir, "O")
	for patience := 30 * time.Millisecond; ; patience += 10 * time.Millisecond {
		var stdout, stderr bytes.Buffer
		child := exec.Command(program, args...)
		child.Stdout, child.Stderr = &stdout, &stderr
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		if killed < most {
			timer := time.AfterFunc(time.Duration(rand.Int64N(int64(patience))), func() { _ = child.Process.Kill() })
			defer timer.Stop()
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
		result = costs.ReplaceAllString(stdout.String(), "")
		if strings.Contains(strings.Join(args, " "), output) {
			text, err := os.ReadFile(output)
			if err != nil {
				t.Fatal(err)
			}
			result += string(text)
		}
		left, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(left) > 2 {
			t.Errorf("files are left: %v", fmt.Sprint(left))
		}
		return result, killed
	}
}
