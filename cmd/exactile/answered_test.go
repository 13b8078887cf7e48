package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A fullDisk takes nothing.
type fullDisk struct{}

var errFullDisk = errors.New("no space left on device")

func (fullDisk) Write([]byte) (int, error) { return 0, errFullDisk }

// An answer that could not be written is none, whatever verb it is of and whatever it
// was: the status is 1, and it is said why.
func TestAnswersThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	quietly := func(args ...string) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if status := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr); status != statusDone {
			t.Fatalf("%v: status %d, %s", args, status, &stderr)
		}
	}
	certificate, puzzle := filepath.Join(dir, "certificate"), filepath.Join(dir, "new.yaml")
	solution, broken := filepath.Join(dir, "solution.json"), filepath.Join(dir, "broken.yaml")
	const text = "format: 1\nname: two\nboard: |\n  ..\npieces:\n  - {name: D, shape: [XX]}\nclaims:\n  - {solutions: 7, source: nobody}\n"
	if err := os.WriteFile(broken, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	quietly("certify", "dominoes:2x2", "-o", certificate)
	quietly("new", "-o", puzzle)
	quietly("solve", "-f", "json", "dominoes:2x2", "-o", solution)
	cases := [][]string{
		{"solve", "dominoes:2x2"}, {"solve", "dominoes:3x3"}, {"solve", "--all", "-f", "jsonl", "dominoes:2x2"}, {"solve", "--unique", "dominoes:2x2"},
		{"solve", "-f", "svg", "dominoes:2x2"}, {"solve", "-f", "html", "--all", "dominoes:2x2"}, {"solve", "--sat-exit", "dominoes:2x2"},
		{"count", "dominoes:2x2"}, {"count", "--json", "dominoes:2x2"}, {"count", "dominoes:2x2", "dominoes:3x3"}, {"count", "--limit", "1", "dominoes:2x2"},
		{"list"}, {"list", "--json"}, {"show", "dominoes:2x2"}, {"new"}, {"convert", puzzle}, {"schema"},
		{"export", "dominoes:2x2", "-f", "dlx"}, {"export", "dominoes:2x2", "-f", "dimacs"},
		{"decode", "dominoes:2x2", "-"}, {"check", "dominoes:2x2", solution}, {"verify", broken}, {"verify", "--json", broken},
		{"verify", puzzle}, {"verify", "--json", puzzle}, {"verify", "-f", "junit", puzzle},
		{"certify", "dominoes:2x2", "-o", filepath.Join(dir, "a")}, {"certify", "dominoes:2x2", "--json", "-o", filepath.Join(dir, "b")},
		{"certify", "--check", certificate}, {"certify", "--check", certificate, "--json"},
		{"completion", "bash"}, {"completion", "zsh"}, {"completion", "fish"}, {"completion", "powershell"}, {"completion"},
		{"help"}, {"help", "counts"}, {"help", "count"}, {"count", "--help"}, {"--help"}, {"--version"}, {},
	}
	for _, args := range cases {
		var stderr bytes.Buffer
		status := run(context.Background(), args, strings.NewReader("s UNSATISFIABLE\n"), fullDisk{}, &stderr)
		if status != statusBad || strings.Count(stderr.String(), errFullDisk.Error()) != 1 {
			t.Errorf("%v: status %d, %q", args, status, stderr.String())
		}
	}
	// Every verb that prints is among them; compare starts processes, play needs a
	// terminal, and man prints files.
	a := &app{stdin: strings.NewReader(""), stdout: new(bytes.Buffer), stderr: new(bytes.Buffer)}
	for _, cmd := range a.rootCommand().Commands() {
		name := cmd.Name()
		tried := slices.ContainsFunc(cases, func(args []string) bool { return len(args) > 0 && args[0] == name })
		if isVerb(cmd) && !tried && !slices.Contains([]string{"compare", "play", "man"}, name) {
			t.Errorf("%s is not tried", name)
		}
	}
}
