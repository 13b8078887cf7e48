package puzzle_test

import (
	"os"
	"strings"
	"testing"
)

// The programs in the first README, and in that of encode, are the examples that run here.
func TestReadmeHasTheExamples(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	readme, examples := read("../../README.md")+read("../README.md"), read("example_test.go")
	for _, name := range []string{"Example", "Example_file"} {
		_, body, _ := strings.Cut(examples, "func "+name+"() {\n\t")
		body, _, found := strings.Cut(body, "\t// Output")
		if !found || !strings.Contains(readme, strings.ReplaceAll(body, "\n\t", "\n")) {
			t.Errorf("no README shows %s as it is", name)
		}
	}
}
