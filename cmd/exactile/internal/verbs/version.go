package verbs

import (
	"fmt"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/spf13/cobra"
)

// versionVerb is a verb for what --version prints, since many programs have one. It is not listed.
func versionVerb(c *cli.Console, cmd *cobra.Command) {
	cmd.Hidden = true
	cmd.Args = cli.Exactly()
	cmd.RunE = func(*cobra.Command, []string) error {
		_, err := fmt.Fprintf(c.Stdout, "exactile version %s\n", cli.Version())
		return err
	}
}
