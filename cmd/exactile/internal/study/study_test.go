package study

import (
	"encoding/json"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
	"github.com/exactile/exactile/encode/cover"
)

// made is a run that took so many milliseconds, or none: then it ran into the limit.
func made(puzzle, backend string, repetition, milliseconds int) Run {
	r := Run{
		Key: Key{Puzzle{puzzle, "sha256:" + puzzle}, backend, repetition}, End: comparison.Done,
		Date: time.Date(2026, 11, 23, 5, 0, 0, 0, time.UTC), Wall: .5,
	}
	r.Report = backends.Report{
		Puzzle: puzzle, Backend: backend, Count: big.NewInt(4), Complete: true,
		Completeness: backends.BySearch, Checked: 4, Digest: &cover.Digest{7},
		Elapsed: time.Duration(milliseconds) * time.Millisecond,
		CPU:     time.Duration(milliseconds) * time.Millisecond, Memory: 1 << 20,
	}
	if milliseconds == 0 {
		r.End, r.Report.Complete, r.Report.Completeness = comparison.TimedOut, false, ""
		r.Report.Count, r.Report.Digest, r.Report.Elapsed = big.NewInt(1), nil, 10*time.Second
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
		if torn := at > 0 && whole[at-1] != '\n'; f.Torn != torn {
			t.Fatalf("cut at %d: torn is %v", at, f.Torn)
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

func TestFilesThatAreNoRecord(t *testing.T) {
	t.Parallel()
	good := filepath.Join(t.TempDir(), "good")
	filled(t, good, made("a", "x", 1, 1))
	text, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	for name, test := range map[string]struct{ text, want string }{
		"text":              {"hello\n", ":1: "},
		"text without end":  {"hello", ":1: this is no line of a results file"},
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

func TestRunsAsJSON(t *testing.T) {
	t.Parallel()
	others := .25
	want := made("a", "x", 2, 5)
	want.Others = &others
	want.Report.Completeness = backends.ByProof
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got Run
	if err := got.UnmarshalJSON(text); err != nil {
		t.Fatal(err)
	}
	if got.Key != want.Key || got.End != want.End || !got.Date.Equal(want.Date) || *got.Others != others ||
		got.Report.Elapsed != want.Report.Elapsed || got.Report.Completeness != backends.ByProof {
		t.Errorf("read back: %+v, want %+v", got, want)
	}
}

func TestSchedule(t *testing.T) {
	t.Parallel()
	puzzles := []Puzzle{{"a", ""}, {"b", ""}}
	keys := Schedule(puzzles, []string{"x", "y", "z"}, 2)
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
	s, err := All(record(t, runs...))
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
	if s.Made != 12 || s.Wanted != 12 || s.Counted() != 3 || len(s.Warnings()) != 0 {
		t.Fatalf("%d of %d runs, %d puzzles, warnings %q", s.Made, s.Wanted, s.Counted(), s.Warnings())
	}
	y, x := s.Standings[0], s.Standings[1] // y solves two
	if y.Backend != "y" || y.Solved != 2 || x.Solved != 1 || y.Rank != 1 || x.Rank != 2 {
		t.Errorf("standings %+v, %+v", y, x)
	}
	near := func(name string, got, want float64) {
		if math.Abs(got-want) > 1e-9 {
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
	near("the factor", pair.Factor, (2./4+10./6)/2)
	if pair.Puzzles != 2 || pair.Apart() || pair.More != 1 {
		t.Errorf("the pair is %+v", pair)
	}
	if got, want := s.Headline(), "y solves 1 puzzle more than x; by their times the two cannot be told apart"; got != want {
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
	wrong.Report.Count = big.NewInt(3)
	for _, test := range []struct {
		name string
		runs []Run
		want string
	}{
		{"apart", times(8, 3), "x is 3.0 times as fast as y in the median of 8 puzzles (95%: 3.0 to 3.0)"},
		{"few", times(5, 3), "Nothing can be told apart: 5 puzzles are too few, 6 would do"},
		{"alike", times(8, 1), "Nothing can be told apart: all solve 8 of 8 puzzles, and no interval of a factor leaves out 1"},
		{"one", []Run{made("a", "x", 1, 5)}, "x solves 1 of 1 puzzle"},
		{"none whole", []Run{made("a", "x", 1, 5), made("b", "y", 1, 5)}, "No puzzle was run by every backend so far"},
		{"wrong", []Run{made("a", "x", 1, 5), wrong}, "DISAGREEMENT: a: x counts 4, y counts 3"},
		{"more solved", append(times(8, 3), made("z", "x", 1, 9), made("z", "y", 1, 0)), "x is 3.0 times as fast as y in the median of 9 puzzles (95%: 3.0 to 3.0), and solves 1 puzzle more"},
	} {
		s := all(t, test.runs...)
		if got := s.Headline(); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if wrong := test.name == "wrong"; wrong != (len(s.Disagreements()) > 0) {
			t.Errorf("%s: disagreements %v", test.name, s.Disagreements())
		}
	}
}

// A wrong backend has solved nothing, and is not first even if it is fast.
func TestWrongAnswersAreNotSolved(t *testing.T) {
	t.Parallel()
	wrong := made("a", "y", 1, 1)
	wrong.Report.Count = big.NewInt(3)
	s := all(t, made("a", "x", 1, 5), wrong, made("a", "z", 1, 5))
	last := s.Standings[2]
	if last.Backend != "y" || last.Solved != 0 || last.PAR2 != 20 || last.Verdicts[comparison.Contradicts] != 1 {
		t.Errorf("last is %+v", last)
	}
}

// A repeated run with another answer is a disagreement, whichever comes first; with the same
// answer it only counts as double.
func TestARunWithTwoAnswers(t *testing.T) {
	t.Parallel()
	same, wrong := made("a", "x", 1, 5), made("a", "x", 1, 5)
	wrong.Report.Count = big.NewInt(3)
	for n, runs := range [][]Run{{same, same}, {same, wrong}, {wrong, same}, {same, same, wrong}} {
		s := all(t, runs...)
		want := min(n, 1)
		if got := len(s.Disagreements()); got != want || s.Made != 1 || s.Wanted != 1 ||
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
	two.Versions = map[string]string{"x": "2"}
	run, other := made("a", "x", 1, 5), made("b", "x", 1, 5)
	run.Others = &busy
	for _, err := range []error{f.Begin(one), f.Begin(two), f.Append(run), f.Append(run), f.Append(other)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	s, err := Of(&f.Record, f.Puzzles(), []string{"x"}, 2)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(s.Warnings(), "\n")
	for _, want := range []string{
		"unfinished: 2 of 4 runs are still to be made", "kept 1.5 cores busy", "(load 1.5)",
		"2 different machines", "2 versions of exactile", "x ran in 2 versions", "the record has 1 run twice",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
