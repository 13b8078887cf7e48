package jetstream

import (
	"context"
	"errors"
	"math/big"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
)

const version = "test"

// The puzzles that workers here know, by the text that stands for them in a job.
const (
	eight = "name: dominoes\nboard: |\n  ........\n  ........\n  ........\n  ........\n  ........\n  ........\n" +
		"pieces: [{name: D, shape: [XX], count: 24}]\n"
	eightCount   = 167089 // OEIS A004003 has the squares; 6x8 is in A187596
	packing      = "name: packing\nboard: |\n  ???\n  ???\n  ???\npieces: [{name: D, shape: [XX], count: any}]\n"
	packingCount = 131
)

func compile(t testing.TB, text string) *cover.Model {
	t.Helper()
	m, err := modelOf(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func modelOf(text string) (*cover.Model, error) {
	file, err := formats.Read("test", strings.NewReader(text), formats.Options{})
	if err != nil {
		return nil, err
	}
	tiling, err := file.Documents[0].Compile()
	if err != nil {
		return nil, err
	}
	return tiling.Model, nil
}

// openJob returns the job that runs units.
func openJob(_ context.Context, j *network.Job, audit bool, see *adapter.Monitor) (*plan.Job, error) {
	m, err := modelOf(string(j.Puzzle))
	if err != nil {
		return nil, err
	}
	name := j.Plan.Backend
	if audit {
		name = "native/plain"
	}
	b, err := registry.Lookup(name, registry.Options{Monitor: see})
	if err != nil {
		return nil, err
	}
	of, err := j.Plan.Job(b, m, version)
	if err == nil {
		of.Name = name
	}
	return of, err
}

// planned plans a count.
func planned(t testing.TB, text, backend string, units int, budget int64, task backends.Task) *plan.Plan {
	t.Helper()
	b, err := registry.Lookup(backend, registry.Options{})
	if err != nil {
		t.Fatal(err)
	}
	task.Puzzle, task.Backend = "test", backend
	p, _, err := plan.New(t.Context(), b, compile(t, text), plan.Request{Version: version, Task: task, Units: units, Budget: budget})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// serve starts a server for a test.
func serve(t testing.TB) (network.Running, network.Access) {
	t.Helper()
	dir := t.TempDir()
	token := filepath.Join(dir, "token")
	r, err := Network{}.Serve(network.Server{Listen: "127.0.0.1:0", Dir: filepath.Join(dir, "store"), TokenFile: token})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Stop)
	return r, network.Access{URL: r.URL(), TokenFile: token}
}

func connect(t testing.TB, a network.Access) *Store {
	t.Helper()
	s, err := dial(t.Context(), a, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// employ starts workers that end with the test.
func employ(t testing.TB, s *Store, workers ...network.Worker) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	for _, w := range workers {
		group.Go(func() {
			w.Version, w.Open = version, openJob
			if err := s.Work(ctx, w); !errors.Is(err, context.Canceled) {
				t.Errorf("worker %s: %v", w.Name, err)
			}
		})
	}
	t.Cleanup(func() { cancel(); group.Wait() })
}

// count submits a job and waits for it.
func count(t testing.TB, s *Store, p *plan.Plan, text string, c network.Count) (plan.Total, error) {
	t.Helper()
	j, err := s.Submit(t.Context(), p, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c.Version = version
	return s.Wait(t.Context(), j, c)
}

// TestCounts counts on one server with a few workers: plain, split, listed, by SAT, up to
// symmetry; each twice, the second time from stored records, which another engine audits.
func TestCounts(t *testing.T) {
	t.Parallel()
	_, a := serve(t)
	s := connect(t, a)
	employ(t, s, network.Worker{Name: "a", Slots: 2}, network.Worker{Name: "b"})
	for name, test := range map[string]struct {
		text, backend string
		units         int
		budget        int64
		task          backends.Task
		want          int64
	}{
		"plain":   {eight, "native", 8, 0, backends.Task{}, eightCount},
		"one":     {packing, "native", 1, 0, backends.Task{}, packingCount},
		"split":   {eight, "native/plain", 4, 2000, backends.Task{List: true}, eightCount},
		"listed":  {packing, "gini", 5, 4, backends.Task{List: true}, packingCount},
		"orbits":  {packing, "native", 3, 0, backends.Task{UpToSymmetry: true}, 21},
		"listing": {packing, "native", 3, 0, backends.Task{UpToSymmetry: true, List: true}, 21},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "split" {
				test.text, test.want, test.budget = packing, packingCount, 10
			}
			p := planned(t, test.text, test.backend, test.units, test.budget, test.task)
			var first plan.Total
			for again := range 2 {
				audit := float64(again)
				if test.text == eight {
					audit = 0 // the other engine is slow
				}
				total, err := count(t, s, p, test.text, network.Count{Audit: audit})
				if err != nil || total.Report.Count.Int64() != test.want || !total.Report.Complete {
					t.Fatalf("%v %+v, %v missing, %v", total.Report.Count, total.Report, total.Missing, err)
				}
				if again == 0 {
					first = total
				} else if total.Report.Elapsed != first.Report.Elapsed {
					t.Error("it was counted twice")
				}
			}
		})
	}
}

// TestAudits finds the worker with a wrong answer.
func TestAudits(t *testing.T) {
	t.Parallel()
	_, a := serve(t)
	s := connect(t, a)
	p := planned(t, packing, "native", 20, 0, backends.Task{})
	j, err := s.Submit(t.Context(), p, []byte(packing))
	if err != nil {
		t.Fatal(err)
	}
	keepLie(t, s, j)
	employ(t, s, network.Worker{Name: "honest"})
	if total, err := s.Wait(t.Context(), j, network.Count{Version: version}); err != nil || total.Report.Count.Int64() == packingCount {
		t.Fatalf("before the audit: %v %v", total.Report.Count, err)
	}
	_, err = count(t, s, p, packing, network.Count{Audit: 1})
	var two *plan.Contradiction
	if !errors.As(err, &two) || two.A.Worker != "liar" || two.B.Worker != "honest" || two.A.Unit.Name() != "17of20" {
		t.Fatalf("the audit says %v", err)
	}
	if _, err := s.Submit(t.Context(), p, []byte(packing)); !errors.As(err, &two) {
		t.Errorf("after the alarm it is taken up again: %v", err)
	}
}

// keepLie stores a wrong record of the unit 17of20, by the worker "liar".
func keepLie(t *testing.T, s *Store, j *network.Job) {
	t.Helper()
	u, err := plan.ParseUnit("17of20")
	if err != nil {
		t.Fatal(err)
	}
	job, err := openJob(t.Context(), j, false, new(adapter.Monitor))
	if err != nil {
		t.Fatal(err)
	}
	r, err := job.Run(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	r.Worker = "liar"
	r.Report.Count.Add(r.Report.Count, big.NewInt(1))
	if _, err := s.storeRecord(t.Context(), j, task{j.Name, u, false}, r); err != nil {
		t.Fatal(err)
	}
}

// TestVersionsDoNotMix runs a worker of another version beside the right one.
func TestVersionsDoNotMix(t *testing.T) {
	t.Parallel()
	_, a := serve(t)
	s := connect(t, a)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		_ = s.Work(ctx, network.Worker{Name: "other", Version: "another", Open: func(context.Context, *network.Job, bool, *adapter.Monitor) (*plan.Job, error) {
			t.Error("a worker of another version has a unit")
			return nil, errClosed
		}})
	}()
	p := planned(t, packing, "native", 2, 0, backends.Task{})
	told := make(chan struct{})
	var once sync.Once
	go func() {
		<-told
		employ(t, s, network.Worker{Name: "right"})
	}()
	total, err := count(t, s, p, packing, network.Count{OnProgress: func(p network.Progress) {
		if p.Others == 1 && p.Workers == 0 {
			once.Do(func() { close(told) })
		}
	}})
	if err != nil || total.Report.Count.Int64() != packingCount {
		t.Errorf("%v %v", total.Report.Count, err)
	}
}

// TestUnitsAreGivenBack stops a worker in the middle of a unit: another has it at once, well
// before the lease ends.
func TestUnitsAreGivenBack(t *testing.T) {
	t.Parallel()
	_, a := serve(t)
	s := connect(t, a)
	p := planned(t, packing, "native", 1, 0, backends.Task{})
	begun, told := make(chan struct{}, 1), make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Work(ctx, stuck(begun, told)) }()
	go func() {
		<-begun
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the worker that was stopped: %v", err)
		}
		employ(t, s, network.Worker{Name: "next"})
	}()
	s.lease = time.Hour
	total, err := count(t, s, p, packing, network.Count{})
	if err != nil || total.Report.Count.Int64() != packingCount {
		t.Errorf("%v %v", total.Report.Count, err)
	}
}

