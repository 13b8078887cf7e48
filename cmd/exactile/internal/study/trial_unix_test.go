//go:build unix

package study

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// anAnswer is what a child prints that found five solutions.
const anAnswer = `{"report":{"puzzle":"-","backend":"b","count":"5","complete":true,"checked":5,"elapsed":0.5,"cpu":9,"memory":%s,"stats":{}}}`

// fakeRun runs a script in the place of a child.
func fakeRun(t *testing.T, ctx context.Context, script string, timeout time.Duration, trial Trial) Run {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("fake children are written in sh, which is not installed")
	}
	p := process{command: []string{shell, "-c", script}, grace: 200 * time.Millisecond, timeout: timeout}
	return p.run(ctx, "p", &trial)
}

func TestRunsOfFakeChildren(t *testing.T) {
	report := fmt.Sprintf(anAnswer, "1000")
	some := strings.NewReplacer(`"complete":true`, `"complete":false`).Replace(report)
	none := strings.NewReplacer(`"count":"5"`, `"count":"0"`).Replace(some)
	for _, test := range []struct {
		name, script string
		first        bool
		end          Verdict
		count        string
		fails        string
	}{
		{name: "a report", script: "echo '" + report + "'", end: Done, count: "5"},
		{name: "a part of the count", script: "echo '" + some + "'", end: TimedOut, count: "5"},
		{name: "an estimate", script: "echo '" + strings.Replace(some, `"complete":false`, `"complete":false,"approximate":true`, 1) + "'", end: Done, count: "5"},
		{name: "a first solution", script: "echo '" + some + "'", first: true, end: Done, count: "5"},
		{name: "no first solution in time", script: "echo '" + none + "'", first: true, end: TimedOut, count: "0"},
		{name: "an error", script: `echo '{"failed":"out of cheese"}'`, end: Failed, count: "0", fails: "out of cheese"},
		{name: "out of memory", script: "echo '" + strings.Replace(some, `"stats":{}}`, `"stats":{},"error":"out of bread"},"out_of_memory":true`, 1) + "'", end: OutOfMemory, count: "5", fails: "out of bread"},
		{name: "nothing", script: "exit 0", end: Failed, count: "0", fails: "ended well and no report"},
		{name: "garbage", script: "echo garbage; echo it hurts >&2; exit 3", end: Failed, count: "0", fails: "exit status 3 and no report: it hurts"},
		{name: "half a report", script: "printf '%.40s' '" + report + "'", end: Failed, count: "0", fails: "no report"},
		{name: "the report of another", script: "echo '" + strings.Replace(report, `"b"`, `"c"`, 1) + "'", end: Failed, count: "0", fails: "no report"},
		{name: "a count that is none", script: "echo '" + strings.Replace(report, `"5"`, `"many"`, 1) + "'", end: Failed, count: "0", fails: "no report"},
		{name: "killed", script: "kill -9 $$", end: Failed, count: "0", fails: "signal: killed and no report"},
		{name: "endless", script: "yes", end: Failed, count: "0", fails: "no report"},
		{name: "asleep", script: "sleep 1000", end: TimedOut, count: "0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			timeout := 5 * time.Minute
			if test.end == TimedOut {
				timeout = 50 * time.Millisecond
			}
			run := fakeRun(t, t.Context(), test.script, timeout, Trial{Backend: "b", First: test.first})
			r := run.Report
			if run.End != test.end || r.Count.String() != test.count || r.Puzzle != "p" || r.Backend != "b" {
				t.Errorf("it is %v with a count of %v (%s of %s)", run.End, r.Count, r.Backend, r.Puzzle)
			}
			if test.fails == "" && r.Error != "" || !strings.Contains(r.Error, test.fails) {
				t.Errorf("the error is %q, want %q", r.Error, test.fails)
			}
		})
	}
}

// The solver's time is what its own processes take, what an engine in this program spends in Solve,
// or the run of native, and never what the system accounts to the whole run.
func TestSolverTime(t *testing.T) {
	for _, test := range []struct {
		name, stats string
		want        float64
	}{
		{"gini", `{"solving":2}`, 2},
		{"gini", `{}`, 0},                            // nothing was left to solve
		{"gini", `{"solving":4,"child_cpu":4.5}`, 4}, // isolated
		{"allsat", `{"solving":2}`, 2},
		{"native/plain", `{}`, 9},
		{"process:x", `{"solving":4,"child_cpu":3.5}`, 3.5},
	} {
		answer := strings.NewReplacer(`"b"`, `"`+test.name+`"`, `{}`, test.stats).Replace(fmt.Sprintf(anAnswer, "0"))
		run := fakeRun(t, t.Context(), "echo '"+answer+"'", 0, Trial{Backend: test.name})
		if run.Solver == nil || *run.Solver != test.want || run.Report.CPU == 9*time.Second {
			t.Errorf("%s: %+v, want %v", test.name, run, test.want)
		}
	}
}

// An interrupt ends the run, and it is known for that.
func TestInterruptedRun(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if run := fakeRun(t, ctx, "sleep 1000", 0, Trial{}); run.End != Interrupted {
		t.Errorf("it is %v: %+v", run.End, run.Report)
	}
}

// The times of a run are what the system accounts to its process and to those that
// it waited for, and not what it says itself.
func TestAccounting(t *testing.T) {
	children := func() time.Duration {
		var usage syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &usage); err != nil {
			t.Fatal(err)
		}
		return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	}
	burn := "n=0; while [ $n -lt 400000 ]; do n=$((n+1)); done"
	before := children()
	run := fakeRun(t, t.Context(), "sh -c '"+burn+"'; echo '"+fmt.Sprintf(anAnswer, "0")+"'", 0, Trial{Backend: "b"})
	total := children() - before
	if run.End != Done {
		t.Fatalf("it is %v: %s", run.End, run.Report.Error)
	}
	// Each of the system's figures is cut to microseconds. What watches the run is not a part of
	// it, and starts in a fraction of the time that the loop takes, on slow machines and with
	// the race detector too.
	if rest := total - run.Report.CPU; rest < -10*time.Microsecond || rest > run.Report.CPU {
		t.Errorf("the run took %v of CPU, the system says %v", run.Report.CPU, total)
	}
	if run.Report.Elapsed != 500*time.Millisecond {
		t.Errorf("its own time is %v, not what it says", run.Report.Elapsed)
	}
}
