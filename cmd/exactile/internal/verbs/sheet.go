package verbs

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/design"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/printer"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/render/sheet"
	"github.com/exactile/exactile/internal/text"
	"github.com/exactile/exactile/native"
	"github.com/spf13/cobra"
)

// A sheetRun is a run of sheet.
type sheetRun struct {
	*cli.Call
	cell, paper, theme, kerf, clearance, height, bed, title, palette, address string

	solution   bool
	challenges int
	sheet      *sheet.File
}

// sheetVerb is the verb that makes a puzzle of paper, wood or plastic.
func sheetVerb(c *cli.Console, cmd *cobra.Command) {
	r := &sheetRun{Call: cli.NewCall(c, cmd)}
	cmd.SuggestFor = []string{"print", "cut", "pdf"}
	cmd.Args = cli.AtLeastOne("PUZZLE")
	flags := r.Flags
	flags.StringVar(&r.cell, "cell", "20mm", "")
	cli.DescribeUnset(flags, "cell", "draw cells of size `LENGTH`: a square's side, a hexagon's "+
		"width, a triangle's side (default: 20mm; in pdf what fits)")
	flags.StringVar(&r.paper, "paper", "a4",
		"use paper or plates of `SIZE`: "+strings.Join(paperNames, ", ")+", or such as 600x300mm")
	cli.SetChoices(flags, "paper", paperNames...)
	flags.BoolVar(&r.solution, "solution", false,
		"add a page with a solution of each puzzle, upside down")
	cli.NumberVar(flags, &r.challenges, "challenges", "", 0, 0, maxChallenges,
		"add `N` numbered cards, the easiest first: given pieces that leave one solution, "+
			"a date, or a roll")
	flags.StringVar(&r.title, "title", "",
		"head each page with `TEXT` (default: the puzzle's name)")
	cli.ChoiceVar(flags, &r.theme, "theme", "light",
		"draw in `THEME`: light, with colours, or print, without", "light", "print")
	printer.AddPalette(flags, &r.palette)
	flags.StringVar(&r.kerf, "kerf", "0mm", "allow for cuts of width `LENGTH`")
	flags.StringVar(&r.clearance, "clearance", "0mm",
		"make each piece narrower than its place by `LENGTH`")
	cli.DescribeUnset(flags, "clearance",
		"make each piece narrower than its place by `LENGTH` (default: 0mm; in stl 0.2mm)")
	flags.StringVar(&r.height, "height", "4mm",
		"in stl: make flat pieces of height `LENGTH`, and a tray")
	flags.StringVar(&r.bed, "bed", "180x180mm",
		"in stl: fit the room of the printer, of `SIZE`: a file for each bed, and cells so small "+
			"that the tray fits, unless --cell is given; none: one file")
	flags.StringVar(&r.address, "address", "",
		"put `URL` on the first page as a code to scan")
	for _, flag := range []string{
		"solution", "theme", "palette", "title", "challenges", "address",
	} {
		cli.UsedBy(flags, flag, "pdf")
	}
	cli.UsedBy(flags, "paper", "pdf", "svg", "dxf")
	cli.UsedBy(flags, "kerf", "svg", "dxf")
	cli.UsedBy(flags, "clearance", "svg", "dxf", "stl")
	cli.UsedBy(flags, "height", "stl")
	cli.UsedBy(flags, "bed", "stl")
	r.Input.Add(flags)
	r.Engine.AddOwn(flags, cli.DefaultSolver)
	r.Print(r.run, "pdf", "svg", "dxf", "stl")
}

