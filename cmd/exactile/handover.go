package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
)

// networked is the name of the program with a network, and its package.
const (
	natsProgram = "exactile-nats"
	natsPackage = "github.com/exactile/exactile/cmd/exactile/" + natsProgram
)

// installNATS says how to install it.
const installNATS = "in a clone, go install ./cmd/exactile/" + natsProgram + "; from " +
	cli.FirstRelease +
	" on, go install " + natsPackage + "@" + cli.FirstRelease

// delegatedVariable is set in the environment of a program that was handed a command line.
const delegatedVariable = "EXACTILE_HANDED_OVER"

// runNATSProgram has the program with a network run this command line. It returns only if that
// fails.
func runNATSProgram() (network.Network, error) {
	if os.Getenv(delegatedVariable) != "" { // by itself, under the other's name: it would never end
		return nil, fmt.Errorf("%s is a copy of exactile, which has no network; %s", os.Args[0],
			installNATS)
	}
	path, err := findNATSProgram()
	if err != nil {
		return nil, err
	}
	return nil, execProgram(path, append([]string{path}, os.Args[1:]...),
		append(os.Environ(), delegatedVariable+"=1"))
}

// findNATSProgram returns the path of the program with a network: beside this program, where
// packages put it, or on the PATH.
func findNATSProgram() (string, error) {
	if self, err := os.Executable(); err == nil {
		if self, err = filepath.EvalSymlinks(self); err == nil {
			beside := filepath.Join(filepath.Dir(self), natsProgram)
			if runtime.GOOS == "windows" {
				beside += ".exe"
			}
			if path, err := exec.LookPath(beside); err == nil {
				return path, nil
			}
		}
	}
	path, err := exec.LookPath(natsProgram)
	if err != nil {
		return "", fmt.Errorf("this needs the program %s: %s", natsProgram, installNATS)
	}
	return path, nil
}
