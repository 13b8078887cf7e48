//go:build !unix

package contain

import "os/exec"

// ownGroup does nothing: without process groups the program alone is killed.
func ownGroup(*exec.Cmd) {}

func killGroup(command *exec.Cmd) error { return command.Process.Kill() }
