package search

import (
	"errors"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/load"
	"github.com/exactile/exactile/cmd/exactile/internal/play"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/cmd/internal/answers"
	"github.com/exactile/exactile/encode/puzzle"
)

// Play is the verb to solve a puzzle by hand.
func Play(c *console.Console) *cobra.Command {
	var input load.Flags
	cmd := &cobra.Command{
		Use:   "play [PUZZLE]",
		Short: "Try a puzzle by hand, on the whole terminal",
		Long: `play fills the terminal with the board. Move a piece with the arrows, turn it
with r, flip it with f, drop it with space, take the next one with tab; x picks
a piece up, u undoes, i is a hint, s shows solutions, ? explains all keys. The
mouse drags pieces, its wheel turns them. Below the board stands how many
solutions the position still has, found in the background.

Without PUZZLE it starts with the board of 5 by 5 on which you put pegs: one in
each of the domains a, b and c makes a puzzle; enter solves it, p plays it.

For browsers there is a page that does the same, and draws boards and pieces:
go run ./cmd/playground -o DIR writes it, in exactile's source.`,
		Example: `  exactile play
  exactile play pentominoes:6x10
  exactile play cilada:7`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage.Errorf("play takes one PUZZLE, not %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var t *puzzle.Tiling
			if len(args) == 1 {
				e, err := input.One(cmd.Context(), c, 0, args[0])
				if err != nil {
					return err
				}
				t = e.Tiling
			}
			stdin, ok := c.Stdin.(*os.File)
			if !ok || !term.IsTerminal(int(stdin.Fd())) {
				return errors.New("play needs a terminal to read keys from")
			}
			s, err := c.Screen(true)
			if err != nil {
				return err
			}
			if !s.Terminal {
				return errors.New("play needs a terminal to draw on")
			}
			stdout := answers.File(c.Stdout)
			return play.Run(cmd.Context(), stdin, stdout, t, play.Options{Colour: s.Colour, Lines: s.Unicode})
		},
	}
	input.Add(cmd.Flags())
	return cmd
}
