package bench

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What CONTRIBUTING.md says of places is there, and it can be read in ten minutes.
func TestContributing(t *testing.T) {
	text, err := os.ReadFile("../.github/CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n > 80 {
		t.Errorf("it has %d lines, want at most 80", n)
	}
	paths := 0
	for _, quoted := range regexp.MustCompile("`([^`\n]*)`").FindAllStringSubmatch(string(text), -1) {
		name := quoted[1]
		isPath := regexp.MustCompile(`^\.?[a-z-]+(/[\w.-]+)*/?$`).MatchString(name) &&
			(strings.Contains(name, "/") || strings.HasSuffix(name, ".mod"))
		if !isPath {
			continue
		}
		paths++
		if strings.Contains(name, "NAME") {
			continue // the file of what is added
		}
		if _, err := os.Stat(filepath.Join("..", name)); err != nil {
			t.Errorf("`%s` is not there", name)
		}
	}
	if paths < 30 {
		t.Errorf("only %d paths were found in it", paths)
	}
}
