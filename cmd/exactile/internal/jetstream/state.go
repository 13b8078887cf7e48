package jetstream

import (
	"context"
	"errors"
	"fmt"
	"time"

	js "github.com/nats-io/nats.go/jetstream"

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

// errClosed ends the units of a job that was closed.
var errClosed = errors.New("the job is closed")

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

// reopen opens a job that was cancelled. One with two answers stays closed.
func (s *Store) reopen(ctx context.Context, j *network.Job) error {
	c, err := s.state(ctx, j.Name)
	if err != nil || c == nil {
		return err
	}
	if err := c.err(); !errors.Is(err, network.ErrCancelled) {
		return err
	}
	return s.purge(ctx, jobsStream, stateSubject+j.Name)
}

// purge removes the messages on some subjects of a stream.
func (s *Store) purge(ctx context.Context, stream, subjects string) error {
	return insist(ctx, s.patience, "remove "+subjects, func(ctx context.Context) error {
		of, err := s.stream(ctx, stream)
		if err == nil {
			err = of.Purge(ctx, js.WithPurgeSubject(subjects))
		}
		return err
	})
}

// Cancel is part of [network.Store].
func (s *Store) Cancel(ctx context.Context, name string) error {
	j, err := s.job(ctx, name)
	if err != nil {
		return err
	}
	c, err := s.state(ctx, name)
	if err != nil || c != nil {
		return err // closed already, perhaps for a more important reason
	}
	return s.close(ctx, j, state{Cancelled: true})
}

// Remove is part of [network.Store].
func (s *Store) Remove(ctx context.Context, name string) error {
	if _, err := s.text(ctx, name); err != nil {
		return err
	}
	if err := s.close(ctx, &network.Job{Name: name}, state{Cancelled: true}); err != nil {
		return err
	}
	for _, of := range [][2]string{
		{doneStream, doneSubject + name + ".*"}, {doneStream, auditSubject + name + ".*"},
		{jobsStream, aliveSubject + name}, {jobsStream, planSubject + name}, {jobsStream, stateSubject + name},
	} {
		if err := s.purge(ctx, of[0], of[1]); err != nil {
			return err
		}
	}
	return nil
}
