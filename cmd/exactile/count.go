package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/contain"
	"github.com/exactile/exactile/encode/visible"
)

// countFlags say what is counted and how.
type countFlags struct {
	upToSymmetry bool
	list         bool
	limit        int64
	shard        string
	save         checkpointFlags
}

func (a *app) countCommand() *cobra.Command {
	var f countFlags
	var in inputFlags
	var out outputFlags
	engine := engineFlags{life: a.life()}
	cmd := &cobra.Command{
		Use:   "count PUZZLE...",
		Short: "Print the number of solutions",
		Long: `count prints the number of solutions; for several puzzles a line each, the name,
a tab and the number. With --json it prints the report: the count, whether it is
complete, how many solutions were listed and checked, their digest, and what it
cost. --list makes any backend list, check and digest the solutions; without it
a backend that can count without listing does.

A count that a limit ended is printed as "at least N", with exit status 4; an
estimate, which programs such as approxmc make, as "about N". With --checkpoint
a count that was ended is not lost: the same command goes on from there, also
after the process was killed, and ends with the same count and digest. The file
stays, and the command then prints the number again at once.`,
		Example: `  exactile count pentominoes:6x10
  exactile count --up-to-symmetry dominoes:8x8
  exactile count --json --list -b gini pentominoes:3x20
  exactile count --shard 3/8 -j 0 --timeout 10m puzzle.yaml
  exactile count --checkpoint week.ckpt -j 0 hard.yaml`,
		Args: atLeastOne("PUZZLE"),
		RunE: a.verb(&out, func(w *output, cmd *cobra.Command, args []string) error {
			if f.limit < 0 {
				return usage("--limit %d is below zero", f.limit)
			}
			engine.monitor = a.progress.watched(f.limit == 0)
			b, err := engine.backend()
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("checkpoint") {
				in.within = engine.timeout
			}
			entries, err := a.puzzles(&in, args)
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("checkpoint") {
				if err := f.save.check(entries, map[string]bool{"--limit": f.limit > 0, "--seed": engine.seed != 0}); err != nil {
					return err
				}
				return a.countSaved(cmd.Context(), b, &f, &engine, entries[0], func(r backends.Report) error {
					return errors.Join(printCount(w, out.format, r, false), w.Flush())
				})
			}
			if f.shard != "" && engine.seed != 0 {
				return usage("--shard does not go with --seed: the parts of one whole must be of one order")
			}
			return a.forEach(cmd.Context(), entries, func(_ int, e *entry) error {
				if e.late != nil {
					a.note("%v", e.late)
					none := backends.Report{Puzzle: e.source.name, Backend: engine.name, Count: new(big.Int), UpToSymmetry: f.upToSymmetry, Memory: contain.Peak()}
					if err := printCount(w, out.format, none, len(entries) > 1); err != nil {
						return err
					}
					return exit(statusStopped)
				}
				engine.shuffle(e)
				report, err := a.count(cmd.Context(), b, &f, &engine, e)
				if err != nil && !stopped(err) {
					return fmt.Errorf("%s: %w", e.tiling.Puzzle.Name, err)
				}
				if err := printCount(w, out.format, report, len(entries) > 1); err != nil {
					return err
				}
				if !report.Complete && !report.Approximate {
					return exit(statusStopped)
				}
				return nil
			})
		}),
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.upToSymmetry, "up-to-symmetry", false, "count solutions that are symmetric to each other once")
	flags.BoolVar(&f.list, "list", false, "list, check and digest the solutions")
	flags.Int64Var(&f.limit, "limit", 0, "stop after `N` solutions; 0: no limit")
	flags.StringVar(&f.shard, "shard", "", "count part `I/N` only, I from 1")
	f.save.add(flags)
	in.add(flags)
	engine.add(flags)
	engine.addSeed(flags)
	out.add(flags, "text", "json")
	return cmd
}

// count counts one puzzle. The report is valid whatever the error.
func (a *app) count(ctx context.Context, b backends.Backend, f *countFlags, engine *engineFlags, e *entry) (backends.Report, error) {
	shard, err := parseShard(f.shard, e.tiling.Model)
	if err != nil {
		return backends.Report{}, err
	}
	ctx, cancel := engine.deadline(ctx, e)
	defer cancel()
	defer a.progress.begin(ctx, e.tiling.Puzzle.Name)()
	b = a.announced(b, e.tiling.Puzzle.Name, nil)
	report, err := backends.Run(ctx, b, e.tiling.Model, backends.Task{
		Puzzle: e.tiling.Puzzle.Name, Backend: engine.name, Shard: shard,
		UpToSymmetry: f.upToSymmetry, List: f.list, Limit: f.limit,
	})
	if n := a.progress.found(); !report.Complete && !f.upToSymmetry && f.limit == 0 && report.Count.Cmp(big.NewInt(n)) < 0 {
		report.Count.SetInt64(n) // a count without a list that was ended has found these
	}
	if outOfMemory(err) {
		a.note("%s: %v", report.Puzzle, err)
		report.Error = err.Error()
	}
	report.Memory = max(contain.Peak(), report.Stats.ChildPeak)
	a.noteWord(report)
	if a.verbose {
		a.note("%s: %v by %s in %.3f s%s", report.Puzzle, report.Count, report.Backend, report.Elapsed.Seconds(), effort(report.Stats))
	}
	return report, err
}

// effort says in words what a run cost and how it was gone about.
func effort(st backends.Stats) string {
	var b strings.Builder
	if st.Nodes > 0 {
		fmt.Fprintf(&b, ", %d nodes", st.Nodes)
	}
	if st.Conflicts > 0 {
		fmt.Fprintf(&b, ", %d conflicts", st.Conflicts)
	}
	if st.Engine != "" {
		fmt.Fprintf(&b, "; engine %s", st.Engine)
	}
	if st.Order != "" {
		fmt.Fprintf(&b, ", cells by %s", st.Order)
	}
	if st.Merge > 0 {
		fmt.Fprintf(&b, ", merging every %d cells", st.Merge)
	}
	if st.Estimate > 0 {
		fmt.Fprintf(&b, ", about %.0f nodes expected", st.Estimate)
	}
	return b.String()
}

// printCount prints a report in the format asked for.
func printCount(w *output, format string, r backends.Report, named bool) error {
	if format == "json" {
		data, err := marshal(r)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\n", data)
		return nil
	}
	number := r.Count.String()
	switch {
	case r.Approximate:
		number = "about " + number
	case !r.Complete:
		number = "at least " + number
	}
	if named {
		number = visible.Text(r.Puzzle) + "\t" + number
	}
	fmt.Fprintln(w, number)
	return nil
}
