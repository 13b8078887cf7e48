package printer

import (
	"io"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
)

// A form is how a format prints the solutions of one puzzle. Only solution must be set. The
// output's n counts the solutions, the present one with them. Writers keep their errors.
type form struct {
	solution func(s cover.Solution) error
	end      func(n int64, complete, stopped bool) error // see [Printer.End]
	abandon  func(n int64) error                         // see [Printer.Abandon]
}

// An output is what is printed where: all that a form knows.
type output struct {
	Backend string // the backend that finds the solutions
	// Orbits is what they stand for up to symmetry: see render.Drawing.UpTo.
	Orbits struct {
		Symmetries int
		Solutions  int64
	}
	// None is the text that there is no solution, and Completeness the evidence that there are no
	// others; where it is set, JSON has it.
	None         string
	Completeness backends.Completeness
	Goal         *backends.Goal // in JSON; nil: the puzzle has none

	format  string
	w       io.Writer
	tiling  *puzzle.Tiling
	many    bool           // more than one solution was asked for
	n       int64          // solutions so far
	screen  cli.Screen     // what w is; zero: no terminal
	chosen  bool           // the format was named, and not left to the terminal
	options render.Options // of drawings
	console *cli.Console   // for notes; nil: none
}
