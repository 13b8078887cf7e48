package backends

import (
	"fmt"
	"slices"
	"strings"

	"github.com/exactile/exactile/backends/gini"
	"github.com/exactile/exactile/backends/gophersat"
	"github.com/exactile/exactile/backends/process"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/spelling"
	"github.com/exactile/exactile/native"
)

// searchers is the table of backends that search the cover model itself.
var searchers = []struct {
	name string
	text string
	new  func(o Options, hook func(native.Stats)) Counter
}{
	{nativeName, "the fast search: picks an engine and an order by sampling", func(o Options, hook func(native.Stats)) Counter { return o.native(hook) }},
	{hunterName, "for a first solution of large boards: scarce pieces first, and again in another order where that leads nowhere", func(o Options, hook func(native.Stats)) Counter { return o.hunter(0, hook) }},
	{"native/plain", "a simple search, which the fast one is checked against", func(_ Options, hook func(native.Stats)) Counter { return native.Plain{Stats: hook} }},
}

// Options say how backends work, where they have a choice; none of them changes
// what is found, and only Enumerate changes in which order. The zero Options are
// the usual ones.
type Options struct {
	// Workers is how many goroutines, each with an engine of its own where there are
	// engines, a search uses; 0 is one.
	Workers int
	// Enumerate is how SAT engines list all solutions.
	Enumerate Enumeration
	// Memory is about how many bytes the tables of a search may take, or the processes
	// of isolated engines and outside programs together; 0 is what the search thinks
	// right for the machine, and three quarters of its memory for processes.
	Memory int64
	// Monitor, if not nil, shows how far the searches have come.
	Monitor *Monitor
	// NoSymmetry lets searches make no use of the model's symmetries.
	NoSymmetry bool
	// Native is what the search of that name does not choose by itself.
	Native native.Choice
	// Isolate, if not empty, is a program and its arguments that run ServeEngine with
	// the name of an engine, which comes last: SAT engines then run in such processes.
	// One that ends its process, panics, or uses too much memory is an error then,
	// and nothing worse.
	Isolate []string
	// Profiles are the outside programs that are known; nil is process.Builtin.
	Profiles *process.Profiles
}

// engines is the table of SAT engines: a line each.
//
// The encodings were chosen by what they take, in user CPU seconds:
//
//	first solution                    gini                            gophersat
//	                                  prod seqn bima bitw comm pair   prod seqn bima bitw comm pair card
//	12 pentominoes, any, 20x20        .40  .50  .32  .54  .20  1.97   2.76 2.25 1.10 1.67 3.61  >6   >6
//	45 Y pentominoes, 15x15           1.49 1.72 1.38 1.52 2.00 1.28   2.17 2.18 1.94 2.38 2.37 1.91 1.68
//	X, W, F, T, any, 20x20            1.15 1.24  .94 1.06  .85  .91   1.63 2.83 1.05 2.84 1.56 1.45 1.06
//	pentominoes twice, 3x40           .90  1.04  .82  .94  .99  .81   1.00 1.02 1.07 1.08 1.13 1.22  .91
//	40 crosses packed in 16x16        .43  .63   .41  .43  .45  .45   2.30 1.73 2.12 1.85 1.73 1.78  >6
//	12 pentominoes packed in 9x7      .50  .63   .46  .50  .54  .39   1.22 1.14 1.26 1.52 1.31  .89 1.01
//	dominoes, mutilated 10x10 (none)  .10  .10   .11  .12  .10  .12    .27  .22  .22  .22  .23  .27  .24
//	all solutions
//	12 pentominoes, 8x8 less centre   8.0  9.3   7.5  7.7  8.0  9.2   11.5 12.8 10.6 10.6 10.9 15.5 10.5
//	12 pentominoes, 3x20              .24  .25   .23  .26  .24  .26    .34  .43  .33  .35  .33  .34  .26
//	dominoes 6x6                      .21  .21   .19  .18  .21  .19    .42  .49  .44  .36  .50  .47  .34
//	dominoes 6x8                      5.4  5.5   5.2  5.0  5.3  5.6
//
// In first solutions a factor of two is chance. What is more than chance: pairwise
// loses on large boards, for its size; gophersat's own constraints lose where a
// bound is high; bimander is the best or next to it for both. For gini product is
// as good within that and takes a third of the clauses, and less memory.
//
// For outside programs no encoding but pairwise is worse than chance either, so
// product is theirs as well. First solutions, product, sequential, bimander,
// commander and pairwise: the first board by cadical .31 2.05 2.40 .47 >5, minisat
// 1.10 1.56 2.76 .70 >5, cryptominisat5 .45 1.40 .85 1.28 2.88; the crosses by
// cadical .42 .90 .43 .60 .48, minisat .33 .74 .39 .36 .48, picosat .44 .57 .39 .44 .42.
var engines = []engineEntry{
	{name: "gini", text: "the SAT solver gini", new: func() Engine { return gini.New() }, encoding: "product"},
	{name: "gophersat", text: "the SAT solver gophersat", new: func() Engine { return gophersat.New() }, encoding: "bimander", cardinality: true},
}

