//go:build unix && !(darwin || dragonfly || freebsd || netbsd || openbsd)

package cli

import (
	"os"
	"os/signal"
	"syscall"
)

// notifyProgress passes on the signal that prints the progress.
func notifyProgress(c chan<- os.Signal) { signal.Notify(c, syscall.SIGUSR1) }
