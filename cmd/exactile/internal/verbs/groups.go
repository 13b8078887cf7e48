package verbs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/groups"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
)

// groupRules are the rules of the flags that group.
var groupRules = []cli.Rule{
	cli.Excludes("cells", "all-groups", "by", "by-use"),
	cli.Excludes("by", "by-use", "limit", "shard", "checkpoint"),
	cli.Excludes("by-use", "limit", "shard", "checkpoint"),
	cli.Excludes("cells", "limit", "shard", "checkpoint"),
	cli.Needs("all-groups", "by", "by-use"),
}

// runGroups prints the groups, and their sum on standard error.
func (r *countRun) runGroups(ctx context.Context) error {
	picture := r.Out.Format == "svg" || r.Out.Format == "png" || r.Out.Format == "html"
	if r.groups.byUse && picture {
		return cli.Misusef("numbers of uses cannot be drawn: want -f text, csv or json")
	}
	if r.Out.Format == "png" && r.Screen(r.Out.ToStandardOutput()).Terminal {
		return cli.Misusef("a PNG is not text: write it to a file with -o FILE.png")
	}
	err := r.ResolveLister(ctx, true, "groups are made of a list")
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

func (r *countRun) group(ctx context.Context, e *cli.Entry) error {
	e.Tiling = e.Tiling.Shuffled(r.Seed)
	ctx, ended := r.Begin(ctx, e)
	defer ended()
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
	if err := r.printGroups(t, elapsed, did); err != nil {
		return err
	}
	sum := fmt.Sprintf("%v solutions", t.Count)
	if !r.groups.cells { // else a solution is in several
		sum += fmt.Sprintf(", groups: %d", len(t.Rows))
	}
	r.Note("%s: %s", e.Name, sum)
	return nil
}

// errNoBoard is the error of --cells for a puzzle without cells.
var errNoBoard = errors.New("--cells is for boards, and this puzzle has no geometry")

// table counts the groups.
func (r *countRun) table(
	ctx context.Context, b backends.Backend, t *puzzle.Tiling,
) (*groups.Table, error) {
	if r.groups.cells {
		return r.cellTable(ctx, b, t)
	}
	g := cover.Grouping{}
	if r.groups.byUse {
		g.Use = groups.Varying(t)
	}
	var err error
	if g.By, err = groups.Pieces(t, r.groups.by); err != nil {
		return nil, err
	}
	found, err := r.countGroups(ctx, b, t.Model, g)
	if err == nil && r.groups.all {
		found, err = groups.WithEmpty(ctx, t.Model, g, found)
	}
	switch {
	case err != nil:
		return nil, err
	case r.groups.byUse:
		return groups.Uses(t, g.Use, found), nil
	}
	return groups.By(t, g.By, found), nil
}

// cellTable counts by pieces and cells.
func (r *countRun) cellTable(
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

// countGroups counts the solutions of the groups that have some.
func (r *countRun) countGroups(
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

// printGroups prints the table in the format of w.
func (r *countRun) printGroups(t *groups.Table, elapsed time.Duration, did backends.Stats) error {
	w := r.Out
	switch w.Format {
	case "csv":
		return t.CSV(w)
	case "svg", "png":
		return t.Picture(w, w.Format, render.Options{Columns: 4, Theme: r.groups.theme, Scale: 2})
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
			Puzzle: t.Tiling.Puzzle.Name, Backend: r.Name,
			ByUse: r.groups.byUse, Cells: r.groups.cells,
			UpToSymmetry: r.task.UpToSymmetry, Groups: t.Groups(), Count: t.Count.String(),
			Complete: true, Elapsed: elapsed.Round(time.Microsecond).Seconds(), Stats: did,
		}
		if len(r.groups.by) > 0 {
			report.By = t.Columns
		}
		return w.JSON(report)
	}
	return t.Text(w)
}
