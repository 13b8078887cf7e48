package printer

import (
	"slices"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
	"github.com/spf13/pflag"
)

// Flags are the flags for the look of drawings, as they were given.
type Flags struct {
	theme   string
	palette string
	view    string
	title   string
	legend  bool
	columns int
	scale   float64
	options render.Options // set by Resolve
}

// Add defines the flags.
func (f *Flags) Add(flags *pflag.FlagSet) {
	AddTheme(flags, &f.theme)
	AddPalette(flags, &f.palette)
	cli.ChoiceVar(flags, &f.view, "view", "", "draw a puzzle in space in `VIEW`: "+
		strings.Join(render.Known().Views, ", "), render.Known().Views...)
	flags.StringVar(&f.title, "title", "", "write `TEXT` above the boards of a picture")
	flags.BoolVar(&f.legend, "legend", false, "say below the boards which piece is which")
	cli.NumberVar(flags, &f.columns, "columns", "", 8, 1, 0,
		"draw `N` boards in a row of a picture")
	flags.Float64Var(&f.scale, "scale", 2, "scale a PNG to `N` pixels for each unit of the SVG")
	for _, flag := range []string{
		"theme", "palette", "view", "title", "legend", "columns", "scale",
	} {
		cli.UsedBy(flags, flag, names(func(f Format) bool {
			return slices.Contains(f.flags, flag)
		})...)
	}
}

// AddTheme defines --theme.
func AddTheme(flags *pflag.FlagSet, theme *string) {
	themes := render.Known().Themes
	cli.ChoiceVar(flags, theme, "theme", "",
		"draw pictures in `THEME`: "+strings.Join(themes, ", "), themes...)
}

// AddPalette defines --palette.
func AddPalette(flags *pflag.FlagSet, name *string) {
	palettes := render.Known().Palettes
	cli.ChoiceVar(flags, name, "palette", palettes[0], "colour pieces from `PALETTE`: "+
		"ring, of hues that go together, or safe, for colour-blind eyes", palettes...)
}

// Resolve sets the look for a format. A page holds at most hold solutions; 0 is a default. A flag
// that the format does not use is an error.
func (f *Flags) Resolve(flags *pflag.FlagSet, format string, hold int) error {
	f.options = render.Options{
		Theme: f.theme, Palette: f.palette, View: f.view, Columns: f.columns, Scale: f.scale,
		Limit: hold, Title: f.title, Legend: f.legend,
		Footer: "Made by exactile, which checked every solution against the puzzle's model.",
	}
	if err := cli.CheckUses(flags, format); err != nil {
		return err
	}
	if most := render.Known().MaxScale; !(f.scale > 0 && f.scale <= most) {
		return cli.Misusef("--scale %g: want a number above 0 and at most %g", f.scale, most)
	}
	return nil
}

// Printer returns a printer in the format of w that draws in the look of Resolve.
func (f *Flags) Printer(
	c *cli.Console, w *cli.Writer, t *puzzle.Tiling, backend string, many bool,
) (*Printer, error) {
	return newPrinter(output{
		Backend: backend, format: w.Format, w: w, tiling: t, many: many,
		screen: c.Screen(w.ToStandardOutput()), chosen: w.Chosen, options: f.options, console: c,
	})
}
