package jetstream

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	js "github.com/nats-io/nats.go/jetstream"
)

// jobForm is the version of the JSON of jobs.
const jobForm = 1

// jobName is a hash of what a job counts: to submit the same again continues the job.
func jobName(p *plan.Plan, puzzle []byte) string {
	return hashName(p.Digest() + "\n" + string(puzzle))
}

// job reads a job.
func (s *Store) job(ctx context.Context, name string) (*network.Job, error) {
	data, err := s.jobData(ctx, name)
	if err != nil {
		return nil, err
	}
	return readJob(name, data)
}

// jobData returns a job as it is stored. It never queries a malformed name: that might be a pattern
// that all jobs match.
func (s *Store) jobData(ctx context.Context, name string) ([]byte, error) {
	if !isName(name) {
		return nil, fmt.Errorf("jetstream: %.40q: %w", name, network.ErrNoJob)
	}
	data, err := s.get(ctx, jobsStream, planSubject+name)
	if err == nil && data == nil {
		err = fmt.Errorf("jetstream: %s: %w", name, network.ErrNoJob)
	}
	return data, err
}

func readJob(name string, data []byte) (*network.Job, error) {
	j := network.Job{Name: name}
	err := unpack(data, &j)
	switch {
	case err != nil:
	case j.Format != jobForm:
		err = fmt.Errorf("%w: its format is %d; this program reads %d", plan.ErrOther, j.Format,
			jobForm)
	case j.Plan == nil:
		err = errDamaged
	default:
		err = j.Plan.Sound()
	}
	if err != nil {
		return nil, fmt.Errorf("jetstream: job %s: %w", name, err)
	}
	return &j, nil
}

// Submit is part of [network.Store].
func (s *Store) Submit(ctx context.Context, p *plan.Plan, puzzle []byte) (*network.Job, error) {
	if err := s.prepare(ctx); err != nil {
		return nil, err
	}
	j := &network.Job{
		Name: jobName(p, puzzle), Format: jobForm, Plan: p, Puzzle: puzzle, Since: time.Now().UTC(),
	}
	data, err := pack(j)
	if err != nil {
		return nil, err
	}
	if most := s.nc.MaxPayload(); int64(len(data)) > most {
		return nil,
			fmt.Errorf("jetstream: the plan of %s has %d bytes, and a message may have %d "+
				"(max_payload of the server)",
				p.Puzzle, len(data), most)
	}
	if _, err := s.create(ctx, jobsStream, planSubject+j.Name, data); err != nil {
		return nil, err
	}
	there, err := s.job(ctx, j.Name)
	if err != nil {
		return nil, err
	}
	if there.Plan.Digest() != p.Digest() {
		return nil, fmt.Errorf("jetstream: job %s: %w", j.Name, plan.ErrOther)
	}
	why, err := s.closedReason(ctx, j.Name)
	if errors.Is(why, network.ErrCancelled) { // one with two answers stays closed
		why, err = nil, s.purge(ctx, jobsStream, stateSubject+j.Name)
	}
	return there, cmp.Or(err, why)
}

// Take is part of [network.Store].
func (s *Store) Take(ctx context.Context, name string) (*network.Job, error) {
	j, err := s.job(ctx, name)
	if err != nil {
		return nil, err
	}
	why, err := s.closedReason(ctx, name)
	if why != nil {
		err = fmt.Errorf("jetstream: job %s: %w", name, why)
	}
	return j, err
}

// Cancel is part of [network.Store].
func (s *Store) Cancel(ctx context.Context, name string) error {
	j, err := s.job(ctx, name)
	if err != nil {
		return err
	}
	why, err := s.closedReason(ctx, name)
	if err != nil || why != nil {
		return err // closed already, perhaps for a more important reason
	}
	return s.closeJob(ctx, j, state{Cancelled: true})
}

// Remove is part of [network.Store].
func (s *Store) Remove(ctx context.Context, name string) error {
	if _, err := s.jobData(ctx, name); err != nil {
		return err
	}
	if err := s.closeJob(ctx, &network.Job{Name: name}, state{Cancelled: true}); err != nil {
		return err
	}
	for _, of := range [][2]string{
		{doneStream, doneSubject + name + ".*"}, {doneStream, auditSubject + name + ".*"},
		{jobsStream, heartbeatSubject + name}, {jobsStream, planSubject + name}, {
			jobsStream, stateSubject + name,
		},
	} {
		if err := s.purge(ctx, of[0], of[1]); err != nil {
			return err
		}
	}
	return nil
}

