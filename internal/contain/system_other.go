//go:build !unix

package contain

import (
	"os"
	"os/exec"
	"time"
)

// CPU returns 0: this system does not report it.
func CPU() time.Duration { return 0 }

// ownGroup does nothing: without process groups the program alone is killed.
func ownGroup(*exec.Cmd) {}

func killGroup(command *exec.Cmd) { _ = command.Process.Kill() }

// Peak returns 0: this system does not report it.
func Peak() int64 { return 0 }

func maxResident(*os.ProcessState) int64 { return 0 }
