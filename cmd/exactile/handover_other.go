//go:build !unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
)

// execProgram runs another program and ends with its exit status. An interrupt at the terminal
// reaches both, and the other decides what it means.
func execProgram(path string, args, environment []string) error {
	signal.Ignore(os.Interrupt)
	other := exec.Command(path, args[1:]...)
	other.Env = environment
	other.Stdin, other.Stdout, other.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := other.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		return err
	}
	os.Exit(other.ProcessState.ExitCode())
	return nil
}
