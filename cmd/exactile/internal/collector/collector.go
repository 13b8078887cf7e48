// Package collector has garbage collected seldom where little memory is in use, and in time
// where --memory grants little. It works on the whole process.
package collector

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// PutOff makes the garbage collector wait for four times the four
// megabytes after which it comes first: most commands are done by then, and one
// collection is a tenth of what they take. As long as little is left over from a
// collection, as in a listing, whose solutions are garbage at once, it is put off as
// far again; then it comes as collectionPercent says. Who sets GOGC has chosen
// otherwise.
func PutOff() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(400)
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	var wait func()
	wait = func() {
		runtime.AddCleanup(new([32]byte), func(int) {
			metrics.Read(live)
			debug.SetGCPercent(collectionPercent(live[0].Value.Uint64(), memoryGoal.Load()))
			wait()
		}, 0)
	}
	wait()
}

// memoryGoal is how many bytes --memory grants, 0 where it is left out.
var memoryGoal atomic.Uint64

// Keep has garbage collected sooner where --memory grants less than it takes.
func Keep(bytes int64) {
	memoryGoal.Store(uint64(bytes))
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectionPercent(0, uint64(bytes)))
	}
}

// collectionPercent returns by how many percent the heap may grow to the next
// collection when that many bytes were left over from the last: garbage may take as
// much memory as what is in use, but beside a large model no more than 32 megabytes,
// or a quarter of what is in use. If there is a goal for the whole process, garbage may
// not go beyond it either, unless that would be less than a quarter.
func collectionPercent(live, goal uint64) int {
	const most = 32 << 20
	percent := uint64(400)
	switch {
	case live > most:
		percent = 100 * most / live
	case live > 4<<20:
		percent = 100
	}
	if goal > 0 {
		const besides = 11 << 20 // what a process has beside its heap
		const first = 4 << 20    // the heap of the first collection, at 100 %
		heap := goal - min(goal, besides)
		percent = min(percent, 100*heap/first, 100*(heap-min(heap, live))/max(live, 1))
	}
	return int(max(25, percent))
}
