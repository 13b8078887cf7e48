package verbs

import (
	"context"
	_ "embed"
	"io"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/formats"
	"github.com/spf13/cobra"
)

// outputSchema is the JSON Schema of what is printed as JSON.
//
//go:embed output.schema.json
var outputSchema string

// schemaVerb is the verb that prints the schemas of puzzle files and of JSON output.
func schemaVerb(c *cli.Console, cmd *cobra.Command) {
	r := cli.NewCall(c, cmd)
	cmd.ValidArgs = []string{"output"}
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return cli.OneOf("no schema of %q", strings.Join(args, " "), []string{"output"})
	}
	r.Print(func(context.Context) error {
		text := formats.Schema()
		if len(r.Args) > 0 {
			text = outputSchema
		}
		_, err := io.WriteString(r.Out, text)
		return err
	}, "json")
}
