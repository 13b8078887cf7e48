package sat

import (
	"context"
	"slices"
	"sync"
)

// queue holds the cubes that wait for a worker; the first in order is taken
// first. It is over when no cube waits and none is being worked on, since only
// work on a cube adds others, or when its context ends.
type queue struct {
	mu      sync.Mutex
	changed sync.Cond
	waiting []*cube // the first last
	working int
	over    bool
}

func newQueue(ctx context.Context) *queue {
	q := new(queue)
	q.changed.L = &q.mu
	context.AfterFunc(ctx, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.over = true
		q.changed.Broadcast()
	})
	return q
}

// add puts cubes in their places. The caller holds the lock, or is the only user of the queue.
func (q *queue) add(cubes ...*cube) {
	for _, c := range slices.Backward(cubes) {
		at, _ := slices.BinarySearchFunc(q.waiting, c,
			func(a, b *cube) int { return slices.Compare(b.path, a.path) })
		q.waiting = slices.Insert(q.waiting, at, c)
	}
}

// next waits for a cube and returns it, or nil if there will be none.
func (q *queue) next() *cube {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 && !q.over {
		q.changed.Wait()
	}
	if q.over {
		return nil
	}
	last := len(q.waiting) - 1
	c := q.waiting[last]
	q.waiting[last] = nil
	q.waiting = q.waiting[:last]
	q.working++
	return c
}

// finish ends the work on a cube that was split into the given parts.
func (q *queue) finish(parts []*cube) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.add(parts...)
	q.working--
	q.over = q.over || q.working == 0 && len(q.waiting) == 0
	q.changed.Broadcast()
}
