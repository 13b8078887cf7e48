//go:build unix

package process_test

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/exactile/exactile/backends/process"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/internal/contain"
)

// What this test binary does when it is run under another name is in the file doing beside
// that name, and its child has its process id written to the file child there. A variable of
// the environment would be one for all tests, and they run side by side.
const doing, childFile = "doing", "child"

// beside returns the path of a file next to the name that the program was started by.
func beside(file string) string { return filepath.Join(filepath.Dir(os.Args[0]), file) }

func TestMain(m *testing.M) {
	contain.Watch()
	if len(os.Args) == 2 && os.Args[1] == "sleeps" {
		time.Sleep(30 * time.Second) // longer than its output is waited for, two seconds
		return
	}
	if name, err := os.ReadFile(beside(doing)); err == nil {
		os.Exit(fake(string(name)))
	}
	goleak.VerifyTestMain(m)
}

// program returns a program that does what fake does under the name, for a solver
// of the file name base.
func program(t *testing.T, base, name string) *process.Program {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), base)
	if err := os.Symlink(self, path); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), doing), []byte(name), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := process.Builtin().Find(path)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// fake is a program whose name tells what it does; it returns its exit status.
func fake(name string) int {
	const model = "s SATISFIABLE\nv 1 -2 -3 0\n"
	switch name {
	case "lies":
		fmt.Print("s SATISFIABLE\nv -1 2 3 0\n")
		return 10
	case "hangs":
		time.Sleep(time.Hour)
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
		_ = os.WriteFile(beside(childFile), []byte(pid), 0o600)
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
		return script(name)
	}
	return 0
}

// script obeys a name that is a list of answers to print: "10:text" prints the
// text, which may hold \n, and exits with 10.
func script(text string) int {
	code, say, ok := strings.Cut(text, ":")
	status, err := strconv.Atoi(code)
	if !ok || err != nil {
		fmt.Fprintf(os.Stderr, "no fake program is called %q\n", text)
		return 99
	}
	fmt.Print(strings.ReplaceAll(say, `\n`, "\n"))
	return status
}

// addExample adds a formula whose only model is 1, not 2, not 3.
func addExample(e *process.Engine) {
	e.Add(1, 2)
	e.Add(-2)
	e.Add(-3, 2)
}

// addPigeons adds that n+1 pigeons fit into n holes, which resolution takes
// exponentially long to refute.
func addPigeons(e *process.Engine, n int) {
	in := func(p, h int) cnf.Lit { return cnf.Lit(p*n + h + 1) }
	for p := range n + 1 {
		var somewhere []cnf.Lit
		for h := range n {
			somewhere = append(somewhere, in(p, h))
			for q := range p {
				e.Add(-in(p, h), -in(q, h))
			}
		}
		e.Add(somewhere...)
	}
}
