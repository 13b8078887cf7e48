package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// completed returns the completions of a command line with an unfinished last word.
func completed(t *testing.T, words ...string) []string {
	t.Helper()
	var all []string
	for line := range strings.Lines(exactile(t, cli.Done, "", append([]string{cobra.ShellCompRequestCmd}, words...)...)) {
		if word, _, _ := strings.Cut(strings.TrimSpace(line), "\t"); !strings.HasPrefix(word, ":") {
			all = append(all, word)
		}
	}
	return all
}

// Shells complete puzzles, files, and the names that flags take.
func TestCompletion(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"mine.yaml", "other.cfg"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ line, want string }{
		{"count pentominoes:", "pentominoes:6x10"},
		{"solve dominoes", "dominoes:8x8"},
		{"count " + filepath.Join(dir, "m"), filepath.Join(dir, "mine.yaml")},
		{"solve " + strings.TrimSuffix(dir, "1"), dir + string(filepath.Separator)},
		{"count -b gi", "gini"},
		{"count -b gini/seq", "gini/sequential"},
		{"compare -b native,goph", "native,gophersat"},
		{"compare --encodings seq", "sequential"},
		{"export --encoding prod", "product"},
		{"solve -f sv", "svg"},
		{"export -f dim", "dimacs"},
		{"solve --theme da", "dark"},
		{"solve --view ex", "exploded"},
		{"solve --from ca", "cap"},
		{"count --from bl", "blocks"},
		{"convert -f let", "letters"},
		{"solve --color al", "always"},
		{"sheet --paper let", "letter"},
		{"help puz", "puzzle-file"},
		{"help lat", "lattices"},
		{"help sol", "solve"},
		{"completion ba", "bash"},
	} {
		words := strings.Fields(test.line)
		got := completed(t, words...)
		found := false
		for _, word := range got {
			found = found || word == test.want
			if !strings.HasPrefix(word, words[len(words)-1]) {
				t.Errorf("%s: %s does not begin so", test.line, word)
			}
		}
		if !found {
			t.Errorf("%s: %v, want %s among them", test.line, got, test.want)
		}
	}
	for _, cmd := range allVerbs() {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			names := cli.Choices(f)
			if got := completed(t, cmd.Name(), "--"+f.Name, ""); len(names) > 0 && len(got) < len(names) {
				t.Errorf("%s --%s: %v, want %v", cmd.Name(), f.Name, got, names)
			}
		})
	}
}