// TestTwoAnswers stores another answer for a unit while a worker does it: the job ends with
// both answers, for all who wait then and later, and no worker continues it.
func TestTwoAnswers(t *testing.T) {
	t.Parallel()
	_, a := serve(t)
	s := connect(t, a)
	p := planned(t, packing, "native", 3, 0, backends.Task{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	// The worker opens the job once it has its first unit and knows that it has no record.
	first := p.All()[0]
	wrong := nothing(p, first)
	wrong.Worker, wrong.Report.Count = "wrong", big.NewInt(1000)
	store := func(ctx context.Context, j *network.Job, audit bool, see *adapter.Monitor) (*plan.Job, error) {
		if _, err := s.storeRecord(ctx, j, task{j.Name, first, false}, wrong); err != nil {
			t.Error(err)
		}
		return openJob(ctx, j, audit, see)
	}
	go func() {
		_ = s.Work(ctx, network.Worker{Name: "right", Version: version, Open: store})
	}()
	for range 2 {
		j, err := s.Submit(t.Context(), p, []byte(packing))
		if err == nil {
			_, err = s.Wait(t.Context(), j, network.Count{Version: version, OnProgress: func(p network.Progress) {
				if len(p.Left) == 0 {
					t.Error("there is a sum")
				}
			}})
		}
		var two *plan.Contradiction
		if !errors.As(err, &two) || two.A.Worker != "wrong" || two.B.Worker != "right" {
			t.Fatalf("it ends with %v", err)
		}
	}
	if states(t, s) != "two answers" {
		t.Errorf("the job is %s", states(t, s))
	}
}