// begin begins the sheet.
func (r *sheetRun) begin() (err error) {
	format := r.Out.Format
	if r.Screen(r.Out.ToStandardOutput()).Terminal && format != "svg" && format != "dxf" {
		return cli.Misusef("%s is not text: write it to a file with -o FILE.%s",
			strings.ToUpper(format), format)
	}
	o := sheet.Options{Plain: r.theme == "print", Palette: r.palette, Title: text.Visible(r.title),
		Address: r.address}
	if format == "stl" && !r.Given("clearance") {
		r.clearance = "0.2mm"
		r.Note("each piece is 0.2 mm narrower than its place; --clearance changes that")
	}
	for _, l := range []struct {
		flag, text string
		to         *float64
	}{
		{"cell", r.cell, &o.Cell}, {"kerf", r.kerf, &o.Kerf},
		{"clearance", r.clearance, &o.Clearance}, {"height", r.height, &o.Thick},
	} {
		if *l.to, err = millimetres(l.text); err != nil {
			return cli.Misusef("--%s %q: %v", l.flag, l.text, err)
		}
	}
	if o.Width, o.Height, err = sizeOf("paper", r.paper); err != nil {
		return err
	}
	if o.FitCell = !r.Given("cell"); format == "stl" && r.bed != "none" {
		if o.BedWidth, o.BedDepth, err = sizeOf("bed", r.bed); err != nil {
			return err
		}
	}
	if r.sheet, err = sheet.New(format, o); err != nil {
		return cli.Misusef("%v", err)
	}
	return nil
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

// sizeOf reads the size that a flag has, of paper or of a bed: a name, or width and height.
func sizeOf(flag, text string) (width, height float64, err error) {
	if size, ok := papers[strings.ToLower(text)]; ok {
		return size[0], size[1], nil
	}
	bad := cli.Misusef("--%s %q: want one of %s, or width and height such as 600x300mm",
		flag, text, strings.Join(paperNames, ", "))
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

// run writes the sheet. It reports puzzles that fail, and writes the others.
func (r *sheetRun) run(ctx context.Context) error {
	err := r.begin()
	if err == nil {
		err = r.Resolve(ctx, false)
	}
	if err == nil {
		err = r.Load(ctx)
	}
	if err != nil {
		return err
	}
	made := 0
	err = r.Each(ctx, func(_ int, e *cli.Entry) error {
		s, missing := r.find(ctx, e)
		if missing != nil && !cli.IsSilent(missing) {
			return missing
		}
		if err := r.sheet.Add(e.Tiling, r.about(ctx, e), s); err != nil {
			return err
		}
		made++
		if err := r.addChallenges(ctx, e); err != nil || r.Out.Format != "pdf" {
			return err
		}
		return missing
	})
	if made == 0 {
		if cli.IsSilent(err) {
			err = cli.WithStatus(cli.StatusOf(err),
				errors.New("nothing was written: no puzzle is left"))
		}
		return err
	}
	if failed := r.write(ctx); failed != nil {
		return failed
	}
	return err
}

// write writes the sheet; bodies that take several beds into a file for each.
func (r *sheetRun) write(ctx context.Context) error {
	if r.Out.Format != "stl" {
		return r.sheet.Write(r.Out)
	}
	beds, cell, err := r.sheet.Beds()
	if err != nil {
		return err
	}
	if asked, _ := millimetres(r.cell); cell < asked {
		r.Note("cells are %g mm wide, so that all fits a bed of %s; --cell and --bed change that",
			cell, r.bed)
	}
	switch path := r.Out.Path; {
	case len(beds) == 1:
		_, err = r.Out.Write(beds[0])
		return err
	case r.Out.ToStandardOutput():
		return cli.Misusef("the pieces take %d beds, a file each: -o FILE.stl names them",
			len(beds))
	default:
		r.Out.Drop()
		name := strings.TrimSuffix(path, filepath.Ext(path))
		for k, bed := range beds {
			own := fmt.Sprintf("%s-%d%s", name, k+1, filepath.Ext(path))
			if err := cli.WriteFile(ctx, own, bed); err != nil {
				return err
			}
			r.Note("wrote %s", own)
		}
		return nil
	}
}

// about says how many solutions a puzzle has and how hard it is, as far as that shows in some
// seconds.
func (r *sheetRun) about(ctx context.Context, e *cli.Entry) string {
	const patience = 5 * time.Second
	if e.Tiling.Puzzle.Cover != nil || r.Out.Format != "pdf" {
		return ""
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	n, err := native.Searcher{}.Count(limited, e.Tiling.Model)
	if err != nil || n.Sign() == 0 {
		return ""
	}
	text := n.String() + " solutions"
	if n.Cmp(big.NewInt(1)) == 0 {
		text = "one solution"
	}
	rating, err := rated(limited, native.Searcher{}, e.Tiling, design.RateOptions{
		Orders: 25, MaxNodes: 20_000,
	})
	if err == nil && rating.Orders > 0 {
		text += fmt.Sprintf("; %d of 5 in difficulty", rating.Stars())
	}
	return text
}

// maxChallenges bounds the cards of a puzzle.
const maxChallenges = 200

// addChallenges adds the cards that are asked for.
func (r *sheetRun) addChallenges(ctx context.Context, e *cli.Entry) error {
	if r.challenges == 0 {
		return nil
	}
	limited, cancel := r.Limited(ctx, e.Spent)
	defer cancel()
	made, err := drawnChallenges(limited, e.Tiling, r.challenges, r.Config.Seed)
	why := ""
	if err != nil && !cli.IsStop(err) {
		return fmt.Errorf("%s: %w", e.Name, err)
	} else if err != nil {
		why = ": " + r.StoppedText(err)
	}
	for _, c := range made {
		stars := 0
		if c.rating.Orders > 0 {
			stars = c.rating.Stars()
		}
		r.sheet.Challenge(e.Tiling, c.given, c.solution, stars)
	}
	if made := len(made); made < r.challenges {
		r.Note("%s: %s of %d%s", e.Name, text.Plural(made, "challenge"), r.challenges, why)
	}
	return ctx.Err()
}

// find returns a solution where one is of use: for the last page, or since pieces of wood lie in
// the hole of their frame as in a solution. If there is none, or none was found in time, it prints
// a note and returns a silent error.
func (r *sheetRun) find(ctx context.Context, e *cli.Entry) (cover.Solution, error) {
	plate := (r.Out.Format == "svg" || r.Out.Format == "dxf") && !r.Given("kerf") &&
		!r.Given("clearance")
	if e.Tiling.Puzzle.Cover != nil || !plate && !r.solution {
		return nil, nil // Sheet.Add returns the error of a puzzle without geometry
	}
	b := cli.Announcing(r.Console, r.Backend, e.Name)
	limited, cancel := r.Limited(ctx, e.Spent)
	defer cancel()
	s, ok, err := backends.First(limited, b, e.Tiling.Model)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && cli.IsStop(err):
		r.Note("%s: %s: its solution is missing", e.Name, r.StoppedText(err))
		return nil, cli.Exit(cli.Stopped)
	case err != nil:
		return nil, err
	case !ok:
		r.Note("%s: there is no solution to show", e.Name)
		return nil, cli.Exit(cli.NoSolution)
	}
	return s, nil
}
