// Package contest holds the verb that runs several backends and compares them: compare.
package contest

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
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/engine"
	"github.com/exactile/exactile/cmd/exactile/internal/load"
	"github.com/exactile/exactile/cmd/exactile/internal/output"
	"github.com/exactile/exactile/cmd/exactile/internal/report"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/encode"
)

const (
	// compareTimeout is the default of --timeout, for each run.
	compareTimeout = 10 * time.Second
	// compareBackends is the default of -b.
	compareBackends = "native,native/plain,gini,gophersat"
)

// Compare is the verb that runs several backends and compares their results.
func Compare(c *console.Console) *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare PUZZLE...",
		Short: "Run several backends on puzzles and say whether they agree",
		Long: `compare lists all solutions by every backend, checks each solution, and compares
the sets. Each run is a child process of its own, one after another, so that
its time and memory are its own; --repeat runs the rows in turn, A B A B, and
shows how their figures spread. -f html makes a page with charts, -f md a table
to publish, -f csv and json all figures.

Times are wall time, from the model to the first solution and to the answer. CPU
is what the system accounts to the run's process and what it started; memory is
the peak of the largest process of the run, as the system says; --json also has
that of isolated engines and outside programs, as child_peak. The exit status is
3 if two backends disagree; then a solution that one of them has lost is
printed. It is 1 if one failed and 4 if one was stopped by a limit. Estimates
agree with nothing and contradict nothing. In --json, "agree" is null where
fewer than two finished, and "agreement" says on what they agree: the set, the
count (one of them only counted), or, with --first, whether there is a solution.

Several puzzles, or folders of them, are a study: every puzzle by every backend,
in turn. It ranks the backends by what they solve and by PAR-2, the mean time
where what was not solved counts twice the limit, and says by how much each is
faster, with an interval; or that they cannot be told apart. A group is the best
of those that are left and what cannot be told apart from it, by Wilcoxon's test
of the puzzles' factors, corrected for the number of pairs (Holm). --by cpu
ranks by the solver's own processor time. --seeds 1..10 runs all with ten orders
of the placements; the median of its runs is a puzzle's time, as one puzzle. SAT
rows whose formula is the same are run once. --results FILE keeps a line for
each run as it ends, with a seal: the same command goes on where it was killed,
and --from-results draws the file again without a run, unless a line was edited.
The record has what it takes to repeat the study. -f html makes a page with
charts, -f latex tables for a paper, -f csv a line for each puzzle and backend.

SAT engines get the puzzle in cubes, one after the other. --enumerate blocking
hands them the whole formula, where encodings differ most.`,
		Example: `  exactile compare "pegs:1,0 3,2 4,4"
  exactile compare -b native,gini,process:cadical pentominoes:3x20
  exactile compare -b gini --encodings all -f md pentominoes:3x20
  exactile compare --first --repeat 5 -o report.html pentominoes:8x8-center
  exactile compare puzzles -b gini,gophersat --results r.jsonl -o study.html
  exactile compare --results r.jsonl --from-results -o study.tex`,
		RunE: output.Running(c, &f.output, f.resolve),
	}
	flags := cmd.Flags()
	f.backends.Add(flags, "backend", "b", compareBackends, usage.Backends)
	f.encodings.Add(flags, "encodings", "", "", "`ENCODINGS`, separated by commas, or all: "+
		"a row for each SAT backend with each of them; may be repeated")
	flags.BoolVar(&f.contest.first, "first", false, "find the first solution only")
	flags.IntVar(&f.contest.repeat, "repeat", 1,
		"run each row `N` times, in turn, and show the least, the median and the greatest time")
	flags.StringVar(&f.seeds, "seeds", "", "run each row with every seed of `A..B`, or with one")
	flags.StringVar(&f.by, "by", string(study.ByTime),
		"what a study ranks by, `time` or cpu: the solver's own processor time")
	flags.StringVar(&f.results, "results", "",
		"`FILE` of the record of a study, a line a run: the same command goes on where it was")
	flags.BoolVar(&f.drawn, "from-results", false,
		"run nothing: draw what is in the file of --results, or of the backends of -b in it")
	f.input.Add(flags)
	f.engine.AddLimits(flags, compareTimeout)
	f.engine.AddSeed(flags)
	engine.LeftOut(flags, "timeout", "`TIME` for each run; where left out 10s, 0: no limit")
	engine.LeftOut(flags, "memory", "`SIZE` that a run and all that it starts may use, such as "+
		"512M or 2G; where left out there is no limit")
	f.output.Add(flags, report.Formats()...)
	return cmd
}

