package verbs

import (
	"os"
	"path/filepath"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/manual"
	"github.com/spf13/cobra"
)

// manVerb is the verb that writes the manual.
func manVerb(_ *cli.Console, cmd *cobra.Command) {
	cmd.Args = cli.Exactly("DIR")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		for _, page := range manual.ManPages(cmd.Root()) {
			path := filepath.Join(args[0], page.Path)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
			if err := cli.WriteFile(cmd.Context(), path, []byte(page.Text)); err != nil {
				return err
			}
		}
		return nil
	}
}
