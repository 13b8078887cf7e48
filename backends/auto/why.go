package auto

import (
	"context"

	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/cover"
)

// Why returns a reason why m has no solution, or nil if it finds none, within about a second. The
// error is that of ctx.
func Why(
	ctx context.Context, m *cover.Model, colourings ...argument.Colouring,
) (*argument.Argument, error) {
	return argument.Find(ctx, m, colourings...)
}

// AtOnce returns what Why finds in about the time that it takes to read m.
func AtOnce(m *cover.Model, colourings ...argument.Colouring) *argument.Argument {
	return argument.Compare(m, colourings...)
}
