package layers

import (
	"sync"
	"sync/atomic"
)

// shared is the state that the workers of one count share: the layers and the progress.
type shared struct {
	store
	layout
	mirror    *mirror // nil: none
	labels    *Labels // nil: none
	cell      int     // the layer that is due
	due       *layer  // nil: none
	together  int     // the most states of a partition merged at once
	partBits  int     // of a partition number, for layers opened now
	claimed   atomic.Int64
	arenasOf  [][]arena // of each worker, as they were when the layer became due
	tops      uint64    // the highest bits of the fields of the packed counts
	pace      pace
	report    func(done float64)
	done      float64    // what was last reported
	reporting sync.Mutex // of done
	opening   sync.Mutex // of layers that have no partitions yet
	furthest  int        // the last layer that was ever opened
	reach     int        // how many layers later it was opened, at most
}

// opened returns a layer, and opens it if it has no partitions yet.
func (sh *shared) opened(cell int) *layer {
	sh.opening.Lock()
	defer sh.opening.Unlock()
	l := &sh.layers[cell]
	if l.parts == nil {
		l.open(sh.partBits)
		sh.furthest = max(sh.furthest, cell)
		sh.reach = max(sh.reach, cell-sh.cell)
	}
	return l
}

// reportParts reports progress after the given number of partitions, and returns what is done. The
// first pass over the layers is half of the work for a diagram.
func (sh *shared) reportParts(parts int) (done float64) {
	done = sh.pace.done(float64(parts) / float64(len(sh.due.parts)))
	if sh.kept != nil {
		done /= 2
	}
	sh.progress(done)
	return done
}

// progress reports how much is done, if that has grown enough.
func (sh *shared) progress(done float64) {
	if sh.report == nil {
		return
	}
	sh.reporting.Lock()
	defer sh.reporting.Unlock()
	if done >= sh.done+0.0005 || done >= 1 && sh.done < 1 {
		sh.done = done
		sh.report(done)
	}
}
