package native

import (
	"context"

	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// A job is a problem to be searched from some roots, with the settings of the search.
type job struct {
	*run.Settings
	ctx   context.Context
	p     *problem.Problem
	roots []problem.Root
}
