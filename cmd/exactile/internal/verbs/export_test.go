package verbs

import (
	"bytes"
	"strings"
	"testing"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/catalogue"
)

// What is more than a gigabyte is warned of before it is written, whatever the format,
// and what is less is not.
func TestExportWarnsOfMuchText(t *testing.T) {
	t.Parallel()
	for _, format := range exportFormats {
		var stderr bytes.Buffer
		console := &cli.Console{Stderr: &stderr}
		puzzles, err := catalogue.Lookup("dominoes:4x4")
		if err != nil {
			t.Fatal(err)
		}
		tiling, err := puzzles[0].Compile()
		if err != nil {
			t.Fatal(err)
		}
		export := func(encoding string, much int64) (text, said string) {
			stderr.Reset()
			r := exportRun{
				Call:  &cli.Call{Console: console},
				entry: &cli.Entry{Name: tiling.Puzzle.Name, Tiling: tiling}, cubes: 4, warnAbove: much,
			}
			if r.encoding, err = encode.Lookup(encoding); err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			r.Out, err = cli.OpenOutput(t.Context(), cli.Target{Path: "-", Format: format}, &b)
			if err == nil {
				err = r.Out.Finish(r.write(t.Context()))
			}
			if err != nil {
				t.Fatal(err)
			}
			return b.String(), stderr.String()
		}
		text, said := export("totalizer", maxQuietOutput)
		if said != "" {
			t.Errorf("%s: %d bytes are warned of: %s", format, len(text), said)
		}
		length := int64(len(text))
		_, said = export("totalizer", length*9/10)
		if !strings.Contains(said, "dominoes:4x4: warning: this writes ") {
			t.Errorf("%s: no warning of %d bytes: %q", format, length, said)
		}
		if _, said = export("totalizer", length*11/10); said != "" {
			t.Errorf("%s: %d bytes are more than announced: %q", format, length, said)
		}
	}
}
