package command

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/exactile/exactile/cmd/exactile/internal/collector"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/cmd/internal/answers"
	"github.com/exactile/exactile/internal/contain"
)

// Main runs the command line of this process and ends the process.
func Main(connect Connect) {
	runtime.MemProfileRate = 0 // nothing here reads a heap profile, only a linked library could
	contain.Watch()
	collector.PutOff()
	os.Exit(interruptible(func(ctx context.Context) int {
		return Run(ctx, connect, os.Args[1:], os.Stdin, answers.Stdout(), os.Stderr)
	}))
}

// interruptible runs the command with a context that the first interrupt cancels, so that the
// results so far are printed. A second interrupt ends the process at once.
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

// interrupts tells a second interrupt from an echo of the first: timeout(1), for example,
// signals the program and then its process group.
type interrupts struct{ first time.Time }

// insists reports whether an interrupt at a time is a second one.
func (i *interrupts) insists(at time.Time) bool {
	const echoes = 200 * time.Millisecond
	if i.first.IsZero() {
		i.first = at
	}
	return at.Sub(i.first) >= echoes
}
