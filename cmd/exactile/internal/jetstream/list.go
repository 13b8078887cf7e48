package jetstream

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	js "github.com/nats-io/nats.go/jetstream"

	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
)

// A life shows that somebody waits for a job and, in the end, its count.
type life struct {
	At    time.Time `json:"at"`
	Count string    `json:"count,omitempty"`
}

// live writes the life of a job.
func (s *Store) live(ctx context.Context, j *network.Job, l life) error {
	l.At = time.Now().UTC()
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return s.put(ctx, aliveSubject+j.Name, text)
}

// missed is how old a job's last sign of life may be while it is "waited for".
const missed = 5 * aliveEvery

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
