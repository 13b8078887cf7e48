// Package comparison puts together what several backends, each run several times,
// made of one puzzle: whether they agree, how their costs spread, and what may be
// said of it. It runs nothing and prints nothing.
//
// In this package c is a comparison and r a row or a run of it.
package comparison

import (
	"fmt"
	"slices"
	"time"

	"github.com/exactile/exactile/backends"
)

// A Comparison is what several backends made of one model.
type Comparison struct {
	Puzzle string
	// First says that runs ended at their first solution; all solutions otherwise.
	First bool
	// Timeout is the limit of a run, 0 for none.
	Timeout time.Duration
	Rows    []Row
	// Machine and Program say where it was made, and by what.
	Machine Machine
	Program string
}

// A Row is a backend and what it did.
type Row struct {
	Backend string
	// Version is that of the engine or program behind it, "" if it does not say.
	Version string
	// FormulaBytes is the length of the whole formula as DIMACS, 0 if there is none.
	FormulaBytes int64
	// Runs are in the order they were made in. There is at least one.
	Runs []Run
}

// A Run is one run of a backend, in a process of its own.
type Run struct {
	Report backends.Report
	End    End
}

// An End is how a run ended.
type End int

const (
	// Done is a run that found out what it was asked, or made its estimate.
	Done End = iota
	// TimedOut is one that its time limit ended.
	TimedOut
	// Interrupted is one that was ended from outside, or never began.
	Interrupted
	// Failed is one with an error.
	Failed
)

// Caveat says what may not be concluded from a comparison.
const Caveat = "One puzzle on one machine: times of searches have heavy tails, so a factor below 3 between two rows is noise, " +
	"the order can be another on the next puzzle or with the options numbered differently, and times of a busy machine mean little."

// A Disagreement is two runs that cannot both be right; A is held to be the right
// one, since most agree with it.
type Disagreement struct {
	A, B   Place
	Reason string
}

// A Place is a run by its indices.
type Place struct{ Row, Run int }

// Disagreements returns the contradictions between runs, those of one backend with
// itself included. Where all solutions were asked for, complete counts and digests
// must be the same (see backends.Disagreements). Of first solutions, backends may
// only differ in which one it is, and not in whether there is one.
func (c *Comparison) Disagreements() []Disagreement {
	var reports []backends.Report
	var places []Place
	for k, row := range c.Rows {
		for n, run := range row.Runs {
			if run.End != Failed && run.Report.Count != nil {
				reports = append(reports, run.Report)
				places = append(places, Place{k, n})
			}
		}
	}
	contradictions := backends.Disagreements
	if c.First {
		contradictions = aboutFirst
	}
	var found []Disagreement
	for _, d := range contradictions(reports) {
		found = append(found, Disagreement{places[d.A], places[d.B], d.Reason})
	}
	return found
}

// aboutFirst returns the reports that say there is no solution, if others found one.
func aboutFirst(reports []backends.Report) []backends.Disagreement {
	some := slices.IndexFunc(reports, func(r backends.Report) bool { return !r.Approximate && r.Count.Sign() > 0 })
	if some < 0 {
		return nil
	}
	var found []backends.Disagreement
	for k, r := range reports {
		if r.Complete && r.Count.Sign() == 0 {
			found = append(found, backends.Disagreement{A: some, B: k,
				Reason: fmt.Sprintf("%s finds a solution, %s says that there is none", reports[some].Backend, r.Backend)})
		}
	}
	return found
}

// A Verdict is what a comparison makes of a row, in a word or two.
type Verdict string

// The verdicts, the worst first.
const (
	FailedRun   Verdict = "failed"
	Contradicts Verdict = "NO"
	Timeout     Verdict = "timeout"
	NotRun      Verdict = "stopped"
	Estimate    Verdict = "estimate" // counts neither for nor against anything
	Agrees      Verdict = "yes"
	Alone       Verdict = "alone" // finished, and no other has anything to agree with
)

// Finished reports whether the row's result is exact and contradicts no other.
func (v Verdict) Finished() bool { return v == Agrees || v == Alone }

