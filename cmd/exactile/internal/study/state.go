package study

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// A Record is the sessions and the runs of a study.
type Record struct {
	Sessions []Session
	Runs     []Run
	// Truncated is set if the last line is incomplete, since its writer was killed. Double is the
	// number of repeated runs: of each the first counts, and any that contradicts it. A run of a
	// backend that has changed since is none of them.
	Truncated bool
	Double    int
	// Unsealed is the number of lines without a seal.
	Unsealed int
	// Shown, if it is set, makes names, versions and errors of programs visible as they enter an
	// evaluation. The record keeps them as they are.
	Shown func(string) string

	at       map[Key]int // the index of the first run of each key, and of a puzzle and backend
	formulas map[Puzzle]map[string]Formula
	sealed   bool // the last line had a seal
}

// add adds a line. Once lines have a seal, all that follow must have one: to take a seal away
// would be the way to edit its line.
func (r *Record) add(l line) error {
	if l.Seal == "" && r.sealed {
		return errors.New("a line without a seal after lines with one: it was edited, or written " +
			"by hand")
	}
	err := r.addPart(l)
	if r.sealed = l.Seal != ""; !r.sealed {
		r.Unsealed++
	}
	return err
}

func (r *Record) addPart(l line) error {
	switch {
	case l.Session != nil:
		if len(r.Sessions) > 0 {
			if err := r.Sessions[0].comparable(*l.Session); err != nil {
				return err
			}
		}
		if l.Session.Plan != nil {
			if err := l.Session.Plan.validate(); err != nil {
				return err
			}
		}
		r.Sessions = append(r.Sessions, *l.Session)
		return nil
	case len(r.Sessions) == 0:
		return errors.New("a run before any session")
	case l.Formulas != nil:
		r.AddFormulas(*l.Formulas)
		return nil
	}
	run := *l.Run
	run.session = len(r.Sessions) - 1
	if run.seedless {
		run.Seed = r.Sessions[len(r.Sessions)-1].Seed
	}
	if r.at == nil {
		r.at = make(map[Key]int)
	}
	if first, there := r.at[run.Key]; there && !r.Sessions[r.Runs[first].session].sameVersion(
		&r.Sessions[run.session], run.Backend) {
		r.at[run.Key] = len(r.Runs) // of a backend that has changed the last runs count
	} else if there {
		r.Double++
		if !r.contradict(r.Runs[first], run) {
			return nil
		}
	} else {
		r.at[run.Key] = len(r.Runs)
		r.at[Key{Puzzle: run.Puzzle, Backend: run.Backend}] = len(r.Runs)
	}
	r.Runs = append(r.Runs, run)
	return nil
}

// AddFormulas takes in the formulas of a puzzle, and reports whether any is new.
func (r *Record) AddFormulas(all Formulas) (news bool) {
	if r.formulas == nil {
		r.formulas = make(map[Puzzle]map[string]Formula)
	}
	known := r.formulas[all.Puzzle]
	if known == nil {
		known = make(map[string]Formula)
		r.formulas[all.Puzzle] = known
	}
	for name, f := range all.Of {
		old, there := known[name]
		news = news || !there || old != f
		known[name] = f
	}
	return news
}

// SameAs returns the backend whose runs on a puzzle are those of a backend: itself if it has
// runs, else the first of some backends to which the same engine and formula belong, with runs if
// there is one; itself if its formula is not known.
func (r *Record) SameAs(p Puzzle, backend string, among []string) string {
	ran := func(name string) bool { return r.Has(Key{Puzzle: p, Backend: name}) }
	engine, _ := SplitEncoding(backend)
	formulas := r.formulas[p]
	digest := formulas[backend].Digest
	same := ""
	if digest == "" || ran(backend) {
		return backend
	}
	for _, name := range among {
		if formulas[name].Digest == digest {
			if other, _ := SplitEncoding(name); other == engine {
				if ran(name) {
					return name
				}
				same = cmp.Or(same, name)
			}
		}
	}
	return cmp.Or(same, backend)
}

// contradict reports whether the results of two runs with the same key cannot both be right.
func (r *Record) contradict(a, b Run) bool {
	rows := []*Row{{Backend: a.Backend, Runs: []Run{a, b}}}
	p := Result{First: r.Sessions[0].First, Rows: rows}
	return len(p.disagreements()) > 0
}

// comparable returns an error if the runs of two sessions cannot be compared. Their seeds may
// differ, since each run has its own.
func (s Session) comparable(t Session) error {
	s.Settings, t.Settings = seedless(s.Settings), seedless(t.Settings)
	if slices.Equal(s.Settings, t.Settings) {
		return nil
	}
	for k := 0; k < len(s.Settings) && k < len(t.Settings); k++ {
		if one, two := s.Settings[k], t.Settings[k]; one != two {
			if k > 0 && one != "" && one[0] != '-' {
				one, two = s.Settings[k-1]+" "+one, t.Settings[k-1]+" "+two
			}
			return fmt.Errorf("runs with %q and with %q cannot be compared: use a file for each",
				one, two)
		}
	}
	return fmt.Errorf("runs with the settings %q and %q cannot be compared: use a file for each",
		s.Settings, t.Settings)
}

