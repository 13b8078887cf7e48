package puzzles

import (
	_ "embed"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/output"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/encode/formats"
)

// outputSchema is the JSON Schema of what is printed as JSON.
//
//go:embed output.schema.json
var outputSchema string

// Schema is the verb that prints the schemas of puzzle files and of JSON output.
func Schema(c *console.Console) *cobra.Command {
	var out output.Flags
	cmd := &cobra.Command{
		Use:   "schema [output]",
		Short: "The JSON Schema of the puzzle file, or of JSON output",
		Long: `schema prints the JSON Schema (draft 2020-12) of the puzzle file, in YAML or
JSON. Editors that know it complete keys, explain them, and mark mistakes as you
type. Editors with the YAML language server take it from a comment on the first
line of a puzzle file:

  # yaml-language-server: $schema=exactile.schema.json

schema output prints the schema of what exactile prints as JSON: a definition
for each verb, such as #/$defs/count. Keys keep their names and types as long
as objects begin with "format": 1; keys may be added.`,
		Example: `  exactile schema -o exactile.schema.json
  exactile schema output`,
		ValidArgs: []string{"output"},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return usage.OneOf("no schema of %q", strings.Join(args, " "), []string{"output"})
		},
		RunE: output.Printing(c, &out, func(
			w *output.Writer, _ *cobra.Command, args []string,
		) error {
			text := formats.Schema()
			if len(args) > 0 {
				text = outputSchema
			}
			_, err := io.WriteString(w, text)
			return err
		}),
	}
	out.Add(cmd.Flags(), "json")
	return cmd
}
