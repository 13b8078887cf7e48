package study

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/exactile/exactile/backends"
)

// A Result holds the runs of one puzzle by several backends: whether they agree, and what may be
// concluded.
type Result struct {
	Puzzle
	// Agreement is what the finished rows agree on, and Agree whether they do: nil if fewer than
	// two finished and none contradicts another. Reasons are those of Disagreements.
	Agree     *bool     `json:"agree"`
	Agreement Agreement `json:"agreement"`
	Reasons   []string  `json:"disagreements,omitempty"`
	// Cells are the rows of backends that have run.
	Cells []*Row `json:"cells"`
	// Rows has an entry for each of Study.Backends, nil if the backend has not run. Whole is set
	// if none is nil: only then does the puzzle count for the standings.
	Rows  []*Row `json:"-"`
	Whole bool   `json:"-"`
	// First is set if runs ended at their first solution; else they looked for all.
	First bool `json:"-"`
	// Disagreements are the contradictions between runs by the indices of their rows, which may
	// be the same. Row A is assumed to be right, since most agree with it.
	Disagreements []backends.Disagreement `json:"-"`
}

// A Row is what a backend did with a puzzle.
type Row struct {
	Backend string `json:"backend"`
	// Verdict is the result of the runs; Count, Digest and Error are those of Typical.
	Verdict Verdict `json:"verdict"`
	Count   string  `json:"count"`
	Digest  string  `json:"digest,omitempty"`
	// Time is the median of its runs in seconds, Unsolved unless all of them finished without a
	// contradiction; Min and Max are their spread, nil if there is none.
	Time Number   `json:"median"`
	Min  *float64 `json:"min"`
	Max  *float64 `json:"max"`
	// PAR2 is the mean PAR-2 score of its runs.
	PAR2    Number `json:"par2"`
	NumRuns int    `json:"runs"`
	Error   string `json:"error,omitempty"`
	Formula        // zero if there is none
	// Same is the row whose Runs these are, since the same engine gets the same formula there;
	// "" if they are its own.
	Same string  `json:"same_formula_as,omitempty"`
	Of   *Result `json:"-"` // the puzzle
	// Version is the version of the engine or program behind it, "" if not known.
	Version string `json:"-"`
	// Spreads are those of the row's own runs, of what is known of them.
	Spreads map[Measure]Spread `json:"-"`
	// Runs are in the order in which they were made. There is at least one.
	Runs []Run `json:"-"`
	// Typical is the report of the run with the median time. If a run is not Done, it is that of
	// the run with the worst end, so that no failure is hidden.
	Typical backends.Report `json:"-"`

	owner *Row // the row named Same
	// typicalTime is the median where a run that did not finish takes longer than all others: what
	// factors are of.
	typicalTime float64
}

// summarize derives Typical and its figures from the runs.
func (r *Row) summarize() {
	runs := slices.Clone(r.Runs)
	slices.SortStableFunc(runs, func(a, b Run) int {
		return cmp.Or(slices.Index(ends, b.End)-slices.Index(ends, a.End),
			cmp.Compare(a.Report.Elapsed, b.Report.Elapsed))
	})
	if r.Typical = runs[0].Report; runs[0].End == Done {
		r.Typical = runs[(len(runs)-1)/2].Report
	}
	r.NumRuns, r.Count, r.Error = len(runs), r.Typical.Count.String(), r.Typical.Error
	if r.Typical.Digest != nil {
		r.Digest = r.Typical.Digest.String()
	}
	if r.Same != "" {
		return
	}
	r.Spreads = make(map[Measure]Spread)
	for _, m := range []Measure{Elapsed, ToFirst, CPU, SolverTime, Memory} {
		var values []float64
		unknown := false // the values of the lucky runs alone would mislead
		for k := range runs {
			if v, known := runs[k].figure(m); known {
				values = append(values, v)
			} else if m != Memory && runs[k].End != Interrupted {
				unknown = true
			}
		}
		if len(values) > 0 && !unknown {
			r.Spreads[m] = Spread{slices.Min(values), median(values), slices.Max(values)}
		}
	}
}

// Agrees is the verdict of a row among the others of its puzzle: no row is a second witness for
// runs that it shares.
func (r *Row) Agrees() Verdict {
	if r.Same != "" {
		return SameFormula
	}
	return r.Verdict
}

// Own returns the rows with runs of their own.
func (p *Result) Own() []*Row {
	return slices.DeleteFunc(slices.Clone(p.Cells), func(r *Row) bool { return r.Same != "" })
}