// An engineEntry is a line of the table of SAT engines.
type engineEntry struct {
	name        string
	text        string
	new         func() Engine
	encoding    string // where none is asked for
	cardinality bool   // it is a CardinalityEngine
}

// cardinality stands in the place of an encoding for bounds that are handed to
// the engine as they are.
const cardinality = "cardinality"

// portfolioName is the name of the backend that races others.
const portfolioName = "portfolio"

// Portfolio returns the portfolio that the name portfolio stands for.
//
// Native and gini come first because most puzzles suit one of them; the hunter goes
// on in other orders than before the race, for larger boards than any other fills;
// counting finds in a moment that some boards cannot be filled, where nothing else
// does; and gophersat, with another encoding, is there for luck.
func (o Options) Portfolio() Portfolio {
	one := o
	one.Workers = 1 // each member has a core, and there are others for the others
	quiet := one
	quiet.Monitor = nil // what it shows must be of one search
	hunter := searcher{options: quiet, new: func(o Options, hook func(native.Stats)) Counter { return o.hunter(1, hook) }}
	counting := searcher{options: quiet, new: func(o Options, hook func(native.Stats)) Counter { return o.native(hook) }}
	gini := quiet.member("gini")
	gini.Ahead = true
	return Portfolio{
		Native: o.native(nil),
		Hunter: o.hunter(0, nil),
		Members: []Member{
			one.member(nativeName),
			gini,
			{Name: hunterName, Backend: hunter, Some: true},
			{Name: "native by counting", Backend: refuter{counting}, Tables: true},
			quiet.member("gophersat"),
		},
	}
}

// member returns the backend of a name that needs no options beyond the usual.
func (o Options) member(name string) Member {
	o.Enumerate = Cubes // what every engine can
	b, err := o.Lookup(name)
	if err != nil {
		panic(err) // the names above are in the tables above
	}
	return Member{Name: name, Backend: b}
}

// hunter returns the search for a first solution.
func (o Options) hunter(seed uint64, hook func(native.Stats)) native.Hunter {
	h := native.Hunter{Seed: seed, Stats: hook}
	if o.Monitor != nil {
		h.Meter = &o.Monitor.search
	}
	return h
}

// tableMemory is how much of the memory that a search may take is for its tables: it
// grows by some 3 MB besides them. Where that is most of it, a quarter is left.
func tableMemory(all int64) int64 {
	const besides = 3 << 20
	return all - min(besides, all/4*3)
}

// native returns the fast search.
func (o Options) native(hook func(native.Stats)) native.Searcher {
	s := native.Searcher{Memory: tableMemory(o.Memory), NoSymmetry: o.NoSymmetry, Workers: o.Workers, Stats: hook}.Forced(o.Native)
	if o.Monitor != nil {
		o.Monitor.setDone(0)
		s.Meter = &o.Monitor.search
		if o.Monitor.Fraction {
			s.Progress = o.Monitor.setDone
		}
	}
	return s
}

// An Entry describes a backend to a reader.
type Entry struct {
	Name string // good for Lookup
	Text string // what it is, in one line
}

