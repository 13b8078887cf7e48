package making

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/engine"
	"github.com/exactile/exactile/cmd/exactile/internal/load"
	"github.com/exactile/exactile/cmd/exactile/internal/output"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/render"
)

// Sheet is the verb that makes a puzzle of paper, wood or plastic.
func Sheet(c *console.Console) *cobra.Command {
	var f sheetFlags
	cmd := &cobra.Command{
		Use:   "sheet PUZZLE...",
		Short: "Boards and pieces in true size, to print or to cut",

		SuggestFor: []string{"print", "cut", "pdf"},
		Long: `sheet draws the empty board, with its marks and hints, and the pieces to cut
out, all in true size and over as many pages as they take. Pieces lie side by
side and share their lines, so that each cut is made once. Several puzzles
make a booklet; pieces that they have in common are in it once. Every page has
a line to measure: print at 100 %, not "to fit the page". --solution adds a
last page.

-o NAME.pdf is for paper. -o NAME.svg and NAME.dxf are for a laser cutter:
lines to cut in red, or in the layer CUT, the others to engrave; --paper is
the size of the plate then. The board is cut out of a frame. With --kerf,
pieces lie apart, and every line is moved by half of what the laser burns
away, so that pieces and hole have their true size. --clearance makes each
piece so much narrower than its place. -o NAME.stl has the pieces of a puzzle
in space as bodies for a 3D printer.`,
		Example: `  exactile sheet pentominoes:6x10 -o pentominoes.pdf
  exactile sheet --solution --cell 15mm cilada:7 cilada:8 -o booklet.pdf
  exactile sheet --paper 600x300mm --kerf 0.15mm pentominoes:6x10 -o wood.dxf`,
		Args: usage.AtLeastOne("PUZZLE"),
		RunE: output.Running(c, &f.output, f.resolve),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.cell, "cell", "20mm",
		"`LENGTH` of a cell: a square's side, a hexagon's width, a triangle's side")
	flags.StringVar(&f.paper, "paper", "a4",
		"`SIZE` of the paper or plate: "+strings.Join(paperNames, ", ")+", or such as 600x300mm")
	flags.BoolVar(&f.solution, "solution", false, "add a page with a solution of each puzzle")
	flags.StringVar(&f.theme, "theme", "light", "`THEME`: light, with colours, or print, without")
	usage.Choose(flags, "paper", paperNames...)
	usage.Choose(flags, "theme", "light", "print")
	flags.StringVar(&f.kerf, "kerf", "0mm", "`LENGTH` that a cut is wide")
	flags.StringVar(&f.clearance, "clearance", "0mm",
		"`LENGTH` by which a piece is narrower than its place")
	f.input.Add(flags)
	f.engine.Add(flags, engine.Solver)
	engine.LeftOut(flags, "backend", "`BACKEND` that looks for the solutions; see exactile list "+
		"(where left out: native, then a race)")
	f.output.Add(flags, render.SheetFormats()...)
	return cmd
}

// sheetFlags are the flags of sheet, as they were given.
type sheetFlags struct {
	cell, paper, theme, kerf, clearance string

	solution bool
	input    load.Flags
	engine   engine.Flags
	output   output.Flags
}

// A sheetJob is a sheet, resolved from its flags.
type sheetJob struct {
	engine.Config
	solution bool
	backend  backends.Backend
	entries  []*load.Entry
	sheet    *render.Sheet
}

func (f *sheetFlags) resolve(
	c *console.Console, cmd *cobra.Command, t output.Target, args []string,
) (j *sheetJob, err error) {
	j = &sheetJob{solution: f.solution}
	screen, err := c.Screen(t.ToStandardOutput())
	if err != nil {
		return j, err
	}
	if screen.Terminal && t.Format != "svg" && t.Format != "dxf" {
		return j, usage.Errorf("a %s is no text for a terminal: write it to a file with -o FILE.%s",
			strings.ToUpper(t.Format), t.Format)
	}
	if err = usage.MeansNothing(cmd, t.Format,
		usage.For("solution", "pdf"), usage.For("theme", "pdf"),
		usage.For("paper", "pdf", "svg", "dxf"), usage.For("kerf", "svg", "dxf"),
		usage.For("clearance", "svg", "dxf", "stl")); err != nil {
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
			return nil, usage.Errorf("--%s %q: %v", l.flag, l.text, err)
		}
		*l.to = length
	}
	var err error
	if o.Width, o.Height, err = paperSize(f.paper); err != nil {
		return nil, err
	}
	if err := usage.OneOf("--theme %q", f.theme, []string{"light", "print"}); err != nil {
		return nil, err
	}
	o.Plain = f.theme == "print"
	s, err := render.NewSheet(format, o)
	if err != nil {
		return nil, usage.Errorf("%v", err)
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
	bad := usage.Errorf("--paper %q: want one of %s, or width and height such as 600x300mm",
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
func (j *sheetJob) Run(ctx context.Context, c *console.Console, w *output.Writer) error {
	made := 0
	err := load.Each(ctx, c, j.entries, func(_ int, e *load.Entry) error {
		if err := e.Open(ctx); err != nil {
			return err
		}
		var s cover.Solution
		var missing error
		if j.solution {
			if s, missing = j.find(ctx, c, e); missing != nil && !status.Silent(missing) {
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
		if status.Silent(err) {
			err = status.With(status.Of(err), errors.New("nothing is written: no puzzle is left"))
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
	ctx context.Context, c *console.Console, e *load.Entry,
) (cover.Solution, error) {
	if e.Tiling.Puzzle.Cover != nil {
		return nil, nil // Sheet.Add returns the error
	}
	b := engine.Announced(c, j.backend, e.Name, nil)
	limited, cancel := j.Limited(ctx, e.Spent)
	defer cancel()
	s, ok, err := backends.First(limited, b, e.Tiling.Model)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && status.IsStop(err):
		c.Note("%s: %s: its solution is missing", e.Name, j.StoppedText(err))
		return nil, status.Exit(status.Stopped)
	case err != nil:
		return nil, err
	case !ok:
		c.Note("%s: there is no solution to show", e.Name)
		return nil, status.Exit(status.NoSolution)
	}
	return s, nil
}
