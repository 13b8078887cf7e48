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
)

// A life shows that somebody waits for a job and, in the end, its count.
type life struct {
	At    time.Time `json:"at"`
	Count string    `json:"count,omitempty"`
}

// live writes the life of a job.
func (s *Store) live(ctx context.Context, j *Job, l life) error {
	l.At = time.Now().UTC()
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return s.put(ctx, s.patience, aliveSubject+j.Name, text)
}

// A Listed is a job as a list shows it.
type Listed struct {
	*Job
	// Records is the number of units with a result or a split; the plan began with Job.Plan.Units.
	Records int
	// State is "waited for", "open", "cancelled", "two answers", "done" or, if this program cannot
	// read the job, "unreadable". Count is its count if it is done.
	State, Count string
}

// missed is how old a job's last sign of life may be while it is "waited for".
const missed = 5 * aliveEvery

// Jobs lists all jobs, in the order in which they were submitted first.
func (s *Store) Jobs(ctx context.Context) ([]Listed, error) {
	var all []Listed
	for from := uint64(1); ; {
		m, err := s.next(ctx, jobsStream, planSubject+"*", from)
		if err != nil || m == nil {
			return all, err
		}
		from = m.Sequence + 1
		name := strings.TrimPrefix(m.Subject, planSubject)
		j, err := readJob(name, m.Data)
		if err != nil {
			all = append(all, Listed{Job: &Job{Name: name, Plan: &plan.Plan{}}, State: "unreadable"})
			continue
		}
		l, err := s.listed(ctx, j)
		if err != nil {
			return all, err
		}
		all = append(all, l)
	}
}

func (s *Store) listed(ctx context.Context, j *Job) (Listed, error) {
	l := Listed{Job: j, State: "open"}
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