// judge fills in what follows from the runs of the rows.
func (p *Result) judge() {
	p.Cells = slices.DeleteFunc(slices.Clone(p.Rows), func(r *Row) bool { return r == nil })
	p.Disagreements = p.disagreements()
	for _, d := range p.Disagreements {
		p.Reasons = append(p.Reasons, d.Reason)
	}
	finished := 0
	for k, r := range p.Rows {
		if r == nil {
			continue
		}
		r.summarize()
		against := func(d backends.Disagreement) bool { return d.B == k }
		r.Verdict = r.worst(slices.ContainsFunc(p.Disagreements, against))
		if r.Same == "" && r.Verdict == Alone {
			finished++
		}
	}
	for _, r := range p.Cells {
		switch {
		case r.owner != nil:
			r.Verdict = r.owner.Verdict
		case r.Verdict == Alone && finished > 1:
			r.Verdict = Agrees
		}
	}
	yes := len(p.Disagreements) == 0
	if p.Agreement = Undecided; !yes || finished >= 2 {
		p.Agree = &yes
	}
	switch {
	case !yes || finished < 2:
	case p.First:
		p.Agreement = OnFirst
	case len(p.Digests()) == finished:
		p.Agreement = OnSet
	default:
		p.Agreement = OnCount
	}
}

// worst is the verdict of a row by its runs: of those that did not finish, the worst.
func (r *Row) worst(contradicts bool) Verdict {
	for _, v := range []Verdict{Failed, Contradicts, OutOfMemory, TimedOut, Interrupted} {
		ended := func(run Run) bool { return run.End == v }
		if v == Contradicts && contradicts || slices.ContainsFunc(r.Runs, ended) {
			return v
		}
	}
	if r.Typical.Approximate {
		return Estimate
	}
	return Alone
}

// disagreements compares the runs. If all solutions were requested, complete counts and digests
// must be equal (see [backends.Disagreements]). First solutions may differ, but not whether there
// is one.
func (p *Result) disagreements() []backends.Disagreement {
	var reports []backends.Report
	var rows []int // of the reports
	for k, row := range p.Rows {
		if row == nil || row.Same != "" {
			continue
		}
		for _, run := range row.Runs {
			if run.End != Failed && run.Report.Count != nil {
				reports, rows = append(reports, run.Report), append(rows, k)
			}
		}
	}
	contradictions := backends.Disagreements
	if p.First {
		contradictions = aboutFirst
	}
	found := contradictions(reports)
	for k, d := range found {
		found[k].A, found[k].B = rows[d.A], rows[d.B]
	}
	return found
}

// aboutFirst returns the reports of no solution, if another report has one.
func aboutFirst(reports []backends.Report) (found []backends.Disagreement) {
	some := slices.IndexFunc(reports, func(r backends.Report) bool {
		return !r.Approximate && r.Count.Sign() > 0
	})
	for k, r := range reports {
		if some >= 0 && r.Complete && r.Count.Sign() == 0 {
			found = append(found, backends.Disagreement{A: some, B: k,
				Reason: fmt.Sprintf("%s finds a solution, %s says that there is none",
					reports[some].Backend, r.Backend)})
		}
	}
	return found
}

// Digests returns the digests of the finished rows that listed all solutions, to compare their
// sets.
func (p *Result) Digests() (all []string) {
	for _, row := range p.Own() {
		if row.Verdict.Finished() && row.Typical.Complete && row.Digest != "" {
			all = append(all, row.Digest)
		}
	}
	return all
}

// Summary is a sentence: whether the rows agree.
func (p *Result) Summary() string {
	if len(p.Disagreements) > 0 {
		return "DISAGREEMENT: " + p.Disagreements[0].Reason
	}
	count := make(map[Verdict]int)
	for _, row := range p.Own() {
		count[row.Verdict]++
	}
	set, digests := "", p.Digests() // which are all the same
	if len(digests) > 0 {
		set = fmt.Sprintf("set %.23s…", digests[0])
	}
	finished := count[Agrees] + count[Alone] + count[Estimate]
	text := fmt.Sprintf("%d of %d backends finished", finished, len(p.Own()))
	switch listed := len(digests); {
	case count[Agrees] < 2 && listed > 0 && !p.First:
		text += ", with the " + set
	case count[Agrees] < 2:
	case p.First:
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
	for _, verdict := range []Verdict{TimedOut, OutOfMemory, Interrupted, Failed, Estimate} {
		o, n := verdict.Outcome(), count[verdict]
		if n > 0 {
			text += fmt.Sprintf("; %d %s", n, pluralVerb(n, o.one, o.many))
		}
	}
	return text
}

// pluralVerb is the form of a verb for a number.
func pluralVerb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
