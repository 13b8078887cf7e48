package verbs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/groups"
	"github.com/exactile/exactile/cmd/exactile/internal/printer"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
	"github.com/spf13/pflag"
)

// groupFlags are the flags that group solutions, as they were given.
type groupFlags struct {
	by    []string
	byUse bool
	cells bool
	all   bool
	theme string
}

func (f *groupFlags) add(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.by, "by", nil,
		"count solutions for each placement of `PIECE[,PIECE...]`")
	flags.BoolVar(&f.byUse, "by-use", false,
		"count solutions for each combination of piece counts")
	flags.BoolVar(&f.cells, "cells", false,
		"count, for each piece and cell, solutions with that piece on that cell")
	flags.BoolVar(&f.all, "all-groups", false,
		"with --by, --by-use: also groups without a solution")
	printer.AddTheme(flags, &f.theme)
}

// given reports whether any of them is set.
func (f *groupFlags) given() bool { return len(f.by) > 0 || f.byUse || f.cells || f.all }

// groupRules are the rules of the flags that group.
var groupRules = []cli.Rule{
	cli.Excludes("cells", "all-groups", "by", "by-use"),
	cli.Excludes("by", "by-use", "limit", "shard", "checkpoint"),
	cli.Excludes("by-use", "limit", "shard", "checkpoint"),
	cli.Excludes("cells", "limit", "shard", "checkpoint"),
	cli.Needs("all-groups", "by", "by-use"),
}

// A groupRun is a grouped count.
type groupRun struct {
	*cli.Call
	groupFlags
	task backends.Task // List, UpToSymmetry
}

// run prints the groups, and their sum on standard error.
func (r *groupRun) run(ctx context.Context) error {
	if r.byUse && (r.Out.Format == "svg" || r.Out.Format == "png" || r.Out.Format == "html") {
		return cli.Misusef("numbers of uses cannot be drawn: want -f text, csv or json")
	}
	if r.Out.Format == "png" && r.Screen(r.Out.ToStandardOutput()).Terminal {
		return cli.Misusef("a PNG is not text: write it to a file with -o FILE.png")
	}
	err := cli.CheckUses(r.Flags, r.Out.Format, cli.UsedBy("theme", "svg", "png"))
	if err == nil {
		err = r.ResolveLister(ctx, true, "groups are made of a list")
	}
	if err == nil {
		err = r.Load(ctx)
	}
	if err != nil {
		return err
	}
	if n := len(r.Entries); n != 1 {
		return cli.Misusef("groups are for one puzzle, not %d", n)
	}
	return r.Each(ctx, func(_ int, e *cli.Entry) error {
		err := r.group(ctx, e)
		if err != nil {
			if cli.IsStop(err) {
				return cli.WithStatus(cli.Stopped, fmt.Errorf("%s: %s", e.Name, r.StoppedText(err)))
			}
			err = fmt.Errorf("%s: %w", e.Name, err)
		}
		return err
	})
}

func (r *groupRun) group(ctx context.Context, e *cli.Entry) error {
	e.Tiling = e.Tiling.Shuffled(r.Seed)
	ctx, cancel := r.Limited(ctx, e.Spent)
	defer cancel()
	defer r.Progress.Begin(ctx, e.Name)()
	var did backends.Stats
	b := backends.Observed(r.For(e, nil), func(s backends.Stats) { did = s })
	start := time.Now()
	end := cli.AnnounceMemory(r.Console, e.Name, r.Work.Memory)
	t, err := r.table(ctx, b, e.Tiling)
	if end(); err != nil {
		return err
	}
	elapsed := time.Since(start)
	did.Options, did.Items = len(e.Tiling.Options), len(e.Tiling.Items)
	if r.Verbose {
		r.Note("%s: %d groups by %s in %.3f s%s",
			e.Name, len(t.Rows), r.Name, elapsed.Seconds(), cli.Effort(did))
	}
	if err := r.print(t, elapsed, did); err != nil {
		return err
	}
	sum := fmt.Sprintf("%v solutions", t.Count)
	if !r.cells { // else a solution is in several
		sum += fmt.Sprintf(", groups: %d", len(t.Rows))
	}
	r.Note("%s: %s", e.Name, sum)
	return nil
}

