package contain

import (
	"context"
	"errors"
	"os"
	"os/exec"
)

// A Program is a program to run.
type Program struct {
	Path string   // absolute
	Args []string // without its name
	Dir  string   // "": that of this process
	Env  []string // in addition to that of this process
	// Folders are not needed after the end of this process: if there is a watcher, it
	// removes them then.
	Folders []string
	// Memory is its limit in bytes, 0 for none.
	Memory int64 `json:"-"`
	// Input is set if it reads Child.Input. Otherwise its input is empty.
	Input bool `json:"-"`
}

// command returns the command with these files: output, errors, and input if there is one.
func (p *Program) command(files []*os.File) *exec.Cmd {
	c := exec.Command(p.Path, p.Args...)
	c.Dir = p.Dir
	if len(p.Env) > 0 {
		c.Env = append(os.Environ(), p.Env...)
	}
	c.Stdout, c.Stderr = files[0], files[1]
	if len(files) > 2 {
		c.Stdin = files[2]
	}
	return c
}

// A keeper runs one program at a time and kills what is left of it.
type keeper interface {
	// start returns errNoWatcher if the keeper does not answer until ctx ends, or for too long.
	start(ctx context.Context, p *Program, files []*os.File) (pid int, err error)
	wait() exitInfo // for the end of the program
	settle()        // waits until all processes have ended that it finds
	kill()          // kills all processes that it finds; the end of wait and settle follows
	stopped() bool  // it runs no more, and only kill ends wait
	// close releases it once it runs nothing; reusable reports whether it runs another program
	// instead.
	close()
	reusable() bool
	// roots are the processes that the program's memory is read from, with all below them.
	roots(program int) []int
}

// errNoWatcher is the error of a watcher that has ended before it started a program.
var errNoWatcher = errors.New("the process that would watch it was ended")
