// Package verify checks the claims of puzzle files about their solutions with
// any backends: the test runner of the command, and of a user's own go test.
//
// A claim is ok if at least one complete run confirms it and none contradicts
// it, broken if any run contradicts it, and unfinished otherwise. A puzzle is
// broken, too, if two backends disagree about it. A puzzle without claims is
// unclaimed: no backend runs. An argument that there is no solution, checked by package
// encode/proof/check, is a run like any other.
//
// With [Checker.Certified] the certificates that claims name are checked in place of all runs.
//
// A run whose engine is able to prove that it found everything, and did not, confirms and
// contradicts nothing by that, and leaves its puzzle unfinished, unless the option Work trusts
// engines. Without that option, what a single outside program reports without a proof settles
// nothing either, unless another program or engine finds the same: only its solutions count.
package verify

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/contain"
)

// Tiling checks the claims of one compiled puzzle. A ctx that ends leaves what is open
// unfinished: interrupted. Certificates are looked for below the working directory.
func (checker Checker) Tiling(ctx context.Context, t *puzzle.Tiling) Result {
	return tiling(ctx, t, ".", checker, checker.limit())
}

// tiling is Tiling for a puzzle that has taken some of its time already; left is
// the rest for each backend, and dir the folder of its file.
func tiling(ctx context.Context, t *puzzle.Tiling, dir string, checker Checker, left limit) Result {
	switch {
	case len(t.Puzzle.Claims) == 0:
		return newResult(t.Puzzle, Unclaimed)
	case checker.Certified:
		return certified(ctx, t, dir, checker, left)
	}
	r, _ := examine(ctx, t, needsOf(t.Puzzle.Claims), checker, left)
	return r
}

// examine makes the backends count what is needed, and judges the claims by that.
func examine(
	ctx context.Context, t *puzzle.Tiling, need needs, checker Checker, left limit,
) (Result, []facts) {
	start := time.Now()
	p := t.Puzzle
	r := newResult(p, OK)
	for _, c := range p.Claims {
		r.Claims = append(r.Claims, newClaimResult(c, ""))
	}
	var all []facts
	if need != (needs{}) {
		all = r.judgeUnder(ctx, t, "", need, checker, left)
	}
	late := all
	for _, symmetry := range puzzle.Symmetries {
		means := func(c puzzle.Claim) bool { return c.Symmetry == symmetry }
		if ctx.Err() == nil && slices.ContainsFunc(p.Claims, means) {
			late = append(slices.Clone(late), r.judgeUnder(ctx, t.Under(symmetry), symmetry,
				needs{orbits: true}, checker, left)...)
		}
	}
	if ctx.Err() != nil {
		r.interrupt(ctx)
	} else {
		r.addTimedOut(late, checker)
	}
	r.Elapsed = time.Since(start).Seconds()
	return r, all
}

// judgeUnder judges the claims that mean these symmetries, which t has.
func (r *Result) judgeUnder(
	ctx context.Context, t *puzzle.Tiling, symmetry string, need needs, checker Checker, left limit,
) []facts {
	var claims []puzzle.Claim
	all := r.runAll(ctx, t, need, checker, left)
	for k, c := range t.Puzzle.Claims {
		if c.Symmetry == symmetry {
			claims = append(claims, c)
			r.Claims[k] = judge(c, all)
			r.Verdict = worse(r.Verdict, r.Claims[k].Verdict)
		}
	}
	open := func(f facts) bool { return !f.finished(claims) }
	if checker.Strict && ctx.Err() == nil && slices.ContainsFunc(all, open) {
		r.mark(Unfinished, "not every backend finished")
	}
	return all
}

// addTimedOut names the backends whose time was up, if that may be why the puzzle is unfinished.
func (r *Result) addTimedOut(all []facts, checker Checker) {
	var late []string
	for _, f := range all {
		if f.timedOut {
			late = append(late, f.backend)
		}
	}
	if r.Late = r.Verdict == Unfinished && len(late) > 0; r.Late {
		r.Reasons = append(r.Reasons,
			fmt.Sprintf("the time of %s was up after %v: a longer timeout gives more",
				strings.Join(late, ", "), checker.limit()))
	}
}

