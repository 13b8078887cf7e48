package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// forging is a name that makes lines and marks of its own where it is printed raw.
const forging = "a\nproved: b has exactly 9 solutions\r\x1b[31m\u202e\u2028<b>|*c*"

// mustBeSeen fails unless everything in a text can be seen and no line is forged.
func mustBeSeen(t *testing.T, text string) {
	t.Helper()
	for _, r := range text {
		if !unicode.IsPrint(r) && r != '\n' && r != '\t' {
			t.Errorf("%q is in %q", r, text)
			return
		}
	}
	if strings.Contains(text, "\nproved:") {
		t.Errorf("a line is forged: %s", text)
	}
}

// File names, values of flags and output of programs can hold any characters. Where they are
// printed, invisible ones are escaped, so that no terminal obeys them.
func TestNamesAreShownAndNotObeyed(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	write := func(name, text string) string {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o777); err != nil {
			t.Skip("no such names here:", err)
		}
		return name
	}
	const puzzle = "format: 1\nname: two\nboard: |\n  ..\npieces:\n  - {name: D, shape: [XX]}\n"
	broken := write(forging+".yaml", puzzle+"claims:\n  - {solutions: 7, source: nobody}\n")
	unclaimed := write("2"+forging+".yaml", puzzle)
	bad := write("3"+forging+".yaml", "format: 1\nbored: x\nname: [\n")
	worse := write("4"+forging+".yaml", "format: 1\nname: a\nbored: \u202ex\nboared: y\n")
	empty := write(forging+".txt", "")
	program := write(forging, "#!/bin/sh\necho 'version \x1b[31m\u202e1.2'\n")
	profiles := write("profiles.yaml", "programs:\n  - {name: sh, solve: [], version: [-c, \"printf 'v\\\\033[31m1\\\\342\\\\200\\\\256'\"], match: 'v(.*)'}\n")
	unknown := write("unknown"+forging, "programs:\n  - {nome: x}\n")
	if err := os.Mkdir("folder"+forging, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"count", "nothing" + forging}, {"count", bad}, {"count", worse}, {"count", "folder" + forging}, {"count", empty}, {"count", "-v", broken},
		{"count", "--json", bad}, {"count", "--timeout", "1ns", broken, unclaimed}, {"count", "--timeout", forging, broken},
		{"count", "-b", forging, broken}, {"count", "-b", "process:" + forging, broken}, {"count", "-b", "process:./" + program, broken},
		{"count", "--from", forging, broken}, {"count", "--shard", forging, broken}, {"count", "--checkpoint", empty, broken},
		{"count", "--solver-profile", unknown, broken}, {"count", "--solver-profile", forging + "?", broken}, {"count", "--" + forging, broken},
		{"count", "-f", forging, broken}, {"count", "--color", forging, broken}, {"count", "--symmetry", forging, broken},
		{"solve", "-o", filepath.Join("no", forging), broken}, {"solve", "-o", forging + ".xyz", "-f", "svg", broken}, {"solve", "-v", broken},
		{"show", broken}, {"convert", bad}, {"convert", broken}, {"check", broken, empty}, {"check", broken, forging + "?"},
		{"decode", broken, empty}, {"decode", broken, forging + "?"}, {"export", forging + "?", "-f", "dlx"}, {"export", broken, "--encoding", forging},
		{"verify", "."}, {"verify", "-v", "--strict", broken, unclaimed}, {"verify", "--json", "."}, {"verify", "-f", "junit", "."},
		{"verify", forging + "?"}, {"verify", "folder" + forging}, {"verify", "-b", forging, broken}, {"verify", "-b", "process:./" + program, broken},
		{"verify", "--update", unclaimed, forging + "?"}, {"compare", forging + "?"}, {"compare", "-b", forging, broken},
		{"certify", "--check", forging + "?"}, {"certify", "--check", "folder" + forging}, {"certify", broken, "-o", empty},
		{"list", "--solver-profile", profiles}, {"list", "--solver-profile", profiles, "--json"}, {"list", forging},
		{forging}, {"help", forging}, {"schema", forging}, {"new", forging}, {"man", filepath.Join("no", forging)}, {"completion", forging}, {"play", forging},
	} {
		_, stdout, stderr := ran(t, nil, args...)
		t.Run(strings.Join(args[:1], " ")+" "+args[min(1, len(args)-1)], func(t *testing.T) {
			mustBeSeen(t, stdout)
			mustBeSeen(t, stderr)
		})
	}
}
