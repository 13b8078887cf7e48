package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// allVerbs returns the verbs of the registry that are shown, and what cobra adds to them.
func allVerbs() []*cobra.Command {
	c := cli.NewConsole(strings.NewReader(""), new(bytes.Buffer), new(bytes.Buffer))
	var all []*cobra.Command
	for _, cmd := range verbs.Root(c, verbs.Verbs).Commands() {
		if verbs.IsVerb(cmd) {
			all = append(all, cmd)
		}
	}
	return all
}

// TestVerbsAreFound: a verb by itself is found by its name, and its help is the same as among
// all verbs.
func TestVerbsAreFound(t *testing.T) {
	c := cli.NewConsole(strings.NewReader(""), new(bytes.Buffer), new(bytes.Buffer))
	for _, v := range verbs.Verbs {
		name := v.Name
		if name == "man" {
			if all := verbs.Named([]string{name}); len(all) != len(verbs.Verbs) {
				t.Errorf("%s has %d verbs of %d", name, len(all), len(verbs.Verbs))
			}
			continue
		}
		alone := verbs.Named([]string{name, "--help"})
		if len(alone) != 1 || alone[0].Name != name {
			t.Errorf("%s is found as %v", name, alone)
		}
		texts := []string{}
		for _, with := range [][]verbs.Verb{alone, verbs.Verbs} {
			var text bytes.Buffer
			root := verbs.Root(c, with)
			root.SetOut(&text)
			root.SetArgs([]string{name, "--help"})
			if err := root.Execute(); err != nil {
				t.Errorf("%s --help: %v", name, err)
			}
			texts = append(texts, text.String())
		}
		if texts[0] != texts[1] {
			t.Errorf("%s --help alone:\n%s\namong all verbs:\n%s", name, texts[0], texts[1])
		}
	}
}

// A flag's value has a name in capitals: other words between backquotes are no name of a value.
func TestValuesOfFlagsHaveNames(t *testing.T) {
	for _, cmd := range allVerbs() {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			name, _ := pflag.UnquoteUsage(f)
			if takesValue := f.NoOptDefVal == ""; takesValue && (name == "" || name != strings.ToUpper(name)) {
				t.Errorf("%s --%s: the value is called %q", cmd.Name(), f.Name, name)
			}
		})
	}
}

// sample returns a command line of a verb as its usage has it: with files for what stands in
// capitals, and without what may be left out.
func sample(t *testing.T, cmd *cobra.Command) []string {
	t.Helper()
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	line, _, _ := strings.Cut(cmd.Use, " | ")
	var args []string
	for word := range strings.FieldsSeq(line) {
		switch word = strings.TrimSuffix(word, "..."); {
		case strings.HasPrefix(word, "["):
		case word == "DIR":
			args = append(args, filepath.Join(folder, "folder"))
		case word == "SOLUTION":
			args = append(args, file("drawing.txt", "aa\nbb\n"))
		case word == strings.ToUpper(word) && !strings.HasPrefix(word, "-"):
			args = append(args, file("puzzle.yaml", "format: 1\nname: p\nboard: |\n  ..\n  ..\n"+
				"pieces: [{name: D, shape: [XX], count: 2}]\nclaims: [{solutions: 2, source: me}]\n"))
		default:
			args = append(args, word)
		}
	}
	return args
}
