package verify

import (
	"fmt"
	"math/big"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode/puzzle"
)

// A Verdict is the result for a claim or for a whole puzzle.
type Verdict string

// The verdicts, the worst last.
const (
	OK         Verdict = "ok"         // a complete run confirms it and none contradicts it
	Unclaimed  Verdict = "unclaimed"  // of a puzzle: it has no claims, and no backend ran
	Skipped    Verdict = "skipped"    // of a puzzle or file: the check was interrupted before it
	Unfinished Verdict = "unfinished" // no run settles it
	Failed     Verdict = "failed"     // the file cannot be read, or a backend failed
	Broken     Verdict = "broken"     // a run contradicts it, or two runs each other
)

// worse returns the worse of two verdicts.
func worse(a, b Verdict) Verdict {
	for _, v := range []Verdict{Broken, Failed, Unfinished, Skipped, Unclaimed} {
		if a == v || b == v {
			return v
		}
	}
	return OK
}

// A ClaimResult is the verdict on one claim.
type ClaimResult struct {
	Claim   string  `json:"claim"` // as in the file: "solutions: 712"
	Source  string  `json:"source,omitempty"`
	File    string  `json:"file,omitempty"`
	Line    int     `json:"line,omitempty"`
	Column  int     `json:"column,omitempty"`
	Verdict Verdict `json:"verdict"`
	// Reason names the run that contradicts the claim and how, or why none confirms it.
	Reason string `json:"reason,omitempty"`
	// Expected is the number or digest that a Broken claim states, Found the one that Backend has
	// found; Found is "" if Backend has found no such number, only that the claim is false.
	Expected string `json:"expected,omitempty"`
	Found    string `json:"found,omitempty"`
	Backend  string `json:"backend,omitempty"`
	// AtLeast is set if Found is a lower bound.
	AtLeast bool `json:"at_least,omitempty"`
}

// newClaimResult is a result before any run is considered.
func newClaimResult(c puzzle.Claim, reason string) ClaimResult {
	return ClaimResult{
		Claim: claimText(c), Source: c.Source, Line: c.Line, Column: c.Column,
		Verdict: Unfinished, Reason: reason,
	}
}

// refute makes the claim c broken by what a backend has found.
func (r *ClaimResult) refute(c puzzle.Claim, backend string, f finding) {
	r.Verdict, r.Reason = Broken, fmt.Sprintf("%s finds %s", backend, f.text())
	r.Expected, r.Found, r.Backend, r.AtLeast = expected(c), f.found, backend, f.atLeast
}

// expected is the number or digest that a claim states.
func expected(c puzzle.Claim) string {
	switch c.Kind {
	case puzzle.Unique:
		return "1"
	case puzzle.DigestIs:
		return c.Digest.String()
	}
	return c.Count.String()
}

// Judge returns the verdicts on claims by what a program from elsewhere has found: so many
// solutions, or at least so many if it may have missed some, and so many orbits, nil if that is not
// known.
func Judge(
	claims []puzzle.Claim, program string, solutions *big.Int, complete bool, orbits *big.Int,
) []ClaimResult {
	var all []ClaimResult
	for _, c := range claims {
		all = append(all, judge(c, []facts{{
			backend: program, solutions: solutions, complete: complete, orbits: orbits,
			orbitsComplete: true,
		}}))
	}
	return all
}

// facts are the results of one backend for a puzzle.
type facts struct {
	backend        string
	solutions      *big.Int       // nil: not asked for
	orbits         *big.Int       // nil: not asked for
	complete       bool           // solutions is exact, else a lower bound
	orbitsComplete bool           // orbits is exact, else a lower bound
	digest         string         // of the complete set, "" if it was not listed
	failed         string         // why the backend failed, if it did
	memoryError    string         // why its memory was full, if it was
	estimates      bool           // it estimates, and so settles no number
	timedOut       bool           // its time was up
	answers        []string       // the names of the searches, arguments and formulas that answered
	learns         bool           // it is a SAT solver that learns
	best           *backends.Goal // of a puzzle with a goal, else nil
	unproved       string         // why its completeness is no evidence, if so
	// program is the outside program whose word alone shows that nothing is left, "" if there is
	// other evidence; checked solutions and orbits are what holds without its word.
	program                string
	checked, checkedOrbits *big.Int
}

