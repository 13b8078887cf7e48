package verbs

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/render"
)

// sheetVerb is the verb that makes a puzzle of paper, wood or plastic.
func sheetVerb(c *cli.Console, cmd *cobra.Command) {
	var f sheetFlags
	cmd.SuggestFor = []string{"print", "cut", "pdf"}
	cmd.Args = cli.AtLeastOne("PUZZLE")
	cmd.RunE = cli.Running(c, &f.output, f.resolve)

	flags := cmd.Flags()
	flags.StringVar(&f.cell, "cell", "20mm",
		"`LENGTH` of a cell: a square's side, a hexagon's width, a triangle's side")
	flags.StringVar(&f.paper, "paper", "a4",
		"`SIZE` of the paper or plate: "+strings.Join(paperNames, ", ")+", or such as 600x300mm")
	flags.BoolVar(&f.solution, "solution", false, "add a page with a solution of each puzzle")
	flags.StringVar(&f.theme, "theme", "light", "`THEME`: light, with colours, or print, without")
	cli.SetChoices(flags, "paper", paperNames...)
	cli.SetChoices(flags, "theme", "light", "print")
	flags.StringVar(&f.kerf, "kerf", "0mm", "`LENGTH` that a cut is wide")
	flags.StringVar(&f.clearance, "clearance", "0mm",
		"`LENGTH` by which a piece is narrower than its place")
	f.input.Add(flags)
	f.engine.Add(flags, cli.DefaultSolver)
	cli.DescribeUnset(flags, "backend", "`BACKEND` that looks for the solutions; see exactile list "+
		"(where left out: native, then a race)")
	f.output.Add(flags, render.SheetFormats()...)
}

// sheetFlags are the flags of sheet, as they were given.
type sheetFlags struct {
	cell, paper, theme, kerf, clearance string

	solution bool
	input    cli.InputFlags
	engine   cli.EngineFlags
	output   cli.OutputFlags
}

// A sheetJob is a sheet, resolved from its flags.
type sheetJob struct {
	cli.Config
	solution bool
	backend  backends.Backend
	entries  []*cli.Entry
	sheet    *render.Sheet
}

func (f *sheetFlags) resolve(
	c *cli.Console, cmd *cobra.Command, t cli.Target, args []string,
) (j *sheetJob, err error) {
	j = &sheetJob{solution: f.solution}
	screen, err := c.Screen(t.ToStandardOutput())
	if err != nil {
		return j, err
	}
	if screen.Terminal && t.Format != "svg" && t.Format != "dxf" {
		return j, cli.Misusef("a %s is no text for a terminal: write it to a file with -o FILE.%s",
			strings.ToUpper(t.Format), t.Format)
	}
	if err = cli.CheckUses(cmd, t.Format,
		cli.UsedBy("solution", "pdf"), cli.UsedBy("theme", "pdf"),
		cli.UsedBy("paper", "pdf", "svg", "dxf"), cli.UsedBy("kerf", "svg", "dxf"),
		cli.UsedBy("clearance", "svg", "dxf", "stl")); err != nil {
		return j, err
	}
	if j.sheet, err = f.begin(t.Format); err != nil {
		return j, err
	}
	ctx := cmd.Context()
	if j.Config, err = f.engine.Resolve(ctx, c.Progress.Watched(false)); err != nil {
		return j, err
	}
	if j.backend, err = j.Backend(); err != nil {
		return j, err
	}
	j.entries, err = f.input.Puzzles(ctx, c, j.Timeout, args...)
	return j, err
}

// begin begins the sheet.
func (f *sheetFlags) begin(format string) (*render.Sheet, error) {
	var o render.SheetOptions
	for _, l := range []struct {
		flag, text string
		to         *float64
	}{{"cell", f.cell, &o.Cell}, {"kerf", f.kerf, &o.Kerf}, {"clearance", f.clearance, &o.Clearance}} {
		length, err := millimetres(l.text)
		if err != nil {
			return nil, cli.Misusef("--%s %q: %v", l.flag, l.text, err)
		}
		*l.to = length
	}
	var err error
	if o.Width, o.Height, err = paperSize(f.paper); err != nil {
		return nil, err
	}
	if err := cli.OneOf("--theme %q", f.theme, []string{"light", "print"}); err != nil {
		return nil, err
	}
	o.Plain = f.theme == "print"
	s, err := render.NewSheet(format, o)
	if err != nil {
		return nil, cli.Misusef("%v", err)
	}
	return s, nil
}

