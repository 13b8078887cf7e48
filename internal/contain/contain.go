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
// The watcher kills them all when it receives the request, and when this process ends,
// however it ends. A watcher is this same program, started again, which takes as long as a
// short run of a solver. So a [Runner] uses it for one program after the other, but only
// once it has no child left: an orphan is always of the last program.
//
// Without a watcher the program itself ends with this process on Linux; elsewhere it may
// live on, and a child that leaves its process group may live on everywhere, but the
// caller does not wait for either.
package contain

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// A Runner runs programs, one after the other or side by side, and keeps their watchers for
// the next ones until Close. The zero Runner is ready for use, by several goroutines, and a
// nil one keeps no watchers.
type Runner struct {
	mu     sync.Mutex
	idle   []keeper
	folder string
}

// Folder returns a temporary folder for the files of programs. Close removes it, or a watcher
// if this process ends first, once there has been a program. It is "" for a nil Runner, or if
// there can be no folder.
func (r *Runner) Folder() string {
	if r == nil {
		return ""
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.folder == "" {
		r.folder, _ = os.MkdirTemp("", "exactile-")
	}
	return r.folder
}

// take returns a keeper, and whether it is new.
func (r *Runner) take() (_ keeper, isNew bool, err error) {
	if r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		if last := len(r.idle) - 1; last >= 0 {
			k := r.idle[last]
			r.idle = r.idle[:last]
			return k, false, nil
		}
	}
	k, err := newKeeper()
	return k, true, err
}

// give takes a keeper back that runs nothing.
func (r *Runner) give(k keeper) {
	if r == nil || !k.reusable() {
		k.close()
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle = append(r.idle, k)
}

// Close ends the watchers and removes the folder. All programs must have been waited for.
func (r *Runner) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, k := range r.idle {
		k.close()
	}
	r.idle = nil
	if r.folder != "" {
		_ = os.RemoveAll(r.folder)
	}
}

const (
	// killGrace is how long to wait for the output of a program that was killed.
	killGrace = 100 * time.Millisecond
	// drainTime is how long to wait for the output of a program that ended by itself: on a
	// busy machine its last lines may take a while.
	drainTime = time.Second
)

// A Child is a running program. It is an io.Reader of the program's output; Read
// and Wait are for one goroutine.
type Child struct {
	Input *os.File // the program's, if Program.Input is set; Wait closes it

	runner  *Runner
	keeper  keeper
	waited  time.Duration // for output, since the program has ended
	pid     int           // of the program
	output  *os.File
	limit   int64
	peak    atomic.Int64 // of resident memory, as measured so far
	exceeds atomic.Int64 // the resident memory above the limit, or 0
	killed  atomic.Bool  // by the end of its context
	done    chan struct{}
	ended   exitInfo      // valid once done is closed
	exited  chan struct{} // closed once nothing of it is left
	stop    func() bool   // the end of the context has no effect any more

	mu       sync.Mutex
	family   []int // the processes at the last look of watch
	released bool  // the keeper may run another program

	errors  *os.File // its standard error
	drained chan struct{}
	excerpt Excerpt // of its standard error, valid once drained is closed
}

// Start starts a program. The end of ctx kills it with all that it has started. The caller
// must Wait.
func (r *Runner) Start(ctx context.Context, p Program) (_ *Child, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := &Child{
		runner: r, limit: p.Memory,
		done: make(chan struct{}), exited: make(chan struct{}), drained: make(chan struct{}),
	}
	var ends [3]*os.File // of the program
	defer func() {       // closing a nil file does nothing
		for _, file := range ends {
			_ = file.Close()
		}
		if err != nil {
			_, _, _ = c.output.Close(), c.errors.Close(), c.Input.Close()
		}
	}()
	if c.output, ends[0], err = os.Pipe(); err != nil {
		return nil, err
	}
	if c.errors, ends[1], err = os.Pipe(); err != nil {
		return nil, err
	}
	files := ends[:2]
	if p.Input {
		if ends[2], c.Input, err = os.Pipe(); err != nil {
			return nil, err
		}
		files = ends[:]
	}
	for started := false; !started; {
		var isNew bool
		if c.keeper, isNew, err = r.take(); err != nil {
			return nil, err
		}
		c.pid, err = c.keeper.start(ctx, &p, files)
		if err != nil {
			r.give(c.keeper)
		}
		if ctx.Err() != nil && err != nil {
			return nil, ctx.Err()
		}
		if err != nil && (isNew || !errors.Is(err, errNoWatcher)) {
			return nil, err
		}
		started = err == nil
	}
	limitData(c.pid, c.limit)
	// Before it ends, however soon that is.
	_, peak := residentOf([]int{c.pid})
	c.peak.Store(peak)
	go c.control()
	go func() {
		defer close(c.drained)
		_, _ = io.Copy(&c.excerpt, c.errors)
	}()
	c.stop = context.AfterFunc(ctx, func() {
		c.killed.Store(true)
		c.kill()
	})
	return c, nil
}

