package jetstream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	js "github.com/nats-io/nats.go/jetstream"

	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
)

// queue returns the consumer from which the workers of a version take their units. It makes the
// consumer if create is set and there is none.
func (s *Store) queue(ctx context.Context, version string, create bool) (js.Consumer, error) {
	name := "workers-" + short(version)
	q, err := s.js.Consumer(ctx, workStream, name)
	if !create || !errors.Is(err, js.ErrConsumerNotFound) {
		return q, err
	}
	const waiting = 1 << 14 // workers that have nothing to do
	q, err = s.js.CreateConsumer(ctx, workStream, js.ConsumerConfig{
		Durable: name, FilterSubject: workSubject + short(version) + ".>", AckPolicy: js.AckExplicitPolicy,
		AckWait: s.lease, MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: waiting,
		Description: "units for exactile " + version,
	})
	if code(err) == consumerExists {
		q, err = s.js.Consumer(ctx, workStream, name)
	}
	return q, err
}

// A task is a unit to do, as a subject of the queue names it.
type task struct {
	job   string
	unit  plan.Unit
	audit bool
}

const again = "again-"

// subject is the subject of a task in the queue for the workers of a version.
func (t task) subject(version string) string {
	name := t.unit.String()
	if t.audit {
		name = again + name
	}
	return workSubject + short(version) + "." + t.job + "." + name
}

// tasksOf returns the tasks to do units of a job, or to do them again.
func tasksOf(j *network.Job, units []plan.Unit, audit bool) []task {
	tasks := make([]task, len(units))
	for k, u := range units {
		tasks[k] = task{j.Name, u, audit}
	}
	return tasks
}

// record is the subject of a task's record.
func (t task) record() string {
	if t.audit {
		return auditSubject + t.job + "." + t.unit.String()
	}
	return doneSubject + t.job + "." + t.unit.String()
}

// parseTask is the inverse of subject.
func parseTask(subject string) (t task, err error) {
	tokens := strings.Split(strings.TrimPrefix(subject, workSubject), ".")
	const version, job, unit, n = 0, 1, 2, 3
	if len(tokens) != n || !isName(tokens[version]) || !isName(tokens[job]) {
		return t, fmt.Errorf("jetstream: %.80q is no unit", subject)
	}
	name, audit := strings.CutPrefix(tokens[unit], again)
	u, err := plan.ParseUnit(name)
	return task{tokens[job], u, audit}, err
}

// readRecord reads the record of a unit of a job from the message on a subject.
func readRecord(j *network.Job, subject string, data []byte) (r plan.Record, audit bool, err error) {
	if err = unpack(data, &r); err == nil {
		err = r.Sound()
	}
	t := task{j.Name, r.Unit, strings.HasPrefix(subject, auditSubject)}
	if err == nil && t.record() != subject {
		err = fmt.Errorf("%w: it is of unit %v", errDamaged, r.Unit)
	}
	if err != nil {
		err = fmt.Errorf("jetstream: the record %s: %w", subject, err)
	}
	return r, t.audit, err
}

// kept reads the stored record of a task, and reports whether there is one.
func (s *Store) kept(ctx context.Context, j *network.Job, t task) (r plan.Record, ok bool, err error) {
	data, err := s.get(ctx, doneStream, t.record())
	if err != nil || data == nil {
		return r, false, err
	}
	r, _, err = readRecord(j, t.record(), data)
	return r, err == nil, err
}

// keep writes the record of a task unless there is one, and returns the stored one.
func (s *Store) keep(ctx context.Context, j *network.Job, t task, r plan.Record) (plan.Record, error) {
	data, err := pack(r)
	if err != nil {
		return r, err
	}
	err = insist(ctx, s.patience, "keep "+t.record(), func(ctx context.Context) error {
		was, err := s.first(ctx, doneStream, t.record(), data)
		if err != nil || was {
			return err
		}
		there, ok, err := s.kept(ctx, j, t)
		if err == nil && !ok {
			return errNotYet // another write is pending, and may fail
		}
		r = there
		return err
	})
	return r, err
}

var errNotYet = errors.New("another record is being written")

// enqueue queues tasks that are not queued, in their order. A batch with a failed write is
// repeated: to queue a queued task has no effect, and that of a done unit next to none.
func (s *Store) enqueue(ctx context.Context, version string, tasks []task) error {
	const batch = 128
	for some := range slices.Chunk(tasks, batch) {
		err := insist(ctx, s.patience, "queue units", func(ctx context.Context) (err error) {
			answers := make([]js.PubAckFuture, len(some))
			for k, t := range some {
				answers[k], err = s.js.PublishAsync(t.subject(version), nil, js.WithExpectStream(workStream), js.WithRetryAttempts(0))
				if err != nil {
					return err
				}
			}
			for _, a := range answers {
				select {
				case <-ctx.Done():
					return ctx.Err()
				case <-a.Ok():
				case failed := <-a.Err():
					if !isThere(failed) {
						err = failed
					}
				}
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
