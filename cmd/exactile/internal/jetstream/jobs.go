package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	js "github.com/nats-io/nats.go/jetstream"

	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
)

// Submit is part of [network.Store].
func (s *Store) Submit(ctx context.Context, p *plan.Plan, puzzle []byte) (*network.Job, error) {
	if err := s.prepare(ctx); err != nil {
		return nil, err
	}
	j := &network.Job{Name: nameOf(p, puzzle), Form: jobForm, Plan: p, Puzzle: puzzle, Since: time.Now().UTC()}
	data, err := pack(j)
	if err != nil {
		return nil, err
	}
	if most := s.nc.MaxPayload(); int64(len(data)) > most {
		return nil, fmt.Errorf("jetstream: the plan of %s has %d bytes, and a message may have %d (max_payload of the server)",
			p.Puzzle, len(data), most)
	}
	if _, err := s.first(ctx, jobsStream, planSubject+j.Name, data); err != nil {
		return nil, err
	}
	there, err := s.job(ctx, j.Name)
	if err != nil {
		return nil, err
	}
	if there.Plan.Digest() != p.Digest() {
		return nil, fmt.Errorf("jetstream: job %s: %w", j.Name, plan.ErrOther)
	}
	return there, s.reopen(ctx, there)
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

// Take is part of [network.Store].
func (s *Store) Take(ctx context.Context, name string) (*network.Job, error) {
	j, err := s.job(ctx, name)
	if err != nil {
		return nil, err
	}
	switch closed, err := s.state(ctx, name); {
	case err != nil:
		return nil, err
	case closed != nil:
		return nil, fmt.Errorf("jetstream: job %s: %w", name, closed.err())
	}
	return j, nil
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

// Jobs is part of [network.Store].
func (s *Store) Jobs(ctx context.Context) ([]network.Listed, error) {
	var all []network.Listed
	for from := uint64(1); ; {
		m, err := s.next(ctx, jobsStream, planSubject+"*", from)
		if err != nil || m == nil {
			return all, err
		}
		from = m.Sequence + 1
		name := strings.TrimPrefix(m.Subject, planSubject)
		j, err := readJob(name, m.Data)
		if err != nil {
			all = append(all, network.Listed{Job: &network.Job{Name: name, Plan: &plan.Plan{}}, State: "unreadable"})
			continue
		}
		l, err := s.listed(ctx, j)
		if errors.Is(err, errDamaged) { // one job hides no others
			l.State, err = "unreadable", nil
		}
		if err != nil {
			return all, err
		}
		all = append(all, l)
	}
}

func (s *Store) listed(ctx context.Context, j *network.Job) (network.Listed, error) {
	l := network.Listed{Job: j, State: "open"}
	err := s.reading(ctx, doneStream, func(ctx context.Context, of js.Stream) error {
		info, err := of.Info(ctx, js.WithSubjectFilter(doneSubject+j.Name+".*"))
		if err == nil {
			l.Records = len(info.State.Subjects)
		}
		return err
	})
	if err != nil {
		return l, err
	}
	c, err := s.state(ctx, j.Name)
	switch {
	case err != nil:
		return l, err
	case c != nil && c.Cancelled:
		l.State = "cancelled"
		return l, nil
	case c != nil:
		l.State = "two answers"
		return l, nil
	}
	text, err := s.get(ctx, jobsStream, aliveSubject+j.Name)
	var last life
	switch {
	case err != nil || text == nil:
		return l, err
	case json.Unmarshal(text, &last) != nil:
		return l, fmt.Errorf("jetstream: job %s: %w", j.Name, errDamaged)
	case last.Count != "":
		l.State, l.Count = "done", last.Count
	case math.Abs(float64(time.Since(last.At))) < float64(missed): // clocks differ
		l.State = "waited for"
	}
	return l, nil
}
