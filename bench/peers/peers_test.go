package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The test binary plays the programs: exactile, and peers of every temper.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
		os.Exit(play(os.Args[1], os.Args[2:]))
	}
	os.Exit(m.Run())
}

// solutions are those of the puzzles that the played exactile knows.
var solutions = map[string]string{"three": "3", "a b": "3", "none": "0"}

func play(role string, args []string) int {
	switch role {
	case "count": // exactile's
		n, ok := solutions[args[len(args)-1]]
		if !ok {
			fmt.Fprintln(os.Stderr, "no such puzzle")
			return 1
		}
		fmt.Println(n)
	case "export": // PUZZLE -f FORMAT -o PATH
		if args[2] == "opb" {
			fmt.Fprintln(os.Stderr, "no words for that")
			return 1
		}
		if os.WriteFile(args[4], []byte(args[2]+" of "+args[0]), 0o600) != nil {
			return 1
		}
	case "decode", "check": // PUZZLE FILE
		text, err := os.ReadFile(args[1])
		switch {
		case err != nil:
			return 1
		case string(text) == "right":
			return 0
		case role == "decode" && string(text) == "garbage":
			return 1
		}
		return none
	case "say": // STATUS WORD...
		fmt.Print(strings.Join(args[1:], " "))
		return int(args[0][0]-'0') * 10
	case "show": // prints a file
		text, err := os.ReadFile(args[0])
		if err != nil {
			return 1
		}
		fmt.Print(string(text))
	case "complain": // of what it reads
		text, err := io.ReadAll(os.Stdin)
		if err != nil {
			return 1
		}
		fmt.Fprintf(os.Stderr, "Altogether 3 solutions of %s\n", text)
	case "write": // PATH WORD
		if os.WriteFile(args[0], []byte(args[1]), 0o600) != nil {
			return 1
		}
	case "hang":
		time.Sleep(time.Hour)
	case "once": // PATH: right the first time, wrong from then on
		if _, err := os.Stat(args[0]); err == nil {
			fmt.Println("total 2")
			break
		}
		if os.WriteFile(args[0], nil, 0o600) != nil {
			return 1
		}
		fmt.Println("total 3")
	}
	return 0
}

// compareText runs the harness on a configuration in which SELF is a program that
// plays, and returns its status, what it said, the table and the chart.
func compareText(t *testing.T, text string, args ...string) (status int, log, table, chart string) {
	t.Helper()
	t.Setenv("GORACE", "atexit_sleep_ms=0") // or each program that is played takes a second to end
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	config := filepath.Join(folder, "peers.yaml")
	if err := os.WriteFile(config, []byte(strings.ReplaceAll(text, "SELF", self)), 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	args = append([]string{"-exactile", self, "-rounds", "2", "-repeat", "2", config, "-o", filepath.Join(folder, "new", "out")}, args...)
	status = command(t.Context(), args, &said)
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(folder, "new", "out", name))
		if err != nil && status != failed {
			t.Error(err)
		}
		return string(text)
	}
	return status, said.String(), read("peers.md"), read("peers.svg")
}

// row returns the cells of the table's row of a program.
func row(t *testing.T, table, program string) []string {
	t.Helper()
	for line := range strings.Lines(table) {
		if cells := strings.Split(line, " | "); len(cells) > 4 && cells[2] == program {
			return cells
		}
	}
	t.Fatalf("no row of %s in\n%s", program, table)
	return nil
}

func TestRightAnswersHaveTimes(t *testing.T) {
	status, log, table, chart := compareText(t, `
puzzles: [three, a b]
peers:
  - {name: subject, does: count, command: "{exactile} count {puzzle}", count: '^(\d+)$'}
  - {name: last match, does: list, command: "SELF say 0 n=1 n=3", count: 'n=(\d)'}
  - {name: lines, does: list, command: "SELF say 3 a a a", count: 'a', exits: [10, 30]}
  - {name: stderr, does: count, command: "SELF complain", stdin: dlx, answer: errors, count: 'Altogether (\d) solutions of dlx'}
  - {name: some, does: count, command: "SELF show {dlx}", count: 'dlx of (a) b', puzzles: [a b]}
`, "-only", " [slm]")
	if status != wrong { // "some" reads an a where 3 is wanted
		t.Errorf("status %d: %s", status, log)
	}
	for _, program := range []string{"subject", "last match", "lines", "stderr"} {
		if cells := row(t, table, program); !strings.HasSuffix(cells[4], "s") || cells[6] == "" {
			t.Errorf("%s has no time: %q", program, cells)
		}
	}
	if strings.Count(table, "| some |") != 1 || !strings.Contains(table, "wrong: counts a, not 3") {
		t.Errorf("a program for one puzzle is not run once on the export of that:\n%s", table)
	}
	decoder := xml.NewDecoder(strings.NewReader(chart))
	for {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("the chart is no XML: %v", err)
		}
	}
	for _, want := range []string{">subject<", ">lines<", ">a b<", "solutions: 3", "prefers-color-scheme: dark"} {
		if !strings.Contains(chart, want) {
			t.Errorf("the chart does not say %q", want)
		}
	}
}

