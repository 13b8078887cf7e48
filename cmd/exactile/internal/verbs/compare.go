package verbs

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/report"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/internal/text"
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
	comparison  study.Comparison
	by          study.By
	backends    cli.NameList
	encodings   cli.NameList
	seeds       string
	fromResults bool
}

// compareVerb is the verb that runs several backends and compares their results.
func compareVerb(c *cli.Console, cmd *cobra.Command) {
	r := &compareRun{Call: cli.NewCall(c, cmd)}
	flags, j := r.Flags, &r.comparison
	r.backends.Add(flags, "backend", "b", compareBackends, cli.BackendsUsage)
	r.encodings.Add(flags, "encodings", "", "",
		"use these `ENCODINGS`, separated by commas, or all: "+
			"a row for each SAT backend with each of them; may be repeated")
	flags.BoolVar(&j.First, "first", false, "find the first solution only")
	cli.NumberVar(flags, &j.Repetitions, "repeat", "", 1, 1, study.MaxRepetitions,
		"run each row `N` times and show the least, the median and the greatest time")
	flags.StringVar(&r.seeds, "seeds", "", "run each row with every seed of `A..B`, or with one")
	cli.ChoiceVar(flags, (*string)(&r.by), "rank-by", string(study.ByTime),
		"rank a study by `FIGURE`: time, cpu (of the whole run) or solver (of an outside "+
			"program, or inside Solve)",
		string(study.ByTime), string(study.ByCPU), string(study.BySolver))
	flags.StringVar(&j.Results, "results", "",
		"record each run in `FILE`; the same command makes the runs that are missing")
	flags.BoolVar(&r.fromResults, "from-results", false,
		"report the runs in --results; run nothing")
	flags.BoolVar(&j.Rerun, "rerun", false,
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

// run makes the missing runs, unless --from-results, and prints what all of them say.
func (r *compareRun) run(ctx context.Context) error {
	j := &r.comparison
	take := r.made
	if r.fromResults {
		take = r.recorded
	}
	record, code, err := take(ctx)
	if err != nil {
		return err
	}
	defer record.Close()
	if r.Out.Format != "json" { // programs read texts as they are
		record.Shown = text.Visible
	}
	s, err := study.Evaluate(record, j.Plan, r.by)
	if err != nil {
		return record.WithPath(err)
	}
	if j.Single {
		t := j.Entries[0].Tiling
		s.Size = text.Plural(len(t.Options), "placement") + ", " +
			text.Plural(len(t.Items)-t.AddedItems, "item")
	}
	if err := r.print(s); err != nil {
		return err
	}
	switch {
	case len(s.Wrong) == 0:
		return cli.Exit(cli.WorstStatus([]int{code, r.note(s)}))
	case r.fromResults:
		fmt.Fprintf(r.Stderr, "exactile: %s\n", text.Visible(s.Headline))
		return cli.Exit(cli.Disagree)
	}
	if err := r.Out.Flush(); err != nil {
		return err
	}
	j.NameLoss(ctx, r.Stderr, s)
	return cli.Exit(cli.Disagree)
}

// made returns a record in which no run is missing, and the exit status of its making.
func (r *compareRun) made(ctx context.Context) (*study.Record, int, error) {
	if err := r.resolve(ctx); err != nil {
		return nil, 0, err
	}
	return r.comparison.Record(ctx, r.Console)
}

// recorded returns the record of a results file.
func (r *compareRun) recorded(context.Context) (record *study.Record, code int, err error) {
	if len(r.Args) > 0 {
		return nil, 0, cli.Misusef("--from-results runs nothing: remove %q", r.Args[0])
	}
	var names []string
	if r.Given("backend") {
		if names, err = r.backends.Names(); err != nil {
			return nil, 0, err
		}
	}
	j := &r.comparison
	if record, err = study.Read(j.Results); err != nil {
		return nil, 0, err
	}
	if record.Truncated {
		r.Note("%s: the last line is incomplete and is ignored", j.Results)
	}
	j.Plan, err = record.Plan(names...)
	return record, 0, record.WithPath(err)
}

// resolve makes a comparison of one puzzle without a record, else a study.
func (r *compareRun) resolve(ctx context.Context) (err error) {
	j := &r.comparison
	if len(r.Args) == 0 {
		return cli.Misusef("compare takes at least one PUZZLE")
	}
	if j.Config, err = r.Engine.Resolve(ctx, nil); err != nil {
		return err
	}
	given, err := r.backends.Names()
	if err != nil {
		return err
	}
	encodings, err := r.encodings.Names()
	if err != nil {
		return err
	}
	if slices.Contains(encodings, "all") {
		encodings = encode.Names()
	}
	if j.Backends, err = study.Rows(given, encodings, j.Work); err != nil {
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
	if j.Entries, err = r.Input.Puzzles(ctx, r.Console, j.Timeout, files...); err != nil {
		return err
	}
	j.Single = len(j.Entries) == 1 && j.Results == "" && slices.Equal(files, r.Args)
	switch {
	case !j.Single:
		return nil
	case r.Given("rank-by"):
		return cli.Misusef("--rank-by ranks the backends of a study: name several puzzles, a " +
			"folder, or --results FILE")
	case j.Entries[0].Tiling == nil:
		return j.Entries[0].Open(ctx)
	}
	j.Entries[0].Tiling = j.Entries[0].Tiling.Shuffled(j.Seed)
	return nil
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
func withinFolders(args []string) (all []string, err error) {
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

// print prints a study, in ASCII if the screen shows nothing else.
func (r *compareRun) print(s *study.Study) error {
	var b strings.Builder
	if err := report.Print(&b, r.Out.Format, s); err != nil {
		return err
	}
	written := b.String()
	if screen := r.Screen(r.Out.ToStandardOutput()); screen.Terminal && !screen.Unicode {
		written = report.ASCII(written)
	}
	_, err := r.Out.WriteString(written)
	return err
}

// note prints what the tables do not show, and returns the exit status of a study without a
// disagreement.
func (r *compareRun) note(s *study.Study) int {
	noteTrust := cli.NoteTrustOnce(r.Console)
	for _, p := range s.Puzzles {
		for _, row := range p.Own() {
			noteTrust(row.Typical)
		}
	}
	var codes []int
	said := make(map[string]bool) // by backend: only its first error is noted
	for _, p := range s.Puzzles {
		name := p.Name + ": "
		if s.Size != "" {
			name = ""
		}
		if !p.Whole {
			codes = append(codes, cli.Stopped)
		}
		for _, row := range p.Own() {
			codes = append(codes, row.Verdict.Outcome().Status)
			if row.Error != "" && !said[row.Backend] {
				said[row.Backend] = true
				r.Note("%s%s: %s", name, row.Backend, row.Error)
			}
		}
	}
	return cli.WorstStatus(codes)
}
