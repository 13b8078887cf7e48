// Package search holds the verbs that search: solve, count and play.
package search

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/drawing"
	"github.com/exactile/exactile/cmd/exactile/internal/engine"
	"github.com/exactile/exactile/cmd/exactile/internal/load"
	"github.com/exactile/exactile/cmd/exactile/internal/output"
	"github.com/exactile/exactile/cmd/exactile/internal/remote"
	"github.com/exactile/exactile/cmd/exactile/internal/saving"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
)

// Count is the verb that prints the number of solutions.
func Count(c *console.Console) *cobra.Command {
	var f countFlags
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
stays, and the command then prints the number again at once.

--shard 3/8 counts one of eight parts. Together they take about as long as the
whole, whatever machines they are counted on, and exactile merge adds their
reports up. A part may have a checkpoint of its own. See exactile help clusters.

--on nats://HOST:PORT has the workers there count, as exactile work at that
address does: the count is submitted, or taken up where it was submitted before,
and waited for. See exactile help clusters.

--by counts the solutions for every way in which the named pieces lie, copies of
a piece as a set: a line a group, its placements, a tab and its number, in the
order of their cells. --by-use does so for every combination of how often each
piece is used, --cells for each piece and cell that it covers. The sum is on
standard error. Groups without a solution are left out unless --all-groups. A
backend that cannot count groups lists the solutions and groups those.`,
		Example: `  exactile count pentominoes:6x10
  exactile count --up-to-symmetry dominoes:8x8
  exactile count --json --list -b gini pentominoes:3x20
  exactile count --shard 3/8 -j 0 --timeout 10m puzzle.yaml
  exactile count --checkpoint week.ckpt -j 0 hard.yaml
  exactile count --on nats://127.0.0.1:4222 --token FILE hard.yaml
  exactile count --by X pentominoes:6x10
  exactile count --by-use -f csv puzzle.yaml`,
		Args: usage.AtLeastOne("PUZZLE"),
		PreRunE: func(cmd *cobra.Command, _ []string) (err error) {
			err = f.remote.check(cmd.Flags(), f.groups.asked())
			if err == nil && f.remote.on != "" {
				f.remote.network, err = f.output.Network(c)
			}
			return err
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.groups.asked() {
				return output.Running(c, &f.output, f.resolveGroups)(cmd, args)
			}
			return output.Running(c, &f.output, f.resolve)(cmd, args)
		},
	}
	f.add(cmd.Flags())
	return cmd
}

// countFlags are the flags of count, as they were given.
type countFlags struct {
	input  load.Flags
	engine engine.Flags
	output output.Flags
	save   saving.Flags
	task   backends.Task
	shard  string
	groups groupFlags
	remote remoteFlags
}

func (f *countFlags) add(flags *pflag.FlagSet) {
	flags.BoolVar(&f.task.UpToSymmetry, "up-to-symmetry", false,
		"count solutions that are symmetric to each other once")
	flags.BoolVar(&f.task.List, "list", false, "list, check and digest the solutions")
	flags.Int64Var(&f.task.Limit, "limit", 0, "stop after `N` solutions; 0: no limit")
	flags.StringVar(&f.shard, "shard", "", "count part `I/N` only, I from 1")
	f.save.Add(flags)
	f.input.Add(flags)
	f.engine.Add(flags, "native")
	f.engine.AddSeed(flags)
	f.groups.add(flags)
	f.remote.add(flags)
	f.output.Add(flags, "text", "json", "csv", "svg", "html")
}

func (f *countFlags) resolve(
	c *console.Console, cmd *cobra.Command, t output.Target, args []string,
) (j *countJob, err error) {
	ctx, saved := cmd.Context(), cmd.Flags().Changed("checkpoint")
	j = &countJob{}
	if t.Format != "text" && t.Format != "json" {
		return j, usage.Errorf("-f %s is for groups: see --by, --by-use and --cells", t.Format)
	}
	if err := usage.MeansNothing(cmd, t.Format, usage.For("theme")); err != nil {
		return j, err
	}
	j.task, j.shard, j.remote = f.task, f.shard, &f.remote
	j.task.Unnamed = t.Format == "text" && !saved && f.shard == "" && f.remote.on == ""
	j.named = f.engine.Named(cmd.Flags())
	if f.task.Limit < 0 {
		return j, usage.Errorf("--limit %d is below zero", f.task.Limit)
	}
	if j.Config, err = f.engine.Resolve(ctx, c.Progress.Watched(f.task.Limit == 0)); err != nil {
		return j, err
	}
	if f.remote.on != "" {
		if err = remote.Portable(cmd.Flags().Changed, j.Name, j.Work); err != nil {
			return j, err
		}
	}
	if j.backend, err = j.Backend(); err != nil {
		return j, err
	}
	within := j.Timeout
	if saved {
		// The time limit starts after the puzzle is read, so that every run advances.
		within, j.save = 0, &f.save
	}
	if j.entries, err = f.input.Puzzles(ctx, c, within, args...); err != nil {
		return j, err
	}
	if saved {
		return j, f.save.Check(j.entries, j.Seed, "--limit", f.task.Limit > 0)
	}
	if f.shard != "" && j.Seed != 0 {
		return j, usage.Errorf(
			"--shard does not go with --seed: the parts of one whole must be of one order")
	}
	return j, nil
}

// resolveGroups returns the job for the flags of count if solutions are grouped.
func (f *countFlags) resolveGroups(
	c *console.Console, cmd *cobra.Command, t output.Target, args []string,
) (j *groupJob, err error) {
	j = &groupJob{groupFlags: f.groups, task: f.task}
	if err := errors.Join(usage.MeansNothing(cmd, t.Format, usage.For("theme", "svg")), drawing.CheckTheme(f.groups.theme)); err != nil {
		return j, err
	}
	kinds := 0
	for _, asked := range []bool{len(f.groups.by) > 0, f.groups.byUse, f.groups.cells} {
		if asked {
			kinds++
		}
	}
	switch {
	case kinds == 0:
		return j, usage.Errorf("--all-groups goes with --by or --by-use")
	case kinds > 1:
		return j, usage.Errorf("--by, --by-use and --cells ask for different things")
	case f.groups.byUse && (t.Format == "svg" || t.Format == "html"):
		return j, usage.Errorf("how often pieces are used has no picture: want -f text, csv or json")
	case f.groups.cells && f.groups.all:
		return j, usage.Errorf("--cells prints all pieces and cells: --all-groups adds nothing")
	}
	for _, flag := range []string{"limit", "shard", "checkpoint"} {
		if cmd.Flags().Changed(flag) {
			return j, usage.Errorf("--%s does not go with groups of solutions", flag)
		}
	}
	ctx := cmd.Context()
	j.named = f.engine.Named(cmd.Flags())
	if j.Config, err = f.engine.Resolve(ctx, c.Progress.Watched(true)); err != nil {
		return j, err
	}
	if j.backend, err = j.Backend(); err != nil {
		return j, err
	}
	if backends.CountsOnly(j.backend) {
		return j, usage.Errorf("-b %s: %v, and groups are made of a list", j.Name, backends.ErrCountsOnly)
	}
	entries, err := f.input.Puzzles(ctx, c, j.Timeout, args...)
	if err != nil {
		return j, err
	}
	if len(entries) != 1 {
		return j, usage.Errorf("groups are of one puzzle, not of %d", len(entries))
	}
	j.entry = entries[0]
	return j, nil
}
