package verbs

import (
	"context"
	"fmt"

	"github.com/exactile/exactile/backends/auto"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/report"
	"github.com/exactile/exactile/encode/argument"
	"github.com/spf13/cobra"
)

// showVerb is the verb that describes puzzles.
func showVerb(c *cli.Console, cmd *cobra.Command) {
	r := cli.NewCall(c, cmd)
	cmd.Args = cli.AtLeastOne("PUZZLE")
	r.Input.Add(r.Flags)
	r.Input.AddSymmetry(r.Flags)
	r.Input.Goals = true
	r.Print(func(ctx context.Context) error {
		s := r.Screen(r.Out.ToStandardOutput())
		boxes := r.Out.Format == "boxes" || s.Terminal && s.Unicode && !r.Out.Chosen
		if err := r.Load(ctx); err != nil {
			return err
		}
		return r.Each(ctx, func(n int, e *cli.Entry) error {
			if r.Out.Format == "json" {
				return r.Out.JSON(report.PuzzleObject(e.Tiling))
			}
			if n > 0 {
				fmt.Fprintln(r.Out)
			}
			var why *argument.Argument
			if !e.Tiling.Puzzle.Goal.Boards() {
				var err error
				why, err = auto.Why(ctx, e.Tiling.Model, e.Tiling.Colourings()...)
				if err != nil {
					return err
				}
			}
			if why != nil && e.Reason != "" {
				why.Text = e.Reason
			}
			return report.Puzzle(r.Out, e.Tiling, why, s, boxes)
		})
	}, "text", "boxes", "json")
}
