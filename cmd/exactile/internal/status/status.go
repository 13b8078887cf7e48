// Package status knows the exit statuses of the command: what each means, which one an
// error asks for, and which one wins when several puzzles were run. It exits nothing.
package status

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/native"
)

// The exit statuses of the command.
const (
	Done       = 0
	Bad        = 1
	Misuse     = 2
	Disagree   = 3
	Stopped    = 4
	NotUnique  = 5
	Satisfied  = 10
	NoSolution = 20
	Killed     = 130
)

// A Meaning is an exit status and what it says.
type Meaning struct {
	Code int
	Text string
}

// Meanings says what every exit status means, in the order of their numbers.
func Meanings() []Meaning {
	return []Meaning{
		{Done, "done: a solution was found, all claims hold, all backends agree"},
		{Bad, "bad input, a backend failed, or what is printed could not be written; " +
			"verify: nothing is claimed; decode: the model solves nothing, or leaves placements open"},
		{Misuse, "wrong usage"},
		{Disagree, "backends disagree, a claim is broken, or a certificate does not prove its claim"},
		{Stopped, "stopped by a limit: a timeout, --limit, memory, the first Ctrl-C; " +
			"what is printed says \"at least\"; verify --strict: a puzzle has no claims"},
		{NotUnique, "solve --unique: there is more than one solution"},
		{Satisfied, "solve --sat-exit: there is a solution"},
		{NoSolution, "solve, decode: there is no solution; check: it is not one; " +
			"design: there is no such puzzle"},
		{Killed, "the second Ctrl-C"},
	}
}

// ErrInterrupted is the cause of a context that the first Ctrl-C ended.
var ErrInterrupted = errors.New("interrupted")

// coded is an error that asks for an exit status. With no error inside, what it says was
// printed already.
type coded struct {
	code int
	err  error
}

func (e *coded) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.code)
	}
	return e.err.Error()
}

func (e *coded) Unwrap() error { return e.err }

// With returns err as an error that asks for an exit status.
func With(code int, err error) error { return &coded{code, err} }

// Exit returns an error that is an exit status alone; for [Done] it is nil.
func Exit(code int) error {
	if code == Done {
		return nil
	}
	return &coded{code: code}
}

// Silent reports whether err is an exit status alone: nothing is left to say.
func Silent(err error) bool {
	var e *coded
	return errors.As(err, &e) && e.err == nil
}

// Of returns the exit status of a command that ended with err.
func Of(err error) int {
	var e *coded
	switch {
	case err == nil:
		return Done
	case errors.As(err, &e):
		return e.code
	case IsStop(err):
		return Stopped
	}
	return Bad
}

// IsStop reports whether err says that a limit or an interrupt ended the work.
func IsStop(err error) bool {
	return OutOfMemory(err) || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, context.Canceled) || errors.Is(err, ErrInterrupted)
}

// OutOfMemory reports whether err says that --memory was too little, as a process found or
// a search for the set of all solutions. Of this limit alone users are told, since they do
// not see it end.
func OutOfMemory(err error) bool {
	var memory *contain.MemoryError
	return errors.As(err, &memory) || errors.Is(err, native.ErrMemory)
}

// WorstFirst returns the statuses that win over all others when several puzzles were run,
// the strongest first.
func WorstFirst() []int { return []int{Disagree, Bad, Stopped, NoSolution} }

// Worst returns the status of a command that ran several puzzles: the strongest of
// [WorstFirst], else the first that is not [Done].
func Worst(codes []int) int {
	for _, code := range WorstFirst() {
		if slices.Contains(codes, code) {
			return code
		}
	}
	for _, code := range codes {
		if code != Done {
			return code
		}
	}
	return Done
}
