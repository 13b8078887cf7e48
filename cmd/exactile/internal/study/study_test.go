package study

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
)

// made is a run that took so many milliseconds, or none: then it ran into the limit.
func made(puzzle, backend string, repetition, milliseconds int) Run {
	r := Run{
		Key: Key{Puzzle{puzzle, "sha256:" + puzzle}, backend, repetition, 0}, End: Done,
		Date: time.Date(2026, 11, 23, 5, 0, 0, 0, time.UTC), Wall: .5,
	}
	r.Report = backends.Report{
		Puzzle: puzzle, Backend: backend, Count: big.NewInt(4), Complete: true,
		Completeness: backends.BySearch, Checked: 4, Digest: &cover.Digest{7},
		Elapsed: time.Duration(milliseconds) * time.Millisecond,
		CPU:     time.Duration(milliseconds) * time.Millisecond, Memory: 1 << 20,
	}
	if milliseconds == 0 {
		r.End, r.Report.Complete, r.Report.Completeness = TimedOut, false, ""
		r.Report.Count, r.Report.Digest, r.Report.Elapsed = big.NewInt(1), nil, 10*time.Second
		r.Report.Checked = 0
	}
	return r
}

// begun is a session with a limit of ten seconds.
func begunWith(settings ...string) *Session {
	load := .01
	return &Session{
		Command: []string{"exactile", "compare"}, Program: "v1", Timeout: 10, Settings: settings,
		Load: &load, Versions: map[string]string{"x": "1"},
	}
}

