package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// DelayGC delays the first garbage collection from a heap of four megabytes to four times that:
// most commands are done by then, and one collection would be a tenth of their time. While
// little survives a collection, as in a listing, whose solutions are garbage at once, the next
// is delayed as far again; then gcPercent decides. DelayGC does nothing if GOGC is set.
func DelayGC() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(400)
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	var wait func()
	wait = func() {
		runtime.AddCleanup(new([32]byte), func(int) {
			metrics.Read(live)
			debug.SetGCPercent(gcPercent(live[0].Value.Uint64(), memoryGoal.Load()))
			wait()
		}, 0)
	}
	wait()
}

// memoryGoal is --memory in bytes, 0 if it is left out.
var memoryGoal atomic.Uint64

// LimitGC makes collections earlier if --memory, in bytes, is low.
func LimitGC(bytes int64) {
	memoryGoal.Store(uint64(bytes))
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent(0, uint64(bytes)))
	}
}

// gcPercent returns by how many percent the heap may grow to the next collection if
// live bytes survived the last. Garbage may take as much memory as live, or as the first heap, but
// beside a large model no more than 32 megabytes or a quarter of live. With a goal for the whole
// process, garbage must fit into the goal too, unless that leaves less than a quarter.
func gcPercent(live, goal uint64) int {
	const least, most = 16 << 20, 32 << 20
	percent := min(400, 100*min(most, max(least, live))/max(live, 1))
	if goal > 0 {
		const besides = 11 << 20 // memory of a process outside its heap
		const first = 4 << 20    // the heap of the first collection, at 100 %
		heap := goal - min(goal, besides)
		percent = min(percent, 100*heap/first, 100*(heap-min(heap, live))/max(live, 1))
	}
	return int(max(25, percent))
}
