package cli

import (
	"bytes"
	"context"
	"os"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode/catalogue"
)

func TestClock(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 s", 7400 * time.Millisecond: "7 s", 59600 * time.Millisecond: "1:00 min", 185 * time.Second: "3:05 min", 7384 * time.Second: "2:03:04 h",
	} {
		if got := Clock(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
	for x, want := range map[float64]string{0: "0", 812: "812", 1000: "1.0 k", 98_765: "98.8 k", 999_600: "1.0 M", 123.4e6: "123 M", 5e12: "5.0 T", 5e15: "5000 T"} {
		if got := abbreviated(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
	if percent(0.0123) != "1.2 %" || percent(0.5) != "50 %" {
		t.Errorf("%s %s", percent(0.0123), percent(0.5))
	}
}

// The line comes after half a second, is cut to the terminal, makes room for
// whatever else is printed, and is gone at the end.
func TestProgressLine(t *testing.T) {
	var screen bytes.Buffer
	now := time.Unix(0, 0)
	p := &ProgressLine{
		monitor: new(adapter.Monitor), err: &screen, drawn: true, signals: make(chan os.Signal),
		columns: func() int { return 14 }, now: func() time.Time { return now },
	}
	p.present = &stage{name: "puzzle", start: now, search: now}
	step := func(what string, do func(), want string) {
		t.Helper()
		do()
		if got := screen.String(); got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
		screen.Reset()
	}
	now = now.Add(400 * time.Millisecond)
	step("too early", p.draw, "")
	now = now.Add(8 * time.Second)
	step("drawn", p.draw, "\rpuzzle: 8 s\x1b[K")
	now = now.Add(time.Hour)
	step("cut", p.draw, "\rpuzzle: 1:0\x1b[K")
	note := &aboveProgress{p, &screen}
	step("a note", func() { note.Write([]byte("note\n")) }, "\r\x1b[Knote\n")
	step("another", func() { note.Write([]byte("note\n")) }, "note\n")
	p.draw()
	screen.Reset()
	step("a signal", p.print, "\r\x1b[Kexactile: puzzle: 1:00:08 h\n")
	p.draw()
	screen.Reset()
	step("gone", p.clear, "\r\x1b[K")
	p.columns = nil
	step("no terminal", p.draw, "exactile: puzzle: 1:00:08 h\n")
}

// The line says what is known, and no more.
func TestProgressFigures(t *testing.T) {
	begin := time.Unix(0, 0)
	s := &stage{name: "p", start: begin, search: begin, deadline: begin.Add(70 * time.Second), before: snapshot{found: 5, nodes: 1000, conflicts: 10}}
	for _, tc := range []struct {
		after time.Duration
		f     snapshot
		want  string
	}{
		{time.Second, snapshot{found: 5, nodes: 1000, conflicts: 10}, "p: 1 s"},
		{10 * time.Second, snapshot{done: 0.005, found: 6, nodes: 1000, conflicts: 10}, "p: 10 s, 0.5 %, 1 solution"},
		{20 * time.Second, snapshot{done: 0.25, found: 7, nodes: 50_001_000, conflicts: 10}, "p: 20 s, 25 %, about 1:00 min left, 50 s allowed, 2 solutions, 2.5 M nodes/s"},
		{40 * time.Second, snapshot{done: 1, found: 7, nodes: 1000, conflicts: 410}, "p: 40 s, 100 %, 2 solutions, 10 conflicts/s"},
		// Another search begins, for a count up to symmetry: what remains is of that.
		{50 * time.Second, snapshot{done: 0, found: 7, nodes: 1000, conflicts: 10}, "p: 50 s, 2 solutions"},
		{60 * time.Second, snapshot{done: 0.5, found: 7, nodes: 1000, conflicts: 10}, "p: 1:00 min, 50 %, about 10 s left, 2 solutions"},
	} {
		if got := s.line(begin.Add(tc.after), tc.f); got != tc.want {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
}

// The share that one of many searches has done says nothing about a task: its own text stands
// instead. Where nobody looks, a long task is still heard of, but seldom.
func TestProgressOfTasks(t *testing.T) {
	begin := time.Unix(0, 0)
	s := &stage{name: "p", start: begin, search: begin, deadline: begin.Add(70 * time.Second), status: func() string { return "2 of 3" }, long: true}
	got := s.line(begin.Add(10*time.Second), snapshot{done: 1, found: 7, nodes: 1000})
	if want := "p: 10 s, 2 of 3, 100 nodes/s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, test := range []struct {
		mode       string
		quiet      bool
		task, long time.Duration
	}{
		{"auto", false, 0, 30 * time.Second}, {"auto", true, 0, 0},
		{"never", false, 0, 0}, {"always", true, 5 * time.Second, 5 * time.Second},
	} {
		p := StartProgress(new(bytes.Buffer), test.mode, test.quiet)
		if task, long := p.every(new(stage)), p.every(s); task != test.task || long != test.long {
			t.Errorf("%s, quiet %t: %v and %v, want %v and %v", test.mode, test.quiet, task, long, test.task, test.long)
		}
		p.End()
	}
}

// What a search finds is seen from its beginning on.
func TestProgressCountsFromTheBeginning(t *testing.T) {
	p := &ProgressLine{monitor: new(adapter.Monitor), err: new(bytes.Buffer), signals: make(chan os.Signal), now: time.Now}
	b, err := registry.Lookup("gophersat", registry.Options{Monitor: p.monitor})
	if err != nil {
		t.Fatal(err)
	}
	puzzles, err := catalogue.Lookup("dominoes:4x4")
	if err != nil {
		t.Fatal(err)
	}
	tiling, err := puzzles[0].Compile()
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		end := p.Begin(context.Background(), "dominoes")
		n, err := backends.Count(context.Background(), b, tiling.Model)
		if err != nil || n.Int64() != 36 || p.Found() != 36 {
			t.Errorf("%v solutions, %d found, %v", n, p.Found(), err)
		}
		end()
	}
}
