package layers

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"testing"
	"time"

	"github.com/exactile/exactile/internal/cputime"
)

// A count whose layers take what their sizes say is predicted exactly, and one that reaches few states at
// both ends is, once its middle is seen.
func TestPacePredicts(t *testing.T) {
	for _, tc := range []struct {
		name  string
		nodes []float64
		from  int // layer from which the prediction is good
	}{
		{"even", []float64{8, 8, 8, 8, 8, 8, 8, 8, 8, 8}, 1},
		{"swelling", []float64{1, 2, 4, 8, 8, 8, 8, 4, 2, 1}, 5},
	} {
		p := newPace([]float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0})
		total, before := 0., 0.
		for _, n := range tc.nodes {
			total += n
		}
		for layer, n := range tc.nodes {
			p.begin(layer, before)
			if layer >= tc.from && (p.total < .75*total || p.total > 1.25*total) {
				t.Errorf("%s: at layer %d the whole has %.1f nodes, want %.1f", tc.name, layer, p.total, total)
			}
			before += n
		}
	}
}

// A count is late if too little is done for the time that has passed, and never without a deadline.
func TestPaceIsLate(t *testing.T) {
	for _, tc := range []struct {
		passed, done  float64
		late, settled bool
	}{
		{.08, .001, false, false}, {.2, .001, true, true}, {.3, .01, true, true}, {.15, .1, false, false}, {.5, .6, false, false},
		{.15, .08, true, false}, {.5, .4, true, false}, {.9, .85, true, false}, // a settled forecast tells more
		{.95, .9, true, true}, {.95, .97, false, false},
		{.5, 0, false, false}, // nothing is known
	} {
		p := pace{Account: &Account{begun: time.Now().Add(-time.Duration(tc.passed * float64(time.Hour)))}}
		if p.late(tc.done) {
			t.Errorf("%v of the time, %v done: late without a deadline", tc.passed, tc.done)
		}
		p.deadline = p.begun.Add(time.Hour)
		if got := p.late(tc.done); got != tc.late {
			t.Errorf("%v of the time, %v done: late is %v", tc.passed, tc.done, got)
		}
		p.Settled = true
		if got := p.late(tc.done); got != tc.settled {
			t.Errorf("%v of the time, %v done, a settled forecast: late is %v", tc.passed, tc.done, got)
		}
	}
}

// A count that may not end in time is a trial, which keeps to little memory. One that is sure to
// end, or has no deadline, is none.
func TestPaceIsTrying(t *testing.T) {
	for _, tc := range []struct {
		passed, done float64
		trying       bool
	}{
		{.001, .05, false}, {.01, .05, true}, {.02, .1, true}, {.01, .2, false}, {.9, .95, true}, {.01, 0, true},
	} {
		p := pace{Account: &Account{begun: time.Now().Add(-time.Duration(tc.passed * float64(time.Hour)))}, before: tc.done, total: 1}
		if p.trying() {
			t.Errorf("%v of the time, %v done: it tries without a deadline", tc.passed, tc.done)
		}
		p.deadline, p.used = p.begun.Add(time.Hour), cputime.Used()+time.Hour
		if got := p.trying(); got != tc.trying {
			t.Errorf("%v of the time, %v done: trying is %v", tc.passed, tc.done, got)
		}
		p.Settled = true
		if want := tc.trying && tc.done != .1 && tc.done != .05; p.trying() != want {
			t.Errorf("%v of the time, %v done, a settled forecast: trying is %v", tc.passed, tc.done, !want)
		}
	}
}

// The second trial of a count begins with what the first one took.
func TestTrialsShareAnAccount(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	a := &Account{}
	for k, late := range []bool{false, true} {
		var p pace
		p.within(ctx, 1, a)
		a.begun, a.used = a.begun.Add(-5*time.Minute), a.used-5*time.Minute // it takes them
		if got := p.late(.01); got != late {
			t.Errorf("trial %d: late is %v", k+1, got)
		}
	}
}

// A trial that finds no disk gives way; a count that needs one fails.
func TestTrialWithoutDisk(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	for full, want := range map[int]error{100: ErrLate, 1: fs.ErrNotExist} {
		s := store{most: 1, full: full, layers: make([]layer, 2)}
		s.layers[1].parts = make([]partition, 1)
		s.layers[1].parts[0].chunks = []chunk{{words: make([]uint64, 5), width: 1}}
		s.layers[1].held = 1
		if err := s.charge(10); !errors.Is(err, want) {
			t.Errorf("of %d words: %v, want %v", full, err, want)
		}
	}
}
