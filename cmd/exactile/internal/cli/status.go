package cli

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

// A StatusMeaning is an exit status and its explanation.
type StatusMeaning struct {
	Code int
	Text string
}

// StatusMeanings returns the meanings of all exit statuses, by number.
func StatusMeanings() []StatusMeaning {
	return []StatusMeaning{
		{Done, "done: a solution was found, all claims hold, all backends agree"},
		{Bad, "bad input, a backend failed, or what is printed could not be written; " +
			"verify: nothing is claimed; decode: a model solves nothing or leaves placements " +
			"open, or a proof does not hold"},
		{Misuse, "wrong usage"},
		{
			Disagree,
			"backends disagree, a claim is broken, or a certificate does not prove its claim",
		},
		{Stopped, "stopped by a limit: a timeout, --limit, memory, the first Ctrl-C; " +
			"what is printed says \"at least\"; verify: a puzzle has no claims"},
		{NotUnique, "solve --unique: there is more than one solution"},
		{Satisfied, "solve --sat-exit: there is a solution"},
		{NoSolution, "solve, decode: there is no solution; check: it is not one; " +
			"design: there is no such puzzle"},
		{Killed, "the second Ctrl-C"},
	}
}

// ErrInterrupted is the cause of a context that the first Ctrl-C ended.
var ErrInterrupted = errors.New("interrupted")

// statusError is an error with an exit status. If err is nil, its message was printed already.
type statusError struct {
	code int
	err  error
}

func (e *statusError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.code)
	}
	return e.err.Error()
}

func (e *statusError) Unwrap() error { return e.err }

// WithStatus returns err with an exit status.
func WithStatus(code int, err error) error { return &statusError{code, err} }

// Exit returns an error that is an exit status alone; for [Done] it is nil.
func Exit(code int) error {
	if code == Done {
		return nil
	}
	return &statusError{code: code}
}

// IsSilent reports whether err is an exit status alone: there is no message to print.
func IsSilent(err error) bool {
	var e *statusError
	return errors.As(err, &e) && e.err == nil
}

// StatusOf returns the exit status of a command that ended with err.
func StatusOf(err error) int {
	var e *statusError
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

// IsStop reports whether err is a limit or an interrupt that ended the work.
func IsStop(err error) bool {
	return OutOfMemory(err) || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, context.Canceled) || errors.Is(err, ErrInterrupted)
}

// OutOfMemory reports whether err is that --memory was too small, for a process or for a
// native search. Only for this limit is there a note, since users do not notice it otherwise.
func OutOfMemory(err error) bool {
	var memory *contain.MemoryError
	return errors.As(err, &memory) || errors.Is(err, native.ErrMemory)
}

// StatusesWorstFirst returns the statuses that win over all others if several puzzles were run, the
// strongest first.
func StatusesWorstFirst() []int { return []int{Disagree, Bad, Stopped, NoSolution} }

// WorstStatus returns the status of a command that ran several puzzles: the strongest of
// [StatusesWorstFirst], else the first that is not [Done].
func WorstStatus(codes []int) int {
	for _, code := range StatusesWorstFirst() {
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
