package plumbing

import (
	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/engine"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/internal/await"
)

// Engine is the verb that --isolate runs. It is hidden: its input and output are the protocol
// of package isolate, which is for programs.
func Engine(c *console.Console) *cobra.Command {
	return &cobra.Command{
		Use:    engine.Verb + " NAME",
		Short:  "Serve a SAT engine to another exactile",
		Hidden: true,
		Args:   usage.Exactly("NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			_, err := await.Value(cmd.Context(), func() (struct{}, error) {
				return struct{}{}, registry.ServeEngine(args[0], c.Stdin, c.Stdout)
			})
			return err
		},
	}
}
