// Package contain runs programs that may hang, die, fork or grow without end, so
// that none of it harms the caller: a program has a process group of its own,
// which is killed as a whole when its context ends or its memory runs out; it is
// not waited for longer than that takes; and what it used is known afterwards, as
// the operating system accounts for it.
//
// On Linux the limit of memory is kept twice. What a program and its children have
// resident is looked at many times a second, and more than the limit ends it: this
// is the limit that is meant. RLIMIT_DATA, a little above, stops one that grows
// faster than anybody looks. It cannot be the only one, since it counts what a
// program has asked for, and those that a Go runtime or a thread library serves ask
// for more than they use. A program also ends with the process that started it,
// however that ends. Other systems have the process group alone, or not even that.
//
// What is not contained is a child that leaves its process group: it may live on,
// but is not waited for.
package contain

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync/atomic"
	"time"
)

const (
	// linger is how long the output of a program that was killed is waited for.
	linger = 100 * time.Millisecond
	// leftOver is how long that of a program which ended by itself is: on a busy
	// machine its last words may take a while, and nobody is in a hurry.
	leftOver = time.Second
)

// ErrLeftOpen is the error of a program that ended well, but left its output to a
// child. The child has been killed.
var ErrLeftOpen = errors.New("it has ended and left a child with its output")

// A MemoryError says that a program was ended because it used too much memory.
type MemoryError struct {
	Limit, Used int64 // bytes; Used is what it had resident when it was ended
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("it used %s of memory, and may use %s", Bytes(e.Used), Bytes(e.Limit))
}

// Usage is what a program and those of its children that it waited for have used.
type Usage struct {
	// CPU is user and system time.
	CPU time.Duration
	// Memory is the peak of resident memory in bytes: that of the program or of its
	// largest child, as the system says, or what they were seen to have together if
	// that was more. On Linux the system says nothing of a peak that is below that of
	// this process; then it is what was seen, and may be a few milliseconds old.
	Memory int64
	// Together is the Memory of programs that ran side by side, added up; for a
	// single program it is the same.
	Together int64
}

// A Child is a program that runs. It is an io.Reader of what the program prints;
// that and Wait are for one goroutine.
type Child struct {
	command *exec.Cmd
	output  *os.File
	limit   int64
	before  int64        // the peak of this process once it had started
	peak    atomic.Int64 // resident, as seen so far
	exceeds atomic.Int64 // what was resident when it was too much, or 0
	killed  atomic.Bool  // by the end of its context
	done    chan struct{}
	err     error // valid once done is closed
}

// Start starts the command, which must come from exec.CommandContext: the end of
// that context kills the whole process group. Its Stdout is the Child's to read.
// memory is its limit in bytes, 0 for none. The caller must Wait.
func Start(command *exec.Cmd, memory int64) (*Child, error) {
	output, input, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	c := &Child{command: command, output: output, limit: memory, done: make(chan struct{})}
	ownGroup(command)
	command.Stdout = input
	command.WaitDelay = leftOver
	kill := command.Cancel
	command.Cancel = func() error {
		c.killed.Store(true)
		command.WaitDelay = linger // which is looked at later
		return kill()
	}
	started := make(chan error, 1)
	go func() {
		// The system ends a child together with the thread that started it. The
		// thread stays for as long as it is this goroutine's alone.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := command.Start()
		c.before = Peak() // not sooner: it may have grown until the program began
		_ = input.Close()
		started <- err
		if err == nil {
			c.attend()
		}
	}()
	if err := <-started; err != nil {
		_ = output.Close()
		return nil, err
	}
	return c, nil
}

// attend watches the program until it has ended.
func (c *Child) attend() {
	limitData(c.command.Process.Pid, c.limit)
	// Now, since it may have ended before a goroutine gets to look.
	_, peak := residentOf(c.command.Process.Pid, false)
	c.peak.Store(peak)
	stop, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		c.watch(stop)
	}()
	c.err = c.command.Wait()
	close(stop)
	<-watched
	close(c.done)
	_ = c.output.SetReadDeadline(time.Now().Add(c.patience())) // for a Read that waits
}

// patience is how long the output is waited for once the program has ended.
func (c *Child) patience() time.Duration {
	if c.exceeds.Load() > 0 || c.killed.Load() {
		return linger
	}
	return leftOver
}

// Read reads what the program prints. Once it has ended, what it has printed until
// then can still be read; if its output then remains open and nothing comes, the
// error is ErrLeftOpen.
func (c *Child) Read(p []byte) (int, error) {
	select {
	case <-c.done:
		_ = c.output.SetReadDeadline(time.Now().Add(c.patience()))
	default:
	}
	n, err := c.output.Read(p)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = ErrLeftOpen
	}
	return n, err
}

// Wait waits for the end of the program, whose output nobody reads any more, and
// returns what it used. The error is nil if it ended well, a *MemoryError if it was ended for its use of memory,
// ErrLeftOpen, that of the context, or an *exec.ExitError.
func (c *Child) Wait() (Usage, error) {
	_ = c.output.Close()
	<-c.done
	_ = killGroup(c.command) // whatever it has left behind
	used := Usage{Memory: c.peak.Load()}
	if state := c.command.ProcessState; state != nil {
		used.CPU = state.UserTime() + state.SystemTime()
		used.Memory = max(used.Memory, c.accounted(state))
	}
	used.Together = used.Memory
	var exit *exec.ExitError
	switch {
	case c.exceeds.Load() > 0:
		return used, &MemoryError{Limit: c.limit, Used: c.exceeds.Load()}
	case errors.As(c.err, &exit) && c.limit > 0 && used.Memory > c.limit-c.limit/8:
		// It found no more, or was ended by somebody else before anybody looked.
		return used, &MemoryError{Limit: c.limit, Used: used.Memory}
	case errors.Is(c.err, exec.ErrWaitDelay):
		return used, ErrLeftOpen
	}
	return used, c.err
}

const (
	// glance is how often a program with a limit is looked at: one that fills a
	// gigabyte a second is some ten megabytes above it by then.
	glance = 10 * time.Millisecond
	// idle is how often one without a limit is, for its peak.
	idle = 50 * time.Millisecond
)

// watch looks at what the program has resident until stop is closed, and kills it
// when that is too much. A young program is looked at more often, so that little of
// its life goes unseen.
func (c *Child) watch(stop <-chan struct{}) {
	most := idle
	if c.limit > 0 {
		most = glance
	}
	start, family := time.Now(), time.Now()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-stop:
			return
		}
		// Its children are looked for less often: that takes a look at each thread.
		children := time.Since(family) > idle
		if children {
			family = time.Now()
		}
		resident, peak := residentOf(c.command.Process.Pid, children)
		c.peak.Store(max(c.peak.Load(), peak))
		if c.limit > 0 && resident > c.limit && c.exceeds.Load() == 0 {
			c.exceeds.Store(resident)
			_ = killGroup(c.command)
		}
		timer.Reset(min(max(time.Since(start)/8, time.Millisecond), most))
	}
}

// Bytes spells a number of bytes for people, in the units of memory flags: exactly
// where a unit does, else to two digits at least.
func Bytes(n int64) string {
	for _, unit := range []struct {
		size int64
		name string
	}{{1 << 30, "G"}, {1 << 20, "M"}, {1 << 10, "K"}} {
		if n >= 10*unit.size || n >= unit.size && n%unit.size == 0 {
			return fmt.Sprintf("%d%s", n/unit.size, unit.name)
		}
	}
	return fmt.Sprint(n)
}
