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
	"sync/atomic"
	"syscall"
)

func main() {
	os.Exit(interruptible(func(ctx context.Context) int {
		return run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	}))
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