// Entries lists the backends that need no outside program, without encodings, in
// the order in which they should be shown.
func Entries() []Entry {
	var all []Entry
	for _, n := range searchers {
		all = append(all, Entry{n.name, n.text})
	}
	for _, e := range engines {
		all = append(all, Entry{e.name, e.text + "; takes an encoding, " + e.encoding + " where none is named"})
		if e.cardinality {
			all = append(all, Entry{e.name + "/" + cardinality, e.text + " with its own constraints in place of clauses"})
		}
	}
	return append(all, Entry{portfolioName, "native, and where that alone gets nowhere a race with SAT engines"})
}

// Names returns the names of the Entries.
func Names() []string {
	var names []string
	for _, e := range Entries() {
		names = append(names, e.Name)
	}
	return names
}

// Lookup returns the backend of a name:
//
//	native            the fast searcher
//	native/hunter     one for a first solution of large boards
//	native/plain      the simple one
//	gini              an engine with its usual encoding
//	gini/ENCODING     with another; ONE+MANY names one for bounds 1 and one for others
//	gophersat/cardinality     with the engine's own constraints, without clauses
//	portfolio         native, and past a number of nodes a race; see Portfolio
//	process:PROGRAM           an outside SAT solver or model counter, by name or path
//	process:PROGRAM/ENCODING  if the part after the last slash is an encoding
//	process:PATH#ENCODING     whatever the path; # and nothing after it is the usual one
//
// An unknown name is an error that says what names there are, and an outside
// program that is not found is one too.
func Lookup(name string) (Backend, error) { return Options{}.Lookup(name) }

// Lookup is the function Lookup for a backend with these options.
func (o Options) Lookup(name string) (Backend, error) {
	if command, ok := strings.CutPrefix(name, processPrefix); ok {
		return o.lookupProcess(name, command)
	}
	if name == portfolioName {
		return o.Portfolio(), nil
	}
	base, encoding, given := strings.Cut(name, "/")
	for _, n := range searchers {
		if n.name == name {
			return searcher{new: n.new, options: o}, nil
		}
	}
	for _, e := range engines {
		if e.name != base {
			continue
		}
		if !given {
			encoding = e.encoding
		}
		if e.cardinality && encoding == cardinality {
			return o.engine(name, e.name, e.new, encode.Encoding{})
		}
		chosen, err := encode.Lookup(encoding)
		if err != nil {
			return nil, fmt.Errorf("backend %q: %w", name, err)
		}
		return o.engine(name, e.name, e.new, chosen)
	}
	return nil, o.unknown(name)
}

func (o Options) sat(name string, engine func() Engine, encoding encode.Encoding) (SAT, error) {
	if o.Enumerate == Branch {
		if !canBranch(engine()) {
			return SAT{}, fmt.Errorf("backend %q: %w", name, errCannotBranch)
		}
	}
	return SAT{Name: name, New: engine, Encoding: encoding, Enumerate: o.Enumerate, Workers: o.Workers, Monitor: o.Monitor}, nil
}

// engine returns the backend of an engine of the table.
func (o Options) engine(name, engine string, newEngine func() Engine, encoding encode.Encoding) (Backend, error) {
	b, err := o.sat(name, newEngine, encoding)
	if err != nil {
		return nil, err
	}
	b.open = o.isolation(engine)
	return b, nil
}

func (o Options) unknown(name string) error {
	return fmt.Errorf("no backend is called %q: want %s, process:PROGRAM, or one of these with an encoding as in gini/sequential%s",
		name, strings.Join(Names(), ", "), o.hint(name))
}

// hint asks whether another name was meant: that of a backend, or of an outside
// program that is known, which has process: before it.
func (o Options) hint(name string) string {
	base, encoding, given := strings.Cut(name, "/")
	programs := o.profiles().Names()
	nearest, ok := spelling.Nearest(base, slices.Concat(Names(), programs))
	if !ok || !slices.Contains(programs, nearest) {
		return spelling.Hint(name, Names())
	}
	if given {
		nearest += "/" + encoding
	}
	return fmt.Sprintf("; did you mean %q?", "process:"+nearest)
}
