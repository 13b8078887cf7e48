package plumbing

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/cmd/exactile/internal/version"
)

// Version is a verb for what --version prints, since many programs have one. It is not listed.
func Version(c *console.Console) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  exactile version",
		Hidden:  true,
		Args:    usage.Exactly(),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(c.Stdout, "exactile version %s\n", version.String())
			return err
		},
	}
}
