package sat

import (
	"context"

	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cover"
)

// loop lists all solutions by a SAT engine that has the clauses of f: solve, decode, check, yield,
// block, and again, until nothing is left. What else this package has is around it: cubes part a
// model, symmetries give the images of a solution, and a proof shows that nothing was left. An
// error of check or yield ends the loop.
//
// Source: K. McMillan, Applying SAT methods in unbounded symbolic model checking, CAV 2002, calls
// the clauses blocking clauses.
func loop(
	ctx context.Context, engine Engine, f *encode.Formula, check, yield func(cover.Solution) error,
) error {
	for {
		sat, err := engine.Solve(ctx)
		if err != nil || !sat {
			return err
		}
		s := f.Decode(engine.Value)
		if err := check(s); err != nil {
			return err
		}
		if err := yield(s); err != nil {
			return err
		}
		engine.Add(f.Block(s)...)
	}
}
