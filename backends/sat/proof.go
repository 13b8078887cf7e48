package sat

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/exactile/exactile/encode/proof/check/sat"
)

// errUnproved is the end of a search that insists on proofs.
var errUnproved = errors.New("it reports no further solution, without a proof")

// trusted is why there is no proof with Trust.
const trusted = "proofs were not requested"

// proves returns the engine, and whether it is able to write proofs.
func proves(engine Engine) (ProvingEngine, bool) {
	p, ok := engine.(ProvingEngine)
	return p, ok && p.Proves()
}

// proving reports whether the proofs of an engine are checked.
func (e *enumerator) proving(engine Engine) bool {
	_, ok := proves(engine)
	return ok && e.Proofs != Trust
}

// nothingLeft ends the search of an engine that reports that f, with the clauses
// against all solutions found, has no model: it checks the proof of that. An engine that is
// able to write proofs, and whose proof cannot be checked for any reason, is an error: its
// author chooses how long a proof is and what it says, and would choose that no proof is
// checked. Only an engine that refuses to be run for a proof is accepted without one, which
// the report says.
func (e *enumerator) nothingLeft(ctx context.Context, engine Engine, f *formula) error {
	p, proves := proves(engine)
	switch why := refusal(engine); {
	case !proves || len(f.bounds) > 0:
		return e.unproved("")
	case e.Proofs == Trust:
		return e.unproved(trusted)
	case why != "":
		return e.unproved(why)
	}
	format, text, err := p.Proof()
	if err == nil {
		err = sat.Refutation(ctx, f.NumVars(), f.Clauses(), format, text)
	}
	var refusal *sat.Refusal
	switch {
	case err == nil:
		e.stats.Proved = true
		return nil
	case errors.As(err, &refusal):
		return fmt.Errorf("it reports no further solution, and its proof does not hold: %w",
			refusal)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return fmt.Errorf(
		"it reports no further solution, and its proof cannot be checked: %w (--trust accepts "+
			"it unchecked)", err,
	)
}

// unproved accepts an answer without a proof, unless proofs are required. The reason is empty
// for an engine that is not able to write one.
func (e *enumerator) unproved(reason string) error {
	switch {
	case e.Proofs != InsistOnProofs:
		e.stats.Trusted = true
		e.stats.Unproved = cmp.Or(e.stats.Unproved, reason)
		return nil
	case reason != "":
		return fmt.Errorf("%w: %s", errUnproved, reason)
	}
	return errUnproved
}

// listedAll ends a listing of an engine that writes proofs. A listing has no proof, so a
// new engine is queried once more, with the clauses against all listed solutions in f.
func (e *enumerator) listedAll(ctx context.Context, f *formula) error {
	again := e.New()
	defer e.charge(again)
	if err := e.give(ctx, f, again); err != nil {
		return err
	}
	sat, err := timed{again, &e.stats}.Solve(ctx)
	switch {
	case err != nil:
		return err
	case sat:
		return errors.New("it reports that all solutions are listed, and then finds another")
	}
	return e.nothingLeft(ctx, again, f)
}
