package main

import (
	"container/heap"
	"math/rand/v2"
)

// each is how many units there are for each worker.
const each = 100

// A crowd is many workers that take units from one store.
type crowd struct {
	workers  int
	units    int
	mean     float64 // seconds of a unit
	rate     float64 // units a second that the store serves
	recorded []float64
}

// useful simulates the workers until all units are done, and returns the part of their time that
// they have spent at units.
func (c *crowd) useful() float64 {
	rnd := rand.New(rand.NewPCG(18, uint64(c.units)))
	scale, total := 0., 0.
	for _, x := range c.recorded {
		scale += x
	}
	scale = c.mean * float64(len(c.recorded)) / scale
	ready := make(times, c.workers) // when each worker asks for a unit
	for k := range ready {
		ready[k] = rnd.Float64() * c.mean
	}
	heap.Init(&ready)
	free, end := 0., 0.
	for range c.units {
		free = max(free, ready[0]) + 1/c.rate
		unit := c.recorded[rnd.IntN(len(c.recorded))] * scale
		total += unit
		ready[0] = free + unit
		end = max(end, ready[0])
		heap.Fix(&ready, 0)
	}
	return total / (end * float64(c.workers))
}

// times is a heap of the times at which workers are ready, the first first.
type times []float64

func (t times) Len() int           { return len(t) }
func (t times) Less(a, b int) bool { return t[a] < t[b] }
func (t times) Swap(a, b int)      { t[a], t[b] = t[b], t[a] }
func (t *times) Push(x any)        { *t = append(*t, x.(float64)) }
func (t *times) Pop() any          { last := (*t)[len(*t)-1]; *t = (*t)[:len(*t)-1]; return last }
