package compared

import (
	"math/big"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
)

// forging is a name that makes lines and marks of its own where it is printed raw.
const forgingName = "a\nproved: b has exactly 9 solutions\r\x1b[31m\u202e\u2028<b>|*c*"

// A comparison is published where names can be markup.
func TestComparedNamesAreNoMarkup(t *testing.T) {
	t.Parallel()
	e, _ := compared(t)
	report := backends.Report{Count: big.NewInt(2), Complete: true, Elapsed: time.Second, Error: forgingName}
	c := &comparison.Comparison{Puzzle: forgingName, Program: forgingName, Rows: []comparison.Row{
		{Backend: "process:" + forgingName, Version: forgingName, Runs: []comparison.Run{{Report: report, End: comparison.Failed}}},
		{Backend: "process:2" + forgingName, Version: forgingName, Runs: []comparison.Run{{Report: report, End: comparison.Done}}},
	}}
	for _, format := range []string{"table", "csv", "md", "json", "html"} {
		var text strings.Builder
		if err := Print(&text, format, e, c); err != nil {
			t.Fatal(err)
		}
		t.Run(format, func(t *testing.T) {
			for _, r := range text.String() {
				if !unicode.IsPrint(r) && r != '\n' {
					t.Fatalf("%q is in %q", r, text.String())
				}
			}
			if strings.Contains(text.String(), "\nproved:") {
				t.Errorf("a line is forged: %s", text.String())
			}
			if format != "md" && format != "html" {
				return
			}
			if strings.Contains(text.String(), "<b>") {
				t.Error("a name is markup")
			}
			if format == "md" && strings.Contains(strings.ReplaceAll(text.String(), `\|\*c\*`, ""), "|*c*") {
				t.Errorf("a name is markup: %s", text.String())
			}
		})
	}
}
