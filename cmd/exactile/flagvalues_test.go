package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every verb with -o takes the ending of a file for what will be in it, and none
// writes what that does not promise; every verb with -b asks what was meant by a name
// that is none; and of a flag that is given twice nothing is lost in silence.
func TestVerbsAgreeOnTheirFlags(t *testing.T) {
	folder := t.TempDir()
	puzzle := filepath.Join(folder, "p.yaml")
	text := "name: p\nboard: |\n  ..\n  ..\npieces: [{name: D, shape: [XX], count: 2}]\nclaims: [{solutions: 2, source: me}]\n"
	if err := os.WriteFile(puzzle, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	try := func(args ...string) (status int, said string) {
		var stdout, stderr bytes.Buffer
		status = run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
		return status, stderr.String()
	}
	args := map[string][]string{
		"list": {"list"}, "schema": {"schema"}, "new": {"new"}, "decode": {"decode", puzzle, "-"},
	}
	several := map[string]bool{"verify": true, "compare": true}
	a := &app{}
	outputs, named := 0, 0
	for _, cmd := range a.rootCommand().Commands() {
		line, known := args[cmd.Name()]
		if !known {
			line = []string{cmd.Name(), puzzle}
		}
		with := func(more ...string) []string { return append(append([]string{}, line...), more...) }
		if out := cmd.Flags().Lookup("output"); out != nil && cmd.Name() != "certify" { // which writes a folder
			outputs++
			for _, ending := range []string{"tex", "csvv", "gif", "gz", "v2"} {
				file := filepath.Join(folder, "r."+ending)
				status, said := try(with("-o", file)...)
				if status != statusUsage || !strings.Contains(said, "r."+ending) {
					t.Errorf("%s -o r.%s: exit status %d: %s", cmd.Name(), ending, status, said)
				}
				if _, err := os.Stat(file); err == nil {
					t.Errorf("%s -o r.%s writes one", cmd.Name(), ending)
				}
			}
			status, said := try(with("-o", filepath.Join(folder, "one"), "-o", filepath.Join(folder, "two"))...)
			if status != statusUsage || !strings.Contains(said, "it was given before as") {
				t.Errorf("%s -o one -o two: exit status %d: %s", cmd.Name(), status, said)
			}
		}
		if cmd.Flags().Lookup("backend") == nil {
			continue
		}
		named++
		for _, name := range []string{"minisat", "minsat", "minisat/ladder"} {
			want := `did you mean "process:` + strings.Replace(name, "minsat", "minisat", 1) + `"?`
			if status, said := try(with("-b", name)...); status != statusUsage || !strings.Contains(said, want) {
				t.Errorf("%s -b %s: exit status %d: %s", cmd.Name(), name, status, said)
			}
		}
		status, said := try(with("-b", "native/plain", "-b", "nonsense")...)
		if want := map[bool]string{true: `no backend is called "nonsense"`, false: severalBackends}[several[cmd.Name()]]; status != statusUsage || !strings.Contains(said, want) {
			t.Errorf("%s -b native/plain -b nonsense: exit status %d: %s", cmd.Name(), status, said)
		}
		status, said = try(with("-b", "nonsense", "-b", "native/plain")...)
		if status != statusUsage {
			t.Errorf("%s -b nonsense -b native/plain: exit status %d: %s", cmd.Name(), status, said)
		}
	}
	if outputs < 9 || named < 4 {
		t.Errorf("only %d verbs with -o and %d with -b were tried", outputs, named)
	}
}

// An ending is known in any case, and a name may be nothing but an ending.
func TestEndings(t *testing.T) {
	for path, want := range map[string]string{
		"a.svg": "svg", "A.SVG": "svg", "a.b/c": "text", ".svg": "text", "a.txt": "text", "a.yml": "yaml", "-": "text", "./x.svg": "svg",
	} {
		out := outputFlags{path: path, known: []string{"text", "svg", "yaml"}}
		if err := out.resolve(); err != nil || out.format != want {
			t.Errorf("-o %s is %q, %v; want %q", path, out.format, err, want)
		}
	}
}
