package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A dependency is a module that a package of ours needs.
type dependency struct {
	Path, Version, Dir string
	Main               bool
}

// dependencies returns the modules that the packages need, with or without their
// tests, as the go command sees them.
func dependencies(t *testing.T, flags ...string) map[string]dependency {
	t.Helper()
	args := append([]string{"list", "-deps", "-json=Module"}, flags...)
	cmd := exec.Command("go", append(args, "./...")...)
	cmd.Dir = ".."
	var faults bytes.Buffer
	cmd.Stderr = &faults
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &faults)
	}
	modules := map[string]dependency{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ Module *dependency }
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return modules
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Module != nil && !p.Module.Main {
			modules[p.Module.Path] = *p.Module
		}
	}
}

// licences are those that a work under the MIT licence may be built with, by
// words that stand in the text of each and of no other.
var licences = []struct{ name, words string }{
	{"Apache-2.0", "Apache License"},
	{"MPL-2.0", "Mozilla Public License Version 2.0"},
	{"BSD", "Redistribution and use in source and binary forms"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software"},
	{"MIT", "Permission is hereby granted, free of charge"},
}

// licence returns the name of the licence in the folder of a module, "" where
// there is none that is known.
func licence(t *testing.T, dir string) string {
	t.Helper()
	for _, pattern := range []string{"LICENSE*", "LICENCE*", "COPYING*", "license*"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			plain := strings.Join(strings.Fields(string(text)), " ")
			for _, l := range licences {
				if strings.Contains(plain, l.words) {
					return l.name
				}
			}
		}
	}
	return ""
}

// reasons returns what go.mod says of each module that it asks for itself: the comment above its
// line, which says what the module is for and ends with its licence in brackets.
func reasons(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	said, comment := make(map[string]string), ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if more, ok := strings.CutPrefix(line, "// "); ok {
			comment = strings.TrimSpace(comment + " " + more)
			continue
		}
		if fields := strings.Fields(line); len(fields) == 2 && strings.HasPrefix(fields[1], "v") {
			said[fields[0]] = comment
		}
		comment = ""
	}
	return said
}

// Every module that anything here is built or tested with has a licence that goes
// with ours, and go.mod says of those that it asks for itself what for, and under which.
func TestLicences(t *testing.T) {
	modules := dependencies(t, "-test")
	said := reasons(t)
	if len(modules) < 10 || len(said) < 10 {
		t.Fatalf("go list knows only %d modules, go.mod asks for %d", len(modules), len(said))
	}
	for path, m := range modules {
		l := licence(t, m.Dir)
		if l == "" {
			t.Errorf("%s %s: no licence is found that goes with the MIT licence", path, m.Version)
			continue
		}
		reason, direct := said[path]
		what, under, _ := strings.Cut(reason, " (")
		if direct && (len(what) < 10 || !strings.Contains(under, l)) {
			t.Errorf("go.mod should say above %s what it is for, and its licence %s; it says %q", path, l, reason)
		}
	}
}

// Nothing here speaks to the network: no package of ours imports one that does,
// but in tests.
func TestNoNetwork(t *testing.T) {
	cmd := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		for _, path := range fields[1:] {
			n++
			if path == "net" || strings.HasPrefix(path, "net/") && path != "net/url" {
				t.Errorf("%s imports %s", fields[0], path)
			}
		}
	}
	if n < 100 {
		t.Errorf("only %d imports were seen", n)
	}
}
