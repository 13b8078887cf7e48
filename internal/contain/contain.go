// Package contain runs programs that may hang, die, fork or grow without end, and protects the
// caller from them. A program has a process group of its own, which is killed as a whole when
// its context ends or its memory runs out. The caller waits no longer than that takes, and
// learns what the program used, as the operating system accounts for it.
//
// On Linux there are two limits of memory. The resident memory of a program and its children is
// read many times a second, and a program above the limit is killed: that is the limit that the
// caller means. RLIMIT_DATA, a little higher, stops a program that grows faster than its memory
// is read. It would not do alone: it counts what a program has asked for, and a Go runtime or
// a thread library asks for more than the program uses. Other systems have the process group
// alone, or not even that.
//
// On Linux, and where main calls [Watch], every program has a watcher: a process between this one
// and the program. The system makes the watcher the parent of all orphans of the program
// (PR_SET_CHILD_SUBREAPER), so that no child escapes into a session or group of its own. The
// watcher kills them all when it is told to, and when this process ends, however it ends. A
// watcher is this same program, started again, which takes some 3 ms. Without a watcher the
// program itself ends with this process; a child that leaves its process group may live on, but
// nothing waits for it.
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

// A Child is a program that runs. It is an io.Reader of what the program prints;
// that and Wait are for one goroutine.
type Child struct {
	command *exec.Cmd // of the program, or of its watcher
	watcher *watcher  // nil: there is none
	pid     int       // of the program
	output  *os.File
	limit   int64
	before  int64        // the peak of this process once it had started
	peak    atomic.Int64 // resident, as seen so far
	exceeds atomic.Int64 // what was resident when it was too much, or 0
	killed  atomic.Bool  // by the end of its context
	done    chan struct{}
	ended   ending // valid once done is closed
	gone    chan struct{}
	err     error // that of the command, valid once gone is closed

	complaints *os.File      // its standard error, if somebody wants that; else nil
	heard      chan struct{} // closed at the end of the complaints
}

// Start starts the command, which must come from exec.CommandContext: the end of
// that context kills it with all that it has started. Its Stdout is the Child's to
// read. memory is its limit in bytes, 0 for none. The folders are those that nobody
// wants once this process has ended: where there is a watcher, it removes them then.
// The caller must Wait.
func Start(command *exec.Cmd, memory int64, folders ...string) (_ *Child, err error) {
	c := &Child{command: command, limit: memory, done: make(chan struct{}), gone: make(chan struct{}), heard: make(chan struct{})}
	var input, complaining *os.File
	defer func() { // nothing happens where a file that is nil is closed
		_ = input.Close() // this one and the next are the program's
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
	if c.watcher, err = watched(command, folders); err != nil {
		return nil, err
	}
	if c.watcher == nil {
		ownGroup(command)
	}
	command.Stdout = input
	command.WaitDelay = c.delay()
	command.Cancel = func() error {
		c.killed.Store(true)
		return c.kill()
	}
	started := make(chan error, 1)
	go func() {
		// The system ends a child together with the thread that started it. The
		// thread stays for as long as it is this goroutine's alone.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := command.Start()
		c.before = Peak() // not sooner: it may have grown until the program began
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

// delay is how long a command whose context has ended may take to end, and what it
// has left may hold its input. A watcher needs its time.
func (c *Child) delay() time.Duration {
	if c.watcher != nil {
		return 2 * surrender
	}
	return leftOver
}

// kill kills what is left of the program and all that it has started.
func (c *Child) kill() error {
	if c.watcher != nil {
		return c.watcher.kill()
	}
	return killGroup(c.command)
}

// attend watches the program until it has ended, and its watcher.
func (c *Child) attend() {
	limitData(c.pid, c.limit)
	// Now, since it may have ended before a goroutine gets to look.
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

// patience is how long the output is waited for once the program has ended.
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

// Wait waits for the end of the program, whose output nobody reads any more, and
// returns what it used. The error is nil if it ended well, a *MemoryError if it was
// ended for its use of memory, ErrLeftOpen, that of the context, or an *ExitError.
func (c *Child) Wait() (Usage, error) {
	_ = c.output.Close()
	<-c.done
	leftOpen := !c.hears(c.patience())
	_ = c.kill() // whatever it has left behind
	<-c.gone
	if !c.hears(linger) {
		_ = c.complaints.Close() // somebody has it whom nobody can find
	}
	<-c.heard
	_ = c.complaints.Close()
	used := Usage{CPU: c.ended.cpu, Memory: max(c.peak.Load(), c.ended.peak)}
	used.Together = used.Memory
	switch exit := c.ended.exit; {
	case c.exceeds.Load() > 0:
		return used, &MemoryError{Limit: c.limit, Used: c.exceeds.Load()}
	case exit != nil && c.limit > 0 && used.Memory > c.limit-c.limit/8:
		// It found no more, or was ended by somebody else before anybody looked.
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
		return used, nil // the watcher's own, after its work
	}
	return used, c.err
}

// hears waits for the end of the complaints and reports whether it has come.
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
	// idle is how often that of other programs is read, for the peak.
	idle = 50 * time.Millisecond
	// fastest is how many bytes a second a program fills at most: before that would take it
	// to its limit, a look is work that finds nothing.
	fastest = 4 << 30
)

// watch reads the resident memory of the program until stop is closed, and kills the program
// when that is above the limit. It reads a young program's memory more often, so that the peak
// of a short life is seen.
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
		// Children are listed less often: that means to read a file of each thread.
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

// resident is residentOf the program; with children also of those of which the
// watcher has become the parent.
func (c *Child) resident(children bool) (resident, peak int64) {
	if c.watcher != nil && children {
		return residentOf(true, childrenOf(c.command.Process.Pid)...)
	}
	return residentOf(children, c.pid)
}
