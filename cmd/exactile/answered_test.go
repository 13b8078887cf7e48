package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
)

// A fullDisk fails on every write, and counts the writes.
type fullDisk struct{ asked int }

var errFullDisk = errors.New("no space left on device")

func (d *fullDisk) Write([]byte) (int, error) {
	d.asked++
	return 0, errFullDisk
}

// An answer that could not be written is an error for every verb and every answer: the status
// is 1, with a message.
func TestAnswersThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	certificate, puzzle := filepath.Join(dir, "certificate"), filepath.Join(dir, "new.yaml")
	solution, broken := filepath.Join(dir, "solution.json"), filepath.Join(dir, "broken.yaml")
	const text = "format: 1\nname: two\nboard: |\n  ..\npieces:\n  - {name: D, shape: [XX]}\nclaims:\n  - {solutions: 7, source: nobody}\n"
	if err := os.WriteFile(broken, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	exactile(t, cli.Done, "", "certify", "dominoes:2x2", "-o", certificate)
	exactile(t, cli.Done, "", "new", "-o", puzzle)
	exactile(t, cli.Done, "", "solve", "-f", "json", "dominoes:2x2", "-o", solution)
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
	printing := len(cases) // these print something
	for _, cmd := range allVerbs() {
		switch cmd.Name() {
		case "compare", "serve", "jobs": // one starts processes, one listens, one waits for a server
		default:
			cases = append(cases, sample(t, cmd))
		}
	}
	for k, args := range cases {
		var disk fullDisk
		var stderr bytes.Buffer
		code := run(t.Context(), args, strings.NewReader("s UNSATISFIABLE\n"), &disk, &stderr)
		said := strings.Count(stderr.String(), errFullDisk.Error())
		if (disk.asked > 0 || k < printing) && (code != cli.Bad || said != 1) {
			t.Errorf("%v: exit status %d, %q", args, code, stderr.String())
		}
	}
}