// filed is the text of a results file with some runs.
func filed(t *testing.T, runs ...Run) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "r.jsonl")
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, f, begunWith("--timeout", "10s"), runs...)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// fill puts a session and its runs into a file.
func fill(t *testing.T, f *Record, s *Session, runs ...Run) {
	t.Helper()
	err := f.Begin(s)
	for _, r := range runs {
		err = errors.Join(err, f.Append(r))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// record is one of some runs.
func record(t *testing.T, runs ...Run) *Record {
	t.Helper()
	f := &Record{}
	fill(t, f, begunWith(), runs...)
	return f
}

// all evaluates some runs.
func all(t *testing.T, runs ...Run) *Study {
	t.Helper()
	return evaluated(t, record(t, runs...), ByTime)
}

func evaluated(t *testing.T, r *Record, by By, names ...string) *Study {
	t.Helper()
	plan, failed := r.Plan(names...)
	s, err := Evaluate(r, plan, by)
	if err := errors.Join(failed, err); err != nil {
		t.Fatal(err)
	}
	return s
}

// unsealed removes all seals from lines.
func unsealed(lines string) string {
	return regexp.MustCompile(`,"seal":"[0-9a-f]*"`).ReplaceAllString(lines, "")
}

// Wherever a file is cut, its whole lines are read, and what follows takes the place of the torn line.
func TestTornFiles(t *testing.T) {
	t.Parallel()
	whole := filed(t, made("a", "x", 1, 1), made("a", "y", 1, 2))
	path := filepath.Join(t.TempDir(), "r.jsonl")
	start := strings.Index(whole, "\n") + 1
	// Every write waits for the disk: not every byte, but some of each kind.
	for at := start; at <= len(whole); at += 1 + len(whole)/17 {
		if err := os.WriteFile(path, []byte(whole[:at]), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path)
		if err != nil || f.Truncated != (whole[at-1] != '\n') {
			t.Fatalf("cut at %d: %v, torn is %v", at, err, f.Truncated)
		}
		for _, r := range []Run{made("a", "x", 1, 1), made("a", "y", 1, 2)} {
			if !f.Has(r.Key) {
				err = errors.Join(err, f.Append(r))
			}
		}
		got, failed := os.ReadFile(path)
		if err := errors.Join(err, failed, f.Close()); err != nil || string(got) != whole {
			t.Fatalf("cut at %d, it ends as\n%s\nwant\n%s (%v)", at, got, whole, err)
		}
	}
}

// A file that is no record, or in which something does not fit together, is refused with its place and
// stays as it is. Without seals the figures themselves must fit.
func TestFilesThatAreNoRecord(t *testing.T) {
	t.Parallel()
	sealed := strings.SplitAfter(filed(t, made("a", "x", 1, 1), made("a", "y", 1, 2)), "\n")
	good := strings.SplitAfter(unsealed(strings.Join(sealed, "")), "\n")
	type row struct{ text, want string }
	tests := []row{
		{"hello\n", ":1: "},
		{"hello", ":1: this is not a line of a results file"},
		{good[0] + good[1][:40] + "\n" + good[1], ":2: "},
		{good[1], ":1: a run before any session"},
		{good[0] + "{}\n", ":2: neither a session nor a run"},
		{strings.Replace(good[0], `"format":1`, `"format":2`, 1), "the number 2"},
		{good[0] + strings.Replace(good[0], "10s", "5s", 1), `:2: runs with "--timeout 10s" and with "--timeout 5s" cannot be compared`},
		{`{"run":` + strings.Repeat(" ", maxLine), ":1: the line is too long"},
		{sealed[0] + good[1] + sealed[2], ":2: a line without a seal after lines with one"},
		{good[0], "holds no runs"},
	}
	for _, edit := range [][2]string{
		{`"done"`, `"dome"`}, {`"repetition":1`, `"repetition":0`}, {`"repetition":1`, `"repetition":99999999`}, {`"elapsed":`, `"elapsed":-`},
		{`"count":"4"`, `"count":"77"`}, {`"checked":4`, `"checked":2`}, {`"checked":4`, `"checked":0`}, {`"checked":4`, `"checked":-4`},
		{`"digest":"sha256:`, `"error":"it broke","digest":"sha256:`}, {`"complete":true`, `"complete":true,"approximate":true`},
		{`"complete":true,`, `"complete":false,`}, {`"end":"done"`, `"end":"timeout"`}, {`"end":"done"`, `"end":"failed"`},
		{`"report":{"puzzle":"a","backend":"x"`, `"report":{"puzzle":"a","backend":"y"`}, {`"report":{"puzzle":"a"`, `"report":{"puzzle":"b"`},
		{`"up_to_symmetry":false`, `"up_to_symmetry":true`}, {`"elapsed":0.001`, `"elapsed":0.001,"first":0.5`},
		{`"wall":0.5`, `"wall":0.5,"solver_cpu":-1`}, {`"completeness":"search"`, `"completeness":"rumour"`},
	} {
		tests = append(tests, row{good[0] + strings.Replace(good[1], edit[0], edit[1], 1), ":2: "})
	}
	for at, c := range []byte(sealed[1]) { // wherever a digit is changed
		if c >= '0' && c <= '9' && at%3 == 0 {
			edited := []byte(sealed[1])
			edited[at] = '0' + (c-'0'+1)%10
			tests = append(tests, row{sealed[0] + string(edited), ":2: "})
		}
	}
	path := filepath.Join(t.TempDir(), "r.jsonl")
	for _, test := range tests {
		if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.300s: the error is %v, want %q", test.text, err, test.want)
		}
		if left, err := os.ReadFile(path); err != nil || string(left) != test.text {
			t.Errorf("%.300s: the file was changed", test.text)
		}
	}
}

// A file of an older version has no seals, and names the seed among the settings and not in its runs.
// It is read, the study says so, and new lines are sealed.
func TestOldFilesGoOn(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "r.jsonl")
	old := strings.NewReplacer(`"seed":0,`, "", `"settings":["--timeout"`, `"settings":["--seed","7","--timeout"`, `"first":false,"seed":0`, `"first":false,"seed":7`)
	if err := os.WriteFile(path, []byte(old.Replace(unsealed(filed(t, made("a", "x", 1, 1))))), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, f, begunWith("--timeout", "10s"), made("a", "y", 1, 3))
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := Read(path)
	if err != nil || r.Unsealed != 2 || len(r.Runs) != 2 || !r.Has(Key{r.Runs[0].Puzzle, "x", 1, 7}) {
		t.Fatalf("gone on with: %+v, %v", r, err)
	}
	if got := strings.Join(evaluated(t, r, ByTime).Warnings, "\n"); !strings.Contains(got, "no seal: 2 lines of the record") {
		t.Errorf("warnings %q", got)
	}
}

func TestSchedule(t *testing.T) {
	t.Parallel()
	plan := Plan{[]Puzzle{{"a", ""}, {"b", ""}}, []string{"x", "y", "z"}, []uint64{0}, 2, nil}
	var order []string
	for _, k := range plan.Schedule() {
		order = append(order, fmt.Sprint(k.Name, k.Backend, k.Repetition))
	}
	if got, want := strings.Join(order, " "), "ax1 ay1 az1 by1 bz1 bx1 ay2 az2 ax2 bz2 bx2 by2"; got != want {
		t.Errorf("the order is %v, want %v", got, want)
	}
}

