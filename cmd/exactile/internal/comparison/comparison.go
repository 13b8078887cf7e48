// Package comparison compares several backends, each run several times, on one puzzle: whether
// they agree, how their costs spread, and what may be concluded. It runs nothing and prints
// nothing.
//
// In this package c is a comparison and r a row or a run of it.
package comparison

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/exactile/exactile/backends"
)

// A Comparison holds the runs of several backends on one model.
type Comparison struct {
	Puzzle string
	// First is set if runs ended at their first solution; else they looked for all.
	First bool
	// Timeout is the limit of a run, 0 for none.
	Timeout time.Duration
	Rows    []Row
	// Machine is where it was made, Program the version of exactile.
	Machine Machine
	Program string
}

// Caveat is what must not be concluded from a comparison.
const Caveat = "One puzzle on one machine: times of searches have heavy tails, so a factor " +
	"below 3 between two rows is noise, the order can be another on the next puzzle or with " +
	"the options numbered differently, and times of a busy machine mean little."

// Disagreements returns the contradictions between runs by the indices of their rows, which may
// be the same. Row A is assumed to be right, since most agree with it. If all solutions were
// asked for, complete counts and digests must be equal (see backends.Disagreements). First
// solutions may differ, but not whether there is one.
func (c *Comparison) Disagreements() []backends.Disagreement {
	var reports []backends.Report
	var rows []int // of the reports
	for k, row := range c.Rows {
		for _, run := range row.own() {
			if run.End != Failed && run.Report.Count != nil {
				reports, rows = append(reports, run.Report), append(rows, k)
			}
		}
	}
	contradictions := backends.Disagreements
	if c.First {
		contradictions = aboutFirst
	}
	found := contradictions(reports)
	for k, d := range found {
		found[k].A, found[k].B = rows[d.A], rows[d.B]
	}
	return found
}

// aboutFirst returns the reports of no solution, if another report has one.
func aboutFirst(reports []backends.Report) []backends.Disagreement {
	some := slices.IndexFunc(reports, func(r backends.Report) bool {
		return !r.Approximate && r.Count.Sign() > 0
	})
	if some < 0 {
		return nil
	}
	var found []backends.Disagreement
	for k, r := range reports {
		if r.Complete && r.Count.Sign() == 0 {
			found = append(found, backends.Disagreement{A: some, B: k,
				Reason: fmt.Sprintf("%s finds a solution, %s says that there is none",
					reports[some].Backend, r.Backend)})
		}
	}
	return found
}

