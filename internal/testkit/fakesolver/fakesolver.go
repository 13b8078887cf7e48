// Package fakesolver is the outside programs of tests: solvers and counters for clauses and
// pseudo-Boolean constraints, honest ones and others. It knows none of the engines, and only
// tests import it.
package fakesolver

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// nameFile, beside a link to a test binary, holds what the program does. A variable of the
// environment would be one for all tests, and they run side by side.
const nameFile = "does"

// Beside returns the path of a file next to the name that the program was started by.
func Beside(file string) string { return filepath.Join(filepath.Dir(os.Args[0]), file) }

// Name returns what a program made by Link does; "" if this process is none.
func Name() string {
	name, _ := os.ReadFile(Beside(nameFile))
	return string(name)
}

// Link returns the path of a program with the file name base that is this test binary. TestMain
// must see that Name is name, and do that: Run does, or the test's own function.
func Link(t testing.TB, base, name string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	path := filepath.Join(folder, base)
	if err := os.Symlink(self, path); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	if err := os.WriteFile(filepath.Join(folder, nameFile), []byte(name), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Run reads the formula in the last argument, or constraints where that ends in .opb, does as
// the name says, and returns the exit status.
func Run(name string) int {
	path := os.Args[len(os.Args)-1]
	switch {
	case name == "hangs":
		time.Sleep(time.Hour)
	case path == "--version":
		fmt.Println("c a fake, version 1.2")
		return 0
	}
	p, err := read(path)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	n := 0
	switch name {
	case "solves":
		return p.solve()
	case "keeps": // the formula of its first run, and solves
		if err := keep(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return p.solve()
	case "forgets": // the solutions with variable 1
		p.atLeast(1, -1)
		return p.solve()
	case "lists", "lists twice":
		p.models(func(model []int) bool {
			p.print(model)
			if name == "lists twice" {
				p.print(model)
			}
			return true
		})
		fmt.Println("s SATISFIABLE")
		return 30
	case "counts all": // as d4 does, whatever is to be shown
		p.models(func([]int) bool { n++; return true })
		fmt.Printf("c s exact arb int %d\n", n)
	case "counts shown":
		seen := map[string]bool{}
		p.models(func(model []int) bool {
			seen[fmt.Sprint(model[:p.shown])] = true
			return true
		})
		fmt.Printf("s mc %d\n", len(seen))
	case "lies":
		fmt.Println("s SATISFIABLE")
		all := make([]int, p.vars)
		for k := range all {
			all[k] = k + 1
		}
		p.print(all)
		return 10
	case "wants clauses":
		return 1
	default:
		fmt.Fprintf(os.Stderr, "no fake program is called %q\n", name)
		return 99
	}
	return 0
}

// keep copies the formula at a path beside the program, unless one is there.
func keep(path string) error {
	kept := Beside("given.cnf")
	if _, err := os.Stat(kept); err == nil {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return os.WriteFile(kept, text, 0o600)
}
