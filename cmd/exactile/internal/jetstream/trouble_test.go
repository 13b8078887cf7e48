package jetstream

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	js "github.com/nats-io/nats.go/jetstream"
)

// stuck is a worker that starts a unit and does not end it until it is released.
func stuck(begun chan<- struct{}, told chan<- error) network.Worker {
	return network.Worker{Name: "stuck", Version: version, Open: func(ctx context.Context, _ *network.Job, _ bool, _ *adapter.Monitor) (*plan.Job, error) {
		begun <- struct{}{}
		<-ctx.Done()
		told <- context.Cause(ctx)
		return nil, ctx.Err()
	}}
}

// TestJobsAreCancelled cancels a job while a worker does it, resumes it, and removes it.
func TestJobsAreCancelled(t *testing.T) {
	t.Parallel()
	_, a := serve(t)
	s := connect(t, a)
	p := planned(t, packing, "native", 3, 0, backends.Task{})
	begun, told := make(chan struct{}, 1), make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = s.Work(ctx, stuck(begun, told))
	}()
	cancelled := make(chan struct{})
	go func() {
		defer close(cancelled)
		<-begun
		if err := s.Cancel(t.Context(), jobName(p, []byte(packing))); err != nil {
			t.Error(err)
		}
	}()
	if _, err := count(t, s, p, packing, network.Count{}); !errors.Is(err, network.ErrCancelled) {
		t.Fatalf("who waits is told %v", err)
	}
	<-cancelled
	if cause := <-told; !errors.Is(cause, errClosed) {
		t.Errorf("the worker is told %v", cause)
	}
	if states(t, s) != "cancelled" {
		t.Errorf("the job is %s", states(t, s))
	}
	cancel()
	<-ended
	employ(t, s, network.Worker{Name: "next"})
	total, err := count(t, s, p, packing, network.Count{})
	if err != nil || total.Report.Count.Int64() != packingCount || states(t, s) != "done 131" {
		t.Errorf("taken up again: %v %v, %s", total.Report.Count, err, states(t, s))
	}
	if err := s.Remove(t.Context(), jobName(p, []byte(packing))); err != nil || states(t, s) != "" {
		t.Errorf("removed: %s %v", states(t, s), err)
	}
	if _, err := s.Take(t.Context(), jobName(p, []byte(packing))); !errors.Is(err, network.ErrNoJob) {
		t.Errorf("what was removed is taken up: %v", err)
	}
}

// The name of a job is never a pattern that others match.
func TestNamesOfJobs(t *testing.T) {
	t.Parallel()
	_, a := serve(t)
	s := connect(t, a)
	p := planned(t, packing, "native", 3, 0, backends.Task{})
	if _, err := s.Submit(t.Context(), p, []byte(packing)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"*", ">", "", "*.*", "aaaaaaaaaaa*", strings.Repeat("a", nameLength)} {
		for what, do := range map[string]func(context.Context, string) error{"cancel": s.Cancel, "remove": s.Remove} {
			if err := do(t.Context(), name); !errors.Is(err, network.ErrNoJob) {
				t.Errorf("%s %q: %v", what, name, err)
			}
		}
	}
	if states(t, s) != "open" {
		t.Fatalf("the jobs are %q", states(t, s))
	}
}

// Whatever is damaged of a job, others are listed, and it is removed.
func TestDamagedJobsHideNoOthers(t *testing.T) {
	t.Parallel()
	_, a := serve(t)
	s := connect(t, a)
	for _, subject := range []string{planSubject, stateSubject, heartbeatSubject} {
		var names []string
		for units := 2; units < 5; units++ {
			p := planned(t, packing, "native", units, 0, backends.Task{})
			j, err := s.Submit(t.Context(), p, []byte(packing))
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, j.Name)
		}
		if subject == planSubject { // the first message of a subject is its last
			if err := s.purge(t.Context(), jobsStream, subject+names[0]); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.replace(t.Context(), subject+names[0], []byte("junk")); err != nil {
			t.Fatal(err)
		}
		got := strings.Split(states(t, s), ",")
		if slices.Sort(got); strings.Join(got, ",") != "open,open,unreadable" {
			t.Errorf("%s is damaged: the jobs are %q", subject, got)
		}
		for _, name := range names {
			if err := s.Remove(t.Context(), name); err != nil {
				t.Errorf("%s is damaged: removed: %v", subject, err)
			}
		}
	}
}

// states are the states of all jobs.
func states(t *testing.T, s *Store) string {
	t.Helper()
	all, err := s.Jobs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, l := range all {
		said = append(said, strings.TrimSpace(l.State+" "+l.Count))
	}
	return strings.Join(said, ",")
}

// nothing is the record of a unit in which there is no solution.
func nothing(p *plan.Plan, u plan.Unit) plan.Record {
	digest := p.Digest()
	return plan.Record{Plan: digest, Unit: u, Report: &backends.Report{
		Count: new(big.Int), Complete: true, Plan: digest, Unit: u.Name(),
	}}
}