// Verdicts returns the verdict of each row.
func (c *Comparison) Verdicts() []Verdict {
	verdicts := make([]Verdict, len(c.Rows))
	against := make(map[int]bool)
	alone := -1 // the last finished row so far
	for _, d := range c.Disagreements() {
		against[d.B] = true
	}
	for k, row := range c.Rows {
		ended := func(end End) bool {
			return slices.ContainsFunc(row.Runs, func(r Run) bool { return r.End == end })
		}
		switch {
		case row.Same != "":
			verdicts[k] = SameFormula
		case ended(Failed):
			verdicts[k] = FailedRun
		case against[k]:
			verdicts[k] = Contradicts
		case ended(OutOfMemory):
			verdicts[k] = NoMemory
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

// Digests returns the digests of the finished rows that listed all solutions, to compare their
// sets.
func (c *Comparison) Digests() []string {
	var all []string
	for k, verdict := range c.Verdicts() {
		if r := c.Rows[k].Typical(); verdict.Finished() && r.Complete && r.Digest != nil {
			all = append(all, r.Digest.String())
		}
	}
	return all
}

// An Agreement is what backends agree on.
type Agreement string

// The agreements.
const (
	OnSet     Agreement = "set"       // on the solutions, which each of them listed
	OnCount   Agreement = "count"     // on their number, since one of them only counted
	OnFirst   Agreement = "first"     // on whether there is a solution
	Undecided Agreement = "undecided" // fewer than two finished, or they do not agree
)

// Agreement returns what the finished rows agree on, and whether they agree: nil if fewer than
// two finished and none contradicts another.
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
	case len(c.Digests()) == finished:
		return OnSet, &yes
	}
	return OnCount, &yes
}

// Summary is a sentence: whether the rows agree.
func (c *Comparison) Summary() string {
	if found := c.Disagreements(); len(found) > 0 {
		return "DISAGREEMENT: " + found[0].Reason
	}
	count := make(map[Verdict]int)
	for _, verdict := range c.Verdicts() {
		count[verdict]++
	}
	set, digests := "", c.Digests() // which are all the same
	if len(digests) > 0 {
		set = fmt.Sprintf("set %.23s…", digests[0])
	}
	finished := count[Agrees] + count[Alone] + count[Estimate]
	text := fmt.Sprintf("%d of %d backends finished", finished, len(c.Rows)-count[SameFormula])
	switch listed := len(digests); {
	case count[Agrees] < 2 && listed > 0 && !c.First:
		text += ", with the " + set
	case count[Agrees] < 2:
	case c.First:
		text += " and agree on whether there is a solution"
	case listed == count[Agrees]:
		text += " and agree on the " + set
	case listed == 0:
		text += " and agree on the count"
	case listed == 1:
		text += " and agree on the count; 1 of them listed the solutions, the " + set
	default:
		text += fmt.Sprintf(" and agree on the count; the %d of them that listed the solutions "+
			"agree on the %s", listed, set)
	}
	for _, rest := range []struct {
		verdict   Verdict
		one, many string
	}{
		{Timeout, "ran out of time", "ran out of time"},
		{NoMemory, "ran out of memory", "ran out of memory"},
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

// Repeats says which rows were not run, since another one gets the same formula: a sentence for
// each of those that were run.
func (c *Comparison) Repeats() []string {
	var all []string
	for _, row := range c.Rows {
		var same []string
		for _, other := range c.Rows {
			if other.Same == row.Backend {
				same = append(same, other.Backend)
			}
		}
		if len(same) > 0 {
			all = append(all, fmt.Sprintf("same formula as %s, which ran once for all: %s",
				row.Backend, strings.Join(same, ", ")))
		}
	}
	return all
}

// comparisonJSON is a Comparison as JSON.
type comparisonJSON struct {
	Puzzle        string             `json:"puzzle"`
	Agree         *bool              `json:"agree"` // null: undecided
	Reports       []rowJSON          `json:"reports"`
	Agreement     Agreement          `json:"agreement"`
	Disagreements []disagreementJSON `json:"disagreements,omitempty"`
	First         bool               `json:"first"`
	Timeout       float64            `json:"timeout,omitempty"`
	Program       string             `json:"exactile"`
	Machine       Machine            `json:"machine"`
	Caveat        string             `json:"caveat"`
}

type disagreementJSON struct {
	A      string `json:"a"`
	B      string `json:"b"`
	Reason string `json:"reason"`
}

// MarshalJSON returns an object with the puzzle, whether all agree (null if fewer than two
// finished), on what ("agreement"), and "reports": for each row the report of a typical run in
// the form of backends.Report, followed by the row's own keys.
func (c *Comparison) MarshalJSON() ([]byte, error) {
	found := c.Disagreements()
	on, agree := c.Agreement()
	j := comparisonJSON{
		Puzzle: c.Puzzle, Agree: agree, Agreement: on, Reports: []rowJSON{}, First: c.First,
		Timeout: c.Timeout.Seconds(),
		Program: c.Program, Machine: c.Machine, Caveat: Caveat,
	}
	for _, d := range found {
		j.Disagreements = append(j.Disagreements,
			disagreementJSON{c.Rows[d.A].Backend, c.Rows[d.B].Backend, d.Reason})
	}
	verdicts := c.Verdicts()
	for k := range c.Rows {
		j.Reports = append(j.Reports, jsonOf(&c.Rows[k], verdicts[k]))
	}
	return json.Marshal(j)
}
