package contain

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"sync"
)

// direct is a keeper without a watcher. It finds only the process group.
type direct struct {
	command *exec.Cmd
	ended   chan exitInfo
	killed  chan struct{}
	once    sync.Once
}

func (d *direct) start(_ context.Context, p *Program, files []*os.File) (pid int, err error) {
	d.command = p.command(files)
	ownGroup(d.command)
	started := make(chan error)
	go func() {
		// Linux ends a child together with the thread that started it. The thread lives as
		// long as it is locked to this goroutine.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := d.command.Start()
		before := int64(0)
		if runtime.GOOS == "linux" {
			before = Peak() // not earlier: it may have grown until the program began
		}
		started <- err
		if err != nil {
			return
		}
		_ = d.command.Wait() // the state is what counts
		state := d.command.ProcessState
		e := exitInfo{cpu: state.UserTime() + state.SystemTime()}
		e.account(maxResident(state), before)
		if !state.Success() {
			e.exit = &ExitError{state.ExitCode(), state.String()}
		}
		d.ended <- e
	}()
	if err := <-started; err != nil {
		return 0, err
	}
	return d.command.Process.Pid, nil
}

func (d *direct) wait() exitInfo { return <-d.ended }

func (d *direct) settle() { <-d.killed }

func (d *direct) kill() {
	killGroup(d.command)
	d.once.Do(func() { close(d.killed) })
}

func (d *direct) stopped() bool { return false }

func (d *direct) close() {}

func (d *direct) reusable() bool { return false }

func (d *direct) roots(program int) []int { return []int{program} }

func newDirect() *direct {
	return &direct{ended: make(chan exitInfo, 1),
		killed: make(chan struct{})}
}
