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
)

func main() {
	putOffCollection()
	os.Exit(interruptible(func(ctx context.Context) int {
		return run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
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
			debug.SetGCPercent(collectionPercent(live[0].Value.Uint64()))
			wait()
		}, 0)
	}
	wait()
}

// collectionPercent returns by how many percent the heap may grow to the next
// collection when that many bytes were left over from the last: garbage may take as
// much memory as what is in use, but beside a large model no more than 32 megabytes,
// or a quarter of what is in use.
func collectionPercent(live uint64) int {
	const most = 32 << 20
	switch {
	case live <= 4<<20:
		return 400
	case live <= most:
		return 100
	}
	return int(max(25, 100*most/live))
}

// interruptible runs the command with a context that the first interrupt
// cancels, so that what was found so far is printed; the second one ends the
// process at once.
func interruptible(command func(context.Context) int) int {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	var interrupts atomic.Int32
	go func() {
		for range signals {
			if interrupts.Add(1) > 1 {
				os.Exit(statusKilled)
			}
			cancel(errInterrupted)
		}
	}()
	return command(ctx)
}
