package main

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/render/terminal"
	"github.com/exactile/exactile/native"
)

// writes keeps every write apart.
type writes []string

func (w *writes) Write(p []byte) (int, error) {
	*w = append(*w, string(p))
	return len(p), nil
}

// What is printed waits for more, but not for long; what comes fast goes out in
// few writes.
func TestOutputFlushesSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen writes
		w := newOutput(&seen)
		after := func(wait time.Duration, want ...string) {
			t.Helper()
			time.Sleep(wait)
			synctest.Wait()
			if fmt.Sprintf("%q", []string(seen)) != fmt.Sprintf("%q", want) {
				t.Errorf("written %q, want %q", []string(seen), want)
			}
		}
		fmt.Fprint(w, "one ")
		w.WriteString("two\n")
		after(flushAfter / 2)
		fmt.Fprint(w, "three\n") // does not put off the others
		after(flushAfter/2+1, "one two\nthree\n")
		after(time.Hour, "one two\nthree\n")
		fmt.Fprint(w, "four\n")
		after(flushAfter+1, "one two\nthree\n", "four\n")
		fmt.Fprint(w, "five\n")
		if err := w.finish(nil); err != nil {
			t.Error(err)
		}
		after(0, "one two\nthree\n", "four\n", "five\n")
		after(time.Hour, "one two\nthree\n", "four\n", "five\n")
	})
}

var errBroken = errors.New("broken")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

// A flush that fails by itself is not forgotten.
func TestOutputRemembersFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newOutput(brokenWriter{})
		if _, err := fmt.Fprint(w, "text"); err != nil {
			t.Error(err)
		}
		time.Sleep(flushAfter + 1)
		synctest.Wait()
		if _, err := fmt.Fprint(w, "more"); !errors.Is(err, errBroken) {
			t.Errorf("writing on: %v", err)
		}
		if err := w.finish(nil); !errors.Is(err, errBroken) {
			t.Errorf("at the end: %v", err)
		}
	})
}

// On a terminal a row of drawings is printed when it is full, or when the next
// solution is long in coming. Elsewhere time changes nothing.
func TestRowsOfSlowSolutions(t *testing.T) {
	a := &app{stderr: new(bytes.Buffer)}
	e, err := a.onePuzzle(&inputFlags{symmetry: "all"}, "dominoes:2x2")
	if err != nil {
		t.Fatal(err)
	}
	s, ok, err := backends.First(t.Context(), native.Searcher{}, e.tiling.Model)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	const one, two, gap = "dd\ndd\n", "dd   dd\ndd   dd\n", "\n"
	for _, tc := range []struct {
		terminal bool
		waits    []time.Duration // after each solution
		want     []string        // what is new then, and at the end
	}{
		{true, []time.Duration{0, 0, 0}, []string{"", "", two, gap + one}},
		{true, []time.Duration{rowAfter * 3 / 4, rowAfter * 3 / 4, rowAfter * 2}, []string{"", "", two + gap + one, ""}},
		{true, []time.Duration{rowAfter + 1, rowAfter + 1, 0}, []string{one, gap + one, "", gap + one}},
		{false, []time.Duration{rowAfter * 9, rowAfter * 9, rowAfter * 9}, []string{"", "", two, gap + one}},
	} {
		synctest.Test(t, func(t *testing.T) {
			var seen bytes.Buffer
			d := newTextDrawing(&output{}, e.tiling, screen{terminal: true, columns: 9}, false, false)
			if !tc.terminal {
				d.late = nil
			}
			d.rows = terminal.NewRows(&seen, 9, false)
			for n, want := range tc.want {
				if n < len(tc.waits) {
					if err := d.Add(s); err != nil {
						t.Fatal(err)
					}
					time.Sleep(tc.waits[n])
					synctest.Wait()
				} else if err := d.Close(false); err != nil {
					t.Fatal(err)
				}
				if got := seen.String(); got != want {
					t.Errorf("%+v: step %d prints %q, want %q", tc, n, got, want)
				}
				seen.Reset()
			}
		})
	}
}
