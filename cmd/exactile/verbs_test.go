package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/manual"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// allVerbs returns the verbs of the registry that are shown, and what cobra adds to them.
func allVerbs() []*cobra.Command {
	c := cli.NewConsole(strings.NewReader(""), new(bytes.Buffer), new(bytes.Buffer))
	var all []*cobra.Command
	for _, cmd := range verbs.Root(c, verbs.Verbs).Commands() {
		if manual.IsVerb(cmd) {
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

// meanings say what flags mean that verbs describe in words of their own.
var meanings = map[string]string{
	"all":            "everything, not the first alone",
	"audit":          "do this share again with another engine",
	"backend":        "what searches",
	"break-symmetry": "one solution of each orbit",
	"by":             "for each placement of these pieces",
	"by-use":         "for each combination of piece counts",
	"force":          "overwrite",
	"format":         "the format of the output",
	"json":           "print JSON",
	"memory":         "a limit of memory",
	"no-reduce":      "keep placements that can be in no solution",
	"number":         "how many",
	"output":         "where to write",
	"seed":           "the seed of what is random",
	"shard":          "a part of the solutions",
	"steps":          "a limit of a recount",
	"theme":          "the look of drawings",
	"timeout":        "a limit of time",
	"title":          "the heading",
	"token":          "a file with the token",
	"units":          "the number of units",
	"up-to-symmetry": "orbits in place of solutions",
	"workers":        "how many at once",
}

// A flag has one meaning wherever it stands: the same kind of value and the same letter, and words
// of its own at a verb only where the meaning that they share is written down. A value has a name
// in capitals: other words between backquotes are none.
func TestFlagsHaveOneMeaning(t *testing.T) {
	first := make(map[string]*pflag.Flag)
	differ := make(map[string]bool)
	for _, cmd := range allVerbs() {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			value, _ := pflag.UnquoteUsage(f)
			takesValue := f.NoOptDefVal == ""
			if takesValue && (value == "" || value != strings.ToUpper(value)) {
				t.Errorf("%s --%s: the value is called %q", cmd.Name(), f.Name, value)
			}
			other := first[f.Name]
			if first[f.Name] = f; other == nil {
				return
			}
			if takesValue != (other.NoOptDefVal == "") || f.Shorthand != other.Shorthand {
				t.Errorf("%s --%s: another verb has it with another kind of value or letter",
					cmd.Name(), f.Name)
			}
			differ[f.Name] = differ[f.Name] || f.Usage != other.Usage
		})
	}
	for name, f := range first {
		if differ[name] != (meanings[name] != "") {
			t.Errorf("--%s (%s): verbs describe it in different words: %t; the meaning that they "+
				"share: %q", name, f.Usage, differ[name], meanings[name])
		}
		if f.Shorthand == "" {
			continue
		}
		for other, g := range first {
			if other != name && g.Shorthand == f.Shorthand {
				t.Errorf("-%s is --%s and --%s", f.Shorthand, name, other)
			}
		}
	}
}

// A flag that is no more says what is in its place.
func TestFormerFlags(t *testing.T) {
	for former, instead := range cli.Former {
		code, _, said := ran(t, nil, append(strings.Fields(former), "dominoes:2x2")...)
		if code != cli.Misuse || !strings.Contains(said, instead) {
			t.Errorf("%s: exit status %d: %s", former, code, said)
		}
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
