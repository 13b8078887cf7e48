// Package design finds hints that leave a puzzle one solution, and rates how hard a puzzle is.
//
// In this package b is a backend, m a model, s a solution and d a designer.
package design

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/design/internal/hitting"
	"github.com/exactile/exactile/encode/cover"
)

// A Design is a way to leave one solution of a model: hints, options that must be chosen.
// No hint can be left out.
type Design struct {
	Hints    []int // increasing
	Solution cover.Solution
	// Fewest is the least number of hints that leave this solution alone, -1 if not known.
	Fewest int
}

// Options are the limits of a search for hints. The zero value allows none.
type Options struct {
	Hints int    // the most hints of a design
	Seed  uint64 // of the order in which they come
	// MostListed is how many solutions are listed at most; 0: 262144. If there are more, or
	// they have so much in common that comparing them all would take minutes, some are
	// drawn: at most Draws, 0 being 1000.
	MostListed, Draws int
}

// A Report holds what was searched for designs, and so why there are no more.
type Report struct {
	// Listed is set if all solutions were listed; Solutions is how many were looked at.
	Listed    bool
	Solutions int
	// Contained is how many of them are part of another solution, so that no hints leave
	// them alone.
	Contained int
	// AtLeast, if not 0, is a lower bound of the hints needed, above the number allowed.
	AtLeast int
	// Spent is set if the search for some sets of hints was given up as too long.
	Spent bool
}

// A designer is one range over [All].
type designer struct {
	Options
	ctx     context.Context
	backend backends.Backend
	model   *cover.Model
	about   *Report
	source  *rand.PCG
	seen    map[string]bool // designs, each as the least of its images
	kept    int             // sets of targets
}

// designBudget bounds the search for the hints of one size of one solution, in steps:
// about a second's work.
const designBudget = 1 << 18

// isNew reports whether hints are not the image of those of an earlier design.
func (d *designer) isNew(hints []int) bool {
	key := fmt.Sprint(cover.Solution(hints).Canonical(d.model.Sym))
	if d.seen[key] {
		return false
	}
	d.seen[key] = true
	return true
}

// shuffled returns the options of a solution in random order.
func (d *designer) shuffled(s cover.Solution) (order []int) {
	for _, k := range cover.Permutation(d.source, len(s)) {
		order = append(order, s[k])
	}
	return order
}

// hintsOf returns the options of a set of places in an order, increasing.
func hintsOf(set hitting.Set, order []int) (hints []int) {
	for e := range set.Elements() {
		hints = append(hints, order[e])
	}
	slices.Sort(hints)
	return hints
}
