//go:build unix && !linux

package contain

import "syscall"

// attributes are those of a process with a group of its own.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