// None of these may have a time.
func TestNoTimeWithoutARightAnswer(t *testing.T) {
	memory := filepath.Join(t.TempDir(), "once")
	status, log, table, chart := compareText(t, `
puzzles: [three]
peers:
  - {name: subject, does: count, command: "{exactile} count {puzzle}", count: '^(\d+)$'}
  - {name: wrong, does: count, command: "SELF say 0 total 2", count: 'total (\d)'}
  - {name: later, does: count, command: "SELF once `+memory+`", count: 'total (\d)'}
  - {name: mute, does: count, command: "SELF say 0 nothing", count: 'total (\d)'}
  - {name: fails, does: count, command: "SELF say 1 total 3", count: 'total (\d)'}
  - {name: hangs, does: count, command: "SELF hang", count: 'total (\d)', timeout: 200ms}
  - {name: unasked, does: count, command: "SELF say 0 3 {opb}", count: '(\d)'}
  - {name: absent, does: count, command: "no-such-program-anywhere", count: '(\d)'}
`)
	if status != wrong {
		t.Errorf("status %d, want %d: %s", status, wrong, log)
	}
	for program, want := range map[string]string{
		"wrong":   "wrong: counts 2, not 3",
		"later":   "wrong: counts 2, not 3",
		"mute":    "wrong: no count in its answer",
		"fails":   "failed: exit status 10",
		"hangs":   "more than 200ms",
		"unasked": "not asked: exactile export: exit status 1: no words for that",
	} {
		if cells := row(t, table, program); cells[4] != want {
			t.Errorf("%s: %q, want %q", program, cells[4], want)
		}
	}
	if !strings.Contains(table, "- absent: no-such-program-anywhere is not on the PATH") {
		t.Errorf("the table does not name what was skipped:\n%s", table)
	}
	if !strings.Contains(chart, "more than 200ms") || !strings.Contains(chart, ">wrong<") {
		t.Error("the chart does not show what has no time")
	}
}

func TestFirstSolutionsAreChecked(t *testing.T) {
	status, log, table, _ := compareText(t, `
puzzles: [three, none]
peers:
  - {name: right, does: first, command: "SELF say 1 right", solution: dimacs, exits: [10], puzzles: [three]}
  - {name: file, does: first, command: "SELF write {out} right", solution: exactile, puzzles: [three]}
  - {name: garbage, does: first, command: "SELF say 1 garbage", solution: dimacs, exits: [10], puzzles: [three]}
  - {name: denies, does: first, command: "SELF say 2 unsat", solution: dimacs, exits: [20], puzzles: [three]}
  - {name: knows, does: first, command: "SELF say 2 unsat", solution: exactile, exits: [20], puzzles: [none]}
  - {name: no file, does: first, command: "SELF say 0 {out}", solution: dimacs, puzzles: [three]}
`)
	if status != wrong {
		t.Errorf("status %d: %s", status, log)
	}
	for _, program := range []string{"right", "file", "knows"} {
		if cells := row(t, table, program); !strings.HasSuffix(cells[4], "s") {
			t.Errorf("%s has no time: %q", program, cells)
		}
	}
	for program, want := range map[string]string{
		"garbage": "wrong: its solution is none", "denies": "wrong: finds no solution, there are 3", "no file": "failed: no result file",
	} {
		if cells := row(t, table, program); !strings.HasPrefix(cells[4], want) {
			t.Errorf("%s: %q, want %q", program, cells[4], want)
		}
	}
}

