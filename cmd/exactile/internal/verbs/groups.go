package verbs

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/printer"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/native"
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
	t := &groupTable{Tiling: e.Tiling, Uses: r.byUse, Cells: r.cells}
	var err error
	if t.By, err = piecesNamed(e.Tiling, r.by); err != nil {
		return err
	}
	ctx, cancel := r.Limited(ctx, e.Spent)
	defer cancel()
	defer r.Progress.Begin(ctx, e.Name)()
	var did backends.Stats
	b := backends.Observed(r.For(e, nil), func(s backends.Stats) { did = s })
	start := time.Now()
	end := cli.AnnounceMemory(r.Console, e.Name, r.Work.Memory)
	err = r.fill(ctx, b, t)
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
	r.Note("%s: %s", e.Name, sumText(t))
	return nil
}

// sumText is the text of the sum of the groups.
func sumText(t *groupTable) string {
	if t.Cells {
		return fmt.Sprintf("%v solutions", t.Count)
	}
	return fmt.Sprintf("%v solutions, groups: %d", t.Count, len(t.Rows))
}

// errNoBoard is the error of --cells for a puzzle without cells.
var errNoBoard = errors.New("--cells is for boards, and this puzzle has no geometry")

// fill counts the groups into t.
func (r *groupRun) fill(ctx context.Context, b backends.Backend, t *groupTable) (err error) {
	m := t.Tiling.Model
	if r.cells {
		return r.fillCells(ctx, b, t)
	}
	g := cover.Grouping{By: t.By}
	if r.byUse {
		g.Use = varyingPieces(t.Tiling)
	}
	groups, err := r.count(ctx, b, m, g)
	if err != nil {
		return err
	}
	t.Count = new(big.Int)
	for _, one := range groups {
		t.Count.Add(t.Count, one.Count)
	}
	if r.all {
		if groups, err = withEmpty(ctx, m, g, groups); err != nil {
			return err
		}
	}
	if r.byUse {
		t.AddUses(groups, g.Use)
	} else {
		t.AddBy(groups)
	}
	return nil
}

// fillCells counts by pieces and cells.
func (r *groupRun) fillCells(ctx context.Context, b backends.Backend, t *groupTable) error {
	m := t.Tiling.Model
	switch {
	case m.Options != nil && t.Tiling.Placements == nil:
		return errNoBoard
	case r.task.UpToSymmetry && len(m.Sym) > 1:
		return cli.Misusef("--up-to-symmetry: symmetries of this puzzle map cells to " +
			"other cells, so a cell has no orbits of its own")
	case r.task.List:
		b = listingBackend{b}
	}
	options, total, err := backends.Marginals(ctx, b, m)
	if err != nil {
		return err
	}
	t.Count = total
	t.AddCells(options)
	return nil
}

// A listingBackend hides all abilities of a backend but to list.
type listingBackend struct{ backends.Backend }

// count counts the solutions of the groups that have some.
func (r *groupRun) count(
	ctx context.Context, b backends.Backend, m *cover.Model, g cover.Grouping,
) ([]cover.Group, error) {
	switch {
	case r.task.UpToSymmetry:
		groups, err := backends.GroupOrbits(ctx, b, m, g)
		if errors.Is(err, backends.ErrMixed) {
			return nil, cli.Misusef("--up-to-symmetry: symmetries of this puzzle map " +
				"solutions to other groups, so a group has no orbits of its own")
		}
		return groups, err
	case r.task.List:
		b = listingBackend{b}
	}
	return backends.Groups(ctx, b, m, g)
}

// maxGroups bounds the groups of --all-groups.
const maxGroups = 1 << 20

// withEmpty adds the groups without a solution.
func withEmpty(
	ctx context.Context, m *cover.Model, g cover.Grouping, groups []cover.Group,
) ([]cover.Group, error) {
	seen := make(map[string]bool)
	for _, one := range groups {
		seen[fmt.Sprint(one.Options, one.Use)] = true
	}
	ways := useCombinations(m, g.Use)
	if len(g.By) > 0 {
		ways = placements(ctx, m, g)
	}
	for one, err := range ways {
		if err != nil {
			return nil, err
		}
		if key := fmt.Sprint(one.Options, one.Use); !seen[key] {
			seen[key] = true
			if groups = append(groups, one); len(groups) > maxGroups {
				return nil, fmt.Errorf("--all-groups: there are more than %d groups", maxGroups)
			}
		}
	}
	cover.SortGroups(groups)
	return groups, nil
}

// useCombinations yields every combination of how often the items may be covered, as empty groups.
func useCombinations(m *cover.Model, items []int) iter.Seq2[cover.Group, error] {
	covers := m.Covers()
	return func(yield func(cover.Group, error) bool) {
		use := make([]int, len(items))
		for n, i := range items {
			use[n] = m.Items[i].Min
		}
		for {
			one := cover.Group{
				Options: cover.Solution{}, Use: slices.Clone(use), Count: new(big.Int),
			}
			if !yield(one, nil) {
				return
			}
			n := len(items) - 1
			for n >= 0 && use[n] >= min(m.Items[items[n]].Max, len(covers[items[n]])) {
				use[n] = m.Items[items[n]].Min
				n--
			}
			if n < 0 {
				return
			}
			use[n]++
		}
	}
}

// placements yields all ways to place the grouped pieces as often as the puzzle asks, even if
// the other cells cannot be covered, as empty groups.
func placements(
	ctx context.Context, m *cover.Model, g cover.Grouping,
) iter.Seq2[cover.Group, error] {
	loose := &cover.Model{Items: slices.Clone(m.Items), Pos: m.Pos}
	for i := range loose.Items {
		if !slices.Contains(g.By, i) {
			loose.Items[i].Min = 0
		}
	}
	var options []int
	for o, items := range m.Options {
		if slices.ContainsFunc(items, func(i int) bool { return slices.Contains(g.By, i) }) {
			options = append(options, o)
			loose.Options = append(loose.Options, items)
		}
	}
	return func(yield func(cover.Group, error) bool) {
		for s, err := range (native.Searcher{}).Solutions(ctx, loose) {
			for n := range s {
				s[n] = options[s[n]]
			}
			one := cover.Group{}
			if err == nil {
				one = g.Of(m, s)
				one.Count.SetInt64(0)
			}
			if !yield(one, err) || err != nil {
				return
			}
		}
	}
}

// print prints the table in the format of w.
func (r *groupRun) print(t *groupTable, elapsed time.Duration, did backends.Stats) error {
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
			Puzzle: t.Tiling.Puzzle.Name, Backend: r.Name, ByUse: t.Uses, Cells: t.Cells,
			UpToSymmetry: r.task.UpToSymmetry, Groups: t.Groups(), Count: t.Count.String(),
			Complete: true, Elapsed: elapsed.Round(time.Microsecond).Seconds(), Stats: did,
		}
		for _, i := range t.By {
			report.By = append(report.By, pieceNames(t.Tiling)[i])
		}
		return w.JSON(report)
	}
	return t.Text(w)
}
