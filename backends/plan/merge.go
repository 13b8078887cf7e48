package plan

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/exactile/exactile/backends"
)

// A Total is the sum of records.
type Total struct {
	// Report adds the reports. It is Complete if nothing is missing, and otherwise its count
	// is a lower bound.
	Report backends.Report
	// Missing are the units without a record, and Double those that occur more than
	// once, with the same answer, and count once. Done is how many have a report.
	Missing, Double []Unit
	Done            int
}

// Merge adds the records of the units of the plan, in any order. It is an error if a record
// is of another plan, or of a unit that neither the plan nor its splits make, and a
// [Contradiction] if two have different answers.
func (p *Plan) Merge(records ...Record) (Total, error) { return p.Tree().merge(records) }

// merge adds up records of the units of the tree. Only the sum of all units of a plan is divided by
// the symmetries.
func (t *Tree) merge(records []Record) (Total, error) {
	p := t.plan
	for _, r := range records {
		if err := p.made(r, t.digest); err != nil {
			return Total{}, err
		}
	}
	sum, err := merge(t.units, records)
	if err != nil {
		return sum, err
	}
	sum.Report.Puzzle, sum.Report.Plan, sum.Report.UpToSymmetry = p.Puzzle, t.digest, p.UpToSymmetry
	if sum.Done == 0 {
		sum.Report.Backend = p.Backend
	}
	if t.allUnits && p.Symmetries > 0 {
		err = sum.divide(p.Symmetries)
	}
	return sum, err
}

// MergeReports adds reports of the units of one plan, which must name it. Of several
// reports of a unit that were cut short the one with the greatest count is used.
func MergeReports(reports ...backends.Report) (Total, error) {
	if len(reports) == 0 {
		return Total{}, errors.New("plan: no reports to merge")
	}
	var records []Record
	for _, r := range reports {
		u, err := ParseUnit(r.Unit)
		switch {
		case r.Plan == "" || r.Unit == "":
			return Total{}, fmt.Errorf("plan: a report of %s without a unit cannot be merged",
				r.Puzzle)
		case err != nil:
			return Total{}, err
		case r.Approximate:
			return Total{},
				fmt.Errorf(
					"plan: unit %v of %s is an estimate, and estimates of parts cannot be added",
					u, r.Puzzle,
				)
		case r.Plan != reports[0].Plan:
			return Total{},
				fmt.Errorf("plan: %w: unit %v of %s is of the plan %.20s, and %v of %s is of %.20s",
					ErrOther, u, r.Puzzle, r.Plan, records[0].Unit, reports[0].Puzzle,
					reports[0].Plan)
		}
		records = append(records, Record{Plan: r.Plan, Unit: u, Report: &r})
	}
	units := []Unit{{}}
	if first := records[0].Unit; len(first) > 0 {
		units = Unit{}.Split(first[0].Of)
	}
	t, err := merge(units, records)
	t.Report.Puzzle, t.Report.Plan, t.Report.UpToSymmetry = reports[0].Puzzle, reports[0].Plan,
		reports[0].UpToSymmetry
	return t, err
}

// merge adds the records below some units.
func merge(units []Unit, records []Record) (t Total, err error) {
	byName := make(map[string]Record, len(records))
	for _, r := range records {
		if err := r.Sound(); err != nil {
			return t, err
		}
		name := r.Unit.Name()
		had, double := byName[name]
		switch {
		case double && !had.Agrees(r):
			return t, &Contradiction{had, r}
		case double && (had.Report == nil) != (r.Report == nil):
			return t, fmt.Errorf("plan: unit %v has a result and was split", r.Unit)
		case double && had.moreCompleteThan(r):
			r = had
		case double && !r.moreCompleteThan(had):
			t.Double = append(t.Double, r.Unit)
		}
		byName[name] = r
	}
	used, depth := 0, len(units[0])
	var reports []backends.Report
	for len(units) > 0 {
		u := units[len(units)-1]
		units = units[:len(units)-1]
		r, ok := byName[u.Name()]
		switch {
		case !ok:
			t.Missing = append(t.Missing, u)
			continue
		case r.Report != nil:
			reports = append(reports, *r.Report)
		default:
			units = append(units, u.Split(r.Split)...)
		}
		used++
	}
	if used != len(byName) {
		return t, foreignRecord(byName, depth)
	}
	sortUnits(t.Missing)
	sortUnits(t.Double)
	t.Done = len(reports)
	t.Report = backends.Report{Count: new(big.Int)}
	if len(reports) > 0 {
		t.Report = backends.Sum(reports...)
	}
	t.Report.Unit = ""
	if len(t.Missing) > 0 {
		t.Report.Complete, t.Report.Completeness = false, ""
	}
	return t, nil
}

// foreignRecord returns the error for a record of a unit that does not exist. depth is the number
// of parts in the name of a unit that is not the part of a split.
func foreignRecord(byName map[string]Record, depth int) error {
	names := slices.Sorted(maps.Keys(byName))
	for _, name := range names {
		u := byName[name].Unit
		for k := range u {
			above, ok := byName[u[:k].Name()]
			switch {
			case !ok && k >= depth:
				return fmt.Errorf("plan: unit %v is part of %v, whose split has no record: that "+
					"record is lost", u, u[:k])
			case ok && above.Report != nil:
				return fmt.Errorf("plan: unit %v is part of %v, which has a record of its own",
					u, u[:k])
			case ok && above.Split != u[k].Of:
				return fmt.Errorf("plan: unit %v is not a part of %v, which was split into %d",
					u, u[:k], above.Split)
			}
		}
	}
	return fmt.Errorf("plan: some units belong to different partitions, such as %v and %v",
		byName[names[0]].Unit, byName[names[len(names)-1]].Unit)
}

// sortUnits sorts units by their parts.
func sortUnits(units []Unit) {
	slices.SortFunc(units, func(a, b Unit) int {
		return slices.CompareFunc(a, b, func(p, q Part) int { return p.Index - q.Index })
	})
}

// divide turns the sum of the solutions that each symmetry fixes into a number of orbits.
func (t *Total) divide(order int) error {
	n := big.NewInt(int64(order))
	count, rest := new(big.Int).QuoRem(t.Report.Count, n, new(big.Int))
	switch {
	case rest.Sign() == 0:
	case t.Report.Complete:
		return fmt.Errorf(
			"plan: internal error: the solutions that %d symmetries fix leave a rest of %v", order,
			rest,
		)
	default:
		count.Add(count, big.NewInt(1)) // an orbit has no more solutions than there are symmetries
	}
	t.Report.Count = count
	return nil
}
