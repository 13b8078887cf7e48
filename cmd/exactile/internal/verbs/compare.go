package verbs

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/report"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/encode"
	"github.com/spf13/cobra"
)

const (
	// compareTimeout is the default of --timeout, for each run.
	compareTimeout = 10 * time.Second
	// compareBackends is the default of -b.
	compareBackends = "native,native/plain,allsat,gini,gophersat"
)

// A compareRun is a run of compare.
type compareRun struct {
	*cli.Call
	comparison comparison
	backends   cli.NameList
	encodings  cli.NameList
	seeds      string
}

// compareVerb is the verb that runs several backends and compares their results.
func compareVerb(c *cli.Console, cmd *cobra.Command) {
	r := &compareRun{Call: cli.NewCall(c, cmd)}
	flags, j := r.Flags, &r.comparison
	r.backends.Add(flags, "backend", "b", compareBackends, cli.BackendsUsage)
	r.encodings.Add(flags, "encodings", "", "",
		"use these `ENCODINGS`, separated by commas, or all: "+
			"a row for each SAT backend with each of them; may be repeated")
	flags.BoolVar(&j.first, "first", false, "find the first solution only")
	cli.NumberVar(flags, &j.Repetitions, "repeat", "", 1, 1, study.MaxRepetitions,
		"run each row `N` times and show the least, the median and the greatest time")
	flags.StringVar(&r.seeds, "seeds", "", "run each row with every seed of `A..B`, or with one")
	cli.ChoiceVar(flags, (*string)(&j.by), "rank-by", string(study.ByTime),
		"rank a study by `FIGURE`: time, cpu (of the whole run) or solver (of an outside "+
			"program, or inside Solve)",
		string(study.ByTime), string(study.ByCPU), string(study.BySolver))
	flags.StringVar(&j.results, "results", "",
		"record each run in `FILE`; the same command makes the runs that are missing")
	flags.BoolVar(&j.drawn, "from-results", false,
		"run nothing: draw what is in the file of --results, or of the backends of -b in it")
	flags.BoolVar(&j.rerun, "rerun", false,
		"make runs of --results again whose solver has changed since")
	r.Input.Add(flags)
	r.Engine.AddLimits(flags, compareTimeout)
	r.Engine.AddListing(flags)
	r.Engine.AddNoReduce(flags)
	r.Engine.AddSeed(flags)
	cli.DescribeUnset(flags, "timeout", "stop each run after `TIME` (default 10s; 0: no limit)")
	cli.DescribeUnset(flags, "memory",
		"limit the memory of each run to `SIZE`, such as 512M or 2G (default: no limit)")
	r.Print(r.run, report.Formats()...)
	cli.SetRules(cmd, cli.Needs("from-results", "results"), cli.Needs("rerun", "results"),
		cli.Excludes("rerun", "from-results"), cli.Excludes("seed", "seeds"))
}

func (r *compareRun) run(ctx context.Context) error {
	if err := r.resolve(ctx); err != nil {
		return err
	}
	return r.comparison.Run(ctx, r.Console, r.Out)
}

// resolve makes a contest for one puzzle without a record, else a study.
func (r *compareRun) resolve(ctx context.Context) (err error) {
	j := &r.comparison
	switch {
	case j.drawn && len(r.Args) > 0:
		return cli.Misusef("--from-results runs nothing: remove %q", r.Args[0])
	case j.drawn:
		if r.Given("backend") {
			j.Backends, err = r.backends.Names()
		}
		return err
	case len(r.Args) == 0:
		return cli.Misusef("compare takes at least one PUZZLE")
	}
	j.grace = rowGrace
	if j.Config, err = r.Engine.Resolve(ctx, nil); err != nil {
		return err
	}
	if j.Backends, err = r.rows(j.Work); err != nil {
		return err
	}
	if j.Seeds, err = r.seedRange(j.Seed); err != nil {
		return err
	}
	if most := study.MaxRepetitions / len(j.Seeds); j.Repetitions > most {
		return cli.Misusef("--repeat %d: want from 1 to %d runs with each seed", j.Repetitions,
			most)
	}
	files, err := withinFolders(r.Args)
	if err != nil {
		return err
	}
	if j.entries, err = r.Input.Puzzles(ctx, r.Console, j.Timeout, files...); err != nil {
		return err
	}
	j.single = len(j.entries) == 1 && j.results == "" && slices.Equal(files, r.Args)
	switch {
	case !j.single:
		return nil
	case r.Given("rank-by"):
		return cli.Misusef("--rank-by ranks the backends of a study: name several puzzles, a " +
			"folder, or --results FILE")
	case j.entries[0].Tiling == nil:
		return j.entries[0].Open(ctx)
	}
	j.entries[0].Tiling = j.entries[0].Tiling.Shuffled(j.Seed)
	return nil
}

// rows returns the names of the backends to run, one for each row.
func (r *compareRun) rows(work registry.Options) ([]string, error) {
	given, err := r.backends.Names()
	if err != nil {
		return nil, err
	}
	encodings, err := r.encodings.Names()
	if err != nil {
		return nil, err
	}
	if slices.Contains(encodings, "all") {
		encodings = encode.Names()
	}
	var names []string
	for _, name := range given {
		// A SAT backend takes an encoding, unless its name has one.
		sat, ok := backendOrNil(name+"/"+encode.Default, work).(adapter.Formulator)
		if len(encodings) == 0 || !ok || sat.EncodingName(nil) == "" {
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
		if name == cli.Auto {
			return nil,
				cli.Misusef("-b auto chooses among the others, and compare measures what is " +
					"named: " +
					"want portfolio for a first solution, native for a count")
		}
		if _, err := registry.Lookup(name, work); err != nil {
			return nil, cli.Misusef("%v", err)
		}
	}
	return names, nil
}

// seedRange returns the seeds of --seeds, without it the one of --seed.
func (r *compareRun) seedRange(seed uint64) ([]uint64, error) {
	if !r.Given("seeds") {
		return []uint64{seed}, nil
	}
	low, high, isRange := strings.Cut(r.seeds, "..")
	if !isRange {
		high = low
	}
	from, errFrom := strconv.ParseUint(low, 10, 64)
	to, errTo := strconv.ParseUint(high, 10, 64)
	if errFrom != nil || errTo != nil || to < from || to-from >= study.MaxRepetitions {
		return nil, cli.Misusef("--seeds %q: want a number, or a range such as 1..10 of at most %d",
			r.seeds, study.MaxRepetitions)
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
