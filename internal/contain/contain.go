// Package contain runs programs that may hang, die, fork or grow without end, and protects
// the caller from them. A program has a process group of its own, which is killed as a
// whole when its context ends or its memory runs out. The caller waits only for that, and
// learns what the program used, as the operating system accounts for it.
//
// On Linux there are two limits of memory. The resident memory of a program and its
// children is read many times a second, and a program above the limit is killed: that is
// the caller's limit. RLIMIT_DATA, a little higher, stops a program that grows faster than
// its memory is read. It is not enough alone: it counts allocated memory, and a Go runtime
// or a thread library allocates more than the program uses. Other systems have only the
// process group, or not even that.
//
// On Linux, if main calls [Watch], every program has a watcher: a process between this one
// and the program. The system makes the watcher the parent of all orphans of the program
// (PR_SET_CHILD_SUBREAPER), so that no child escapes into a session or group of its own.
// The watcher kills them all when told to, and when this process ends, however it ends. A
// watcher is this same program, started again, which takes some 3 ms. Without a watcher the
// program itself ends with this process; a child that leaves its process group may live on,
// but nothing waits for it.
package contain

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync/atomic"
	"time"
)

const (
	// linger is how long to wait for the output of a program that was killed.
	linger = 100 * time.Millisecond
	// leftOver is how long to wait for the output of a program that ended by itself: on a
	// busy machine its last lines may take a while.
	leftOver = time.Second
)

// A Child is a running program. It is an io.Reader of the program's output; Read
// and Wait are for one goroutine.
type Child struct {
	command *exec.Cmd // of the program, or of its watcher
	watcher *watcher  // nil: there is none
	pid     int       // of the program
	output  *os.File
	limit   int64
	before  int64        // the peak of this process at the start of the program
	peak    atomic.Int64 // of resident memory, as measured so far
	exceeds atomic.Int64 // the resident memory above the limit, or 0
	killed  atomic.Bool  // by the end of its context
	done    chan struct{}
	ended   ending // valid once done is closed
	gone    chan struct{}
	err     error // that of the command, valid once gone is closed

	complaints *os.File      // its standard error, nil if not captured
	heard      chan struct{} // closed at the end of the complaints
}

// Start starts the command, which must come from exec.CommandContext: the end of
// that context kills it with all that it has started. The Child reads its Stdout.
// memory is its limit in bytes, 0 for none. The folders are not needed after the end
// of this process: if there is a watcher, it removes them then. The caller must
// Wait.
func Start(command *exec.Cmd, memory int64, folders ...string) (_ *Child, err error) {
	c := &Child{command: command, limit: memory, done: make(chan struct{}), gone: make(chan struct{}), heard: make(chan struct{})}
	var input, complaining *os.File
	defer func() { // closing a nil file does nothing
		_ = input.Close() // this file and the next are the program's
		_ = complaining.Close()
		if err != nil {
			_ = c.output.Close()
			_ = c.complaints.Close()
		}
	}()
	if c.output, input, err = os.Pipe(); err != nil {
		return nil, err
	}
	listener := command.Stderr
	if _, file := listener.(*os.File); listener == nil || file {
		close(c.heard)
	} else if c.complaints, complaining, err = os.Pipe(); err != nil {
		return nil, err
	} else {
		command.Stderr = complaining
	}
	command.Stdout = input
	command.WaitDelay = leftOver
	ownGroup(command)
	if c.watcher, err = watched(command, folders); err != nil {
		return nil, err
	}
	command.Cancel = func() error {
		c.killed.Store(true)
		return c.kill()
	}
	started := make(chan error, 1)
	go func() {
		// The system ends a child together with the thread that started it. The
		// thread lives as long as it is locked to this goroutine.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := command.Start()
		c.before = Peak() // not earlier: it may have grown until the program began
		if err == nil {
			if c.pid = command.Process.Pid; c.watcher != nil {
				c.pid, err = c.watcher.begin(command)
			}
		} else {
			c.watcher.close()
		}
		started <- err
		if err == nil {
			c.attend()
		}
	}()
	if err = <-started; err != nil {
		return nil, err
	}
	if c.complaints != nil {
		go func() {
			defer close(c.heard)
			_, _ = io.Copy(listener, c.complaints)
		}()
	}
	return c, nil
}

// kill kills all that is left of the program and of the processes it has started.
func (c *Child) kill() error {
	if c.watcher != nil {
		return c.watcher.kill()
	}
	return killGroup(c.command)
}

