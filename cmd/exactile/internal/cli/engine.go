package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/cmd/exactile/internal/isolate"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/pflag"
)

// EngineFlags are the backend and its limits as given on the command line.
type EngineFlags struct {
	// Given needs no parsing. A verb may set in it what its flags do not.
	Given  Config
	preset string // the default of -b
}

// A Config is the flags, checked and parsed.
type Config struct {
	Name string // of the backend
	Work registry.Options
	Settings
}

// Settings are how backends work, as the flags say it: plain data, which another process can have
// as well.
type Settings struct {
	Timeout   time.Duration `json:"timeout"` // for a puzzle and backend; 0: none
	Seed      uint64        `json:"seed"`    // shuffles the placements
	Workers   int           `json:"workers"`
	Memory    string        `json:"memory"`
	Enumerate string        `json:"enumerate"`
	Profiles  string        `json:"profiles"` // the path of a file
	Switches  string        `json:"switches"`

	NoSymmetry bool `json:"no_symmetry"`
	NoReduce   bool `json:"no_reduce"`
	Isolate    bool `json:"isolate"`
	Proof      bool `json:"proof"`
	Trust      bool `json:"trust"`
}

// enumerations are the values of --enumerate, and enumerateModes their names, the default first.
var (
	enumerateModes = []string{"auto", "cubes", "blocking", "whole"}
	enumerations   = map[string]sat.Enumeration{
		"auto": sat.Auto, "cubes": sat.Cubes, "blocking": sat.Blocking, "whole": sat.Whole,
	}
)

// OneBackendText is the advice if more than one backend is given.
const OneBackendText = "one backend works here, exactile compare runs several"

// Auto is the name of what decides where no backend is named. DefaultSolver is the same with a race
// for counts, too; it is how reports call it where a few solutions are looked for.
const (
	Auto          = "auto"
	DefaultSolver = "portfolio"
)

// Add defines the flags of a verb that takes one backend; preset is the default of -b.
func (f *EngineFlags) Add(flags *pflag.FlagSet, preset string) {
	f.preset = preset
	AddSingle(flags, &f.Given.Name, "backend", "b", preset,
		"solve with `BACKEND`, such as gini/sequential; see exactile list", OneBackendText)
	f.AddLimits(flags, 0)
}

// AddOwn defines the flags of a verb that searches with one backend and no other.
func (f *EngineFlags) AddOwn(flags *pflag.FlagSet, backend string) {
	f.preset, f.Given.Name = backend, backend
	f.addBounds(flags, 0)
}

// addBounds defines the flags that bound time, memory and cores.
func (f *EngineFlags) addBounds(flags *pflag.FlagSet, timeout time.Duration) {
	NumberVar(flags, &f.Given.Workers, "workers", "j", 1, 0, MaxWorkers,
		"use `N` CPU cores; 0: all")
	flags.StringVar(&f.Given.Memory, "memory", "",
		"limit memory to `SIZE`, such as 512M or 2G (default: a quarter of RAM; three quarters "+
			"for outside solvers)")
	NumberVar(flags, &f.Given.Timeout, "timeout", "", timeout, 0, 0,
		"stop each puzzle and backend after `TIME`, such as 10s; 0: no limit")
}

// Chosen reports whether a backend was named, and not left to auto.
func (f *EngineFlags) Chosen(flags *pflag.FlagSet) bool {
	return flags.Changed("backend") && f.Given.Name != Auto
}

// Named reports whether a backend was named that must do the work itself, also where an argument
// shows that there is no solution.
func (f *EngineFlags) Named(flags *pflag.FlagSet) bool {
	return f.Chosen(flags) && f.Given.Name != DefaultSolver
}

// AddLimits defines the flags without -b, for verbs that take several backends. timeout is the
// default of --timeout.
func (f *EngineFlags) AddLimits(flags *pflag.FlagSet, timeout time.Duration) {
	f.addBounds(flags, timeout)
	flags.BoolVar(&f.Given.NoSymmetry, "no-symmetry", false,
		"search without the board's symmetry")
	flags.StringVar(&f.Given.Profiles, "solver-profile", "", ProfileUsage)
	flags.StringVar(&f.Given.Switches, "switch", "",
		"switch searches and rules of native by `LIST`")
	// The flag makes nothing faster: it shows that no result depends on a rule.
	_ = flags.MarkHidden("switch")
}

