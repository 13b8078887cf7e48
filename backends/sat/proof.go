package sat

import (
	"context"
	"errors"
	"fmt"

	"github.com/exactile/exactile/encode/proof/check"
)

// errUnproved is the end of a search that insists on proofs.
var errUnproved = errors.New("it says that nothing is left, and does not prove it")

// proves returns the engine, and whether proofs are used and it writes them.
func (e *enumerator) proves(engine Engine) (ProvingEngine, bool) {
	p, ok := engine.(ProvingEngine)
	return p, ok && e.Proofs != Trust && p.Proves()
}

// nothingLeft ends the search of an engine that reports that f, with the clauses
// against all solutions found, has no model: it checks the proof of that, if there is
// one.
func (e *enumerator) nothingLeft(ctx context.Context, engine Engine, f *formula) error {
	p, proves := e.proves(engine)
	if !proves || len(f.bounds) > 0 {
		return e.takeItsWord(nil)
	}
	format, text, err := p.Proof()
	if err == nil {
		err = check.Refutation(ctx, f.NumVars(), f.Clauses(), format, text)
	}
	var refusal *check.Refusal
	switch {
	case err == nil:
		e.stats.Proved = true
		return nil
	case errors.As(err, &refusal):
		return fmt.Errorf("it says that nothing is left, and its proof does not show that: %w", refusal)
	case errors.Is(err, check.ErrTooLarge):
		return e.takeItsWord(err)
	}
	return err
}

// takeItsWord takes an engine at its word, unless proofs are required. The reason may be
// nil.
func (e *enumerator) takeItsWord(reason error) error {
	switch {
	case e.Proofs != InsistOnProofs:
		e.stats.Asked = true
		return nil
	case reason != nil:
		return fmt.Errorf("%w: its proof is %w", errUnproved, reason)
	}
	return errUnproved
}

// listedAll ends a listing of an engine that writes proofs. A listing has no proof, so a
// new engine is queried once more, with the clauses against all listed solutions in f.
func (e *enumerator) listedAll(ctx context.Context, f *formula) error {
	whole := e.New()
	defer e.charge(whole)
	if err := f.load(ctx, whole); err != nil {
		return err
	}
	sat, err := whole.Solve(ctx)
	switch {
	case err != nil:
		return err
	case sat:
		return errors.New("it says that it has listed everything, and then finds another solution")
	}
	return e.nothingLeft(ctx, whole, f)
}
