package engine

import (
	"context"
	"io"
	"os"

	"github.com/exactile/exactile/backends/process"
	"github.com/exactile/exactile/internal/await"
)

// Verb is the verb that serves an engine to another exactile: what --isolate runs.
const Verb = "engine"

// ProfileUsage explains --solver-profile.
const ProfileUsage = "`FILE` that says how other outside programs are called"

// maxProfileFile bounds how much of a file of profiles is read.
const maxProfileFile = 1 << 20

// Profiles returns the built-in table of outside programs with those of a file; path "" adds none.
func Profiles(ctx context.Context, path string) (process.Profiles, error) {
	if path == "" {
		return process.Builtin(), nil
	}
	text, err := await.Value(ctx, func() ([]byte, error) { // it may be a pipe
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return io.ReadAll(io.LimitReader(file, maxProfileFile))
	})
	if err != nil {
		return process.Profiles{}, err
	}
	return process.Builtin().With(path, text)
}
