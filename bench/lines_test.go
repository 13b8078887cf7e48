package bench

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// A line of code that is not of a test has at most 100 columns, a tab counting 4.
func TestLinesAreShort(t *testing.T) {
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		n := 0
		for line := range strings.Lines(string(text)) {
			n++
			line = strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "    ")
			if w := utf8.RuneCountInString(line); w > 100 {
				t.Errorf("%s:%d has %d columns", file, n, w)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
