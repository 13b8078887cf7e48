package native

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// trialNodes is how far a search goes before others are weighed: most puzzles
// are done by then, in a fraction of a millisecond.
const trialNodes = 1 << 14

// The time spent on choosing must stay small beside the search: a fiftieth of its time, or
// firstProbes nodes of the first search, which take a tenth of a millisecond. Of the
// estimated time of the first search, forFirst goes into its probes and forRivals into
// those of its rivals. That is little, since a rival may be twice as fast, and merging,
// which no probe sees, may halve the time. A rival takes about setUp nanoseconds an option
// to set up, and is left out if fewer than fewProbes nodes could be probed. A probed node
// costs probeCost times as much as a searched one: probes go through the top of the tree,
// one state at a time. Beyond longProbes nanoseconds estimates hardly get better.
const (
	forFirst    = 1. / 400
	forRivals   = 1. / 200
	firstProbes = 1000
	fewProbes   = 300
	setUp       = 300
	probeCost   = 15
	longProbes  = 20e6
	manyRivals  = 100 // more than there are
)

// A contender is a search with its estimate.
type contender struct {
	search run.Walker // nil: none was made
	run.Guess
}

// probed returns a contender after about this number of probed nodes.
func (j *job) probed(e run.Walker, probes int64) contender {
	return contender{e, run.Estimate(e, j.roots, probes)}
}

// fastest returns the search that is likely to be the fastest to go through the whole tree: t, or
// one of its rivals, each of which a function makes. first is t after a few probes.
func (j *job) fastest(
	t *table.Search, first contender, rivals func(t *table.Search) []func() run.Walker,
) contender {
	time := first.Time
	cost := setUp * float64(len(j.p.Live))
	// The estimate is capped by the time that the budget allows.
	most := math.Inf(1)
	if j.MaxNodes > 0 {
		most = float64(j.MaxNodes) * t.NodeCost()
	}
	least := cost + fewProbes*probeCost*t.NodeCost()
	room := int(min(min(time, most)*forRivals/least, manyRivals)) // an estimate may be infinite
	if room == 0 {
		return first
	}
	spend := min(time*forFirst, most*forFirst, longProbes)
	best := j.probed(t, int64(spend/(probeCost*t.NodeCost())))
	makers := rivals(t)
	makers = makers[:min(room, len(makers))]
	share := min(min(best.Time, most)*forRivals/float64(len(makers))-cost, longProbes)
	// All workers take part: otherwise they would wait for one another here
	// longer than anywhere else. The result does not depend on them.
	workers := j.Workers
	if j.Single() {
		workers = 1
	}
	contenders := make([]contender, len(makers))
	eachBy(workers, len(makers), func(k int) {
		e := makers[k]()
		if e == nil {
			return
		}
		if probes := int64(share / (probeCost * e.NodeCost())); probes >= fewProbes {
			contenders[k] = j.probed(e, probes)
		}
	})
	for _, g := range contenders {
		// Probes scatter; a rival must look clearly better.
		if g.search != nil && g.Time < 0.7*best.Time {
			best = g
		}
	}
	return best
}

// eachBy does all of n things with this number of workers.
func eachBy(workers, n int, do func(k int)) {
	var next atomic.Int64
	work := func() {
		for k := int(next.Add(1)) - 1; k < n; k = int(next.Add(1)) - 1 {
			do(k)
		}
	}
	var group sync.WaitGroup
	for range min(workers, n) - 1 {
		group.Go(work)
	}
	work()
	group.Wait()
}
