package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/process"
	"github.com/exactile/exactile/encode/await"
)

// engineFlags say which backend works, and within which limits.
type engineFlags struct {
	life       context.Context // of the run
	name       string
	workers    int
	timeout    time.Duration
	memory     string
	noSymmetry bool
	enumerate  string
	isolate    bool
	profiles   string
	seed       uint64
	switches   string
	monitor    *backends.Monitor // who looks at the search, or nil
}

const profileUsage = "`FILE` that says how other outside programs are called"

func (f *engineFlags) add(flags *pflag.FlagSet) {
	addSingle(flags, &f.name, "backend", "b", "native",
		"`BACKEND` that works, such as gini/sequential; see exactile list", severalBackends)
	f.addLimits(flags)
}

// severalBackends is the advice for who wants more than one.
const severalBackends = "one backend works here, exactile compare runs several"

// addLimits adds the flags without -b, for verbs that take several backends.
func (f *engineFlags) addLimits(flags *pflag.FlagSet) {
	flags.IntVarP(&f.workers, "workers", "j", 1, "`N` cores for a search; 0: all of them")
	flags.StringVar(&f.memory, "memory", "", "`SIZE` of a search's tables, or of all processes that it starts, such as 512M or 2G (where left out: a quarter of the machine's memory, for processes three)")
	flags.StringVar(&f.enumerate, "enumerate", "cubes", "`WAY` in which SAT engines list all solutions: cubes, blocking, branch")
	flags.BoolVar(&f.noSymmetry, "no-symmetry", false, "make no use of the board's symmetry to search")
	flags.BoolVar(&f.isolate, "isolate", false, "run SAT engines in processes of their own, which cannot do harm")
	flags.StringVar(&f.profiles, "solver-profile", "", profileUsage)
	flags.StringVar(&f.switches, "switch", "", "`LIST` of engines and rules of the native search that are on or off")
	_ = flags.MarkHidden("switch") // it has just been added
	flags.DurationVar(&f.timeout, "timeout", 0, "`TIME` for each puzzle and backend, such as 10s; 0: no limit")
}

// addSeed adds --seed, for verbs that shuffle their puzzles by it.
func (f *engineFlags) addSeed(flags *pflag.FlagSet) {
	flags.Uint64Var(&f.seed, "seed", 0, "`N` that shuffles the placements: with another number a search takes another way and another time, and finds the same; 0: as they come")
}

// shuffle applies --seed.
func (f *engineFlags) shuffle(e *entry) { e.tiling = e.tiling.Shuffled(f.seed) }

// backend returns the backend that the flags name.
func (f *engineFlags) backend() (backends.Backend, error) {
	options, err := f.options()
	if err != nil {
		return nil, err
	}
	b, err := options.Lookup(f.name)
	if err != nil {
		if strings.Contains(f.name, ",") {
			return nil, usage("%v; %s", err, severalBackends)
		}
		return nil, usage("%v", err)
	}
	return b, nil
}

// maxWorkers is more than any machine has cores; each worker takes memory of its own,
// whether there is a core for it or not.
const maxWorkers = 1024

// options returns how backends are to work.
func (f *engineFlags) options() (backends.Options, error) {
	o := backends.Options{Workers: f.workers, NoSymmetry: f.noSymmetry, Monitor: f.monitor}
	err := f.outside(&o)
	if err != nil {
		return o, err
	}
	if o.Native, err = parseSwitches(f.switches); err != nil {
		return o, err
	}
	if o.Enumerate, err = backends.ParseEnumeration(f.enumerate); err != nil {
		return o, usage("--enumerate: %v", err)
	}
	switch {
	case f.timeout < 0:
		return o, usage("--timeout %v is below zero", f.timeout)
	case f.workers < 0:
		return o, usage("-j %d is below zero", f.workers)
	case f.workers > maxWorkers:
		return o, usage("-j %d: want at most %d", f.workers, maxWorkers)
	case f.workers == 0:
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if f.memory == "" {
		return o, nil
	}
	digits := strings.TrimRight(f.memory, "KMG")
	n, err := strconv.ParseInt(digits, 10, 64)
	shift, known := map[string]int{"": 0, "K": 10, "M": 20, "G": 30}[f.memory[len(digits):]]
	if err != nil || !known || n < 1 || n > math.MaxInt64>>shift {
		return o, usage("--memory %q: want a number of bytes, or one with K, M or G", f.memory)
	}
	o.Memory = n << shift
	keepMemory(o.Memory)
	return o, nil
}

// maxProfileFile bounds how much of a file of profiles is read.
const maxProfileFile = 1 << 20

// outside sets what the flags say of processes.
func (f *engineFlags) outside(o *backends.Options) error {
	if f.isolate {
		self, err := os.Executable()
		if err != nil {
			return fmt.Errorf("--isolate: %w", err)
		}
		o.Isolate = []string{self, engineVerb}
	}
	if f.profiles == "" {
		return nil // the table that is built in, read only if it is asked for
	}
	profiles, err := readProfiles(f.life, f.profiles)
	if err == nil {
		o.Profiles = &profiles
	}
	return err
}

// readProfiles returns the table of outside programs with those of a file; ""
// names none.
func readProfiles(ctx context.Context, path string) (process.Profiles, error) {
	if path == "" {
		return process.Builtin(), nil
	}
	text, err := await.Value(ctx, func() ([]byte, error) { // it may be a pipe
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return io.ReadAll(io.LimitReader(file, maxProfileFile))
	})
	if err != nil {
		return process.Profiles{}, err
	}
	return process.Builtin().With(path, text)
}

// limitArgs returns the flags of addLimits as arguments for a child process.
func (f *engineFlags) limitArgs() []string {
	return []string{
		"--timeout", f.timeout.String(), "-j", fmt.Sprint(f.workers), "--memory", f.memory, "--enumerate", f.enumerate,
		"--solver-profile", f.profiles, "--switch", f.switches, fmt.Sprintf("--no-symmetry=%t", f.noSymmetry), fmt.Sprintf("--isolate=%t", f.isolate),
	}
}

// deadline returns ctx with what loading a puzzle has left of the time limit of
// one puzzle and backend.
func (f *engineFlags) deadline(ctx context.Context, e *entry) (context.Context, context.CancelFunc) {
	if f.timeout == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, f.timeout-e.spent)
}

// limitText says in words what ended a run, for messages.
func (f *engineFlags) limitText(err error) string {
	if f.timeout > 0 && stopped(err) {
		return fmt.Sprintf("stopped after %v", f.timeout)
	}
	return err.Error()
}
