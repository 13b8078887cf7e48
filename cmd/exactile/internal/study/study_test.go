package study

import (
	"bytes"
	"encoding/json"
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
func begunWith(settings ...string) Session {
	load := .01
	return Session{
		Command: []string{"exactile", "compare"}, Program: "v1", Timeout: 10, Settings: settings,
		Load: &load, Versions: map[string]string{"x": "1"},
	}
}

// filled opens a file at a path and puts lines into it.
func filled(t *testing.T, path string, runs ...Run) {
	t.Helper()
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Begin(begunWith("--timeout", "10s")); err != nil {
		t.Fatal(err)
	}
	for _, r := range runs {
		if err := f.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// Wherever a file is cut, its whole lines are read, the other runs are made again, and the
// final file is the same.
func TestTornFilesGoOn(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "r.jsonl")
	runs := []Run{made("a", "x", 1, 1), made("a", "y", 1, 2), made("b", "x", 1, 0)}
	filled(t, path, runs...)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	session, _, _ := strings.Cut(string(whole), "\n")
	// Every write waits for the disk: not every byte, but some of each kind.
	for at := 0; at <= len(whole); at += 1 + len(whole)/23 {
		if err := os.WriteFile(path, whole[:at], 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path)
		if err != nil {
			t.Fatalf("cut at %d: %v", at, err)
		}
		if torn := at > 0 && whole[at-1] != '\n'; f.Truncated != torn {
			t.Fatalf("cut at %d: torn is %v", at, f.Truncated)
		}
		if len(f.Sessions) == 0 {
			if err := f.Begin(begunWith("--timeout", "10s")); err != nil {
				t.Fatal(err)
			}
		}
		for _, r := range runs {
			if !f.Has(r.Key) {
				if err := f.Append(r); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != string(whole) {
			t.Fatalf("cut at %d, it ends as\n%s\nwant\n%s (%v)", at, got, whole, err)
		}
	}
	if !strings.Contains(session, `"format":1`) {
		t.Errorf("the first line is %s", session)
	}
}

// unsealed removes all seals from lines.
func unsealed(lines string) string {
	return regexp.MustCompile(`,"seal":"[0-9a-f]*"`).ReplaceAllString(lines, "")
}

func TestFilesThatAreNoRecord(t *testing.T) {
	t.Parallel()
	good := filepath.Join(t.TempDir(), "good")
	filled(t, good, made("a", "x", 1, 1))
	text, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(unsealed(string(text)), "\n")
	for name, test := range map[string]struct{ text, want string }{
		"text":              {"hello\n", ":1: "},
		"text without end":  {"hello", ":1: this is not a line of a results file"},
		"torn, then more":   {lines[0] + lines[1][:40] + "\n" + lines[1], ":2: "},
		"no session":        {lines[1], ":1: a run before any session"},
		"both":              {lines[0] + "{}\n", ":2: neither a session nor a run"},
		"later form":        {strings.Replace(lines[0], `"format":1`, `"format":2`, 1), "the number 2"},
		"other settings":    {lines[0] + strings.Replace(lines[0], "10s", "5s", 1), `:2: runs with "--timeout 10s" and with "--timeout 5s" cannot be compared`},
		"other end":         {lines[0] + strings.Replace(lines[1], `"done"`, `"dome"`, 1), ":2: "},
		"no repetition":     {lines[0] + strings.Replace(lines[1], `"repetition":1`, `"repetition":0`, 1), ":2: "},
		"many repetitions":  {lines[0] + strings.Replace(lines[1], `"repetition":1`, `"repetition":99999999`, 1), ":2: "},
		"less than nothing": {lines[0] + strings.Replace(lines[1], `"elapsed":`, `"elapsed":-`, 1), ":2: "},
		"endless line":      {`{"run":` + strings.Repeat(" ", maxLine), ":1: the line is too long"},
	} {
		path := filepath.Join(t.TempDir(), "r.jsonl")
		if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Open(path)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: the error is %v, want %q", name, err, test.want)
		}
		if left, err := os.ReadFile(path); err != nil || string(left) != test.text {
			t.Errorf("%s: the file was changed", name)
		}
	}
	if _, err := Open(t.TempDir()); err == nil {
		t.Error("a folder can be opened")
	}
	empty := filepath.Join(t.TempDir(), "empty")
	filled(t, empty)
	if _, err := Read(empty); err == nil || !strings.Contains(err.Error(), "holds no runs") {
		t.Errorf("a record of nothing: %v", err)
	}
}

func TestSchedule(t *testing.T) {
	t.Parallel()
	puzzles := []Puzzle{{"a", ""}, {"b", ""}}
	plan := Plan{puzzles, []string{"x", "y", "z"}, []uint64{0}, 2}
	keys := plan.Schedule()
	seen := make(map[Key]bool)
	var order []string
	for _, k := range keys {
		seen[k] = true
		order = append(order, k.Name+k.Backend)
	}
	if len(keys) != 12 || len(seen) != 12 {
		t.Fatalf("%d runs, %d different ones, want 12", len(keys), len(seen))
	}
	want := []string{"ax", "ay", "az", "by", "bz", "bx", "ay", "az", "ax", "bz", "bx", "by"}
	if !slices.Equal(order, want) {
		t.Errorf("the order is %v, want %v", order, want)
	}
}

// record is one of some runs.
func record(t *testing.T, runs ...Run) *Record {
	t.Helper()
	f := &File{}
	if err := f.Begin(begunWith()); err != nil {
		t.Fatal(err)
	}
	for _, r := range runs {
		if err := f.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	return &f.Record
}

// all evaluates some runs.
func all(t *testing.T, runs ...Run) *Study {
	t.Helper()
	s, err := EvaluateAll(record(t, runs...), ByTime)
	if err != nil {
		t.Fatal(err)
	}
	return s
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

func TestWarnings(t *testing.T) {
	t.Parallel()
	f := &File{}
	one, two := begunWith(), begunWith()
	busy := 1.5
	two.Program, two.Machine.Processor, two.Load = "v2", "another", &busy
	run, other := made("a", "x", 1, 5), made("b", "x", 1, 5)
	run.Others = &busy
	for _, err := range []error{f.Begin(one), f.Begin(two), f.Append(run), f.Append(run), f.Append(other)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	s, err := Evaluate(&f.Record, Plan{f.Puzzles(), []string{"x"}, []uint64{0}, 2}, ByTime)
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

// A line that was edited is refused with its place, wherever a digit is changed, and so is one
// whose seal was taken away; without any seal a file is read, and the study says so.
func TestSeals(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "r.jsonl")
	filled(t, path, made("a", "x", 1, 1), made("a", "y", 1, 2), made("b", "x", 1, 3))
	read := func(text string) (*Record, error) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return Read(path)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at, c := range whole {
		if c < '0' || c > '9' || at%3 > 0 {
			continue
		}
		text := bytes.Clone(whole)
		text[at] = '0' + (c-'0'+1)%10
		line := fmt.Sprintf(":%d: ", 1+bytes.Count(whole[:at], []byte("\n")))
		if _, err := read(string(text)); err == nil || !strings.Contains(err.Error(), path+line) {
			t.Fatalf("with %q at %d: %v, want an error at %s", text[at], at, err, line)
		}
	}
	lines := strings.SplitAfter(string(whole), "\n")
	_, err = read(lines[0] + lines[1] + unsealed(lines[2]) + lines[3])
	if err == nil || !strings.Contains(err.Error(), ":3: a line without a seal after lines with one") {
		t.Errorf("a seal was taken away: %v", err)
	}
	r, err := read(unsealed(string(whole)))
	if err != nil {
		t.Fatal(err)
	}
	s, err := EvaluateAll(r, ByTime)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(s.Warnings, "\n"); !strings.Contains(got, "no seal: 4 lines of the record") {
		t.Errorf("warnings %q", got)
	}
	// New lines are sealed, in an old file too.
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Begin(begunWith("--timeout", "10s")), f.Append(made("b", "y", 1, 3)), f.Close()); err != nil {
		t.Fatal(err)
	}
	if r, err := Read(path); err != nil || r.Unsealed != 4 || len(r.Runs) != 4 {
		t.Errorf("gone on with: %+v, %v", r, err)
	}
}

// Without a seal, what does not fit together is refused with its place.
func TestLinesThatDoNotFit(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "r.jsonl")
	filled(t, path, made("a", "x", 1, 1))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	good := unsealed(string(whole))
	for _, edit := range [][2]string{
		{`"count":"4"`, `"count":"77"`},
		{`"checked":4`, `"checked":2`},
		{`"checked":4`, `"checked":0`},
		{`"checked":4`, `"checked":-4`},
		{`"digest":"sha256:`, `"error":"it broke","digest":"sha256:`},
		{`"complete":true`, `"complete":true,"approximate":true`},
		{`"complete":true,`, `"complete":false,`},
		{`"end":"done"`, `"end":"timeout"`},
		{`"end":"done"`, `"end":"failed"`},
		{`"report":{"puzzle":"a","backend":"x"`, `"report":{"puzzle":"a","backend":"y"`},
		{`"report":{"puzzle":"a"`, `"report":{"puzzle":"b"`},
		{`"up_to_symmetry":false`, `"up_to_symmetry":true`},
		{`"elapsed":0.001`, `"elapsed":0.001,"first":0.5`},
		{`"wall":0.5`, `"wall":0.5,"solver_cpu":-1`},
		{`"completeness":"search"`, `"completeness":"rumour"`},
	} {
		text := strings.Replace(good, edit[0], edit[1], 1)
		if text == good {
			t.Fatalf("%s is not in %s", edit[0], good)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), path+":2: ") {
			t.Errorf("with %s: %v", edit[1], err)
		}
	}
	if err := os.WriteFile(path, []byte(good), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); err != nil {
		t.Errorf("as it was: %v", err)
	}
}

// A headline takes at most two lines, whatever names it has.
func TestHeadlinesAreShort(t *testing.T) {
	t.Parallel()
	long := "process:/opt/" + strings.Repeat("long/", 30)
	var runs []Run
	for n := range 20 {
		for k := range 7 {
			runs = append(runs, made(fmt.Sprint("p", n), long+name(k), 1, 10+(n*k)%7))
		}
	}
	wrong := made("p0", long+name(8), 1, 10)
	wrong.Report.Count, wrong.Report.Checked = big.NewInt(9), 9
	for _, runs := range [][]Run{runs, append(runs, wrong)} {
		if n := len([]rune(all(t, runs...).Headline)); n > 160 || n < 20 {
			t.Errorf("%d letters: %s", n, all(t, runs...).Headline)
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

// Runs of two versions of a backend are never ranked as one: the last version's count. Whether the
// version is another is seen before anything runs; the file of an outside program tells, and for all
// others exactile.
func TestChangedBackends(t *testing.T) {
	t.Parallel()
	const program = "process:./x"
	session := func(exactile, digest string) Session {
		s := begunWith()
		s.Program, s.Programs = exactile, map[string]string{program: digest}
		s.Plan = &Plan{[]Puzzle{{"a", "sha256:a"}, {"b", "sha256:b"}}, []string{program, "gini"}, []uint64{0}, 1}
		return s
	}
	f, old := &File{}, session("v1", "one")
	wrong := made("a", program, 1, 5)
	wrong.Report.Count, wrong.Report.Checked = big.NewInt(3), 3
	for _, err := range []error{
		f.Begin(old), f.Append(wrong), f.Append(made("b", program, 1, 5)), f.Append(made("a", "gini", 1, 5)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		now           Session
		program, gini int
	}{{session("v1", "one"), 0, 0}, {session("v1", "two"), 2, 0}, {session("v2", "one"), 0, 1}} {
		if p, g := f.Changed(program, &test.now), f.Changed("gini", &test.now); p != test.program || g != test.gini {
			t.Errorf("%v: %d and %d runs are of another version, want %d and %d", test.now.Programs, p, g, test.program, test.gini)
		}
	}
	now := session("v1", "two")
	if f.HasIn(f.Runs[0].Key, &now) || !f.HasIn(f.Runs[2].Key, &now) {
		t.Error("the runs to be made again are not those of the backend that has changed")
	}
	for _, err := range []error{f.Begin(now), f.Append(made("a", program, 1, 7))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	s, err := EvaluateAll(&f.Record, ByTime)
	if err != nil {
		t.Fatal(err)
	}
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
		s, err := EvaluateAll(record(t, runs...), by)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Headline; !strings.HasPrefix(got, want) {
			t.Errorf("by %s: %q, want %q", string(by), got, want)
		}
	}
	runs[3].Solver = nil
	if _, err := EvaluateAll(record(t, runs...), BySolver); err == nil || !strings.Contains(err.Error(), "the run of p1 by b has no time of its solver") {
		t.Errorf("without the time of a run: %v", err)
	}
}

// Backends with the same formulas are run once, and ranked once if that is so on all puzzles.
func TestRepeatedFormulas(t *testing.T) {
	t.Parallel()
	f := &File{}
	if err := f.Begin(begunWith()); err != nil {
		t.Fatal(err)
	}
	one, two := Formula{Bytes: 9, Digest: "one"}, Formula{Bytes: 9, Digest: "two"}
	for n := range 7 {
		puzzle := fmt.Sprint("p", n)
		of := map[string]Formula{"gini/product": one, "gini/pairwise": one, "gini/ladder": two, "gini/bitwise": one}
		if n == 0 {
			of["gini/ladder"] = one
		}
		err := f.Describe(Formulas{Puzzle{puzzle, "sha256:" + puzzle}, of})
		if err == nil {
			err = f.Append(made(puzzle, "gini/product", 1, 10))
		}
		if err == nil && n > 0 {
			err = f.Append(made(puzzle, "gini/ladder", 1, 30))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	s, err := EvaluateAll(&f.Record, ByTime)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Standings) != 2 || s.Made != 13 || s.Wanted != 13 || s.Counted != 7 || s.Test.Pairs != 1 {
		t.Errorf("%d standings, %d of %d runs, %d puzzles", len(s.Standings), s.Made, s.Wanted, s.Counted)
	}
	got := strings.Join(s.Findings, "\n")
	for _, want := range []string{
		"same formula as gini/product on 7 of 7 puzzles, which ran once for all: gini/bitwise, gini/pairwise",
		"same formula as gini/product on 1 of 7 puzzles, which ran once for all: gini/ladder",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	// Of the two alone: they are still one, with the runs of the third.
	s, err = EvaluateAll(&f.Record, ByTime, "gini/pairwise", "gini/bitwise")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.Headline, "gini/pairwise solves 7 of 7 puzzles"; got != want || s.Made != 7 || s.Wanted != 7 {
		t.Errorf("%q, %d of %d runs, want %q", got, s.Made, s.Wanted, want)
	}
}

// A record of an older version names the seed among the settings and not in its runs.
func TestOldRecordsGoOn(t *testing.T) {
	t.Parallel()
	old := begunWith("--first=false", "--seed", "7", "--timeout", "10s")
	old.Seed = 7
	f := &File{}
	if err := f.Begin(old); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(made("a", "x", 1, 1))
	if err != nil {
		t.Fatal(err)
	}
	var run Run
	if err := json.Unmarshal(bytes.Replace(text, []byte(`"seed":0,`), nil, 1), &run); err != nil {
		t.Fatal(err)
	}
	if err := f.add(line{Run: &run}); err == nil {
		t.Error("a line without a seal follows one with a seal")
	}
	f.sealed = false
	if err := errors.Join(f.add(line{Run: &run}), f.Begin(begunWith("--first=false", "--timeout", "10s"))); err != nil {
		t.Fatal(err)
	}
	if !f.Has(Key{run.Puzzle, "x", 1, 7}) || f.Has(Key{run.Puzzle, "x", 1, 0}) {
		t.Errorf("it holds %+v", f.at)
	}
}