// Scores of two backends and three puzzles, by hand: with a limit of 10 s what is not
// solved counts 20.
func TestStandings(t *testing.T) {
	t.Parallel()
	s := all(t,
		made("a", "x", 1, 1000), made("a", "x", 2, 3000), made("a", "y", 1, 4000), made("a", "y", 2, 4000),
		made("b", "x", 1, 2000), made("b", "x", 2, 0), made("b", "y", 1, 5000), made("b", "y", 2, 7000),
		made("c", "x", 1, 0), made("c", "x", 2, 0), made("c", "y", 1, 0), made("c", "y", 2, 0),
	)
	if s.Made != 12 || s.Wanted != 12 || s.Counted != 3 || len(s.Warnings) != 0 {
		t.Fatalf("%d of %d runs, %d puzzles, warnings %q", s.Made, s.Wanted, s.Counted, s.Warnings)
	}
	y, x := s.Standings[0], s.Standings[1] // y solves two
	if y.Backend != "y" || y.Solved != 2 || x.Solved != 1 || y.Rank != 1 || x.Rank != 1 {
		t.Errorf("standings %+v, %+v", y, x)
	}
	near := func(name string, got Number, want float64) {
		if math.Abs(float64(got)-want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	near("PAR-2 of x", x.PAR2, (2.+11+20)/3) // the mean of a's runs, of b's 2 and 20, of c's
	near("PAR-2 of y", y.PAR2, (4.+6+20)/3)
	near("median of y", y.Median, 6) // of 4, 6 and what is not solved
	near("PAR-2 of the virtual best", s.Best.PAR2, (2.+6+20)/3)
	near("gain of x", x.Gain, 2./3) // without it a takes 4 s
	near("gain of y", y.Gain, 14./3)
	if x.Fastest != 1 || y.Alone != 1 || s.Best.Solved != 2 {
		t.Errorf("x is fastest %d times, y alone %d, the best solves %d", x.Fastest, y.Alone, s.Best.Solved)
	}
	pair := s.Pairs[0] // of a and b: 2/4, and 10/6 at least
	near("the factor", pair.Factor, math.Sqrt(2./4*10/6))
	if pair.Puzzles != 2 || pair.Apart || pair.More != 1 {
		t.Errorf("the pair is %+v", pair)
	}
	if got, want := s.Headline, "2 puzzles are too few to tell 2 backends apart: 1 pair needs at least 6"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestHeadlines(t *testing.T) {
	t.Parallel()
	// times returns runs of puzzles that x solves in 10 ms and y in factor times that
	times := func(puzzles int, factor ...int) []Run {
		var runs []Run
		for k := range puzzles {
			name := string(rune('a' + k))
			runs = append(runs, made(name, "x", 1, 10), made(name, "y", 1, 10*factor[k%len(factor)]))
		}
		return runs
	}
	wrong := made("a", "y", 1, 5)
	wrong.Report.Count, wrong.Report.Checked = big.NewInt(3), 3
	behind := []Run{made("z", "x", 1, 9), made("z", "y", 1, 0)} // y is faster on all others
	for k := range 20 {
		behind = append(behind, made(fmt.Sprint(k), "x", 1, 30), made(fmt.Sprint(k), "y", 1, 10))
	}
	// It takes at most two lines, also with long names.
	long := made("a", strings.Repeat("long/", 60), 1, 5)
	for _, test := range []struct {
		name string
		runs []Run
		want string
	}{
		{"apart", times(8, 3), "x is typically 3.0 times as fast as y on 8 puzzles (95%: 3.0 to 3.0)"},
		{"few", times(5, 3), "5 puzzles are too few to tell 2 backends apart: 1 pair needs at least 6"},
		{"alike", times(8, 1), "Nothing can be told apart: 8 puzzles by 2 backends, and no interval of a factor leaves out 1"},
		{"one", []Run{made("a", "x", 1, 5)}, "x solves 1 of 1 puzzle"},
		{"none whole", []Run{made("a", "x", 1, 5), made("b", "y", 1, 5)}, "No puzzle was run by every backend so far"},
		{"wrong", []Run{made("a", "x", 1, 5), wrong}, "DISAGREEMENT: a: x counts 4, y counts 3"},
		{"behind", behind, "y is typically 3.0 times as fast as x on 21 puzzles (95%: 3.0 to 3.0), but x solves 1 puzzle more"},
		{"long", []Run{long}, strings.Repeat("long/", 31) + "long…"},
		{"more solved", append(times(8, 3), made("z", "x", 1, 9), made("z", "y", 1, 0)), "x is typically 3.0 times as fast as y on 9 puzzles (95%: 3.0 to 58), and solves 1 puzzle more"},
	} {
		s := all(t, test.runs...)
		if got := s.Headline; got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if wrong := test.name == "wrong"; wrong != (len(s.Wrong) > 0) {
			t.Errorf("%s: disagreements %v", test.name, s.Wrong)
		}
	}
}

// What a session planned and did not run is missing, also what another session did not plan.
func TestPlansOfSessions(t *testing.T) {
	t.Parallel()
	f, one, two := &Record{}, begunWith(), begunWith()
	one.Plan = &Plan{[]Puzzle{{"a", "sha256:a"}}, []string{"x", "y"}, []uint64{0}, 2, nil}
	two.Plan = &Plan{[]Puzzle{{"a", "sha256:a"}, {"b", "sha256:b"}}, []string{"x"}, []uint64{0}, 1, nil}
	fill(t, f, one, made("a", "x", 1, 5))
	fill(t, f, two, made("b", "x", 1, 5))
	if s := evaluated(t, f, ByTime); s.Made != 2 || s.Wanted != 5 || len(s.Puzzles) != 2 || !slices.Equal(s.Backends, []string{"x", "y"}) {
		t.Errorf("%d of %d runs of %d puzzles by %v", s.Made, s.Wanted, len(s.Puzzles), s.Backends)
	}
}

// A repeated run with another answer is a disagreement, whichever comes first; with the same
// answer it only counts as double.
func TestARunWithTwoAnswers(t *testing.T) {
	t.Parallel()
	same, wrong := made("a", "x", 1, 5), made("a", "x", 1, 5)
	wrong.Report.Count, wrong.Report.Checked = big.NewInt(3), 3
	for n, runs := range [][]Run{{same, same}, {same, wrong}, {wrong, same}, {same, same, wrong}} {
		s := all(t, runs...)
		want := min(n, 1)
		if got := len(s.Wrong); got != want || s.Made != 1 || s.Wanted != 1 ||
			s.Record.Double != len(runs)-1 {
			t.Errorf("%d: %d disagreements, want %d; %d of %d runs made, %d double",
				n, got, want, s.Made, s.Wanted, s.Record.Double)
		}
	}
}

// The seeds of a puzzle are one puzzle: its time is the median of them, where one that did not
// finish takes longer than the others and does not stand for all.
func TestSeedsAreNoPuzzles(t *testing.T) {
	t.Parallel()
	var runs []Run
	for n := range 5 {
		for seed := range 10 {
			for k, time := range []int{10, 30} {
				run := made(fmt.Sprint("p", n), name(k), 1, time+seed)
				if k == 1 && seed == 9 {
					run = made(fmt.Sprint("p", n), name(k), 1, 0)
				}
				run.Seed = uint64(seed)
				runs = append(runs, run)
			}
		}
	}
	s := all(t, runs...)
	if s.Made != 100 || s.Wanted != 100 || len(s.Seeds) != 10 {
		t.Errorf("%d of %d runs with %d seeds", s.Made, s.Wanted, len(s.Seeds))
	}
	if got, want := s.Headline, "5 puzzles are too few to tell 2 backends apart: 1 pair needs at least 6"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if pair := s.Pairs[0]; pair.Puzzles != 5 || math.Abs(float64(pair.Factor)-34.5/14.5) > 1e-9 {
		t.Errorf("%+v, want a factor of 34.5/14.5", pair)
	}
}

func TestWarnings(t *testing.T) {
	t.Parallel()
	f, busy := &Record{}, 1.5
	one, two := begunWith(), begunWith()
	two.Program, two.Machine.Processor, two.Load = "v2", "another", &busy
	run := made("a", "x", 1, 5)
	run.Others = &busy
	fill(t, f, one)
	fill(t, f, two, run, run, made("b", "x", 1, 5))
	s, err := Evaluate(f, Plan{[]Puzzle{{"a", "sha256:a"}, {"b", "sha256:b"}}, []string{"x"}, []uint64{0}, 2, nil}, ByTime)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(s.Warnings, "\n")
	for _, want := range []string{
		"unfinished: 2 of 4 runs are still to be made", "kept 1.5 cores busy", "(load 1.5)",
		"2 different machines", "2 versions of exactile", "the record has 1 run twice",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// Runs of two versions of a backend are never ranked as one: the last version's count. Whether the
// version is another is seen before anything runs; the file of an outside program tells, and for all
// others exactile.
func TestChangedBackends(t *testing.T) {
	t.Parallel()
	const program = "process:./x"
	session := func(exactile, digest string) *Session {
		s := begunWith()
		s.Program, s.Programs = exactile, map[string]string{program: digest}
		s.Plan = &Plan{[]Puzzle{{"a", "sha256:a"}, {"b", "sha256:b"}}, []string{program, "gini"}, []uint64{0}, 1, nil}
		return s
	}
	f, wrong := &Record{}, made("a", program, 1, 5)
	wrong.Report.Count, wrong.Report.Checked = big.NewInt(3), 3
	fill(t, f, session("v1", "one"), wrong, made("b", program, 1, 5), made("a", "gini", 1, 5))
	for _, test := range []struct {
		now           *Session
		program, gini int
	}{{session("v1", "one"), 0, 0}, {session("v1", "two"), 2, 0}, {session("v2", "one"), 0, 1}} {
		if p, g := f.changed(program, test.now), f.changed("gini", test.now); p != test.program || g != test.gini {
			t.Errorf("%v: %d and %d runs are of another version, want %d and %d", test.now.Programs, p, g, test.program, test.gini)
		}
	}
	fill(t, f, session("v1", "two"), made("a", program, 1, 7))
	s := evaluated(t, f, ByTime)
	got := strings.Join(s.Warnings, "\n")
	if len(s.Wrong) > 0 || s.Record.Double > 0 || s.Made != 2 || s.Wanted != 4 ||
		!strings.Contains(got, program+" has changed since 1 run, which do not count") {
		t.Errorf("%d of %d runs made, %v wrong, %d double; warnings\n%s", s.Made, s.Wanted, s.Wrong, s.Record.Double, got)
	}
}

// Ranked by the solver's own time, another backend is first; a record without that time is refused.
func TestRankedBySolver(t *testing.T) {
	t.Parallel()
	var runs []Run
	for n := range 8 {
		for k, solver := range []float64{.5, .001} {
			run := made(fmt.Sprint("p", n), name(k), 1, 10+k)
			run.Solver = &solver
			runs = append(runs, run)
		}
	}
	for by, want := range map[By]string{ByTime: "a is typically 1.10 times as fast as b", BySolver: "b is typically 500 times as fast as a"} {
		if got := evaluated(t, record(t, runs...), by).Headline; !strings.HasPrefix(got, want) {
			t.Errorf("by %s: %q, want %q", string(by), got, want)
		}
	}
	runs[3].Solver = nil
	r := record(t, runs...)
	plan, failed := r.Plan()
	if _, err := Evaluate(r, plan, BySolver); failed != nil || err == nil || !strings.Contains(err.Error(), "the run of p1 by b has no time of its solver") {
		t.Errorf("without the time of a run: %v", err)
	}
}

// Backends with the same formulas are run once, and ranked once if that is so on all puzzles.
func TestRepeatedFormulas(t *testing.T) {
	t.Parallel()
	f := &Record{}
	fill(t, f, begunWith())
	one, two := Formula{Bytes: 9, Digest: "one"}, Formula{Bytes: 9, Digest: "two"}
	for n := range 7 {
		run, ladder := made(fmt.Sprint("p", n), "gini/product", 1, 10), two
		err := error(nil)
		if n == 0 {
			ladder = one
		} else {
			err = f.Append(made(run.Name, "gini/ladder", 1, 30))
		}
		of := map[string]Formula{"gini/product": one, "gini/pairwise": one, "gini/ladder": ladder, "gini/bitwise": one}
		if err := errors.Join(err, f.Describe(Formulas{run.Puzzle, of}), f.Append(run)); err != nil {
			t.Fatal(err)
		}
	}
	s := evaluated(t, f, ByTime)
	if len(s.Standings) != 2 || s.Made != 13 || s.Wanted != 13 || s.Counted != 7 || s.Test.Pairs != 1 {
		t.Errorf("%d standings, %d of %d runs, %d puzzles", len(s.Standings), s.Made, s.Wanted, s.Counted)
	}
	want := []string{
		"same formula as gini/product on 1 of 7 puzzles, which ran once for all: gini/ladder",
		"same formula as gini/product on 7 of 7 puzzles, which ran once for all: gini/bitwise, gini/pairwise",
	}
	if slices.Sort(s.Findings); !slices.Equal(s.Findings, want) {
		t.Errorf("findings %q, want %q", s.Findings, want)
	}
	// Of the two alone: they are still one, with the runs of the third.
	s = evaluated(t, f, ByTime, "gini/pairwise", "gini/bitwise")
	if got, want := s.Headline, "gini/pairwise solves 7 of 7 puzzles"; got != want || s.Made != 7 || s.Wanted != 7 {
		t.Errorf("%q, %d of %d runs, want %q", got, s.Made, s.Wanted, want)
	}
}
