package study

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// A Record is the sessions and the runs of a study. It grows with each run, and if it has a file,
// each run is on the disk before the next begins. The zero value keeps everything in memory.
type Record struct {
	Sessions []*Session
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

	at       map[Key]int     // the index of the first run of each key, and of a puzzle and backend
	formulas map[Key]Formula // by puzzle and backend
	// latest are by backend the last session that ran it, or planned to: its version is the one
	// whose runs count.
	latest map[string]*Session
	sealed bool // the last line had a seal

	path string
	file *os.File
	end  int64 // where the last whole line ends
}

// add adds a line. Once lines have a seal, all that follow must have one: to take a seal away
// would be the way to edit its line.
func (r *Record) add(l line) error {
	if l.Seal == "" && r.sealed {
		return errors.New("a line without a seal after lines with one: it was edited, or written " +
			"by hand")
	}
	if r.sealed = l.Seal != ""; !r.sealed {
		r.Unsealed++
	}
	switch {
	case l.Session != nil:
		return r.addSession(l.Session)
	case len(r.Sessions) == 0:
		return errors.New("a run before any session")
	case l.Formulas != nil:
		r.AddFormulas(*l.Formulas)
	default:
		r.addRun(*l.Run)
	}
	return nil
}

func (r *Record) addSession(s *Session) error {
	if err := r.Accepts(s); err != nil {
		return err
	}
	if r.latest == nil {
		r.latest, r.at = make(map[string]*Session), make(map[Key]int)
	}
	if s.Plan != nil {
		if err := s.Plan.validate(); err != nil {
			return err
		}
		for _, name := range s.Plan.Backends {
			r.latest[name] = s
		}
	}
	r.Sessions = append(r.Sessions, s)
	return nil
}

func (r *Record) addRun(run Run) {
	run.session = r.Sessions[len(r.Sessions)-1]
	if run.seedless {
		run.Seed = run.session.Seed
	}
	first, there := r.at[run.Key]
	switch {
	case there && r.HasIn(run.Key, run.session):
		if r.Double++; !r.contradict(r.Runs[first], run) {
			return
		}
	case there: // of a backend that has changed the last runs count
		r.at[run.Key] = len(r.Runs)
	default:
		r.at[run.Key] = len(r.Runs)
		r.at[Key{Puzzle: run.Puzzle, Backend: run.Backend}] = len(r.Runs)
	}
	r.latest[run.Backend] = run.session
	r.Runs = append(r.Runs, run)
}

// AddFormulas takes in the formulas of a puzzle, and reports whether any is new.
func (r *Record) AddFormulas(all Formulas) (news bool) {
	if r.formulas == nil {
		r.formulas = make(map[Key]Formula)
	}
	for name, f := range all.Of {
		key := Key{Puzzle: all.Puzzle, Backend: name}
		old, there := r.formulas[key]
		news = news || !there || old != f
		r.formulas[key] = f
	}
	return news
}

// SameAs returns the backend whose runs on a puzzle are those of a backend: itself if it has
// runs, else the first of some backends to which the same engine and formula belong, with runs if
// there is one; itself if its formula is not known.
func (r *Record) SameAs(p Puzzle, backend string, among []string) string {
	own := Key{Puzzle: p, Backend: backend}
	digest := r.formulas[own].Digest
	if digest == "" || r.Has(own) {
		return backend
	}
	engine, _ := SplitEncoding(backend)
	same := ""
	for _, name := range among {
		key := Key{Puzzle: p, Backend: name}
		if r.formulas[key].Digest != digest {
			continue
		}
		if other, _ := SplitEncoding(name); other == engine {
			if r.Has(key) {
				return name
			}
			same = cmp.Or(same, name)
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

// Accepts returns an error if a session's runs cannot be compared with those of the record. Their
// seeds may differ, since each run has its own.
func (r *Record) Accepts(s *Session) error {
	if len(r.Sessions) == 0 {
		return nil
	}
	one, two := seedless(r.Sessions[0].Settings), seedless(s.Settings)
	shorter, k := min(len(one), len(two)), 0
	for k < shorter && one[k] == two[k] {
		k++
	}
	switch {
	case k < shorter:
		flag := ""
		if k > 0 && !strings.HasPrefix(one[k], "-") {
			flag = one[k-1] + " "
		}
		return fmt.Errorf("runs with %q and with %q cannot be compared: use a file for each",
			flag+one[k], flag+two[k])
	case len(one) != len(two):
		return fmt.Errorf("runs with the settings %q and %q cannot be compared: use a file for "+
			"each", one, two)
	}
	return nil
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
	return there && r.Runs[at].session.sameVersion(s, k.Backend)
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

// backends returns the names of the backends, in the order in which they first ran, then of those
// that needed no runs.
func (r *Record) backends() []string {
	var ran, others []string
	for k := range r.Runs {
		ran = append(ran, r.Runs[k].Backend)
	}
	for key := range r.formulas {
		others = append(others, key.Backend)
	}
	slices.Sort(others)
	return distinct(append(ran, others...))
}

// Plan returns what all sessions together have run or planned, by the named backends if there are
// any. A session of an older version says nothing of its plan: its runs count.
func (r *Record) Plan(names ...string) (all Plan, err error) {
	repetitions := make(map[Key]int) // by puzzle, backend and seed
	add := func(p Plan) {
		all.Puzzles = append(all.Puzzles, p.Puzzles...)
		all.Backends = append(all.Backends, p.Backends...)
		all.Seeds = append(all.Seeds, p.Seeds...)
		all.Repetitions = max(all.Repetitions, p.Repetitions)
		once := p
		once.Repetitions = min(p.Repetitions, 1)
		for _, key := range once.Schedule() {
			repetitions[key] = max(repetitions[key], p.Repetitions)
		}
	}
	all.Backends = r.backends()
	for k := range r.Runs {
		key := &r.Runs[k].Key
		add(Plan{
			Puzzles: []Puzzle{key.Puzzle}, Backends: []string{key.Backend},
			Seeds: []uint64{key.Seed}, Repetitions: key.Repetition,
		})
	}
	for _, session := range r.Sessions {
		if session.Plan != nil {
			add(*session.Plan)
		}
	}
	all.Puzzles, all.Backends = distinct(all.Puzzles), distinct(all.Backends)
	slices.Sort(all.Seeds)
	all.Seeds = slices.Compact(all.Seeds)
	all.wanted = make(map[Key]int)
	for k, n := range repetitions {
		all.wanted[Key{Puzzle: k.Puzzle, Backend: k.Backend}] += n
	}
	for _, name := range names {
		if !slices.Contains(all.Backends, name) {
			return all, fmt.Errorf("the record has no run of %s: want %s",
				name, strings.Join(all.Backends, ", "))
		}
	}
	if len(names) > 0 {
		all.Backends = names
	}
	return all, nil
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

// distinct returns the values, each once.
func distinct[T comparable](values []T) (all []T) {
	seen := make(map[T]bool)
	for _, v := range values {
		if !seen[v] {
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
