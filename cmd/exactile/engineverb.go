package main

import (
	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/await"
)

// engineVerb is the verb that serves an engine to another exactile.
const engineVerb = "engine"

// engineCommand is what --isolate runs. It is not shown: its input and output are
// the protocol of package isolate, which is for programs.
func (a *app) engineCommand() *cobra.Command {
	return &cobra.Command{
		Use:    engineVerb + " NAME",
		Short:  "Serve a SAT engine to another exactile",
		Hidden: true,
		Args:   exactly("NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			_, err := await.Value(cmd.Context(), func() (struct{}, error) {
				return struct{}{}, backends.ServeEngine(args[0], a.stdin, a.stdout)
			})
			return err
		},
	}
}