// TestTroubleEndsJobs damages a store in ways that must end a wait.
func TestTroubleEndsJobs(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before func(t *testing.T, s *Store)
		during func(ctx context.Context, r network.Running, s *Store, j *network.Job) error
		want   string
	}{
		"the server is gone": {during: func(_ context.Context, r network.Running, _ *Store, _ *network.Job) error {
			r.Stop()
			return nil
		}, want: "tried for"},
		"the store is wiped": {during: func(ctx context.Context, _ network.Running, s *Store, _ *network.Job) error {
			return errors.Join(s.js.DeleteStream(ctx, jobsStream), s.js.DeleteStream(ctx, doneStream), s.js.DeleteStream(ctx, workStream))
		}, want: "the store was deleted"},
		"records are lost": {during: func(ctx context.Context, _ network.Running, s *Store, _ *network.Job) error {
			if err := s.js.DeleteStream(ctx, doneStream); err != nil {
				return err
			}
			_, err := s.js.CreateStream(ctx, streams(1)[1])
			return err
		}, want: errWiped.Error()},
		"the job is removed": {during: func(ctx context.Context, _ network.Running, s *Store, j *network.Job) error {
			return s.purge(ctx, jobsStream, planSubject+j.Name)
		}, want: network.ErrNoJob.Error()},
		"a record is damaged": {during: func(ctx context.Context, _ network.Running, s *Store, j *network.Job) error {
			_, err := s.create(ctx, doneStream, doneSubject+j.Name+".2of3", []byte("no record"))
			return err
		}, want: "it is damaged"},
		"a record is of another unit": {during: func(ctx context.Context, _ network.Running, s *Store, j *network.Job) error {
			data, err := pack(nothing(j.Plan, j.Plan.All()[0]))
			if err == nil {
				_, err = s.create(ctx, doneStream, doneSubject+j.Name+".2of3", data)
			}
			return err
		}, want: "it is of unit 1/3"},
		"there is no room": {before: func(t *testing.T, s *Store) {
			tight := streams(1)[1]
			tight.MaxBytes = 10
			if _, err := s.js.CreateStream(t.Context(), tight); err != nil {
				t.Fatal(err)
			}
		}, during: func(_ context.Context, _ network.Running, s *Store, _ *network.Job) error {
			employ(t, s, network.Worker{Name: "full"})
			return nil
		}, want: "maximum bytes exceeded"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, a := serve(t)
			s := connect(t, a)
			s.retryFor = time.Second / 2
			if test.before != nil {
				test.before(t, s)
			}
			j, err := s.Submit(t.Context(), planned(t, packing, "native", 3, 0, backends.Task{}), []byte(packing))
			if err != nil {
				t.Fatal(err)
			}
			if test.before == nil { // one record is there and has been read
				data, err := pack(nothing(j.Plan, j.Plan.All()[0]))
				if err == nil {
					_, err = s.create(t.Context(), doneStream, doneSubject+j.Name+".1of3", data)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			done := make(chan error, 1)
			looks := 0
			_, err = s.Wait(t.Context(), j, network.Count{Version: version, OnProgress: func(network.Progress) {
				if looks++; looks == 2 {
					go func() { done <- test.during(context.WithoutCancel(t.Context()), r, s, j) }()
				}
			}})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("it ends with %v, want %q", err, test.want)
			}
			if looks < 2 {
				t.Fatalf("it ends before anything goes wrong: %v", err)
			}
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

// TestStrangersAreIgnored puts messages of other programs into the queue.
func TestStrangersAreIgnored(t *testing.T) {
	t.Parallel()
	_, a := serve(t)
	s := connect(t, a)
	if err := s.prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, subject := range []string{".nothing.1of2", ".0123456789ab.2of1", ".0123456789ab.1of2"} {
		if _, err := s.js.Publish(t.Context(), workSubject+hashName(version)+subject, nil); err != nil {
			t.Fatal(err)
		}
	}
	employ(t, s, network.Worker{Name: "right"})
	total, err := count(t, s, planned(t, packing, "native", 2, 0, backends.Task{}), packing, network.Count{})
	if err != nil || total.Report.Count.Int64() != packingCount {
		t.Errorf("%v %v", total.Report.Count, err)
	}
	of, err := s.js.Stream(t.Context(), workStream)
	if err != nil {
		t.Fatal(err)
	}
	for of.CachedInfo().State.Msgs > 0 { // until the test's time is over
		if _, err := of.Info(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
}

// TestRefusalsAreTold tells refusals of a server apart by their codes and texts.
func TestRefusalsAreTold(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		code        js.ErrorCode
		text        string
		there, full bool
	}{
		{js.JSErrCodeStreamWrongLastSequence, "wrong last sequence: 7", true, false},
		{js.JSErrCodeStreamWrongLastSequenceConstant, "wrong last sequence", true, false},
		{storeFailed, "maximum messages per subject exceeded", true, false},
		{storeFailed, "maximum bytes exceeded", false, true},
		{storeFailed, "write x.blk: no space left on device", false, true},
		{noReplicas, "replicas > 1 not supported in non-clustered mode", false, false},
	} {
		err := &js.APIError{ErrorCode: test.code, Description: test.text}
		if subjectTaken(err) != test.there || noSpace(err) != test.full {
			t.Errorf("%v: there %t, full %t", err, subjectTaken(err), noSpace(err))
		}
	}
}