// checkedOnly are the facts that do not rest on the word of an outside program.
func (f facts) checkedOnly() facts {
	f.solutions, f.orbits = f.checked, f.checkedOrbits
	f.complete, f.orbitsComplete, f.digest, f.best = false, false, "", nil
	return f
}

// claimText spells a claim as puzzle files do.
func claimText(c puzzle.Claim) string {
	switch c.Kind {
	case puzzle.Unique:
		return "unique: true"
	case puzzle.DigestIs:
		return fmt.Sprintf("digest: %v", c.Digest)
	}
	text := fmt.Sprintf("%s: %v", c.Kind, c.Count)
	if c.Symmetry != "" {
		text += ", symmetry: " + c.Symmetry
	}
	return text
}

// judge combines the facts of all backends into the verdict on a claim.
func judge(c puzzle.Claim, all []facts) ClaimResult {
	r := newClaimResult(c, "no run finished")
	if len(all) > 0 && !slices.ContainsFunc(all, func(f facts) bool { return !f.estimates }) {
		r.Reason = "an estimate confirms nothing"
	}
	for _, f := range all {
		found := f.judge(c)
		if found.verdict != Unfinished && !f.isConfirmed(c, found, all) {
			if found = f.checkedOnly().judge(c); found.verdict == Unfinished && r.Verdict != OK {
				r.Reason = f.backend + " gives no proof, and no other program confirms it: " +
					"--trust accepts its answer"
			}
		}
		switch found.verdict {
		case Broken:
			r.refute(c, f.backend, found)
			return r
		case OK:
			r.Verdict, r.Reason = OK, ""
		}
	}
	return r
}

// isConfirmed reports whether what f finds about a claim rests on more than the word of one
// outside program.
func (f facts) isConfirmed(c puzzle.Claim, found finding, all []facts) bool {
	return f.program == "" || slices.ContainsFunc(all, func(g facts) bool {
		return g.program != f.program && g.judge(c) == found
	})
}

// Proved judges claims by a proof that there are exactly so many solutions, with this digest, "" if
// it lists none. orbits is their number up to all symmetries, of which there are order; nil: it is
// not proved, and a claim of it is Broken only if no number of orbits fits the solutions.
func Proved(
	claims []puzzle.Claim, solutions, orbits *big.Int, order int, digest string,
) []ClaimResult {
	var all []ClaimResult
	for _, c := range claims {
		these := orbits
		switch c.Symmetry {
		case "turns":
			these = nil
		case "none":
			these = solutions
		}
		all = append(all, proved(c, solutions, these, order, digest))
	}
	return all
}

// proved is Proved for one claim; orbits are those that it means.
func proved(c puzzle.Claim, solutions, orbits *big.Int, order int, digest string) ClaimResult {
	r := judge(c, []facts{{
		backend: "the proof", solutions: solutions, complete: true, orbits: orbits,
		orbitsComplete: true, digest: digest,
	}})
	if r.Verdict == Unfinished && c.Kind == puzzle.DigestIs {
		r.Reason = "the proof lists no solutions"
	} else if r.Verdict == Unfinished {
		r.Reason = "the proof is not up to symmetry"
		if c.Symmetry != "" {
			r.Reason = "the proof is not up to " + c.Symmetry
		}
		most := new(big.Int).Mul(c.Count, big.NewInt(int64(order)))
		if c.Count.Cmp(solutions) > 0 || most.Cmp(solutions) < 0 {
			r.Verdict, r.Expected, r.Backend = Broken, expected(c), "the proof"
			r.Reason = fmt.Sprintf("the proof finds %v solutions, and there are %d symmetries",
				solutions, order)
		}
	}
	return r
}

// A finding is what the facts of one backend say about a claim.
type finding struct {
	verdict Verdict
	found   string // the number or digest that contradicts the claim
	things  string // the noun of found, such as "solutions"; "" for a digest
	atLeast bool   // found is a lower bound
}

// text is what contradicts the claim: "at least 37 solutions".
func (f finding) text() string {
	text := f.found
	if f.things != "" {
		text += " " + f.things
	}
	if f.atLeast {
		text = "at least " + text
	}
	return text
}

