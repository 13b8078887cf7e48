package verbs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/cobra"
)

// maxReports bounds one file in bytes.
const maxReports = 256 << 20

// mergeVerb is the verb that adds up the counts of units.
func mergeVerb(c *cli.Console, cmd *cobra.Command) {
	r := cli.NewCall(c, cmd)
	cmd.Args = cli.AtLeastOne("FOLDER or REPORT")
	r.Print(func(ctx context.Context) error {
		total, err := mergeFiles(ctx, c, r.Args)
		if err != nil {
			return withContradictionStatus(err)
		}
		sum := total.Report
		if len(total.Double) > 0 {
			c.Note("%s: two reports with the same answer, counted once: %s", sum.Puzzle,
				unitNames(total.Double))
		}
		if len(total.Missing) > 0 {
			c.Note("%s: %d of %d units are there; missing: %s", sum.Puzzle,
				total.Done, total.Done+len(total.Missing), unitNames(total.Missing))
		}
		return r.Out.Count(sum, false)
	}, "text", "json")
}

// mergeFiles adds up the reports that the arguments name.
func mergeFiles(ctx context.Context, c *cli.Console, args []string) (plan.Total, error) {
	var reports []backends.Report
	for k, arg := range args {
		if info, err := os.Stat(arg); err == nil && info.IsDir() {
			if len(args) > 1 {
				return plan.Total{}, cli.Misusef("%s is a folder: merge it alone", arg)
			}
			f, p, err := plan.OpenFolder(arg)
			if err != nil {
				return plan.Total{}, err
			}
			f.Warn = func(err error) { c.Note("%v", err) }
			return f.Merge(p)
		}
		if arg == "-" && slices.Contains(args[:k], "-") {
			return plan.Total{}, cli.Misusef("standard input can be read only once")
		}
		some, err := readReports(ctx, c, arg)
		if err != nil {
			return plan.Total{}, err
		}
		reports = append(reports, some...)
	}
	return plan.MergeReports(reports...)
}

// readReports reads the reports of a file.
func readReports(
	ctx context.Context, c *cli.Console, name string,
) (all []backends.Report, err error) {
	text, err := c.ReadAll(ctx, name, maxReports)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		var r backends.Report
		start := len(text) - len(bytes.TrimLeft(text[d.InputOffset():], " \t\r\n"))
		err := d.Decode(&r)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			line := 1 + bytes.Count(text[:start], []byte("\n"))
			return nil, located.Errorf(cli.InputName(name), line, 0, "this is not a report: %w",
				err)
		}
		all = append(all, r)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: it holds no report", cli.InputName(name))
	}
	return all, nil
}

// unitNames lists units, but not too many.
func unitNames(units []plan.Unit) string {
	names := make([]string, len(units))
	for k, u := range units {
		names[k] = u.String()
	}
	return text.List(names, ", ")
}