// compareFlags are the flags of compare, as they were given.
type compareFlags struct {
	backends  usage.List
	encodings usage.List
	contest   contest // first, repeat
	seeds, by string
	results   string
	drawn     bool // from the results alone
	input     load.Flags
	engine    engine.Flags
	output    output.Flags
}

// resolve returns a contest for one puzzle without a record, else a study.
func (f *compareFlags) resolve(
	c *console.Console, cmd *cobra.Command, _ output.Target, args []string,
) (output.Job, error) {
	ctx := cmd.Context()
	by := study.By(f.by)
	if by != study.ByTime && by != study.ByCPU {
		return nil, usage.Errorf("--by %s: want %s or %s", f.by, study.ByTime, study.ByCPU)
	}
	if f.drawn {
		return f.redrawn(cmd, args)
	}
	if len(args) == 0 {
		return nil, usage.Errorf("compare takes at least one PUZZLE")
	}
	j := f.contest
	var err error
	if j.Config, err = f.engine.Resolve(ctx, nil); err != nil {
		return nil, err
	}
	if j.names, err = f.rows(j.Work); err != nil {
		return nil, err
	}
	if j.seeds, err = f.seedRange(cmd, j.Seed); err != nil {
		return nil, err
	}
	if most := study.MaxRepetitions / len(j.seeds); j.repeat < 1 || j.repeat > most {
		return nil, usage.Errorf("--repeat %d: want from 1 to %d runs with each seed", j.repeat, most)
	}
	files, err := withinFolders(args)
	if err != nil {
		return nil, err
	}
	entries, err := f.input.Puzzles(ctx, c, j.Timeout, files...)
	if err != nil {
		return nil, err
	}
	j.entries, j.results, j.by = entries, f.results, by
	j.single = len(entries) == 1 && f.results == "" && slices.Equal(files, args)
	if !j.single {
		return &j, nil
	}
	if cmd.Flags().Changed("by") {
		return nil, usage.Errorf("--by ranks the backends of a study: name several puzzles, a " +
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
		sat, ok := lookup(name+"/"+encode.Default, work).(backends.Formulator)
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
			return nil, usage.Errorf("-b names %s twice", name)
		}
		if _, err := registry.Lookup(name, work); err != nil {
			return nil, usage.Errorf("%v", err)
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
		return nil, usage.Errorf("--seed and --seeds exclude each other")
	}
	low, high, isRange := strings.Cut(f.seeds, "..")
	if !isRange {
		high = low
	}
	from, errFrom := strconv.ParseUint(low, 10, 64)
	to, errTo := strconv.ParseUint(high, 10, 64)
	if errFrom != nil || errTo != nil || to < from || to-from >= study.MaxRepetitions {
		return nil, usage.Errorf("--seeds %q: want a number, or a range such as 1..10 of at most %d",
			f.seeds, study.MaxRepetitions)
	}
	var seeds []uint64
	for n := range to - from + 1 {
		seeds = append(seeds, from+n)
	}
	return seeds, nil
}

// redrawn returns the job of --from-results.
func (f *compareFlags) redrawn(cmd *cobra.Command, args []string) (output.Job, error) {
	if f.results == "" {
		return nil, usage.Errorf("--from-results needs --results FILE")
	}
	if len(args) > 0 {
		return nil, usage.Errorf("--from-results runs nothing: what is %q?", args[0])
	}
	j := &drawnJob{path: f.results, by: study.By(f.by)}
	if !cmd.Flags().Changed("backend") {
		return j, nil
	}
	var err error
	j.names, err = f.backends.Names()
	return j, err
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
