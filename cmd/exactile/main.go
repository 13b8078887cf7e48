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
	"syscall"
	"time"

	"github.com/exactile/exactile/cmd/exactile/internal/collector"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/cmd/internal/answers"
	"github.com/exactile/exactile/internal/contain"
)

func main() {
	contain.Watch()
	collector.PutOff()
	os.Exit(interruptible(func(ctx context.Context) int {
		return run(ctx, os.Args[1:], os.Stdin, answers.Stdout(), os.Stderr)
	}))
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
				os.Exit(status.Killed)
			}
			cancel(status.ErrInterrupted)
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