// errNoBoard is the error of --cells for a puzzle without cells.
var errNoBoard = errors.New("--cells is for boards, and this puzzle has no geometry")

// table counts the groups.
func (r *groupRun) table(
	ctx context.Context, b backends.Backend, t *puzzle.Tiling,
) (*groups.Table, error) {
	if r.cells {
		return r.cellTable(ctx, b, t)
	}
	g := cover.Grouping{}
	if r.byUse {
		g.Use = groups.Varying(t)
	}
	var err error
	if g.By, err = groups.Pieces(t, r.by); err != nil {
		return nil, err
	}
	found, err := r.count(ctx, b, t.Model, g)
	if err == nil && r.all {
		found, err = groups.WithEmpty(ctx, t.Model, g, found)
	}
	switch {
	case err != nil:
		return nil, err
	case r.byUse:
		return groups.Uses(t, g.Use, found), nil
	}
	return groups.By(t, g.By, found), nil
}

// cellTable counts by pieces and cells.
func (r *groupRun) cellTable(
	ctx context.Context, b backends.Backend, t *puzzle.Tiling,
) (*groups.Table, error) {
	switch {
	case t.Options != nil && t.Placements == nil:
		return nil, errNoBoard
	case r.task.UpToSymmetry && len(t.Sym) > 1:
		return nil, cli.Misusef("--up-to-symmetry: symmetries of this puzzle map cells to " +
			"other cells, so a cell has no orbits of its own")
	case r.task.List:
		b = listingBackend{b}
	}
	options, total, err := backends.Marginals(ctx, b, t.Model)
	if err != nil {
		return nil, err
	}
	return groups.Cells(t, options, total), nil
}

// A listingBackend hides all abilities of a backend but to list.
type listingBackend struct{ backends.Backend }

// count counts the solutions of the groups that have some.
func (r *groupRun) count(
	ctx context.Context, b backends.Backend, m *cover.Model, g cover.Grouping,
) ([]cover.Group, error) {
	switch {
	case r.task.UpToSymmetry:
		found, err := backends.GroupOrbits(ctx, b, m, g)
		if errors.Is(err, backends.ErrMixed) {
			return nil, cli.Misusef("--up-to-symmetry: symmetries of this puzzle map " +
				"solutions to other groups, so a group has no orbits of its own")
		}
		return found, err
	case r.task.List:
		b = listingBackend{b}
	}
	return backends.Groups(ctx, b, m, g)
}

// print prints the table in the format of w.
func (r *groupRun) print(t *groups.Table, elapsed time.Duration, did backends.Stats) error {
	w := r.Out
	switch w.Format {
	case "csv":
		return t.CSV(w)
	case "svg", "png":
		return t.Picture(w, w.Format, render.Options{Columns: 4, Theme: r.theme, Scale: 2})
	case "html":
		return t.Page(w, "Made by exactile, from a count by "+r.Name+".")
	case "json":
		report := struct {
			Puzzle       string         `json:"puzzle"`
			Backend      string         `json:"backend"`
			By           []string       `json:"by,omitempty"`
			ByUse        bool           `json:"by_use,omitempty"`
			Cells        bool           `json:"cells,omitempty"`
			UpToSymmetry bool           `json:"up_to_symmetry"`
			Groups       []any          `json:"groups"`
			Count        string         `json:"count"`
			Complete     bool           `json:"complete"`
			Elapsed      float64        `json:"elapsed"`
			Stats        backends.Stats `json:"stats"`
		}{
			Puzzle: t.Tiling.Puzzle.Name, Backend: r.Name, ByUse: r.byUse, Cells: r.cells,
			UpToSymmetry: r.task.UpToSymmetry, Groups: t.Groups(), Count: t.Count.String(),
			Complete: true, Elapsed: elapsed.Round(time.Microsecond).Seconds(), Stats: did,
		}
		if len(r.by) > 0 {
			report.By = t.Columns
		}
		return w.JSON(report)
	}
	return t.Text(w)
}