// Verdicts returns one for each row.
func (c *Comparison) Verdicts() []Verdict {
	verdicts := make([]Verdict, len(c.Rows))
	against := make(map[int]bool)
	alone := -1 // the last row that finished, as far as they were looked at
	for _, d := range c.Disagreements() {
		against[d.B.Row] = true
	}
	for k, row := range c.Rows {
		ended := func(end End) bool {
			return slices.ContainsFunc(row.Runs, func(r Run) bool { return r.End == end })
		}
		switch {
		case ended(Failed):
			verdicts[k] = FailedRun
		case against[k]:
			verdicts[k] = Contradicts
		case ended(TimedOut):
			verdicts[k] = Timeout
		case ended(Interrupted):
			verdicts[k] = NotRun
		case row.Typical().Approximate:
			verdicts[k] = Estimate
		default:
			verdicts[k] = Alone
			if alone >= 0 {
				verdicts[k], verdicts[alone] = Agrees, Agrees
			}
			alone = k
		}
	}
	return verdicts
}

// listed returns how many rows that agree have listed all solutions, so that their
// sets can be compared.
func (c *Comparison) listed() int {
	n := 0
	for k, verdict := range c.Verdicts() {
		if r := c.Rows[k].Typical(); verdict.Finished() && r.Complete && r.Digest != nil {
			n++
		}
	}
	return n
}

// An Agreement says on what backends agree.
type Agreement string

// The agreements.
const (
	OnSet     Agreement = "set"       // on the solutions, which each of them listed
	OnCount   Agreement = "count"     // on their number, since one of them only counted
	OnFirst   Agreement = "first"     // on whether there is a solution
	Undecided Agreement = "undecided" // fewer than two finished, or they do not agree
)

// Agreement returns on what the rows that finished agree, and whether they do: nil
// where fewer than two finished and none contradicts another.
func (c *Comparison) Agreement() (on Agreement, agree *bool) {
	finished := 0
	for _, verdict := range c.Verdicts() {
		if verdict.Finished() {
			finished++
		}
	}
	yes := len(c.Disagreements()) == 0
	switch {
	case !yes:
		return Undecided, &yes
	case finished < 2:
		return Undecided, nil
	case c.First:
		return OnFirst, &yes
	case c.listed() == finished:
		return OnSet, &yes
	}
	return OnCount, &yes
}

// Typical returns the report of the run with the median time, or, so that nothing
// is lost, that of one that ended in the worst way.
func (r *Row) Typical() backends.Report {
	runs := slices.Clone(r.Runs)
	slices.SortStableFunc(runs, func(a, b Run) int {
		if a.End != b.End {
			return int(b.End - a.End)
		}
		return int(a.Report.Elapsed - b.Report.Elapsed)
	})
	if runs[0].End != Done {
		return runs[0].Report
	}
	return runs[(len(runs)-1)/2].Report
}

// Summary says in a sentence whether the rows agree.
func (c *Comparison) Summary() string {
	if found := c.Disagreements(); len(found) > 0 {
		return "DISAGREEMENT: " + found[0].Reason
	}
	count := make(map[Verdict]int)
	var digest string
	for k, verdict := range c.Verdicts() {
		count[verdict]++
		if r := c.Rows[k].Typical(); verdict.Finished() && r.Complete && r.Digest != nil {
			digest = r.Digest.String()
		}
	}
	text := fmt.Sprintf("%d of %d backends finished", count[Agrees]+count[Alone]+count[Estimate], len(c.Rows))
	switch listed := c.listed(); {
	case count[Agrees] < 2 && digest != "" && !c.First:
		text += fmt.Sprintf(", with the set %.23s…", digest)
	case count[Agrees] < 2:
	case c.First:
		text += " and agree on whether there is a solution"
	case listed == count[Agrees]:
		text += fmt.Sprintf(" and agree on the set %.23s…", digest)
	case listed == 0:
		text += " and agree on the count"
	case listed == 1:
		text += " and agree on the count; 1 of them listed the solutions, " +
			fmt.Sprintf("the set %.23s…", digest)
	default:
		text += fmt.Sprintf(" and agree on the count; the %d of them that listed the solutions "+
			"agree on the set %.23s…", listed, digest)
	}
	for _, rest := range []struct {
		verdict   Verdict
		one, many string
	}{
		{Timeout, "ran out of time", "ran out of time"},
		{NotRun, "was stopped", "were stopped"},
		{FailedRun, "failed", "failed"},
		{Estimate, "only estimates", "only estimate"},
	} {
		switch n := count[rest.verdict]; n {
		case 0:
		case 1:
			text += "; 1 " + rest.one
		default:
			text += fmt.Sprintf("; %d %s", n, rest.many)
		}
	}
	return text
}
