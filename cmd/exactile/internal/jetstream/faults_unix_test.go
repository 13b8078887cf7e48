//go:build unix

package jetstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/internal/testkit"
)

// The environment variables that make this program do something else than test.
const (
	asServer = "EXACTILE_TEST_SERVER" // NODE LIST DIR LISTEN
	asWorker = "EXACTILE_TEST_WORKER" // URLS
	tokenIn  = "EXACTILE_TEST_TOKEN"
	// faultsFor is how long faults are injected; a minute if it is not set.
	faultsFor = "EXACTILE_FAULTS"
)

func TestMain(m *testing.M) {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	var err error
	switch {
	case os.Getenv(asServer) != "":
		err = beServer(ctx, strings.Fields(os.Getenv(asServer)))
	case os.Getenv(asWorker) != "":
		err = beWorker(ctx, os.Getenv(asWorker))
	default:
		os.Exit(testkit.Counted{Tests: m}.Run())
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func beServer(ctx context.Context, args []string) error {
	node, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	r, err := Network{}.Serve(network.Server{
		Node: node, Nodes: strings.Split(args[1], ","), Dir: args[2], Listen: args[3],
		TokenFile: os.Getenv(tokenIn),
	})
	if err != nil {
		return err
	}
	defer r.Stop()
	return r.Wait(ctx)
}

func beWorker(ctx context.Context, url string) error {
	s, err := dial(ctx, network.Access{URL: url, TokenFile: os.Getenv(tokenIn)}, time.Minute)
	if err != nil {
		return err
	}
	s.retryFor, s.lease = time.Minute, time.Second
	defer s.Close()
	return s.Work(ctx, network.Worker{Version: version, Open: openJob})
}

// A process is a process that is killed and started again.
type process struct {
	t      testing.TB
	env    []string
	cmd    *exec.Cmd
	stderr *bytes.Buffer
	ended  chan struct{}
}

func (p *process) start() {
	p.t.Helper()
	self, err := os.Executable()
	if err != nil {
		p.t.Fatal(err)
	}
	p.cmd = exec.Command(self)
	p.stderr = new(bytes.Buffer)
	p.cmd.Env, p.cmd.Stderr = append(os.Environ(), p.env...), p.stderr
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.ended = make(chan struct{})
	go func(cmd *exec.Cmd, ended chan struct{}) {
		_ = cmd.Wait()
		close(ended)
	}(p.cmd, p.ended)
}

func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.ended
}

// dead reports whether a process has ended by itself.
func (p *process) dead() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// A farm are three servers and eight workers.
type farm struct {
	t       testing.TB
	servers [3]*process
	dirs    [3]string
	small   string // the disk that the last server has for itself, "" for none
	workers [8]*process
	access  network.Access
	said    map[string]int // what was done to it
}

// newFarm starts servers, and workers if asked for.
func newFarm(t testing.TB, workers bool) *farm {
	dir := t.TempDir()
	f := &farm{t: t, said: map[string]int{}}
	token := filepath.Join(dir, "token")
	if err := os.WriteFile(token, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ports := freePorts(t, 2*len(f.servers))
	var nodes, urls []string
	for k := range f.servers {
		nodes = append(nodes, "127.0.0.1:"+ports[2*k])
		urls = append(urls, "nats://127.0.0.1:"+ports[2*k+1])
	}
	f.access = network.Access{URL: strings.Join(urls, ","), TokenFile: token}
	for k := range f.servers {
		f.dirs[k] = filepath.Join(dir, fmt.Sprint("store", k+1))
		if workers && k == len(f.servers)-1 {
			if f.small = smallDisk(t); f.small != "" {
				f.dirs[k] = filepath.Join(f.small, "store")
			}
		}
		f.servers[k] = &process{t: t, env: []string{tokenIn + "=" + token, asServer + "=" + strings.Join([]string{
			strconv.Itoa(k + 1), strings.Join(nodes, ","), f.dirs[k], strings.TrimPrefix(urls[k], "nats://"),
		}, " ")}}
		f.servers[k].start()
	}
	for k := range f.workers {
		if !workers {
			break
		}
		f.workers[k] = &process{t: t, env: []string{tokenIn + "=" + token, asWorker + "=" + f.access.URL}}
		f.workers[k].start()
	}
	t.Cleanup(func() {
		for _, p := range append(f.workers[:], f.servers[:]...) {
			if p != nil {
				p.kill()
			}
		}
	})
	return f
}

func freePorts(t testing.TB, n int) (ports []string) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		_, port, err := net.SplitHostPort(l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		ports = append(ports, port)
	}
	return ports
}

// harm injects a fault into the farm. At most one server is down at a time.
func (f *farm) harm(ctx context.Context, r *rand.Rand) {
	w := f.workers[r.IntN(len(f.workers))]
	if w.dead() {
		f.said["ended by itself: "+lastLine(w.stderr)]++
		w.start()
	}
	const leases = 4
	switch r.IntN(9) {
	case 0, 1, 2:
		f.said["worker killed"]++
		w.kill()
		w.start()
	case 3:
		f.said["worker stopped past its lease"]++
		_ = w.cmd.Process.Signal(syscall.SIGSTOP)
		pause(ctx, leases*time.Second)
		_ = w.cmd.Process.Signal(syscall.SIGCONT)
	case 4:
		f.said["worker told to end"]++
		_ = w.cmd.Process.Signal(os.Interrupt)
		<-w.ended
		w.start()
	case 5:
		if f.small != "" {
			f.fillDisk(ctx)
		}
	default:
		k := r.IntN(len(f.servers))
		f.said["server killed"]++
		f.servers[k].kill()
		if r.IntN(3) == 0 {
			f.said["folder wiped"]++
			if err := os.RemoveAll(f.dirs[k]); err != nil && !errors.Is(err, fs.ErrNotExist) {
				f.t.Error(err)
			}
		}
		pause(ctx, time.Duration(r.Int64N(int64(2*time.Second))))
		f.servers[k].start()
		pause(ctx, 8*time.Second) // another goes only once this one is back
	}
	pause(ctx, time.Duration(r.Int64N(int64(time.Second))))
}

// fillDisk fills the disk of the last server: it must end with the reason.
func (f *farm) fillDisk(ctx context.Context) {
	f.said["disk full"]++
	k := len(f.servers) - 1
	s := f.servers[k]
	free := fill(f.t, f.small)
	select {
	case <-s.ended:
	case <-ctx.Done(): // no job writes any more, so it may never find out
		s.kill()
		free()
		return
	case <-time.After(time.Minute):
		f.t.Error("a server goes on with a full disk")
		s.kill()
	}
	if !strings.Contains(s.stderr.String(), "disk") && !strings.Contains(s.stderr.String(), "space") {
		f.t.Errorf("a server on a full disk ended with %q", s.stderr)
	}
	free()
	s.start()
	pause(ctx, 8*time.Second)
}

func lastLine(b *bytes.Buffer) string {
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	return lines[len(lines)-1]
}

// A riddle is a puzzle and the number that it claims.
type riddle struct {
	text string
	want int64
}

// riddles are puzzles that are counted in a moment: dominoes on boards (OEIS A099390).
func riddles() (all []riddle) {
	for _, d := range []struct{ rows, columns, count int }{
		{2, 8, 34}, {2, 10, 89}, {3, 6, 41}, {3, 8, 153}, {3, 10, 571}, {4, 4, 36}, {4, 5, 95}, {4, 6, 281}, {4, 7, 781},
		{4, 8, 2245}, {4, 10, 18061}, {5, 6, 1183}, {5, 8, 14824}, {6, 6, 6728},
	} {
		board := strings.Repeat("  "+strings.Repeat(".", d.columns)+"\n", d.rows)
		all = append(all, riddle{fmt.Sprintf("board: |\n%spieces: [{name: D, shape: [XX], count: %d}]\n",
			board, d.rows*d.columns/2), int64(d.count)})
	}
	return all
}

// TestFaults counts puzzles over and over by three servers and eight workers, all of them
// processes that are killed with no chance to tidy up, stopped past their leases and started
// again, while folders of servers are wiped. Every total must be right, and every job end.
func TestFaults(t *testing.T) {
	testkit.OnlyThorough(t)
	long := time.Minute
	if text := os.Getenv(faultsFor); text != "" {
		var err error
		if long, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	all := riddles()
	f := newFarm(t, true)
	s := connect(t, f.access)
	s.retryFor, s.lease = 30*time.Second, time.Second
	ctx, cancel := context.WithTimeout(t.Context(), long)
	defer cancel()
	harmed := make(chan struct{})
	go func() {
		defer close(harmed)
		r := rand.New(rand.NewPCG(18, 4))
		pause(ctx, 8*time.Second) // three servers need an election to begin with
		for ctx.Err() == nil {
			f.harm(ctx, r)
		}
	}()
	r := rand.New(rand.NewPCG(4, 18))
	jobs, retries := 0, 0
	for ; jobs < len(all) || ctx.Err() == nil; jobs++ {
		retries += f.solve(s, all[jobs%len(all)], 2+r.IntN(40), jobs)
	}
	cancel()
	<-harmed
	t.Logf("%d jobs, %d taken up again; %v", jobs, retries, f.said)
}

// solve counts one puzzle and returns how often its job had to be resumed.
func (f *farm) solve(s *Store, of riddle, units, number int) (retries int) {
	f.t.Helper()
	// Budgets differ, so that each is a job of its own; most split some units.
	p := planned(f.t, of.text, "native/plain", units, int64(20+number), backends.Task{List: true})
	const most = 10
	for ; ; retries++ {
		j, err := s.Submit(f.t.Context(), p, []byte(of.text))
		var total plan.Total
		if err == nil {
			total, err = s.Wait(f.t.Context(), j, network.Count{Version: version})
		}
		var two *plan.Contradiction
		switch {
		case err == nil && total.Report.Count.Int64() == of.want && total.Report.Complete &&
			len(total.Double) == 0 && total.Report.Checked == of.want:
			return retries
		case err == nil || errors.As(err, &two) || retries == most:
			f.t.Fatalf("job %d: %v of %d, double %v, missing %v: %v; %v",
				number, total.Report.Count, of.want, total.Double, total.Missing, err, f.said)
		}
		f.t.Logf("job %d is taken up again: %v", number, err)
	}
}

// BenchmarkUnits is how many units with next to nothing in them are planned, queued, done and
// added up in a second, on one server and on three, by eight workers in this process.
func BenchmarkUnits(b *testing.B) {
	for _, servers := range []int{1, 3} {
		b.Run(fmt.Sprint(servers), func(b *testing.B) {
			var a network.Access
			if servers == 1 {
				_, a = serve(b)
			} else {
				a = newFarm(b, false).access
				pause(b.Context(), 8*time.Second) // an election
			}
			s := connect(b, a)
			for k := range 8 {
				employ(b, connect(b, a), network.Worker{Name: fmt.Sprint("worker ", k)})
			}
			total, round := 0, 0
			for b.Loop() {
				const units = 1000
				round++
				p := planned(b, eight, "native/plain", units, int64(1e6+round), backends.Task{})
				t, err := count(b, s, p, eight, network.Count{})
				if err != nil || t.Report.Count.Int64() != eightCount || t.Done != units {
					b.Fatal(t.Report.Count, t.Done, err)
				}
				total += units
			}
			b.ReportMetric(float64(total)/b.Elapsed().Seconds(), "units/s")
		})
	}
}
