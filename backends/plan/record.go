package plan

import (
	"fmt"
	"math/big"

	"github.com/exactile/exactile/backends"
)

// A Record is the result of one unit: a Report, or Split, the number of parts of its split.
type Record struct {
	Plan   string           `json:"plan"` // the digest
	Unit   Unit             `json:"unit"`
	Split  int              `json:"split,omitempty"`
	Report *backends.Report `json:"report,omitempty"`
	// Worker names the worker, for people.
	Worker string `json:"worker,omitempty"`
}

// Sound returns an error for a record without a result, or with two, or whose report is of
// something else.
func (r Record) Sound() error {
	switch {
	case (r.Report == nil) == (r.Split == 0) || r.Split < 0 || r.Split > maxUnits:
		return fmt.Errorf("plan: the record of unit %v is damaged", r.Unit)
	case r.Report != nil && r.Report.Plan != r.Plan:
		return fmt.Errorf(
			"plan: %w: the record of unit %v is of the plan %.20s, and its report of %.20s",
			ErrOther, r.Unit, r.Plan, r.Report.Plan,
		)
	case r.Report != nil && r.Report.Unit != r.Unit.Name():
		return fmt.Errorf("plan: the record of unit %v is damaged: its report is of unit %.40s",
			r.Unit, r.Report.Unit)
	}
	return nil
}

// Agrees reports whether two records of one unit do not contradict each other: their counts
// are the same, and their digests if both have one. A split contradicts no report, and the
// count of a report that was cut short is a lower bound.
func (r Record) Agrees(o Record) bool {
	a, b := r.Report, o.Report
	switch {
	case a == nil || b == nil || !a.Complete && !b.Complete:
		return true
	case !a.Complete:
		return a.Count.Cmp(b.Count) <= 0
	case !b.Complete:
		return a.Count.Cmp(b.Count) >= 0
	case a.Count.Cmp(b.Count) != 0:
		return false
	}
	return a.Digest == nil || b.Digest == nil || *a.Digest == *b.Digest
}

// moreCompleteThan reports whether a record is better than another of its unit: it is of the whole
// unit, or found more.
func (r Record) moreCompleteThan(o Record) bool {
	a, b := r.Report, o.Report
	return a != nil && b != nil && !b.Complete && (a.Complete || a.Count.Cmp(b.Count) > 0)
}

// A Contradiction is two records of one unit with different answers. They are never added up.
type Contradiction struct{ A, B Record }

func (c *Contradiction) Error() string {
	return fmt.Sprintf("plan: two different answers for unit %v: %s, and %s", c.A.Unit,
		c.A.answer(), c.B.answer())
}

// answer is the answer of a record, with its backend and worker.
func (r Record) answer() string {
	by := r.Report.Backend
	if r.Worker != "" {
		by += " (" + r.Worker + ")"
	}
	said := fmt.Sprintf("%v by %s", r.Report.Count, by)
	if r.Report.Digest != nil {
		said += fmt.Sprintf(", digest %v", r.Report.Digest)
	}
	return said
}

// made returns an error for a record that no job of the plan with this digest makes.
func (p *Plan) made(r Record, digest string) error {
	if r.Plan != digest {
		return fmt.Errorf("plan: %w: unit %v of %s is of the plan %.20s, and this is %.20s",
			ErrOther, r.Unit, p.Puzzle, r.Plan, digest)
	}
	if err := r.Sound(); err != nil {
		return err
	}
	if r.Split > 0 {
		splits := r.Split == p.Fan || p.States == nil && r.Split < p.Fan
		if !splits || !p.Splits(r.Unit) {
			return fmt.Errorf("plan: the record of unit %v is damaged", r.Unit)
		}
		return nil
	}
	if !r.Report.Complete || r.Report.Approximate || p.List && !allChecked(*r.Report) {
		return fmt.Errorf("plan: the record of unit %v is damaged", r.Unit)
	}
	return nil
}

// allChecked reports whether a count is the number of solutions that were listed and checked, or
// a number of orbits of which at least one solution each was.
func allChecked(r backends.Report) bool {
	order := r.Count.Cmp(big.NewInt(r.Checked))
	return order == 0 || order < 0 && r.UpToSymmetry && r.Digest != nil
}
