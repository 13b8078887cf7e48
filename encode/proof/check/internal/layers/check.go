// Package layers checks a proof.layers: it counts solutions along the order of items that the text
// gives. The comment of package check says what the lines mean, and why no line can make the count
// wrong.
package layers

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// Counted is what a recount has found.
type Counted struct {
	Fixed           []*big.Int // the solutions that each motion fixes; all of them without motions
	Groups          []cover.Group
	Grouping        cover.Grouping
	States, Largest int64 // states of all layers, and of the largest one
	Steps           int64 // see Limits
}

// Check reads the text and counts the solutions of m, and those that each motion fixes, nil for
// none. A total that is not what the text says is a [*Fault]; so is a text that is not sound. A
// recount beyond the limits is an [*Excess].
func Check(
	ctx context.Context, m *cover.Model, motions [][]int, r io.Reader, most Limits,
) (*Counted, error) {
	l, err := read(r, m)
	if err != nil {
		return nil, err
	}
	most.Steps, most.Memory = cmp.Or(most.Steps, DefaultSteps), cmp.Or(most.Memory, DefaultMemory)
	all, did, err := l.count(ctx, m, motions, &budget{
		ctx: ctx, limits: most, statesLeft: most.Steps, testsLeft: testsOf(most.Steps),
		memory: most.Memory / 8 * 7,
	})
	if err != nil {
		return nil, err
	}
	did.Grouping = l.grouping
	for k, totals := range all {
		said, found := l.appendTotals(nil, l.counts[k].totals), l.appendTotals(nil, totals)
		if !bytes.Equal(said, found) {
			return nil, refuse(l.counts[k].line, "it says %.60q, but the recount has %.60q",
				bytes.TrimSpace(said), bytes.TrimSpace(found))
		}
		n := new(big.Int)
		for _, t := range totals {
			n.Add(n, t.count)
		}
		did.Fixed = append(did.Fixed, n)
	}
	for _, t := range all[0] {
		g := groupOf(l.digits, t.label)
		g.Count = t.count
		did.Groups = append(did.Groups, g)
	}
	return did, nil
}

// Recount counts along the orders of a text. It returns the words that the totals should have, each
// after a space; what the text has in their place does not matter. It returns nil if that takes
// more tests or bytes. The steps are those of a check.
func Recount(
	ctx context.Context, m *cover.Model, motions [][]int, text []byte, tests, size int64,
) (totals []string, steps int64, err error) {
	l, err := read(bytes.NewReader(text), m)
	if err != nil {
		return nil, 0, err
	}
	all, did, err := l.count(ctx, m, motions,
		&budget{ctx: ctx, statesLeft: math.MaxInt64, testsLeft: tests, memory: size})
	switch {
	case errors.As(err, new(*Excess)):
		return nil, 0, nil
	case err != nil:
		return nil, 0, err
	}
	for _, c := range all {
		totals = append(totals, string(l.appendTotals(nil, c)))
	}
	return totals, did.Steps, nil
}

// testsOf are the tests that steps pay for.
func testsOf(steps int64) int64 { return min(steps, math.MaxInt64/testsPerStep) * testsPerStep }

// count counts along the orders: the totals that are in the text should be these.
func (l *layers) count(
	ctx context.Context, m *cover.Model, motions [][]int, b *budget,
) (all [][]labelTotal, did *Counted, err error) {
	if motions == nil {
		motions = [][]int{nil}
	}
	switch {
	case l.digits != nil && len(motions) > 1:
		return nil, nil, refuse(0, "groups have no orbits")
	case len(l.counts) != len(motions):
		return nil, nil, refuse(0, "there are %d totals for %d motions",
			len(l.counts), len(motions))
	}
	did = new(Counted)
	for k, c := range l.counts {
		before := *b
		p := newSumProblem(m, motions[k])
		for n, bound := range l.bounds {
			if b.test(int64(len(p.options))); b.err != nil {
				return nil, nil, fmt.Errorf("line %d: %w", n+2, b.err)
			}
			if fault := p.drop(bound.item, bound.upper, bound.weights); fault != "" {
				return nil, nil, refuse(n+2, "%s", fault)
			}
		}
		blocks, missing := p.blocks(c.order)
		if missing > 0 {
			return nil, nil, refuse(c.line, "option %d covers no item of the order", missing)
		}
		r := &recount{budget: b, p: p, labels: labelsOf(m, l.digits)}
		if t, err := r.run(c.order, blocks); err != nil {
			return nil, nil, fmt.Errorf("line %d: after %d of %d items of the order: %w",
				c.line, t, len(blocks), err)
		}
		if r.table.used > maxTextBytes/4 { // their words would be larger than a text
			return nil, nil, fmt.Errorf("line %d: %d groups: %w", c.line, r.table.used, &Excess{})
		}
		did.States, did.Largest = did.States+r.states, max(did.Largest, r.largest)
		did.Steps += max(before.statesLeft-b.statesLeft,
			(before.testsLeft-b.testsLeft+testsPerStep-1)/testsPerStep)
		all = append(all, r.totals())
	}
	return all, did, nil
}

// totals are the numbers of the last table, by label.
func (r *recount) totals() (totals []labelTotal) {
	for state, number := range r.table.each {
		t := labelTotal{count: new(big.Int)}
		if r.labels != nil {
			t.label = state[r.words-1]
		}
		for _, word := range slices.Backward(number) {
			t.count.Lsh(t.count, 64)
			t.count.Or(t.count, new(big.Int).SetUint64(word))
		}
		totals = append(totals, t)
	}
	if totals == nil && r.labels == nil {
		totals = []labelTotal{{count: new(big.Int)}}
	}
	slices.SortFunc(totals, func(a, b labelTotal) int { return cmp.Compare(a.label, b.label) })
	return totals
}