// kill kills all that is left of the program and of the processes it has started.
func (c *Child) kill() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.released {
		c.keeper.kill()
	}
}

// control attends the program until it has ended with all that it has started.
func (c *Child) control() {
	stop, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		c.watch(stop)
	}()
	c.ended = c.keeper.wait()
	close(stop)
	<-watched
	if c.ended.lost {
		killOrphans(c.pid, c.family) // the program itself ends with its watcher
	}
	_ = c.output.SetReadDeadline(time.Now().Add(c.waitTime())) // for a Read that waits
	close(c.done)
	c.keeper.settle()
	close(c.exited)
}

// waitTime is how long to wait for the output once the program has ended.
func (c *Child) waitTime() time.Duration {
	if c.exceeds.Load() > 0 || c.killed.Load() {
		return killGrace
	}
	return drainTime
}

// Read reads the output of the program, also after the program has ended. If a child then keeps
// the output open, and prints nothing or little by little, the error is [ErrLeftOpen].
func (c *Child) Read(p []byte) (int, error) {
	select {
	case <-c.done:
		// What the program has left can be read without waiting, however slow the reader is. So
		// only the time of waiting counts, that of all calls together.
		start := time.Now()
		_ = c.output.SetReadDeadline(start.Add(c.waitTime() - c.waited))
		defer func() { c.waited += time.Since(start) }()
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
// ended for its use of memory, ErrLeftOpen, or an *ExitError.
func (c *Child) Wait() (Usage, error) {
	_, _ = c.output.Close(), c.Input.Close()
	<-c.done
	leftOpen := !c.drains(c.waitTime())
	select {
	case <-c.exited:
	default:
		c.kill() // whatever is left of it
		<-c.exited
	}
	if c.release(); !c.drains(killGrace) {
		_ = c.errors.Close() // a process that was not found holds it open
	}
	<-c.drained
	_ = c.errors.Close()
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
		return used, errors.New("the process that watches it was stopped or ended")
	case leftOpen:
		return used, ErrLeftOpen
	}
	return used, nil
}

// Stderr returns the beginning and the end of the program's standard error, once it was
// waited for.
func (c *Child) Stderr() string { return c.excerpt.String() }

// release gives the keeper back, once.
func (c *Child) release() {
	c.stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.released {
		c.released = true
		c.runner.give(c.keeper)
	}
}

// drains waits for the end of standard error and reports whether it came in time.
func (c *Child) drains(patience time.Duration) bool {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-c.drained:
		return true
	case <-timer.C:
		return false
	}
}

const (
	// firstPoll is when the memory of a program is read first after its start, and then after
	// twice that time, up to eight times: many runs of solvers are as short, and a reading
	// takes a hundredth of such a run.
	firstPoll = time.Millisecond
	// fastPoll is how often the memory of a program near its limit is read: a program that
	// fills a gigabyte a second is then some ten megabytes above it at most.
	fastPoll = 10 * time.Millisecond
	// slowPoll is how often the memory of other programs is read, for the peak.
	slowPoll = 50 * time.Millisecond
	// fastest is how many bytes a second a program fills at most: before it could reach its
	// limit at that rate, reading its memory is useless.
	fastest = 4 << 30
)

// watch reads the resident memory of the program until stop is closed, and kills the
// program if that is above the limit. It reads a young program's memory more often, so that
// the peak of a short life is seen.
func (c *Child) watch(stop <-chan struct{}) {
	start, listed := time.Now(), time.Now()
	timer := time.NewTimer(firstPoll)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-stop:
			return
		}
		// Children are listed less often: that takes reading a file of each thread.
		processes := []int{c.pid}
		if time.Since(listed) > slowPoll {
			listed = time.Now()
			if c.keeper.stopped() { // by the program
				c.kill()
				continue
			}
			if roots := c.keeper.roots(c.pid); len(roots) > 0 { // else its watcher was ended
				processes = below(roots)
				c.mu.Lock()
				c.family = processes
				c.mu.Unlock()
			}
		}
		resident, peak := residentOf(processes)
		c.peak.Store(max(c.peak.Load(), peak))
		if c.limit > 0 && resident > c.limit && c.exceeds.Load() == 0 {
			c.exceeds.Store(resident)
			c.kill()
		}
		most := slowPoll
		if room := max(c.limit-resident, 0); c.limit > 0 && room < fastest {
			most = min(slowPoll, max(fastPoll, time.Duration(room)*time.Second/fastest))
		}
		age := time.Since(start)
		if age < 8*firstPoll {
			age *= 8
		}
		timer.Reset(min(max(age/8, firstPoll), most))
	}
}
