//go:build unix

package main

import (
	"fmt"
	"syscall"
)

// execProgram replaces this program by another in the same process: its signals, terminal and exit
// status are then that program's own.
func execProgram(path string, args, environment []string) error {
	return fmt.Errorf("%s: %w", path, syscall.Exec(path, args, environment))
}