// units are the units of length, in millimetres.
var units = map[string]float64{"": 1, "mm": 1, "cm": 10, "in": 25.4}

// millimetres reads a length.
func millimetres(text string) (float64, error) {
	form := regexp.MustCompile(`^([0-9]*\.?[0-9]+)(mm|cm|in|)$`) // here, since few runs need it
	match := form.FindStringSubmatch(strings.ReplaceAll(text, " ", ""))
	if match == nil || len(text) > 20 {
		return 0, fmt.Errorf("want a length such as 20mm, 2cm or 0.75in")
	}
	n, err := strconv.ParseFloat(match[1], 64)
	return n * units[match[2]], err
}

// paperNames and papers are the named sizes, upright, in millimetres.
var (
	paperNames = []string{"a4", "letter", "a3"}
	papers     = map[string][2]float64{"a4": {210, 297}, "letter": {215.9, 279.4}, "a3": {297, 420}}
)

// paperSize reads the size of a paper: a name, or width and height.
func paperSize(text string) (width, height float64, err error) {
	if size, ok := papers[strings.ToLower(text)]; ok {
		return size[0], size[1], nil
	}
	bad := cli.Misusef("--paper %q: want one of %s, or width and height such as 600x300mm",
		text, strings.Join(paperNames, ", "))
	one, other, both := strings.Cut(text, "x")
	if !both {
		return 0, 0, bad
	}
	if unit := strings.TrimLeft(other, "0123456789. "); !strings.HasSuffix(one, unit) {
		one += unit // in 60x30cm the unit is for both
	}
	if width, err = millimetres(one); err == nil {
		height, err = millimetres(other)
	}
	if err != nil {
		return 0, 0, bad
	}
	return width, height, nil
}

// Run writes the sheet. It reports puzzles that fail, and writes the others.
func (j *sheetJob) Run(ctx context.Context, c *cli.Console, w *cli.Writer) error {
	made := 0
	err := cli.EachEntry(ctx, c, j.entries, func(_ int, e *cli.Entry) error {
		if err := e.Open(ctx); err != nil {
			return err
		}
		var s cover.Solution
		var missing error
		if j.solution {
			if s, missing = j.find(ctx, c, e); missing != nil && !cli.IsSilent(missing) {
				return missing
			}
		}
		if err := j.sheet.Add(e.Tiling, s); err != nil {
			return err
		}
		made++
		return missing
	})
	if made == 0 {
		if cli.IsSilent(err) {
			err = cli.WithStatus(cli.StatusOf(err), errors.New("nothing is written: no puzzle is left"))
		}
		return err
	}
	if failed := j.sheet.Write(w); failed != nil {
		return failed
	}
	return err
}

// find returns a solution. If there is none, or none was found in time, it prints a note and
// returns a silent error.
func (j *sheetJob) find(
	ctx context.Context, c *cli.Console, e *cli.Entry,
) (cover.Solution, error) {
	if e.Tiling.Puzzle.Cover != nil {
		return nil, nil // Sheet.Add returns the error
	}
	b := cli.AnnounceWinner(c, j.backend, e.Name, nil)
	limited, cancel := j.Limited(ctx, e.Spent)
	defer cancel()
	s, ok, err := backends.First(limited, b, e.Tiling.Model)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && cli.IsStop(err):
		c.Note("%s: %s: its solution is missing", e.Name, j.StoppedText(err))
		return nil, cli.Exit(cli.Stopped)
	case err != nil:
		return nil, err
	case !ok:
		c.Note("%s: there is no solution to show", e.Name)
		return nil, cli.Exit(cli.NoSolution)
	}
	return s, nil
}
