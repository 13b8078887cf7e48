//go:build linux

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/internal/testkit"
)

// An account is a command's use of resources by the system's own count. A very small process
// starts the command, since a process inherits the peak memory of its parent.
type account struct {
	Report backends.Report `json:"report"`
	CPU    float64         `json:"cpu"`    // user and system time, in seconds
	Memory int64           `json:"memory"` // the peak of the largest process, in bytes
}

func init() { programs["accounted"] = func() { os.Exit(accounted()) } }

// accounted runs the command line in its arguments, which must print a report, and prints its
// account.
func accounted() int {
	command := exec.Command(os.Args[1], os.Args[2:]...)
	command.Stderr = os.Stderr
	text, err := command.Output()
	var is account
	if command.ProcessState == nil || json.Unmarshal(text, &is.Report) != nil {
		fmt.Fprintf(os.Stderr, "%v and %q\n", err, text)
		return 1
	}
	used := command.ProcessState.SysUsage().(*syscall.Rusage)
	is.CPU = float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
	is.Memory = used.Maxrss << 10
	if err := json.NewEncoder(os.Stdout).Encode(is); err != nil {
		return 1
	}
	return 0
}

// Memory and time in a report agree with wait4, wherever the engine runs: in the process, in a
// child, or as an outside program.
func TestReportsAgreeWithTheSystem(t *testing.T) {
	for _, backend := range [][]string{{"native"}, {"gini"}, {"gophersat", "--isolate"}, {"process:cadical"}} {
		t.Run(fmt.Sprint(backend), func(t *testing.T) {
			if backend[0] == "process:cadical" {
				testkit.Program(t, "cadical")
			}
			args := append([]string{"exactile", "count", "--json", "--list", "dominoes:4x4", "-b"}, backend...)
			text, err := exec.CommandContext(t.Context(), "accounted", args...).Output()
			var is account
			if err != nil || json.Unmarshal(text, &is) != nil || is.Report.Count.Int64() != 36 {
				t.Fatalf("%v, %s", err, text)
			}
			r := is.Report
			// The system counts pages to within some hundred, and a process may use some more
			// before it ends.
			if r.Memory < is.Memory*4/5 || r.Memory > is.Memory*6/5 {
				t.Errorf("the report says %d bytes, the system %d (%d of the engine)", r.Memory, is.Memory, r.Stats.ChildPeak)
			}
			// The run is a part of the process's life; each of the system's figures is cut.
			if r.CPU < 0 || r.CPU.Seconds() > is.CPU+1e-4 || r.Stats.ChildCPU > r.CPU.Seconds()+1e-4 {
				t.Errorf("the report says %v, %v s of it by the engine, the system %v s", r.CPU, r.Stats.ChildCPU, is.CPU)
			}
			if apart := len(backend) > 1 || backend[0] == "process:cadical"; apart != (r.Stats.ChildPeak > 0) {
				t.Errorf("the engine is said to have used %d bytes", r.Stats.ChildPeak)
			}
		})
	}
}

// Diagrams of merged states may grow without end: what takes them says so before it takes much memory.
func TestMuchMemoryIsAnnouncedBeforehand(t *testing.T) {
	testkit.OnlyThorough(t) // cli tests the note itself
	for _, verb := range []string{"count --cells"} {
		args := append(strings.Fields(verb), "--timeout", "1m", "dominoes:60x60")
		command := exec.Command("exactile", args...)
		stderr, err := command.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		line, _ := bufio.NewReader(stderr).ReadString('\n')
		_ = command.Process.Kill()
		_ = command.Wait()
		if !strings.Contains(line, "dominoes:60x60: takes more than 200 MB of memory") {
			t.Errorf("%s: %q", verb, line)
		}
	}
}