// Jobs is part of [network.Store].
func (s *Store) Jobs(ctx context.Context) ([]network.ListedJob, error) {
	var all []network.ListedJob
	for from := uint64(1); ; {
		m, err := s.next(ctx, jobsStream, planSubject+"*", from)
		if err != nil || m == nil {
			return all, err
		}
		from = m.Sequence + 1
		name := strings.TrimPrefix(m.Subject, planSubject)
		j, err := readJob(name, m.Data)
		if err != nil {
			all = append(all, network.ListedJob{
				Job: &network.Job{Name: name, Plan: &plan.Plan{}}, State: "unreadable",
			})
			continue
		}
		l, err := s.jobState(ctx, j)
		if errors.Is(err, errDamaged) { // one job hides no others
			l.State, err = "unreadable", nil
		}
		if err != nil {
			return all, err
		}
		all = append(all, l)
	}
}

func (s *Store) jobState(ctx context.Context, j *network.Job) (network.ListedJob, error) {
	l := network.ListedJob{Job: j, State: "open"}
	err := s.read(ctx, doneStream, func(ctx context.Context, of js.Stream) error {
		info, err := of.Info(ctx, js.WithSubjectFilter(doneSubject+j.Name+".*"))
		if err == nil {
			l.Records = len(info.State.Subjects)
		}
		return err
	})
	if err != nil {
		return l, err
	}
	why, err := s.closedReason(ctx, j.Name)
	switch {
	case err != nil:
		return l, err
	case errors.Is(why, network.ErrCancelled):
		l.State = "cancelled"
		return l, nil
	case why != nil:
		l.State = "two answers"
		return l, nil
	}
	text, err := s.get(ctx, jobsStream, heartbeatSubject+j.Name)
	var last heartbeat
	switch {
	case err != nil || text == nil:
		return l, err
	case json.Unmarshal(text, &last) != nil:
		return l, fmt.Errorf("jetstream: job %s: %w", j.Name, errDamaged)
	case last.Count != "":
		l.State, l.Count = "done", last.Count
	case math.Abs(float64(time.Since(last.At))) < float64(heartbeatTimeout): // clocks differ
		l.State = "waited for"
	}
	return l, nil
}

// A state is why a job is closed.
type state struct {
	Cancelled bool `json:"cancelled,omitempty"`
	// A and B are two different answers for one unit.
	A     *plan.Record `json:"a,omitempty"`
	B     *plan.Record `json:"b,omitempty"`
	Since time.Time    `json:"since"`
}

// closedReason returns why a job is closed, [network.ErrCancelled] or a [plan.Contradiction]; nil
// if it is open.
func (s *Store) closedReason(ctx context.Context, job string) (why, err error) {
	data, err := s.get(ctx, jobsStream, stateSubject+job)
	if err != nil || data == nil {
		return nil, err
	}
	var c state
	if err := unpack(data, &c); err != nil {
		return nil, fmt.Errorf("jetstream: job %s: %w", job, err)
	}
	if c.A != nil && c.B != nil && c.A.Report != nil && c.B.Report != nil {
		return &plan.Contradiction{A: *c.A, B: *c.B}, nil
	}
	return network.ErrCancelled, nil
}

// closeJob stops all work at a job and takes its units out of the queue.
func (s *Store) closeJob(ctx context.Context, j *network.Job, why state) error {
	why.Since = time.Now().UTC()
	data, err := pack(why)
	if err != nil {
		return err
	}
	if err := s.replace(ctx, stateSubject+j.Name, data); err != nil {
		return err
	}
	return s.purge(ctx, workStream, workSubject+"*."+j.Name+".*")
}

// closeContradicted closes a job since a unit has two answers.
func (s *Store) closeContradicted(
	ctx context.Context, j *network.Job, two *plan.Contradiction,
) error {
	return errors.Join(two, s.closeJob(ctx, j, state{A: &two.A, B: &two.B}))
}

// A heartbeat shows that somebody waits for a job and, in the end, its count.
type heartbeat struct {
	At    time.Time `json:"at"`
	Count string    `json:"count,omitempty"`
}

const (
	// heartbeatEvery is the time between two signs of life.
	heartbeatEvery = 2 * time.Second
	// heartbeatTimeout is how old a job's last sign of life may be while it is "waited for".
	heartbeatTimeout = 5 * heartbeatEvery
)

// writeHeartbeat writes the life of a job.
func (s *Store) writeHeartbeat(ctx context.Context, j *network.Job, l heartbeat) error {
	l.At = time.Now().UTC()
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return s.replace(ctx, heartbeatSubject+j.Name, text)
}
