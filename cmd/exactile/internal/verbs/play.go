package verbs

import (
	"errors"
	"os"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/play"
	"github.com/exactile/exactile/cmd/internal/answers"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// playVerb is the verb to solve a puzzle by hand.
func playVerb(c *cli.Console, cmd *cobra.Command) {
	var input cli.InputFlags
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 1 {
			return cli.Misusef("play takes one PUZZLE, not %d", len(args))
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var t *puzzle.Tiling
		name := "today"
		if len(args) == 1 {
			name = args[0]
		}
		if name != "pegs" { // else the player sets them
			e, err := input.One(cmd.Context(), c, 0, name)
			if err != nil {
				return err
			}
			t = e.Tiling
		}
		stdin, ok := c.Stdin.(*os.File)
		if !ok || !term.IsTerminal(int(stdin.Fd())) {
			return errors.New("play needs a terminal to read keys from")
		}
		s := c.Screen(true)
		if !s.Terminal {
			return errors.New("play needs a terminal to draw on")
		}
		stdout := answers.File(c.Stdout)
		return play.Run(cmd.Context(), stdin, stdout, t, play.Options{
			Colour: s.Colour, Lines: s.Unicode,
		})
	}

	input.Add(cmd.Flags())
}
