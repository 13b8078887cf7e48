package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
)

// A state is why a job is closed.
type state struct {
	Cancelled bool `json:"cancelled,omitempty"`
	// A and B are two different answers for one unit.
	A     *plan.Record `json:"a,omitempty"`
	B     *plan.Record `json:"b,omitempty"`
	Since time.Time    `json:"since"`
}

// err is the state as the error of [Store.Wait]; nil if the job is open.
func (c *state) err() error {
	switch {
	case c == nil:
		return nil
	case c.A != nil && c.B != nil && c.A.Report != nil && c.B.Report != nil:
		return &plan.Contradiction{A: *c.A, B: *c.B}
	}
	return network.ErrCancelled
}

// state reads the state of a job, nil if it is open.
func (s *Store) state(ctx context.Context, job string) (*state, error) {
	data, err := s.get(ctx, jobsStream, stateSubject+job)
	if err != nil || data == nil {
		return nil, err
	}
	var c state
	if err := unpack(data, &c); err != nil {
		return nil, fmt.Errorf("jetstream: job %s: %w", job, err)
	}
	return &c, nil
}

// close stops all work at a job and takes its units out of the queue.
func (s *Store) close(ctx context.Context, j *network.Job, why state) error {
	why.Since = time.Now().UTC()
	data, err := pack(why)
	if err != nil {
		return err
	}
	if err := s.put(ctx, stateSubject+j.Name, data); err != nil {
		return err
	}
	return s.purge(ctx, workStream, workSubject+"*."+j.Name+".*")
}

// alarm closes a job since a unit has two answers.
func (s *Store) alarm(ctx context.Context, j *network.Job, two *plan.Contradiction) error {
	return errors.Join(two, s.close(ctx, j, state{A: &two.A, B: &two.B}))
}

// A life shows that somebody waits for a job and, in the end, its count.
type life struct {
	At    time.Time `json:"at"`
	Count string    `json:"count,omitempty"`
}

const (
	// aliveEvery is the time between two signs of life.
	aliveEvery = 2 * time.Second
	// missed is how old a job's last sign of life may be while it is "waited for".
	missed = 5 * aliveEvery
)

// live writes the life of a job.
func (s *Store) live(ctx context.Context, j *network.Job, l life) error {
	l.At = time.Now().UTC()
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return s.put(ctx, aliveSubject+j.Name, text)
}