// AddListing defines the flags of SAT engines and outside programs, for verbs that list all
// solutions.
func (f *EngineFlags) AddListing(flags *pflag.FlagSet) {
	ChoiceVar(flags, &f.Given.Enumerate, "enumerate", enumerateModes[0],
		"how SAT engines list, `WAY`: "+strings.Join(enumerateModes, ", "),
		enumerateModes...)
	flags.BoolVar(&f.Given.Isolate, "isolate", false,
		"run SAT engines in separate processes")
	flags.BoolVar(&f.Given.Proof, "proof", false,
		"require a checked proof of completeness")
	flags.BoolVar(&f.Given.Trust, "trust", false,
		"accept \"no more solutions\" from a solver without a checked proof")
}

// AddNoReduce defines --no-reduce, for verbs that give SAT engines the formula of export.
func (f *EngineFlags) AddNoReduce(flags *pflag.FlagSet) {
	flags.BoolVar(&f.Given.NoReduce, "no-reduce", false,
		"with --enumerate whole, keep placements that can be in no solution")
}

// AddSeed defines --seed, for verbs that shuffle their puzzles by it.
func (f *EngineFlags) AddSeed(flags *pflag.FlagSet) {
	flags.Uint64Var(&f.Given.Seed, "seed", 0,
		"shuffle the search order by `N`: same solutions, other times; 0: no shuffle")
}

// DescribeUnset replaces the usage of a flag by a text that states the default, and hides pflag's
// own.
func DescribeUnset(flags *pflag.FlagSet, name, usage string) {
	flag := flags.Lookup(name)
	flag.Usage, flag.DefValue = usage, ""
}

// MaxWorkers is more than the cores of any machine; each worker takes memory of its own, even
// without a core.
const MaxWorkers = 1024

// Resolve checks and parses the flags. The monitor, which may be nil, watches the searches.
// With --memory, garbage is collected sooner from now on.
func (f *EngineFlags) Resolve(ctx context.Context, monitor *adapter.Monitor) (c Config, err error) {
	c = f.Given
	if c.Name == Auto {
		c.Name = f.preset
	}
	c.Work.Monitor, c.Work.NoSymmetry, c.Work.NoReduce = monitor, c.NoSymmetry, c.NoReduce
	if err := LoadProfiles(ctx, c.Profiles, &c.Work); err != nil {
		return c, err
	}
	if c.Work.Native, err = c.Work.Native.Forced(c.Switches); err != nil {
		return c, Misusef("--switch: %v", err)
	}
	c.Work.Enumerate = enumerations[c.Enumerate]
	switch {
	case c.NoReduce && c.Work.Enumerate != sat.Whole:
		return c, Misusef("--no-reduce needs --enumerate whole: all else works on the core")
	case c.Proof && c.Trust:
		return c, Misusef("--proof and --trust exclude each other")
	case c.Proof:
		c.Work.Proofs = sat.InsistOnProofs
	case c.Trust:
		c.Work.Proofs = sat.Trust
	}
	c.Work.Workers = cmp.Or(c.Workers, runtime.GOMAXPROCS(0))
	if c.Work.Memory, err = ParseMemory(c.Memory); err != nil {
		return c, err
	}
	if c.Work.Memory > 0 {
		LimitGC(c.Work.Memory)
	}
	if c.Isolate {
		self, err := os.Executable()
		if err != nil {
			return c, fmt.Errorf("--isolate: %w", err)
		}
		memory := c.Work.Memory
		c.Work.Isolate = func(b sat.Backend) backends.Backend {
			return isolate.New(b, []string{self, EngineVerb}, memory)
		}
	}
	return c, nil
}

