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
// for more than they use. Other systems have the process group alone, or not even
// that.
//
// On Linux, and where main calls [Watch], every program has a watcher: a process
// between this one and the program, to which the system gives what the program has
// started and left (PR_SET_CHILD_SUBREAPER), so that nothing gets away, by whatever
// session or group of its own. It kills all of it when it is told to, and when this
// process ends, however that ends. A watcher is this same program, started anew; it
// takes some 3 ms. Without one the program itself ends with this process, and a child
// that leaves its process group may live on, but is not waited for.
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

// An ExitError says that a program did not end well.
type ExitError struct {
	code int // -1: by a signal
	text string
}

func (e *ExitError) Error() string { return e.text }

// ExitCode is the exit status, or -1 if a signal ended the program.
func (e *ExitError) ExitCode() int { return e.code }

// Killed reports whether it was SIGKILL that ended the program, as when its context ends.
func (e *ExitError) Killed() bool { return e.text == "signal: killed" }

// An ending is how a program ended and what it used.
type ending struct {
	exit *ExitError // nil: well
	lost bool       // nobody knows: its watcher was ended
	cpu  time.Duration
	peak int64 // of resident memory, as the system says; 0: it does not
}

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
	defer func() {
		for _, file := range []*os.File{input, complaining} { // they are the program's
			if file != nil {
				_ = file.Close()
			}
		}
		if err != nil {
			for _, file := range []*os.File{c.output, c.complaints} {
				if file != nil {
					_ = file.Close()
				}
			}
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
			c.ended = ending{cpu: state.UserTime() + state.SystemTime(), peak: c.accounted(state)}
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
	if c.complaints != nil {
		_ = c.complaints.Close()
	}
	used := Usage{CPU: c.ended.cpu, Memory: max(c.peak.Load(), c.ended.peak)}
	used.Together = used.Memory
	switch exit := c.ended.exit; {
	case c.exceeds.Load() > 0:
		return used, &MemoryError{Limit: c.limit, Used: c.exceeds.Load()}
	case exit != nil && c.limit > 0 && used.Memory > c.limit-c.limit/8:
		// It found no more, or was ended by somebody else before anybody looked.
		return used, &MemoryError{Limit: c.limit, Used: used.Memory}
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
		resident, peak := c.resident(children)
		c.peak.Store(max(c.peak.Load(), peak))
		if c.limit > 0 && resident > c.limit && c.exceeds.Load() == 0 {
			c.exceeds.Store(resident)
			_ = c.kill()
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
