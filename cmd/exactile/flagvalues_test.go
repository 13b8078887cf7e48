package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
)

// Every verb with -o takes the format from the file's ending, and refuses an ending of another
// format. Every verb with -b suggests a name for an unknown one. No value of a flag that is
// given twice is silently ignored.
func TestVerbsAgreeOnTheirFlags(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	try := func(args ...string) (code int, said string) {
		code, _, said = ran(t, nil, args...)
		return code, said
	}
	outputs, named := 0, 0
	for _, cmd := range allVerbs() {
		line := sample(t, cmd)
		with := func(more ...string) []string { return slices.Concat(line, more) }
		if out := cmd.Flags().Lookup("output"); out != nil && !strings.Contains(out.Usage, "`DIR`") {
			outputs++
			for _, ending := range []string{"rtf", "csvv", "gif", "gz", "v2"} {
				file := filepath.Join(folder, "r."+ending)
				code, said := try(with("-o", file)...)
				if code != cli.Misuse || !strings.Contains(said, "r."+ending) {
					t.Errorf("%s -o r.%s: exit status %d: %s", cmd.Name(), ending, code, said)
				}
				if _, err := os.Stat(file); err == nil {
					t.Errorf("%s -o r.%s writes one", cmd.Name(), ending)
				}
			}
			code, said := try(with("-o", filepath.Join(folder, "one"), "-o", filepath.Join(folder, "two"))...)
			if code != cli.Misuse || !strings.Contains(said, "given twice: first as") {
				t.Errorf("%s -o one -o two: exit status %d: %s", cmd.Name(), code, said)
			}
		}
		backend := cmd.Flags().Lookup("backend")
		if backend == nil {
			continue
		}
		want := cli.OneBackendText
		if _, several := backend.Value.(*cli.NameList); several {
			want = `no backend is called "nonsense"`
		}
		named++
		for _, name := range []string{"minisat", "minsat", "minisat/ladder"} {
			want := `did you mean "process:` + strings.Replace(name, "minsat", "minisat", 1) + `"?`
			if code, said := try(with("-b", name)...); code != cli.Misuse || !strings.Contains(said, want) {
				t.Errorf("%s -b %s: exit status %d: %s", cmd.Name(), name, code, said)
			}
		}
		code, said := try(with("-b", "native/plain", "-b", "nonsense")...)
		if code != cli.Misuse || !strings.Contains(said, want) {
			t.Errorf("%s -b native/plain -b nonsense: exit status %d: %s", cmd.Name(), code, said)
		}
		code, said = try(with("-b", "nonsense", "-b", "native/plain")...)
		if code != cli.Misuse {
			t.Errorf("%s -b nonsense -b native/plain: exit status %d: %s", cmd.Name(), code, said)
		}
	}
	if outputs < 9 || named < 4 {
		t.Errorf("only %d verbs with -o and %d with -b were tried", outputs, named)
	}
}