func TestBadInput(t *testing.T) {
	for _, tc := range []struct{ config, want string }{
		{"puzzles: [three]", "no peers"},
		{"peers: [{name: a, does: count, command: x, count: '(1)'}]", "no puzzles"},
		{"puzzles: [three]\npeers: [{name: a, does: count, command: x}]", "nothing of how the count is read"},
		{"puzzles: [three]\npeers: [{name: a, does: sing, command: x}]", `does "sing"`},
		{"puzzles: [three]\npeers: [{name: a, does: first, command: x, solution: poem}]", `solution "poem"`},
		{"puzzles: [three]\npeers: [{name: a, does: first, command: 'x {wcnf}', solution: dimacs}]", "unknown placeholder {wcnf}"},
		{"puzzles: [three]\npeers: [{name: a, does: count, command: x, count: '('}]", "missing closing"},
		{"puzzles: [three]\npeers: [{name: a, dose: count}]", "dose"},
		{"puzzles: [three]\npeers: [{name: a, does: count, command: x, count: '1', stdin: wcnf}]", `stdin "wcnf"`},
		{"puzzles: [three]\npeers: [{name: a, does: count, command: x, count: '1', answer: mail}]", `answer "mail"`},
		{"puzzles: [three]\npeers: [{name: a, does: count, command: x, count: '1', puzzles: [two]}]", `runs on "two"`},
		{"puzzles: [three]\npeers: [{name: a, does: count, command: x, count: '1'}, {name: a, does: list, command: x, count: '1'}]", "are called a"},
		{"puzzles: [unknown]\npeers: [{name: a, does: count, command: SELF, count: '1'}]", "no such puzzle"},
		{"puzzles: [three]\npeers: [{name: a, does: count, command: no-such-program-anywhere, count: '1'}]", "nothing to measure"},
	} {
		status, log, _, _ := compareText(t, tc.config)
		if status != failed || !strings.Contains(log, tc.want) {
			t.Errorf("%s\nstatus %d, %q; want %q", tc.config, status, log, tc.want)
		}
	}
	for _, args := range [][]string{{}, {"a", "b"}, {"-rounds", "0", "a"}, {"-repeat", "0", "a"}, {"-only", "(", "a"}, {"-loud"}} {
		if status := command(t.Context(), args, io.Discard); status != misuse {
			t.Errorf("%q: status %d, want %d", args, status, misuse)
		}
	}
}

func TestAnInterruptEndsIt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	h := &harness{subject: &subject{folder: t.TempDir()}}
	r := &result{peer: &peer{Name: "a", Command: "x", Exits: []int{0}}}
	if _, err := h.once(ctx, r); err != context.Canceled || r.reason != "" {
		t.Errorf("an interrupt gives %v, %q", err, r.reason)
	}
}

func TestStatistics(t *testing.T) {
	if m := median([]float64{5, 1, 3}); m != 3 {
		t.Errorf("the median of 5, 1, 3 is %v", m)
	}
	if m := median([]float64{4, 1, 3, 2}); m != 2.5 {
		t.Errorf("the median of 4, 1, 3, 2 is %v", m)
	}
	if r := ratios([]float64{2, 3, 8}, []float64{1, 0, 2}); len(r) != 2 || r[0] != 2 || r[1] != 4 {
		t.Errorf("ratios are %v, want 2 and 4", r)
	}
	for seconds, want := range map[float64]string{12.34: "12.3 s", 0.5: "500 ms", 0.00123: "1.23 ms", 0.000045: "45.0 µs", 123: "123 s"} {
		if got := duration(seconds); got != want {
			t.Errorf("%v seconds are written %q, want %q", seconds, got, want)
		}
	}
	for p, want := range map[int]string{-5: "10 µs", -3: "1 ms", -1: "100 ms", 0: "1 s", 2: "100 s"} {
		if got := tick(p); got != want {
			t.Errorf("10^%d seconds are written %q, want %q", p, got, want)
		}
	}
}

// The file that comes with the program is right, and exactile itself answers every
// question of it that is asked here.
func TestShippedFile(t *testing.T) {
	c, err := readConfig("peers.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Peers) < 10 {
		t.Errorf("only %d peers", len(c.Peers))
	}
	if testing.Short() {
		t.Skip("builds and runs exactile")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("go is not on the PATH")
	}
	folder := t.TempDir()
	var said bytes.Buffer
	args := []string{"peers.yaml", "-rounds", "1", "-only", "cilada:7 (native|gini|minisat|cadical|clasp)", "-o", folder}
	if status := command(t.Context(), args, &said); status != done {
		t.Errorf("status %d: %s", status, said.String())
	}
	table, err := os.ReadFile(filepath.Join(folder, "peers.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"native", "native lists", "native/plain", "gini"} {
		if cells := row(t, string(table), program); !strings.HasSuffix(cells[4], "s") {
			t.Errorf("%s has no time: %q", program, cells)
		}
	}
}
