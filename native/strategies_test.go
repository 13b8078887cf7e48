package native

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The README shows the table of strategies as it is.
func TestReadmeShowsTheTable(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("| strategy | for | when |\n| --- | --- | --- |\n")
	for _, s := range strategies {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", s.name, s.purpose, s.when)
	}
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "\n\n"+b.String()+"\n") {
		t.Errorf("README.md lacks this table:\n%s", b.String())
	}
}
