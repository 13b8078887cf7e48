package plan

import (
	"hash/fnv"
	"math"
	"slices"
)

// A Tree is the state of units of a plan: which have a record, and which are split.
type Tree struct {
	plan     *Plan
	units    []Unit // before any is split
	allUnits bool   // they are all units of the plan
	digest   string
	splits   map[string]int // units that are split
	done     map[string]bool
	audited  map[string]bool // units with an audit
}

// Tree returns a new tree of some units of the plan, all of them if none is given, without any
// records.
func (p *Plan) Tree(units ...Unit) *Tree {
	whole := len(units) == 0
	if whole {
		units = p.All()
	}
	return &Tree{
		p, units, whole, p.Digest(), map[string]int{}, map[string]bool{}, map[string]bool{},
	}
}

// Add notes the record of a unit. It is an error if no job of the plan makes such a record.
func (t *Tree) Add(r Record) error {
	if err := t.plan.made(r, t.digest); err != nil {
		return err
	}
	name := r.Unit.Name()
	if t.done[name] = true; r.Split > 0 {
		t.splits[name] = r.Split
	}
	return nil
}

// Has reports whether a unit has a record.
func (t *Tree) Has(u Unit) bool { return t.done[u.Name()] }

// Open are the units without a record, except the parts of units that have none.
func (t *Tree) Open() []Unit {
	return t.leaves(func(u Unit) bool { return !t.Has(u) })
}

// Done is how many units have a report.
func (t *Tree) Done() int { return len(t.done) - len(t.splits) }

// audits are the units that have a report and belong to the part of all units, from 0 to 1, to be
// done again; again are those that were not. If part is not 0 the first unit always belongs to it,
// so that few units are audited, too.
func (t *Tree) audits(part float64) (all int, again []Unit) {
	units := t.leaves(func(u Unit) bool {
		return t.Has(u) && part > 0 && (u.first() || t.isAudited(u, part))
	})
	return len(units), slices.DeleteFunc(units, func(u Unit) bool { return t.audited[u.Name()] })
}

func (t *Tree) isAudited(u Unit, part float64) bool {
	h := fnv.New64a()
	_, _ = h.Write([]byte(t.digest + u.Name()))
	x := h.Sum64()
	x = (x ^ x>>29) * 0x94d049bb133111eb
	return float64(x>>11)/(math.MaxUint64>>11) < part
}

// leaves are the units that are not split and for which wanted is true.
func (t *Tree) leaves(wanted func(Unit) bool) (leaves []Unit) {
	units := slices.Clone(t.units)
	for len(units) > 0 {
		u := units[0]
		units = units[1:]
		if n := t.splits[u.Name()]; n > 0 {
			units = append(units, u.Split(n)...)
		} else if wanted(u) {
			leaves = append(leaves, u)
		}
	}
	return leaves
}
