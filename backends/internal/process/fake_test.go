//go:build unix

package process_test

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/exactile/exactile/backends/internal/process"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/internal/testkit/fakesolver"
	"go.uber.org/goleak"
)

// childFile, beside the program, holds the process id of its child.
const childFile = "child"

func TestMain(m *testing.M) {
	contain.Watch()
	if len(os.Args) == 2 && os.Args[1] == "sleeps" {
		time.Sleep(30 * time.Second) // longer than its output is waited for, two seconds
		return
	}
	if name := fakesolver.Name(); name != "" {
		os.Exit(fake(name))
	}
	goleak.VerifyTestMain(m)
}

// program returns a program that does what fake does under the name, with the file name base.
func program(t *testing.T, base, name string) *process.Program {
	t.Helper()
	found, err := process.Builtin().Find(fakesolver.Link(t, base, name))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// fake does as the name says, where that is harm that fakesolver knows nothing of, and returns
// the exit status.
func fake(name string) int {
	const model = "s SATISFIABLE\nv 1 -2 -3 0\n"
	switch name {
	case "dies half-way", "dies half-way, with names":
		said := "s SATISFIABLE\nv 1 -2"
		if name != "dies half-way" {
			said = "s SATISFIABLE\nv x1 -x2"
		}
		fmt.Print(said)
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		time.Sleep(time.Hour)
	case "prints garbage":
		fmt.Print("\x00\xff segmentation fault (not really)\n")
		return 10
	case "prints a gigabyte":
		line := []byte("c " + strings.Repeat("all work and no play makes jack a dull boy ", 1500) + "\n")
		for printed := 0; printed < 1<<30; printed += len(line) {
			if _, err := os.Stdout.Write(line); err != nil {
				return 1
			}
		}
		fmt.Print(model)
		return 10
	case "leaves a child", "escapes":
		child := exec.Command(os.Args[0], "sleeps")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if name == "escapes" {
			child.Stderr = nil
			child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		}
		if err := child.Start(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		fmt.Print("s UNSATISFIABLE\n")
		pid := strconv.Itoa(child.Process.Pid)
		_ = os.WriteFile(fakesolver.Beside(childFile), []byte(pid), 0o600)
		return 20
	case "ignores SIGTERM":
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
		time.Sleep(time.Hour)
	case "grows":
		var held [][]byte
		for {
			page := make([]byte, 1<<20)
			for k := 0; k < len(page); k += 512 {
				page[k] = 1
			}
			held = append(held, page)
			if len(held) > 4<<10 {
				return 1
			}
		}
	case "burns":
		// 300 ms of CPU, 100 MB of memory.
		page := make([]byte, 100<<20)
		var used syscall.Rusage
		for k := 0; ; k++ {
			page[k*4096%len(page)]++
			if k%10000 == 0 && syscall.Getrusage(syscall.RUSAGE_SELF, &used) == nil && used.Utime.Nano()+used.Stime.Nano() > 3e8 && k*4096 > len(page) {
				break
			}
		}
		fmt.Print(model)
		return 10
	case "version":
		fmt.Print("c a solver\nclasp version 9.9.9\n")
		return 3
	default:
		if code, say, ok := strings.Cut(name, ":"); ok { // "10:text" prints the text and ends with 10
			fmt.Print(strings.ReplaceAll(say, `\n`, "\n"))
			status, _ := strconv.Atoi(code)
			return status
		}
		return fakesolver.Run(name)
	}
	return 0
}

// addExample adds a formula whose only model is 1, not 2, not 3.
func addExample(e *process.Engine) {
	e.Add(1, 2)
	e.Add(-2)
	e.Add(-3, 2)
}
