package layers

import (
	"context"
	"math/big"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// Count counts the solutions of a problem with an expander and s.Workers workers. If the
// search is not named, it ends with ErrLate if it is not expected to end before the deadline of
// ctx.
func Count(
	ctx context.Context, s *run.Settings, x *table.Expander, a *Account,
) (*big.Int, run.Stats, error) {
	d := ofExpander(ctx, s, x, nil)
	defer d.close()
	if s.Forced == "" && !x.Restricted() { // a class has no other way
		d.pace.within(ctx, len(d.workers), a)
	}
	if !s.NoSymmetry && !x.Restricted() { // a mirror image is in another class
		d.mirror = newMirror(x)
	}
	total := new(big.Int)
	d.count(newByProfile(d, s, x), func(_ uint64, ways *big.Int) { total.Add(total, ways) })
	st, err := d.end("layers", x.Order.Name, s.MaxNodes)
	return total, st, err
}

// CountGroups counts the solutions with each label, and passes on the packed counts that
// labels.Read reads. The expander must have no roots.
func CountGroups(
	ctx context.Context, s *run.Settings, x *table.Expander, labels *Labels,
	group func(k uint64, count *big.Int),
) (run.Stats, error) {
	d := ofExpander(ctx, s, x, labels)
	defer d.close()
	groups := make(map[uint64]*big.Int)
	d.count(nil, func(k uint64, ways *big.Int) {
		k = k >> labels.from << labels.from
		had := groups[k]
		switch {
		case had != nil:
			ways.Add(ways, had)
		case len(groups) == cover.GroupRoom/labels.words():
			d.workers[0].Stop(cover.ErrManyGroups)
			return
		}
		groups[k] = ways
	})
	st, err := d.end("layers", x.Order.Name, s.MaxNodes)
	if err == nil {
		for k, ways := range groups {
			group(k, ways)
		}
	}
	return st, err
}

// count counts the solutions below the start, by profiles unless b is nil. It passes on the
// packed counts of each final state with the number of solutions that end in it.
func (d *driver) count(b *byProfile, full func(k uint64, ways *big.Int)) {
	if b == nil {
		d.start()
	} else if b.advance(); !d.stopped() {
		b.separate()
	}
	d.advance()
	d.total(full)
}