// ParseMemory reads the value of --memory in bytes, 0 for none.
func ParseMemory(size string) (int64, error) {
	if size == "" {
		return 0, nil
	}
	n, err := text.ParseSize(size)
	if err != nil {
		return 0, Misusef("--memory %q: %v", size, err)
	}
	return n, nil
}

// Args returns the settings but the seed as arguments, which is how results files hold them.
func (s *Settings) Args() []string {
	args := []string{
		"--timeout", s.Timeout.String(), "-j", fmt.Sprint(s.Workers), "--memory", s.Memory,
		"--enumerate", s.Enumerate, "--solver-profile", s.Profiles, "--switch", s.Switches,
		fmt.Sprintf("--no-symmetry=%t", s.NoSymmetry), fmt.Sprintf("--isolate=%t", s.Isolate),
		fmt.Sprintf("--proof=%t", s.Proof), fmt.Sprintf("--trust=%t", s.Trust),
	}
	if s.NoReduce { // studies of older versions have no such setting
		args = append(args, "--no-reduce")
	}
	return args
}

// Lookup returns the backend called c.Name.
func (c *Config) Lookup() (backends.Backend, error) {
	b, err := registry.Lookup(c.Name, c.Work)
	if err != nil {
		if strings.Contains(c.Name, ",") {
			return nil, Misusef("%v; %s", err, OneBackendText)
		}
		return nil, Misusef("%v", err)
	}
	return b, nil
}

// Limited returns ctx with the rest of the time limit for one puzzle and backend, of which
// spent is used up.
func (c *Config) Limited(
	ctx context.Context, spent time.Duration,
) (context.Context, context.CancelFunc) {
	return Within(ctx, c.Timeout, c.Timeout-spent)
}

// Within returns ctx with the time left of a limit; a limit of 0 is none.
func Within(ctx context.Context, limit, left time.Duration) (context.Context, context.CancelFunc) {
	if limit == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, left)
}

// StoppedText is the text for messages of what ended a run.
func (c *Config) StoppedText(err error) string {
	switch {
	case c.Timeout > 0 && errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("stopped after %v", c.Timeout)
	case errors.Is(err, context.Canceled):
		return ErrInterrupted.Error()
	}
	return err.Error()
}

// EngineVerb is the verb that searches for another exactile: what --isolate runs.
const EngineVerb = "engine"

// ProfileUsage explains --solver-profile.
const ProfileUsage = "read profiles of solvers from `FILE`"

// maxProfileFile bounds how much of a file of profiles is read.
const maxProfileFile = 1 << 20

// LoadProfiles adds the profiles in a file, "" for none, to the built-in table of outside programs.
func LoadProfiles(ctx context.Context, path string, o *registry.Options) error {
	if path == "" {
		return nil
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
		return err
	}
	profiles, err := registry.Options{}.Known().With(path, text)
	o.Profiles = &profiles
	return err
}

// MaxShards bounds N of --shard I/N: to find N shards takes about N restrictions of the model.
const MaxShards = 1 << 16

// ParseShard returns I, from 0, and N of the text "I/N".
func ParseShard(text string) (i, n int, err error) {
	index, of, _ := strings.Cut(text, "/")
	i, errI := strconv.Atoi(index)
	n, errN := strconv.Atoi(of)
	if errI != nil || errN != nil || i < 1 || n < i {
		return 0, 0, Misusef("--shard %q: want I/N with I from 1 to N", text)
	}
	if n > MaxShards {
		return 0, 0, Misusef("--shard %q: at most %d parts", text, MaxShards)
	}
	return i - 1, n, nil
}

// Shard returns part I of N of a model's solutions for the text "I/N", the whole for "".
// m.Restrict makes a model of a part, which other programs can read.
func Shard(text string, m *cover.Model) (cover.Shard, error) {
	if text == "" {
		return cover.Shard{}, nil
	}
	i, n, err := ParseShard(text)
	if err != nil {
		return cover.Shard{}, err
	}
	shards := m.Shards(n)
	if len(shards) < n {
		return cover.Shard{}, Misusef("--shard %q: the puzzle can only be parted into %d",
			text, len(shards))
	}
	return shards[i], nil
}
