package plan

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Progress is how far the units of a plan are done.
type Progress struct {
	// Done is the number of units with a report.
	Done int
	// Left are the units without a record, which may grow: hard units are split. Again are those
	// without an audit, of Audits, once nothing is left.
	Left, Again []Unit
	Audits      int
	// PerSecond is the recent rate of units; 0 if it is not known.
	PerSecond float64
}

// Wait adds up the records that read passes on, of the units of a tree without records, and
// compares those of audits with the first of their units. Whenever it has read, it calls more,
// which waits for new records if units are left, or audits of the given part of all units. If more
// is nil, Wait adds up what is there. With an error it returns the sum so far, unless the error is
// a [Contradiction].
func (t *Tree) Wait(
	ctx context.Context, read func(context.Context, func(r Record, audit bool) error) error,
	audit float64, more func(context.Context, Progress) error,
) (Total, error) {
	s := sum{tree: t, first: map[string]Record{}, audits: map[string]Record{}}
	for {
		err := read(ctx, s.add)
		p := s.progress(audit)
		if err == nil && more != nil {
			err = more(ctx, p)
		}
		switch two := (*Contradiction)(nil); {
		case errors.As(err, &two):
			return Total{}, err
		case err != nil || more == nil || len(p.Left)+len(p.Again) == 0:
			total, failed := t.merge(s.records)
			if err == nil {
				err = failed
			}
			return total, err
		}
	}
}

// A sum holds the records that Wait has read.
type sum struct {
	tree          *Tree
	first, audits map[string]Record // by unit: the records, and those of audits
	records       []Record
	updates       int         // how often there was progress
	seen          int         // how many records there were then
	times         []time.Time // when the last of them came
}

// add takes in a record. Only the first of a unit counts.
func (s *sum) add(r Record, audit bool) error {
	if err := s.tree.plan.made(r, s.tree.digest); err != nil {
		return err
	}
	name, mine, other := r.Unit.Name(), s.first, s.audits
	if audit {
		mine, other = other, mine
	}
	had, twice := mine[name]
	switch {
	case audit && r.Report == nil:
		return fmt.Errorf("plan: the audit of unit %v is damaged: it has no report", r.Unit)
	case twice && !had.Agrees(r):
		return &Contradiction{had, r}
	case twice:
		return nil
	case audit:
		s.tree.audited[name] = true
	default:
		s.records = append(s.records, r)
		if err := s.tree.Add(r); err != nil {
			return err
		}
	}
	mine[name] = r
	if o, ok := other[name]; ok && !o.Agrees(r) {
		return &Contradiction{s.first[name], s.audits[name]}
	}
	return nil
}

// progress is how far the units are done. The records of the first look came at unknown times.
func (s *sum) progress(audit float64) Progress {
	const few, most = 3, 256 // records for a rate
	now := time.Now()
	p := Progress{Done: s.tree.Done(), Left: s.tree.Open()}
	if s.updates++; s.updates > 1 {
		s.times = append(s.times, slices.Repeat([]time.Time{now},
			min(len(s.records)-s.seen, most))...)
		s.times = s.times[max(0, len(s.times)-most):]
	}
	s.seen = len(s.records)
	if n := len(s.times); n >= few {
		p.PerSecond = float64(n-1) / max(now.Sub(s.times[0]), time.Millisecond).Seconds()
	}
	if len(p.Left) == 0 {
		p.Audits, p.Again = s.tree.audits(audit)
	}
	return p
}
