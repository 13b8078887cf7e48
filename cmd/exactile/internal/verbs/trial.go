package verbs

import (
	"os"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/spf13/cobra"
)

// trialVerb is the verb that compare runs. It is hidden: its input and output are for compare.
func trialVerb(c *cli.Console, cmd *cobra.Command) {
	cmd.Hidden = true
	cmd.Args = cli.Exactly()
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		os.Stdout = os.Stderr // what an engine prints must not get into the answer
		return study.ServeTrial(cmd.Context(), c)
	}
}
