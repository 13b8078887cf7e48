package verbs

import (
	"os"

	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/isolate"
	"github.com/exactile/exactile/internal/await"
	"github.com/spf13/cobra"
)

// engineVerb is the verb that --isolate runs. It is hidden: its input and output are the protocol
// of package isolate, which is for programs.
func engineVerb(c *cli.Console, cmd *cobra.Command) {
	cmd.Hidden = true
	cmd.Args = cli.Exactly()
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		os.Stdout = os.Stderr // what an engine prints must not get between the answers
		_, err := await.Value(cmd.Context(), func() (struct{}, error) {
			return struct{}{}, isolate.Serve(cmd.Context(), registry.Lookup, c.Stdin, c.Stdout)
		})
		return err
	}
}
