package checkpoint

import (
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
)

// A part is a node of the tree of a job's parts. It is done if it has a report, split if it
// has parts, and otherwise not done. Once all of its parts are done it is done, and they
// are dropped.
type part struct {
	// Report is of the part alone: its shard holds only the path within the parent.
	Report *backends.Report `json:"report,omitempty"`
	// Partial is the result of a try that was given up. It is a lower bound for the parts
	// together, and for another try.
	Partial *backends.Report `json:"partial,omitempty"`
	Parts   []*part          `json:"parts,omitempty"`
}

// sound reports whether the part has all that the rest of the package relies on.
func (p *part) sound() bool {
	for _, q := range p.Parts {
		if q == nil || !q.sound() {
			return false
		}
	}
	for _, r := range []*backends.Report{p.Report, p.Partial} {
		if r != nil && (r.Count == nil || r.Count.Sign() < 0 || r.Checked < 0) {
			return false
		}
	}
	return p.Report == nil || p.Parts == nil && p.Partial == nil && p.Report.Complete
}

// checked reports whether each count is the number of solutions that were listed and
// checked, or a number of orbits of which at least one solution each was.
func (p *part) checked() bool {
	for _, q := range p.Parts {
		if !q.checked() {
			return false
		}
	}
	for _, r := range []*backends.Report{p.Report, p.Partial} {
		if r == nil {
			continue
		}
		order := r.Count.Cmp(big.NewInt(r.Checked))
		if order > 0 || order < 0 && !r.UpToSymmetry || r.Checked > 0 && r.Digest == nil {
			return false
		}
	}
	return true
}

// gaveUp keeps the report of a try that was given up, unless an earlier one found more.
func (p *part) gaveUp(report backends.Report) {
	report.Shard, report.Error, report.Complete = cover.Shard{}, "", false
	if p.Partial == nil || p.Partial.Count.Cmp(report.Count) < 0 {
		p.Partial = &report
	}
}

// sum is what has been found of the part so far: by its parts, or by a try that was given
// up, whichever is more. It is complete if the part is done.
func (p *part) sum() backends.Report {
	if p.Report != nil {
		return *p.Report
	}
	sum := backends.Report{Count: new(big.Int)}
	for _, q := range p.Parts {
		s := q.sum()
		sum.Count.Add(sum.Count, s.Count)
		sum.Checked += s.Checked
		sum.Elapsed += s.Elapsed
		sum.CPU += s.CPU
		sum.Stats.Add(s.Stats)
		if s.Digest == nil {
			continue
		}
		if sum.Digest == nil {
			sum.Digest = new(cover.Digest)
		}
		digest := sum.Digest.Add(*s.Digest)
		sum.Digest = &digest
	}
	if p.Partial != nil && p.Partial.Count.Cmp(sum.Count) > 0 {
		partial := *p.Partial
		partial.Count = new(big.Int).Set(partial.Count)
		return partial
	}
	return sum
}
