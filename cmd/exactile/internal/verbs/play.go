package verbs

import (
	"context"
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
	r := cli.NewCall(c, cmd)
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 1 {
			return cli.Misusef("play takes one PUZZLE, not %d", len(args))
		}
		return nil
	}
	r.Input.Add(r.Flags)
	r.Plain(func(ctx context.Context) error {
		var t *puzzle.Tiling
		name := append(r.Args, "today")[0]
		if name != "pegs" { // else the player sets them
			e, err := r.One(ctx, name)
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
		return play.Run(ctx, stdin, answers.File(c.Stdout), t, play.Options{
			Colour: s.Colour, Lines: s.Unicode,
		})
	}, "")
}