// attend watches the program, and its watcher, until they have ended.
func (c *Child) attend() {
	limitData(c.pid, c.limit)
	// Before the goroutine starts, since the program may have ended by then.
	_, peak := residentOf(false, c.pid)
	c.peak.Store(peak)
	stop, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		c.watch(stop)
	}()
	if c.watcher != nil {
		c.ended = c.watcher.ending()
	} else {
		c.err = c.command.Wait()
		if state := c.command.ProcessState; state != nil {
			c.ended = ending{cpu: state.UserTime() + state.SystemTime(), peak: accounted(c.before, state)}
			if !state.Success() {
				c.ended.exit = &ExitError{state.ExitCode(), state.String()}
			}
		}
	}
	close(stop)
	<-watched
	_ = c.output.SetReadDeadline(time.Now().Add(c.patience())) // for a Read that waits
	close(c.done)
	if c.watcher != nil {
		c.err = c.command.Wait()
		c.watcher.close()
	}
	close(c.gone)
}

// patience is how long to wait for the output once the program has ended.
func (c *Child) patience() time.Duration {
	if c.exceeds.Load() > 0 || c.killed.Load() {
		return linger
	}
	return leftOver
}

// Read reads the output of the program, also after the program has ended. If a child then keeps
// the output open and prints nothing, the error is [ErrLeftOpen].
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

// Wait waits for the end of the program, whose output is not read any more, and
// returns what it used. The error is nil if it ended well, a *MemoryError if it was
// ended for its use of memory, ErrLeftOpen, that of the context, or an *ExitError.
func (c *Child) Wait() (Usage, error) {
	_ = c.output.Close()
	<-c.done
	leftOpen := !c.hears(c.patience())
	_ = c.kill() // whatever is left of it
	<-c.gone
	if !c.hears(linger) {
		_ = c.complaints.Close() // a process that was not found holds it open
	}
	<-c.heard
	_ = c.complaints.Close()
	used := Usage{CPU: c.ended.cpu, Memory: max(c.peak.Load(), c.ended.peak)}
	used.Together = used.Memory
	switch exit := c.ended.exit; {
	case c.exceeds.Load() > 0:
		return used, &MemoryError{Limit: c.limit, Used: c.exceeds.Load()}
	case exit != nil && c.limit > 0 && used.Memory > c.limit-c.limit/8:
		// Memory ran out, or the program was ended by others before a measurement.
		return used, &MemoryError{Limit: c.limit, Used: used.Memory, Exit: exit}
	case exit != nil:
		return used, exit
	case c.ended.lost:
		return used, fmt.Errorf("the process that watches it was ended (%v)", c.command.ProcessState)
	case leftOpen || errors.Is(c.err, exec.ErrWaitDelay):
		return used, ErrLeftOpen
	}
	var exit *exec.ExitError
	if errors.As(c.err, &exit) {
		return used, nil // the error is the watcher's own, after its work
	}
	return used, c.err
}

// hears waits for the end of the complaints and reports whether it came in time.
func (c *Child) hears(patience time.Duration) bool {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-c.heard:
		return true
	case <-timer.C:
		return false
	}
}

const (
	// glance is how often the memory of a program near its limit is read: a program that
	// fills a gigabyte a second is then some ten megabytes above it at most.
	glance = 10 * time.Millisecond
	// idle is how often the memory of other programs is read, for the peak.
	idle = 50 * time.Millisecond
	// fastest is how many bytes a second a program fills at most: before it could reach its
	// limit at that rate, reading its memory is useless.
	fastest = 4 << 30
)

// watch reads the resident memory of the program until stop is closed, and kills the
// program if that is above the limit. It reads a young program's memory more often, so that
// the peak of a short life is seen.
func (c *Child) watch(stop <-chan struct{}) {
	start, family := time.Now(), time.Now()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-stop:
			return
		}
		// Children are listed less often: that takes reading a file of each thread.
		children := time.Since(family) > idle
		if children {
			family = time.Now()
		}
		resident, peak := c.resident(children)
		c.peak.Store(max(c.peak.Load(), peak))
		if c.limit > 0 && resident > c.limit && c.exceeds.Load() == 0 {
			c.exceeds.Store(resident)
			_ = c.kill()
		}
		most := idle
		if room := max(c.limit-resident, 0); c.limit > 0 && room < fastest {
			most = min(idle, max(glance, time.Duration(room)*time.Second/fastest))
		}
		timer.Reset(min(max(time.Since(start)/8, time.Millisecond), most))
	}
}

// resident is residentOf the program, with children set including those whose
// parent is now the watcher.
func (c *Child) resident(children bool) (resident, peak int64) {
	if c.watcher != nil && children {
		return residentOf(true, childrenOf(c.command.Process.Pid)...)
	}
	return residentOf(children, c.pid)
}
