// Package located says where in a file an error is, for programs: messages alone are for people.
package located

import "fmt"

// An Error is an error with its place. Line and Column count from 1; where they are 0 it is of
// the whole line, or of the whole file. File is "" where only the caller knows it.
type Error struct {
	File         string
	Line, Column int
	Err          error

	named bool // Err names the place already
}

// Errorf returns the error of a text at a place.
func Errorf(file string, line, column int, format string, args ...any) *Error {
	return &Error{File: file, Line: line, Column: column, Err: fmt.Errorf(format, args...)}
}

// Known returns err, whose text names its place, with the place.
func Known(err error, file string, line int) *Error {
	return &Error{File: file, Line: line, Err: err, named: true}
}

// Error returns "file:line:column: text", without what is not known.
func (e *Error) Error() string {
	text := e.Err.Error()
	if e.named {
		return text
	}
	where := e.File
	for _, n := range []int{e.Line, e.Column} {
		if n > 0 && where != "" {
			where += ":"
		}
		if n > 0 {
			where += fmt.Sprint(n)
		}
	}
	return where + ": " + text
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }
