//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package cli

import (
	"os"
	"os/signal"
	"syscall"
)

// notifyProgress passes on the signals that print the progress: Ctrl-T sends SIGINFO.
func notifyProgress(c chan<- os.Signal) { signal.Notify(c, syscall.SIGUSR1, syscall.SIGINFO) }
