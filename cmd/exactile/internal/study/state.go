package study

import (
	"fmt"
	"slices"

	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
)

// A Record is the sessions and the runs of a study.
type Record struct {
	Sessions []Session
	Runs     []Run
	// Torn is set if the last line is incomplete, since its writer was killed. Double is the
	// number of repeated runs: of each the first counts, and any that contradicts it.
	Torn   bool
	Double int

	at map[Key]int // the index of the first run of each key
}

// add adds a line.
func (r *Record) add(l line) error {
	if l.Session != nil {
		return r.addSession(*l.Session)
	}
	if len(r.Sessions) == 0 {
		return fmt.Errorf("a run before any session")
	}
	if r.at == nil {
		r.at = make(map[Key]int)
	}
	if first, there := r.at[l.Run.Key]; there {
		r.Double++
		if r.contradict(r.Runs[first], *l.Run) {
			r.Runs = append(r.Runs, *l.Run)
		}
		return nil
	}
	r.at[l.Run.Key] = len(r.Runs)
	r.Runs = append(r.Runs, *l.Run)
	return nil
}

// contradict reports whether the results of two runs with the same key cannot both be right.
func (r *Record) contradict(a, b Run) bool {
	row := comparison.Row{Backend: a.Backend, Runs: []comparison.Run{a.result(), b.result()}}
	c := comparison.Comparison{First: r.Sessions[0].First, Rows: []comparison.Row{row}}
	return len(c.Disagreements()) > 0
}

// addSession adds a session, whose runs must be comparable with those of the record.
func (r *Record) addSession(s Session) error {
	if len(r.Sessions) > 0 {
		if err := r.Sessions[0].comparable(s); err != nil {
			return err
		}
	}
	r.Sessions = append(r.Sessions, s)
	return nil
}

// comparable returns an error if the runs of two sessions cannot be compared.
func (s Session) comparable(t Session) error {
	if slices.Equal(s.Settings, t.Settings) {
		return nil
	}
	for k := 0; k < len(s.Settings) && k < len(t.Settings); k++ {
		if one, two := s.Settings[k], t.Settings[k]; one != two {
			if k > 0 && one != "" && one[0] != '-' {
				one, two = s.Settings[k-1]+" "+one, t.Settings[k-1]+" "+two
			}
			return fmt.Errorf("runs with %q and with %q cannot be compared: they need a file each",
				one, two)
		}
	}
	return fmt.Errorf("runs with the settings %q and %q cannot be compared: they need a file each",
		s.Settings, t.Settings)
}

// Has reports whether a run was made.
func (r *Record) Has(k Key) bool {
	_, there := r.at[k]
	return there
}

// Backends returns the names of the backends, in the order in which they first ran.
func (r *Record) Backends() []string {
	return distinct(r.Runs, func(run *Run) string { return run.Backend })
}

// Puzzles returns the puzzles, in the order in which they first ran.
func (r *Record) Puzzles() []Puzzle {
	return distinct(r.Runs, func(run *Run) Puzzle { return run.Puzzle })
}

// distinct returns the values of f, each once.
func distinct[E any, T comparable](things []E, f func(*E) T) []T {
	var all []T
	seen := make(map[T]bool)
	for k := range things {
		if v := f(&things[k]); !seen[v] {
			seen[v] = true
			all = append(all, v)
		}
	}
	return all
}

// Schedule returns all runs of a study in their order. Each repetition runs every puzzle by
// every backend, so that other load on the machine hits all backends alike. The backends take
// turns to be the first at a puzzle.
func Schedule(puzzles []Puzzle, names []string, repetitions int) []Key {
	keys := make([]Key, 0, len(puzzles)*len(names)*repetitions)
	for repetition := range repetitions {
		for n, p := range puzzles {
			for k := range names {
				name := names[(k+n+repetition)%len(names)]
				keys = append(keys, Key{p, name, repetition + 1})
			}
		}
	}
	return keys
}
