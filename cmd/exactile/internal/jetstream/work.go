package jetstream

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
)

// A Worker does units of whatever jobs there are for its version of the program.
type Worker struct {
	// Version names this program, and Name the worker, in records.
	Version, Name string
	// Lanes is how many units are done side by side; 0 is one.
	Lanes int
	// Open makes what does the units of a job, or does them again if audit. The monitor is to
	// see its searches.
	Open func(ctx context.Context, j *Job, audit bool, see *backends.Monitor) (*plan.Job, error)
	// Idle is after how long without anything to do the worker ends; 0 is never.
	Idle time.Duration
	// Done, if not nil, is told of each record, and Trouble of what went wrong. Calls do not
	// overlap.
	Done    func(r plan.Record, audit bool)
	Trouble func(error)

	lie func(*plan.Record) // for tests
}

const (
	// lease is after how long a unit whose worker is not heard of is given to another.
	lease = 30 * time.Second
	// beatEvery is how often a worker says what it is at.
	beatEvery = 2 * time.Second
	// fetchFor is how long a worker waits for a unit before it asks again.
	fetchFor = 5 * time.Second
	// retryAfter is after how long what has failed is tried again, perhaps by another.
	retryAfter = 2 * time.Second
	// A unit whose worker did it itself is audited by another if there is one that takes it
	// within so many deliveries.
	tellTales = 4
)

// A beat is what a worker says of itself every now and then.
type beat struct {
	Worker  string   `json:"worker"`
	Version string   `json:"version"`
	Lanes   int      `json:"lanes"`
	Jobs    []string `json:"jobs,omitempty"` // of the units that it is at
	Ends    bool     `json:"ends,omitempty"`
}

// A fault is what a worker says of a unit that it could not do.
type fault struct {
	Worker string    `json:"worker"`
	Unit   plan.Unit `json:"unit"`
	Error  string    `json:"error"`
	// Final says that nobody else needs to try: there is no room for records.
	Final bool `json:"final,omitempty"`
}

// Work does units until ctx ends, and then gives back what it has, and returns ctx.Err(). A unit
// with two answers ends the job, not the worker. It is an error if nothing can be reached for
// too long.
func (s *Store) Work(ctx context.Context, w Worker) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	crew := &crew{Worker: w, store: s, id: rand.Text(), busy: map[int]string{}, lastDid: time.Now()}
	if crew.Name == "" {
		host, _ := os.Hostname() // it only says to people who it is
		crew.Name = fmt.Sprintf("%s:%d", host, os.Getpid())
	}
	var group sync.WaitGroup
	beating, silence := context.WithCancel(context.WithoutCancel(ctx))
	group.Go(func() { crew.beat(beating) })
	errs := make([]error, max(1, w.Lanes))
	var lanes sync.WaitGroup
	for k := range errs {
		lanes.Go(func() {
			l := &lane{crew: crew, number: k, monitor: new(backends.Monitor)}
			if errs[k] = l.work(ctx); errs[k] != nil {
				cancel(errs[k]) // the others end, too
			}
		})
	}
	lanes.Wait()
	silence()
	group.Wait()
	for _, err := range errs {
		if err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
	}
	return errors.Join(errs...)
}

// A crew are the lanes of one worker.
type crew struct {
	Worker
	store *Store
	id    string

	mu      sync.Mutex
	busy    map[int]string // the jobs that lanes are at
	lastDid time.Time
}

// at says which job a lane is at, "" for none.
func (c *crew) at(lane int, job string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lastDid = time.Now(); job == "" {
		delete(c.busy, lane)
	} else {
		c.busy[lane] = job
	}
}

// idle reports whether no lane has had anything to do for as long as the worker waits.
func (c *crew) idle() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.Idle > 0 && len(c.busy) == 0 && time.Since(c.lastDid) > c.Idle
}

// beat says every now and then what the worker is at, and in the end that it ends.
func (c *crew) beat(ctx context.Context) {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for ended := false; ; {
		c.mu.Lock()
		b := beat{Worker: c.Name, Version: c.Version, Lanes: max(1, c.Lanes), Ends: ended}
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

// say publishes what nobody relies on.
func (c *crew) say(subject string, v any) {
	if text, err := json.Marshal(v); err == nil {
		_ = c.store.nc.PublishMsg(&nats.Msg{Subject: subject, Data: text})
	}
}

// trouble tells of what went wrong with a task, also those who wait for its job.
func (c *crew) trouble(t task, err error) {
	c.say(faultSubject+t.job, fault{c.Name, t.unit, err.Error(), isFull(err)})
	if c.Trouble != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.Trouble(fmt.Errorf("unit %v: %w", t.unit, err))
	}
}

// did tells of a record that is kept.
func (c *crew) did(r plan.Record, audit bool) {
	if c.Done != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.Done(r, audit)
	}
}
