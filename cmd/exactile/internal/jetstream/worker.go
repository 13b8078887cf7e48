package jetstream

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
)

const (
	// beatEvery is the time between two heartbeats of a worker.
	beatEvery = 2 * time.Second
	// fetchFor is how long one fetch of a unit from the queue waits.
	fetchFor = 5 * time.Second
	// retryAfter is how long a failed unit waits for its next try, perhaps by another worker.
	retryAfter = 2 * time.Second
	// A worker passes audits of its own units to others. From the auditsOwn-th delivery on it does
	// them itself: there may be no other worker.
	auditsOwn = 4
)

// A beat is a heartbeat of a worker.
type beat struct {
	Worker  string   `json:"worker"`
	Version string   `json:"version"`
	Slots   int      `json:"slots"`
	Jobs    []string `json:"jobs,omitempty"` // of the units in work
	Ends    bool     `json:"ends,omitempty"`
}

// A fault reports a unit that a worker could not do.
type fault struct {
	Worker string    `json:"worker"`
	Unit   plan.Unit `json:"unit"`
	Error  string    `json:"error"`
	// Final is set if no other worker needs to try: there is no room for records.
	Final bool `json:"final,omitempty"`
}

// A worker has slots, each of which does one unit after the other.
type worker struct {
	network.Worker
	store *Store
	id    string

	mu      sync.Mutex
	busy    map[int]string // the jobs of slots at work
	lastDid time.Time
}

// at sets the job that a slot works at, "" for none.
func (c *worker) at(slot int, job string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lastDid = time.Now(); job == "" {
		delete(c.busy, slot)
	} else {
		c.busy[slot] = job
	}
}

// idle reports whether no slot has had a unit for longer than Worker.Idle.
func (c *worker) idle() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.Idle > 0 && len(c.busy) == 0 && time.Since(c.lastDid) > c.Idle
}

// beat publishes the worker's heartbeats and, when ctx ends, one with Ends set.
func (c *worker) beat(ctx context.Context) {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for ended := false; ; {
		c.mu.Lock()
		b := beat{Worker: c.Name, Version: c.Version, Slots: max(1, c.Slots), Ends: ended}
		for _, job := range c.busy {
			b.Jobs = append(b.Jobs, job)
		}
		c.mu.Unlock()
		c.say(beatSubject+c.id, b)
		if ended {
			return
		}
		select {
		case <-ctx.Done():
			ended = true
		case <-tick.C:
		}
	}
}

// say publishes a message that may be lost.
func (c *worker) say(subject string, v any) {
	if text, err := json.Marshal(v); err == nil {
		_ = c.store.nc.PublishMsg(&nats.Msg{Subject: subject, Data: text})
	}
}

// trouble reports the error of a task, also to those who wait for its job.
func (c *worker) trouble(t task, err error) {
	c.say(faultSubject+t.job, fault{c.Name, t.unit, err.Error(), isFull(err)})
	if c.Trouble != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.Trouble(fmt.Errorf("unit %v: %w", t.unit, err))
	}
}

// did passes a stored record to Done.
func (c *worker) did(r plan.Record, audit bool) {
	if c.Done != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.Done(r, audit)
	}
}
