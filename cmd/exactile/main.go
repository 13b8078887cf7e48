// Command exactile solves, counts and compares tile-placement puzzles.
//
// The package parses the command line, runs what the libraries offer and turns
// the outcome into text and an exit status. Flags, the terminal and the process
// live here and nowhere else.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/exactile/exactile/backends/contain"
	"github.com/exactile/exactile/cmd/internal/answers"
)

func main() {
	contain.Watch()
	putOffCollection()
	os.Exit(interruptible(func(ctx context.Context) int {
		return run(ctx, os.Args[1:], os.Stdin, answers.Stdout(), os.Stderr)
	}))
}

// putOffCollection makes the garbage collector wait for four times the four
// megabytes after which it comes first: most commands are done by then, and one
// collection is a tenth of what they take. As long as little is left over from a
// collection, as in a listing, whose solutions are garbage at once, it is put off as
// far again; then it comes as collectionPercent says. Who sets GOGC has chosen
// otherwise.
func putOffCollection() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(400)
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	var wait func()
	wait = func() {
		runtime.AddCleanup(new([32]byte), func(int) {
			metrics.Read(live)
			debug.SetGCPercent(collectionPercent(live[0].Value.Uint64(), memoryGoal.Load()))
			wait()
		}, 0)
	}
	wait()
}

// memoryGoal is how many bytes --memory grants, 0 where it is left out.
var memoryGoal atomic.Uint64

// keepMemory has garbage collected sooner where --memory grants less than it takes.
func keepMemory(bytes int64) {
	memoryGoal.Store(uint64(bytes))
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectionPercent(0, uint64(bytes)))
	}
}

// collectionPercent returns by how many percent the heap may grow to the next
// collection when that many bytes were left over from the last: garbage may take as
// much memory as what is in use, but beside a large model no more than 32 megabytes,
// or a quarter of what is in use. If there is a goal for the whole process, garbage may
// not go beyond it either, unless that would be less than a quarter.
func collectionPercent(live, goal uint64) int {
	const most = 32 << 20
	percent := uint64(400)
	switch {
	case live > most:
		percent = 100 * most / live
	case live > 4<<20:
		percent = 100
	}
	if goal > 0 {
		const besides = 11 << 20 // what a process has beside its heap
		const first = 4 << 20    // the heap of the first collection, at 100 %
		heap := goal - min(goal, besides)
		percent = min(percent, 100*heap/first, 100*(heap-min(heap, live))/max(live, 1))
	}
	return int(max(25, percent))
}

// interruptible runs the command with a context that the first interrupt
// cancels, so that what was found so far is printed; one that insists ends the
// process at once.
func interruptible(command func(context.Context) int) int {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	go func() {
		var all interrupts
		for range signals {
			if all.insists(time.Now()) {
				os.Exit(statusKilled)
			}
			cancel(errInterrupted)
		}
	}()
	return command(ctx)
}

// interrupts tells a second interrupt from an echo of the first: timeout(1), for one,
// signals the program and then the group of processes that it is in.
type interrupts struct{ first time.Time }

// insists reports whether an interrupt at that time is one more.
func (i *interrupts) insists(at time.Time) bool {
	const echoes = 200 * time.Millisecond
	if i.first.IsZero() {
		i.first = at
	}
	return at.Sub(i.first) >= echoes
}
