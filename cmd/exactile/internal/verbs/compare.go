package verbs

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/report"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/encode"
)

const (
	// compareTimeout is the default of --timeout, for each run.
	compareTimeout = 10 * time.Second
	// compareBackends is the default of -b.
	compareBackends = "native,native/plain,gini,gophersat"
)

// compareVerb is the verb that runs several backends and compares their results.
func compareVerb(c *cli.Console, cmd *cobra.Command) {
	var f compareFlags
	cmd.RunE = cli.Running(c, &f.output, f.resolve)

	flags := cmd.Flags()
	f.backends.Add(flags, "backend", "b", compareBackends, cli.BackendsUsage)
	f.encodings.Add(flags, "encodings", "", "", "`ENCODINGS`, separated by commas, or all: "+
		"a row for each SAT backend with each of them; may be repeated")
	flags.BoolVar(&f.contest.first, "first", false, "find the first solution only")
	flags.IntVar(&f.contest.Repetitions, "repeat", 1,
		"run each row `N` times, in turn, and show the least, the median and the greatest time")
	flags.StringVar(&f.seeds, "seeds", "", "run each row with every seed of `A..B`, or with one")
	flags.StringVar((*string)(&f.contest.by), "by", string(study.ByTime),
		"what a study ranks by, `time` or cpu: the solver's own processor time")
	flags.StringVar(&f.contest.results, "results", "",
		"`FILE` of the record of a study, a line a run: the same command goes on where it was")
	flags.BoolVar(&f.contest.drawn, "from-results", false,
		"run nothing: draw what is in the file of --results, or of the backends of -b in it")
	f.input.Add(flags)
	f.engine.AddLimits(flags, compareTimeout)
	f.engine.AddSeed(flags)
	cli.DescribeUnset(flags, "timeout", "`TIME` for each run; where left out 10s, 0: no limit")
	cli.DescribeUnset(flags, "memory", "`SIZE` that a run and all that it starts may use, such as "+
		"512M or 2G; where left out there is no limit")
	f.output.Add(flags, report.Formats()...)
}

// compareFlags are the flags of compare, as they were given.
type compareFlags struct {
	backends  cli.NameList
	encodings cli.NameList
	contest   contest // first, repetitions, by, results, drawn
	seeds     string
	input     cli.InputFlags
	engine    cli.EngineFlags
	output    cli.OutputFlags
}

// resolve returns a contest for one puzzle without a record, else a study.
func (f *compareFlags) resolve(
	c *cli.Console, cmd *cobra.Command, _ cli.Target, args []string,
) (cli.Job, error) {
	ctx := cmd.Context()
	j := f.contest
	var err error
	switch {
	case j.by != study.ByTime && j.by != study.ByCPU:
		return nil, cli.Misusef("--by %s: want %s or %s", string(j.by), study.ByTime, study.ByCPU)
	case j.drawn && j.results == "":
		return nil, cli.Misusef("--from-results needs --results FILE")
	case j.drawn && len(args) > 0:
		return nil, cli.Misusef("--from-results runs nothing: what is %q?", args[0])
	case j.drawn:
		if cmd.Flags().Changed("backend") {
			j.Backends, err = f.backends.Names()
		}
		return &j, err
	case len(args) == 0:
		return nil, cli.Misusef("compare takes at least one PUZZLE")
	}
	j.grace = rowGrace
	if j.Config, err = f.engine.Resolve(ctx, nil); err != nil {
		return nil, err
	}
	if j.Backends, err = f.rows(j.Work); err != nil {
		return nil, err
	}
	if j.Seeds, err = f.seedRange(cmd, j.Seed); err != nil {
		return nil, err
	}
	if most := study.MaxRepetitions / len(j.Seeds); j.Repetitions < 1 || j.Repetitions > most {
		return nil, cli.Misusef("--repeat %d: want from 1 to %d runs with each seed",
			j.Repetitions, most)
	}
	files, err := withinFolders(args)
	if err != nil {
		return nil, err
	}
	entries, err := f.input.Puzzles(ctx, c, j.Timeout, files...)
	if err != nil {
		return nil, err
	}
	j.entries = entries
	j.single = len(entries) == 1 && j.results == "" && slices.Equal(files, args)
	if !j.single {
		return &j, nil
	}
	if cmd.Flags().Changed("by") {
		return nil, cli.Misusef("--by ranks the backends of a study: name several puzzles, a " +
			"folder, or --results FILE")
	}
	if entries[0].Tiling == nil {
		return nil, entries[0].Open(ctx)
	}
	entries[0].Tiling = entries[0].Tiling.Shuffled(j.Seed)
	return &j, nil
}

// rows returns the names of the backends to run, one for each row.
func (f *compareFlags) rows(work registry.Options) ([]string, error) {
	given, err := f.backends.Names()
	if err != nil {
		return nil, err
	}
	encodings, err := f.encodings.Names()
	if err != nil {
		return nil, err
	}
	if slices.Contains(encodings, "all") {
		encodings = encode.Names()
	}
	var names []string
	for _, name := range given {
		// A SAT backend takes an encoding, unless its name has one.
		sat, ok := backendOrNil(name+"/"+encode.Default, work).(backends.Formulator)
		if len(encodings) == 0 || !ok || sat.EncodingName() == "" {
			names = append(names, name)
			continue
		}
		for _, encoding := range encodings {
			names = append(names, name+"/"+encoding)
		}
	}
	for k, name := range names {
		if slices.Contains(names[:k], name) {
			return nil, cli.Misusef("-b names %s twice", name)
		}
		if _, err := registry.Lookup(name, work); err != nil {
			return nil, cli.Misusef("%v", err)
		}
	}
	return names, nil
}

// seedRange returns the seeds of --seeds, without it the one of --seed.
func (f *compareFlags) seedRange(cmd *cobra.Command, seed uint64) ([]uint64, error) {
	if !cmd.Flags().Changed("seeds") {
		return []uint64{seed}, nil
	}
	if cmd.Flags().Changed("seed") {
		return nil, cli.Misusef("--seed and --seeds exclude each other")
	}
	low, high, isRange := strings.Cut(f.seeds, "..")
	if !isRange {
		high = low
	}
	from, errFrom := strconv.ParseUint(low, 10, 64)
	to, errTo := strconv.ParseUint(high, 10, 64)
	if errFrom != nil || errTo != nil || to < from || to-from >= study.MaxRepetitions {
		return nil, cli.Misusef("--seeds %q: want a number, or a range such as 1..10 of at most %d",
			f.seeds, study.MaxRepetitions)
	}
	var seeds []uint64
	for n := range to - from + 1 {
		seeds = append(seeds, from+n)
	}
	return seeds, nil
}

// withinFolders replaces each folder among the arguments by its puzzle files.
func withinFolders(args []string) ([]string, error) {
	var all []string
	for _, arg := range args {
		if info, err := os.Stat(arg); err != nil || !info.IsDir() {
			all = append(all, arg)
			continue
		}
		before := len(all)
		for file, err := range verify.PuzzleFiles(arg) {
			if err != nil {
				return nil, err
			}
			all = append(all, file)
		}
		if len(all) == before {
			return nil, fmt.Errorf("%s: no puzzle file is in this folder",
				strings.TrimSuffix(arg, "/"))
		}
	}
	return all, nil
}