// judge returns the finding of one backend about a claim: OK if its facts confirm the claim,
// Broken if they contradict it, else Unfinished.
func (f facts) judge(c puzzle.Claim) finding {
	switch c.Kind {
	case puzzle.Solutions:
		return compare(c.Count, f.solutions, f.complete, "solutions")
	case puzzle.Unique:
		return compare(big.NewInt(1), f.solutions, f.complete, "solutions")
	case puzzle.UpToSymmetry:
		return compare(c.Count, f.orbits, f.orbitsComplete, "solutions up to symmetry")
	case puzzle.AtLeast:
		switch {
		case f.solutions == nil:
		case f.solutions.Cmp(c.Count) >= 0:
			return finding{verdict: OK}
		case f.complete:
			return finding{verdict: Broken, found: f.solutions.String(), things: "solutions"}
		}
	case puzzle.Best:
		return f.judgeBest(c)
	case puzzle.DigestIs:
		switch {
		case f.digest == "":
		case f.digest == c.Digest.String():
			return finding{verdict: OK}
		default:
			return finding{verdict: Broken, found: f.digest}
		}
	}
	return finding{verdict: Unfinished}
}

// judgeBest is judge for a claim of the best value.
func (f facts) judgeBest(c puzzle.Claim) finding {
	switch b := f.best; {
	case b == nil && f.complete && f.solutions != nil && f.solutions.Sign() == 0,
		b != nil && b.Proved && b.Value == nil:
		return finding{verdict: Broken, found: "no solution"}
	case b == nil || b.Value == nil || !b.Proved:
	case c.Count.Cmp(big.NewInt(int64(*b.Value))) == 0:
		return finding{verdict: OK}
	default:
		return finding{verdict: Broken, found: fmt.Sprint(*b.Value), things: "as the best value"}
	}
	return finding{verdict: Unfinished}
}

// compare compares the claimed number with the number found, nil if there is none.
func compare(want, got *big.Int, complete bool, things string) finding {
	switch {
	case got == nil:
	case complete && got.Cmp(want) == 0:
		return finding{verdict: OK}
	case complete, got.Cmp(want) > 0:
		return finding{verdict: Broken, found: got.String(), things: things, atLeast: !complete}
	}
	return finding{verdict: Unfinished}
}

// factsOf takes the facts from a run that counted solutions, and one that counted
// orbits; either may be nil. An estimate is no fact, and unless engines are trusted a run that
// should be proved and is not is not complete. A run that listed the solutions
// to count orbits also gives the number of solutions.
func factsOf(name string, trusts bool, solutions, orbits *backends.Report) facts {
	f := facts{backend: name}
	program, outside := registry.Program(name)
	for _, r := range []*backends.Report{solutions, orbits} {
		if outside && !trusts && r != nil && r.Complete && r.Completeness == backends.ByEngine {
			f.program = fileOf(program)
		}
	}
	for _, r := range []**backends.Report{&solutions, &orbits} {
		if *r == nil || (*r).Unproved == "" || trusts {
			continue
		}
		reduced := **r
		reduced.Complete = false
		*r, f.unproved = &reduced,
			"its answer is not proved and confirms nothing without --trust: "+reduced.Unproved
	}
	if solutions != nil {
		f.estimates = solutions.Approximate
		if !f.estimates {
			f.solutions, f.complete = solutions.Count, solutions.Complete
		}
		f.setDigest(solutions)
		f.failed = solutions.Error
	}
	if solutions != nil {
		f.checked = big.NewInt(solutions.Checked)
	}
	for _, r := range []*backends.Report{solutions, orbits} {
		if r != nil && r.Goal != nil && f.unproved == "" {
			f.best = r.Goal
		}
	}
	if orbits != nil && orbits.Checked > 0 {
		f.checkedOrbits = orbits.Count
	}
	if orbits != nil {
		f.orbits, f.orbitsComplete = orbits.Count, orbits.Complete
		if orbits.Digest != nil && solutions == nil {
			f.solutions, f.complete = big.NewInt(orbits.Checked), orbits.Complete
			f.checked = f.solutions
			f.setDigest(orbits)
		}
		if f.failed == "" {
			f.failed = orbits.Error
		}
	}
	return f
}

// fileOf is the file of a program: two names of it are no two programs.
func fileOf(program string) string {
	path, err := exec.LookPath(program)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return program
	}
	return path
}

func (f *facts) setDigest(r *backends.Report) {
	if r.Complete && r.Digest != nil {
		f.digest = r.Digest.String()
	}
}

// finished reports whether the backend settled every claim one way or the other.
func (f facts) finished(claims []puzzle.Claim) bool {
	return !slices.ContainsFunc(claims, func(c puzzle.Claim) bool {
		return f.judge(c).verdict == Unfinished
	})
}
