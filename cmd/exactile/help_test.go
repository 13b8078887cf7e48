package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/manual"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/spf13/pflag"
)

func output80(t *testing.T, args ...string) string {
	t.Helper()
	text := exactile(t, cli.Done, "", args...)
	for line := range strings.Lines(text) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
			t.Errorf("%v: a line of %d columns: %s", args, n, line)
		}
	}
	return text
}

// Every verb explains itself in 80 columns, with examples that the command line
// takes.
func TestEveryVerbHasHelp(t *testing.T) {
	t.Parallel()
	output80(t, "--help")
	for _, cmd := range allVerbs() {
		text := output80(t, cmd.Name(), "--help")
		if !strings.Contains(text, "\nExamples:\n") {
			t.Errorf("%s has no example", cmd.Name())
		}
		for line := range strings.Lines(cmd.Example) {
			checkExample(t, line)
		}
	}
}

// The words of a verdict are all explained in the help, and a verdict has no others.
func TestHelpExplainsTheVerdict(t *testing.T) {
	t.Parallel()
	text := output80(t, "help", "certificates")
	dir := filepath.Join(t.TempDir(), "c")
	output80(t, "certify", "dominoes:2x3", "-o", dir)
	words := []string{"proof"}
	for line := range strings.Lines(exactile(t, cli.Done, "", "certify", "--check", dir)) {
		if word, _, isWord := strings.Cut(line, ":"); isWord && !strings.HasPrefix(line, " ") {
			words = append(words, word)
		}
	}
	if len(words) != 5 {
		t.Errorf("the verdict has the words %q", words)
	}
	for _, word := range words {
		if !strings.Contains(text, "\n  "+word+"  ") {
			t.Errorf("help certificates does not explain %q", word)
		}
	}
}

// checkExample parses the calls of exactile in a line of an example.
func checkExample(t *testing.T, line string) {
	t.Helper()
	for part := range strings.SplitSeq(strings.NewReplacer("&&", ";", "|", ";").Replace(line), ";") {
		words := strings.Fields(part)
		if len(words) == 0 || words[0] != "exactile" {
			continue
		}
		fresh := &cli.Console{Stdin: strings.NewReader(""), Stdout: new(bytes.Buffer), Stderr: new(bytes.Buffer)}
		cmd, rest, err := verbs.Root(fresh, verbs.Verbs).Find(words[1:])
		if err == nil {
			cmd.InitDefaultHelpFlag()
			err = cmd.ParseFlags(rest)
		}
		if err != nil || cmd.RunE == nil {
			t.Errorf("example %q: %v", line, err)
		}
	}
}

// Every topic is listed, fits 80 columns, and has all entries of the tables.
func TestTopics(t *testing.T) {
	t.Parallel()
	overview := output80(t, "--help")
	want := map[string][]string{
		"backends":    registry.Names(),
		"encodings":   encode.Names(),
		"puzzle-file": cli.FormatNames(false),
	}
	for _, key := range formats.Keys() {
		want["puzzle-file"] = append(want["puzzle-file"], key.Name)
	}
	for _, topic := range manual.Topics() {
		if !strings.Contains(overview, "\n  "+topic.Name+" ") {
			t.Errorf("%s is not listed", topic.Name)
		}
		text := output80(t, "help", topic.Name)
		for _, word := range want[topic.Name] {
			if !strings.Contains(text, "\n  "+word+" ") {
				t.Errorf("%s does not explain %s", topic.Name, word)
			}
		}
	}
	for line := range strings.Lines(topicText(t, "certificates")) {
		if strings.HasPrefix(line, "  exactile") {
			checkExample(t, line)
		}
	}
}

func topicText(t *testing.T, name string) string {
	for _, topic := range manual.Topics() {
		if topic.Name == name {
			return topic.String()
		}
	}
	t.Fatalf("no topic %s", name)
	return ""
}

// The puzzle of the topic is valid, and its claims are true.
func TestTopicPuzzle(t *testing.T) {
	t.Parallel()
	_, rest, _ := strings.Cut(topicText(t, "puzzle-file"), "\n  format: 1\n")
	rest, _, _ = strings.Cut(rest, "\n\n")
	name := filepath.Join(t.TempDir(), "topic.yaml")
	text := strings.ReplaceAll("  format: 1\n"+rest, "\n  ", "\n")[2:] + "\n"
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := output80(t, "count", name); got != "6\n" {
		t.Errorf("%s solutions of\n%s", got, text)
	}
}

// The manual has a page for every verb and topic, which man prints without a
// warning.
func TestManualPages(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "man")
	output80(t, "man", dir)
	pages, err := filepath.Glob(filepath.Join(dir, "man?", "*"))
	if err != nil {
		t.Fatal(err)
	}
	want := len(manual.Topics()) + 1 + len(allVerbs())
	if len(pages) != want {
		t.Errorf("%d pages, want %d: %v", len(pages), want, pages)
	}
	man := testkit.Program(t, "groff")
	if !testkit.Thorough() {
		pages = pages[:4]
	}
	for _, page := range pages {
		cmd := exec.Command(man, "-man", "-ww", "-rLL=78n", "-Tutf8", page)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil || stderr.Len() > 0 {
			t.Errorf("%s: %v\n%s", page, err, stderr.String())
		}
		if !bytes.Contains(out, []byte("exactile")) {
			t.Errorf("%s is empty", page)
		}
	}
}

// The short help of every verb fits 40 lines, and names the flag for all of it.
func TestShortHelp(t *testing.T) {
	t.Parallel()
	for _, cmd := range allVerbs() {
		short, long := output80(t, cmd.Name(), "-h"), output80(t, cmd.Name(), "--help")
		if n := strings.Count(short, "\n"); n > 40 || !strings.HasSuffix(short, cmd.Name()+" --help says more and has all flags.\n") {
			t.Errorf("%s -h has %d lines:\n%s", cmd.Name(), n, short)
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if n := strings.Count(long, " --"+f.Name+" ") + strings.Count(long, " --"+f.Name+"\n"); n < 1 && !f.Hidden {
				t.Errorf("%s --help does not have --%s", cmd.Name(), f.Name)
			}
		})
	}
	if bold := output80(t, "solve", "-h", "--color", "always"); !strings.Contains(bold, "\x1b[1mUsage:\x1b[m") {
		t.Errorf("no bold headings in\n%s", bold)
	}
}

// Versions are asked for in several ways.
func TestVersion(t *testing.T) {
	t.Parallel()
	want := output80(t, "--version")
	for _, args := range [][]string{{"-V"}, {"version"}} {
		if got := output80(t, args...); got != want || !strings.HasPrefix(got, "exactile version ") {
			t.Errorf("%v: %q, want %q", args, got, want)
		}
	}
}
