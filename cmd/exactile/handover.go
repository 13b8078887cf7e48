package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/exactile/exactile/cmd/exactile/internal/network"
)

// networked is the name of the program with a network, and its package.
const (
	networked = "exactile-nats"
	itsSource = "github.com/exactile/exactile/cmd/exactile/" + networked
)

// handedOver is set in the environment of a program that was handed a command line.
const handedOver = "EXACTILE_HANDED_OVER"

// handOver has the program with a network run this command line. It returns only if that fails.
func handOver() (network.Network, error) {
	if os.Getenv(handedOver) != "" { // by itself, under the other's name: it would never end
		return nil, fmt.Errorf("%s is a copy of exactile, which has no network; go install %s@latest", os.Args[0], itsSource)
	}
	path, err := find()
	if err != nil {
		return nil, err
	}
	return nil, become(path, append([]string{path}, os.Args[1:]...), append(os.Environ(), handedOver+"=1"))
}

// find returns the path of the program with a network: beside this program, where packages put
// it, or on the PATH.
func find() (string, error) {
	if self, err := os.Executable(); err == nil {
		if self, err = filepath.EvalSymlinks(self); err == nil {
			beside := filepath.Join(filepath.Dir(self), networked)
			if runtime.GOOS == "windows" {
				beside += ".exe"
			}
			if path, err := exec.LookPath(beside); err == nil {
				return path, nil
			}
		}
	}
	path, err := exec.LookPath(networked)
	if err != nil {
		return "", fmt.Errorf("this needs the program %s: go install %s@latest", networked, itsSource)
	}
	return path, nil
}
