package puzzles

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/output"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/encode/formats"
)

// Schema is the verb that prints the schema of puzzle files.
func Schema(c *console.Console) *cobra.Command {
	var out output.Flags
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "The JSON Schema of the puzzle file",
		Long: `schema prints the JSON Schema (draft 2020-12) of the puzzle file, in YAML or
JSON. Editors that know it complete keys, explain them, and mark mistakes as you
type. Editors with the YAML language server take it from a comment on the first
line of a puzzle file:

  # yaml-language-server: $schema=exactile.schema.json`,
		Example: `  exactile schema -o exactile.schema.json`,
		Args:    usage.Exactly(),
		RunE: output.Printing(c, &out, func(
			w *output.Writer, _ *cobra.Command, _ []string,
		) error {
			_, err := io.WriteString(w, formats.Schema())
			return err
		}),
	}
	out.Add(cmd.Flags(), "json")
	return cmd
}
