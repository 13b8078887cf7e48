package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/exactile/exactile/backends/contain"
)

// The exit statuses of the command.
const (
	statusDone       = 0
	statusBad        = 1   // bad input, or a backend failed
	statusUsage      = 2   // wrong usage
	statusDisagree   = 3   // backends disagree, or a claim is broken
	statusStopped    = 4   // stopped by a limit
	statusNotUnique  = 5   // solve --unique: more than one
	statusSatisfied  = 10  // with --sat-exit: a solution
	statusNoSolution = 20  // there is no solution, or what was given is none
	statusKilled     = 130 // the second interrupt
)

// statuses says what every exit status means, in the order of their numbers.
func statuses() []struct {
	status int
	text   string
} {
	return []struct {
		status int
		text   string
	}{
		{statusDone, "done: a solution was found, all claims hold, all backends agree"},
		{statusBad, "bad input, a backend failed, or what is printed could not be written; verify: nothing is claimed; decode: the model solves nothing, or leaves placements open"},
		{statusUsage, "wrong usage"},
		{statusDisagree, "backends disagree, a claim is broken, or a certificate does not prove its claim"},
		{statusStopped, "stopped by a limit: a timeout, --limit, memory, the first Ctrl-C; what is printed says \"at least\"; verify --strict: a puzzle has no claims"},
		{statusNotUnique, "solve --unique: there is more than one solution"},
		{statusSatisfied, "solve --sat-exit: there is a solution"},
		{statusNoSolution, "solve, decode: there is no solution; check: it is not one"},
		{statusKilled, "the second Ctrl-C"},
	}
}

// worstFirst lists the statuses that win over others when several puzzles were
// run.
var worstFirst = []int{statusDisagree, statusBad, statusStopped, statusNoSolution}

var errInterrupted = errors.New("interrupted")

// A statusError is an error that knows its exit status. With no error inside it
// says nothing more than was already printed.
type statusError struct {
	status int
	err    error
}

func (e *statusError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.status)
	}
	return e.err.Error()
}

func (e *statusError) Unwrap() error { return e.err }

// usage returns an error for a command line that makes no sense.
func usage(format string, args ...any) error {
	return &statusError{statusUsage, fmt.Errorf(format, args...)}
}

// exit returns an error that is nothing but an exit status.
func exit(status int) error {
	if status == statusDone {
		return nil
	}
	return &statusError{status: status}
}

// statusOf returns the exit status of a command that ended with err.
func statusOf(err error) int {
	var se *statusError
	switch {
	case err == nil:
		return statusDone
	case errors.As(err, &se):
		return se.status
	case stopped(err):
		return statusStopped
	}
	return statusBad
}

// stopped reports whether err says that a limit or an interrupt ended the work.
func stopped(err error) bool {
	return outOfMemory(err) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || errors.Is(err, errInterrupted)
}

// outOfMemory reports whether err says that a process used more than --memory: the
// one limit of which the user is told, since it is not the user who sees it end.
func outOfMemory(err error) bool {
	var memory *contain.MemoryError
	return errors.As(err, &memory)
}

// worst returns the status of a command that ran several puzzles: the first
// present of 3, 1, 4 and 20, else the first that is not 0.
func worst(statuses []int) int {
	for _, want := range worstFirst {
		for _, s := range statuses {
			if s == want {
				return s
			}
		}
	}
	for _, s := range statuses {
		if s != statusDone {
			return s
		}
	}
	return statusDone
}