// seedless returns settings without a seed, which older versions put among them.
func seedless(settings []string) []string {
	at := slices.Index(settings, "--seed")
	if at < 0 || at+2 > len(settings) {
		return settings
	}
	return slices.Concat(settings[:at], settings[at+2:])
}

// Has reports whether a run was made.
func (r *Record) Has(k Key) bool {
	_, there := r.at[k]
	return there
}

// HasIn reports whether a run was made by the version of its backend that a session has.
func (r *Record) HasIn(k Key, s *Session) bool {
	at, there := r.at[k]
	return there && r.Sessions[r.Runs[at].session].sameVersion(s, k.Backend)
}

// changed returns how many runs were made by another version of a backend than a session has.
func (r *Record) changed(backend string, s *Session) (n int) {
	for k := range r.Runs {
		run := &r.Runs[k]
		if run.Backend == backend && r.at[run.Key] == k && !r.HasIn(run.Key, s) {
			n++
		}
	}
	return n
}

// latest returns for each backend the last session that ran it, or planned to: its version is the
// one whose runs count.
func (r *Record) latest() map[string]*Session {
	last := make(map[string]*Session)
	ran := make([]map[string]bool, len(r.Sessions))
	for k := range r.Runs {
		of := r.Runs[k].session
		if ran[of] == nil {
			ran[of] = make(map[string]bool)
		}
		ran[of][r.Runs[k].Backend] = true
	}
	for k := range r.Sessions {
		s := &r.Sessions[k]
		for name := range ran[k] {
			last[name] = s
		}
		if s.Plan != nil {
			for _, name := range s.Plan.Backends {
				last[name] = s
			}
		}
	}
	return last
}

// backends returns the names of the backends, in the order in which they first ran, then of those
// that needed no runs.
func (r *Record) backends() []string {
	names := distinct(r.Runs, func(run *Run) string { return run.Backend })
	others := make(map[string]Formula)
	for _, of := range r.formulas {
		maps.Copy(others, of)
	}
	for _, name := range names {
		delete(others, name)
	}
	return append(names, slices.Sorted(maps.Keys(others))...)
}

// seeds returns the seeds of the runs, in increasing order.
func (r *Record) seeds() []uint64 {
	seeds := distinct(r.Runs, func(run *Run) uint64 { return run.Seed })
	slices.Sort(seeds)
	return seeds
}

// plan returns what all sessions together have run or planned, and how many runs these are by
// puzzle and backend. A session of an older version says nothing of its plan: its runs count.
func (r *Record) plan() (all Plan, wanted map[Key]int) {
	repetitions := make(map[Key]int) // by puzzle, backend and seed
	add := func(k Key, n int) {
		k.Repetition = 0
		repetitions[k] = max(repetitions[k], n)
		all.Repetitions = max(all.Repetitions, n)
	}
	all.Backends, all.Seeds = r.backends(), r.seeds()
	for k := range r.Runs {
		run := &r.Runs[k]
		all.Puzzles = append(all.Puzzles, run.Puzzle)
		add(run.Key, run.Repetition)
	}
	for k := range r.Sessions {
		p := r.Sessions[k].Plan
		if p == nil {
			continue
		}
		all.Puzzles = append(all.Puzzles, p.Puzzles...)
		all.Backends = append(all.Backends, p.Backends...)
		all.Seeds = append(all.Seeds, p.Seeds...)
		all.Repetitions = max(all.Repetitions, p.Repetitions)
		once := *p
		once.Repetitions = min(p.Repetitions, 1)
		for _, key := range once.Schedule() {
			add(key, p.Repetitions)
		}
	}
	all.Puzzles = distinct(all.Puzzles, func(p *Puzzle) Puzzle { return *p })
	all.Backends = distinct(all.Backends, func(name *string) string { return *name })
	slices.Sort(all.Seeds)
	all.Seeds = slices.Compact(all.Seeds)
	wanted = make(map[Key]int)
	for k, n := range repetitions {
		k.Seed = 0
		wanted[k] += n
	}
	return all, wanted
}

// others returns how many cores other programs kept busy on average during the runs, nil if that
// is not known.
func (r *Record) others() *float64 {
	used, wall := 0., 0.
	for k := range r.Runs {
		if run := &r.Runs[k]; run.Others != nil {
			used, wall = used+*run.Others*run.Wall, wall+run.Wall
		}
	}
	if wall == 0 {
		return nil
	}
	cores := used / max(wall, 1e-9)
	return &cores
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
func (p *Plan) Schedule() []Key {
	keys := make([]Key, 0, len(p.Puzzles)*len(p.Backends)*len(p.Seeds)*p.Repetitions)
	for repetition := range p.Repetitions {
		for s, seed := range p.Seeds {
			for n, puzzle := range p.Puzzles {
				for k := range p.Backends {
					name := p.Backends[(k+n+s+repetition)%len(p.Backends)]
					keys = append(keys, Key{puzzle, name, repetition + 1, seed})
				}
			}
		}
	}
	return keys
}
