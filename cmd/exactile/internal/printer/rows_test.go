package printer

import (
	"bytes"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/native"
)

// On a terminal a row of drawings is printed when it is full, or when the next
// solution is long in coming. Elsewhere time changes nothing.
func TestRowsOfSlowSolutions(t *testing.T) {
	puzzles, err := catalogue.Lookup("dominoes:2x2")
	if err != nil {
		t.Fatal(err)
	}
	tiling, err := puzzles[0].Compile()
	if err != nil {
		t.Fatal(err)
	}
	s, ok, err := backends.First(t.Context(), native.Searcher{}, tiling.Model)
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
			d := newRows(&output{
				w: io.Discard, tiling: tiling, screen: cli.Screen{Terminal: true, Columns: 9},
			}, false)
			if !tc.terminal {
				d.late = nil
			}
			d.rows = cli.NewRows(&seen, 9, false)
			for n, want := range tc.want {
				if n < len(tc.waits) {
					if err := d.solution(s); err != nil {
						t.Fatal(err)
					}
					time.Sleep(tc.waits[n])
					synctest.Wait()
				} else if err := d.flush(); err != nil {
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