// runAll asks the witnesses for what is needed, and marks the puzzle if one fails or two disagree.
func (r *Result) runAll(
	ctx context.Context, t *puzzle.Tiling, need needs, checker Checker, left limit,
) []facts {
	var all []facts
	before, argued := len(r.Runs), false
	chosen := len(checker.Backends) == 0
	for _, w := range checker.witnesses() {
		if ctx.Err() != nil || chosen && r.settled(all, t.Puzzle.Claims, need, before) {
			break
		}
		if chosen && isRepeated(w.name, all) {
			continue
		}
		checker.begins(t.Puzzle.Name, w.name)
		f, err := r.run(ctx, t, need, w, checker, left)
		if err != nil {
			r.mark(Failed, err.Error())
			continue
		}
		argued = argued || slices.Contains(f.answers, argumentName)
		if f.failed != "" {
			r.mark(Failed, f.backend+": "+f.failed)
		}
		for _, reason := range []string{f.memoryError, f.unproved} {
			if reason != "" {
				r.mark(Unfinished, f.backend+": "+reason)
			}
		}
		all = append(all, f)
	}
	if !argued && ctx.Err() == nil {
		switch f, err := r.argumentFacts(ctx, t); {
		case err != nil && ctx.Err() == nil:
			r.mark(Failed, err.Error())
		case f != nil:
			all = append(all, *f)
		}
	}
	for _, d := range disagreements(r.Runs[before:]) {
		r.mark(Broken, d.Reason)
	}
	return all
}

// settled reports whether no further backend is asked for these claims: two have found what is
// needed, or a solver that learns has not finished, as the next would not; and none fails or
// disagrees.
func (r *Result) settled(all []facts, claims []puzzle.Claim, need needs, before int) bool {
	finished, open := 0, false
	for _, f := range all {
		if f.failed != "" {
			return false
		}
		done := f.finished(claims) && (f.complete || !need.solutions) &&
			(f.orbitsComplete || !need.orbits) &&
			(f.digest != "" || !need.digest)
		if done {
			finished++
		}
		open = f.learns && !done
	}
	return (finished >= 2 || open) && len(disagreements(r.Runs[before:])) == 0
}

// mark gives the puzzle a verdict for a reason other than a claim.
func (r *Result) mark(v Verdict, reason string) {
	r.Verdict = worse(r.Verdict, v)
	r.Reasons = append(r.Reasons, reason)
}

// run asks one witness for what is needed and adds its reports. The error means that there is no
// such backend.
func (r *Result) run(
	ctx context.Context, t *puzzle.Tiling, need needs, w witness, checker Checker, left limit,
) (f facts, err error) {
	b, err := checker.call(t, w.name, need)
	if err != nil {
		return facts{}, err
	}
	full, before := "", len(r.Runs)
	limited, cancel := startClock().within(ctx, left)
	defer cancel()
	trusts := checker.Work.Trusts()
	count := checker.counter(limited, t, w, b)
	do := func(task backends.Task) *backends.Report {
		task.Puzzle, task.Backend = t.Puzzle.Name, w.name
		report, err := count(task)
		report.Backend = b.reportName()
		if err != nil && limited.Err() == nil && !errors.Is(err, context.Canceled) {
			report.Error = err.Error()
		}
		r.Runs = append(r.Runs, report)
		var memory *contain.MemoryError
		if errors.As(err, &memory) { // a limit, like a timeout
			full, report.Error = report.Error, ""
		}
		return &report
	}
	solutions, orbits := need.ask(b.Backend, do)
	f = factsOf(b.reportName(), trusts, solutions, orbits)
	if f.answers, f.learns = b.answers, w.learns; len(f.answers) == 0 {
		f.answers = []string{b.reportName()}
	}
	f.timedOut, f.memoryError = errors.Is(context.Cause(limited), errTimeout), full
	if !b.argued() {
		return f, nil
	}
	r.Runs = r.Runs[:before] // the argument is checked, and is one witness
	checked, err := r.argumentFacts(ctx, t)
	switch {
	case err != nil && ctx.Err() == nil:
		f.failed = err.Error()
	case checked == nil && ctx.Err() == nil:
		f.failed = errNoArgument.Error()
	case checked != nil:
		f = *checked
	}
	return f, nil
}

// disagreements compares the runs that counted the same thing. A run that listed
// the solutions to count orbits is also compared as a count of solutions.
func disagreements(runs []backends.Report) []backends.Disagreement {
	var solutions, orbits []backends.Report
	for _, r := range runs {
		if !r.UpToSymmetry {
			solutions = append(solutions, r)
			continue
		}
		orbits = append(orbits, r)
		if r.Digest != nil {
			r.UpToSymmetry, r.Count = false, big.NewInt(r.Checked)
			solutions = append(solutions, r)
		}
	}
	return append(backends.Disagreements(solutions), backends.Disagreements(orbits)...)
}
