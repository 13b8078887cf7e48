//go:build unix

package process_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/backends/internal/process"
)

func TestBuiltinProfiles(t *testing.T) {
	names := process.Builtin().Names()
	for _, want := range []string{"cadical", "kissat", "minisat", "glucose", "cryptominisat5", "picosat", "lingeling", "clasp", "ganak", "d4", "sharpSAT", "approxmc"} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is missing", want)
		}
	}
}

func TestProfilesAreExtended(t *testing.T) {
	known, err := process.Builtin().With("more.yaml", []byte(`
programs:
  - name: mysat
    solve: ["-x", "{formula}"]
  - name: minisat
    solve: ["{formula}", "{result}"]
    model: result
    satisfiable: [10, 11]
`))
	if err != nil {
		t.Fatal(err)
	}
	names := known.Names()
	if len(names) != len(process.Builtin().Names())+1 || names[len(names)-1] != "mysat" {
		t.Errorf("the programs are %v, want one more", names)
	}
	t.Setenv("PATH", t.TempDir())
	for name, want := range map[string][]string{
		"mysat-2": {"-x", "{formula}"}, "minisat": {"{formula}", "{result}"}, "anything": {"{formula}"}, "min": {"{formula}"},
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		program, err := known.Find(path)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(program.Profile.Solve, want) {
			t.Errorf("%s is called with %q, want %q", name, program.Profile.Solve, want)
		}
	}
}

func TestBadProfiles(t *testing.T) {
	for _, c := range []struct{ name, text, fails string }{
		{"empty", "", "f.yaml:1:1: no programs"},
		{"no programs", "programs: []", "f.yaml:1:9: no programs"},
		{"no YAML", "programs: [", "f.yaml:1:"},
		{"another key", "programms: []", `f.yaml:1:1: unknown field "programms"`},
		{"a key of a program that is not known", "programs:\n  - name: a\n    solve: [\"{formula}\"]\n    sovle: []", `f.yaml:4:5: unknown field "sovle"`},
		{"a key twice", "programs:\n  - name: a\n    name: b", "f.yaml:3:5:"},
		{"a wrong kind of value", "programs:\n  - name: a\n    solve: \"{formula}\"", "f.yaml:3:"},
		{"a status that is no number", "programs:\n  - name: a\n    solve: [\"{formula}\"]\n    satisfiable: [ten]", "f.yaml:4:"},
		{"no name", "programs:\n  - solve: [\"{formula}\"]", "f.yaml:2:"},
		{"a name with a slash", "programs:\n  - name: a/b\n    solve: [\"{formula}\"]", "f.yaml:2:11: a program needs a name"},
		{"twice", "programs:\n  - name: a\n    solve: [\"{formula}\"]\n  - name: a\n    solve: [\"{formula}\"]", "f.yaml:4:11: a is there twice"},
		{"nothing it can do", "programs:\n  - name: a", "f.yaml:2:11: a needs one of solve and count"},
		{"solver and counter", "programs:\n  - name: a\n    solve: [\"{formula}\"]\n    count: [\"{formula}\"]", "needs one of solve and count"},
		{"no formula", "programs:\n  - name: a\n    solve: [\"-q\"]", "f.yaml:3:12: a: solve has no {formula}"},
		{"no result", "programs:\n  - name: a\n    solve: [\"{formula}\"]\n    model: result", "{result} is for programs with model: result"},
		{"a place that is not known", "programs:\n  - name: a\n    solve: [\"{formula}\", \"{output}\"]", "no place is called {output}"},
		{"a way to print models that is not known", "programs:\n  - name: a\n    solve: [\"{formula}\"]\n    model: xml", `f.yaml:4:12: a: model is "xml"`},
		{"lists and does not solve", "programs:\n  - name: a\n    count: [\"{formula}\"]\n    list: [\"{formula}\"]", "list is for programs that solve"},
		{"a proof that goes nowhere", "programs:\n  - name: a\n    solve: [\"{formula}\"]\n    prove: [\"{formula}\"]", "f.yaml:4:12: a: {proof} is for prove, which needs it"},
		{"a proof that nobody asks for", "programs:\n  - name: a\n    solve: [\"{formula}\", \"{proof}\"]", "f.yaml:3:12: a: {proof} is for prove"},
		{"a format of proofs that is not known", "programs:\n  - name: a\n    solve: [\"{formula}\"]\n    prove: [\"{formula}\", \"{proof}\"]\n    proof: rup", "f.yaml:5:12: a: proof is \"rup\": want one of [drat frat lrat]"},
		{"an input that is not known", "programs:\n  - name: a\n    solve: [\"{formula}\"]\n    input: wcnf", `f.yaml:4:12: a: input is "wcnf": want cnf, opb or either`},
		{"proofs of constraints", "programs:\n  - name: a\n    input: opb\n    solve: [\"{formula}\"]\n    prove: [\"{formula}\", \"{proof}\"]", "f.yaml:5:12: a: prove is for programs that read clauses"},
		{"a counter that proves", "programs:\n  - name: a\n    count: [\"{formula}\"]\n    prove: [\"{formula}\", \"{proof}\"]", "prove is for programs that solve"},
		{"most and no list", "programs:\n  - name: a\n    solve: [\"{formula}\"]\n    most: 3", "f.yaml:4:11: a: most is a number of models"},
		{"estimates and does not count", "programs:\n  - name: a\n    solve: [\"{formula}\"]\n    approximate: true", "approximate is for programs that count"},
		{"an expression that is none", "programs:\n  - name: a\n    solve: [\"{formula}\"]\n    version: [-v]\n    match: '('", "f.yaml:5:12: a: error parsing regexp"},
		{"an expression without a group", "programs:\n  - name: a\n    solve: [\"{formula}\"]\n    version: [-v]\n    match: 'x'", "match has 0 groups"},
		{"a match and no question", "programs:\n  - name: a\n    solve: [\"{formula}\"]\n    match: '(x)'", "match without version"},
		{"an alias", "programs: &a\n  - *a", "f.yaml:1:11: anchors and aliases are not read"},
		{"two documents", "programs: []\n---\nprograms: []", "more than one document"},
		{"an empty document more", "programs: []\n---", "f.yaml:2:1: more than one document"},
		{"deep", "programs: " + strings.Repeat("[", 1<<13), "f.yaml:1:"},
		{"deep by columns", "programs: " + strings.Repeat("- ", 1<<12), "f.yaml:1:"},
		{"long", strings.Repeat("#\n", 1<<18), "more than 16384 bytes"},
		{"empty lines", "programs: |\n" + strings.Repeat("  \n", 5000), "f.yaml:1:"},
		{"many tokens", "programs: [" + strings.Repeat("1,", 1<<12) + "]", "f.yaml:1:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := process.Profiles{}.With("f.yaml", []byte(c.text))
			if err == nil || !strings.Contains(err.Error(), c.fails) || !strings.HasPrefix(err.Error(), "f.yaml:") {
				t.Errorf("With: %v, want an error with %q", err, c.fails)
			}
		})
	}
}

// No file of profiles does harm, and every accepted program can be run.
func FuzzProfiles(f *testing.F) {
	for _, seed := range []string{
		"programs:\n  - name: a\n    solve: [\"-q\", \"{formula}\"]\n    version: [-v]\n    match: '(x)'\n",
		"programs:\n  - {name: c, count: [\"{formula}\", \"{dir}\"], approximate: true, projects: true, beside: true}",
		"programs:\n  - name: m\n    solve: [\"{formula}\", \"{result}\"]\n    model: result\n    satisfiable: [10]\n    complete: []",
		"programs:\n  - name: p\n    solve: [\"{formula}\"]\n    input: opb",
		"programs: *x", "- - - -", "programs: {a: b}", "\"", "? a : b", "programs:\n- !!str a", "a\n---",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		known, err := process.Profiles{}.With("f.yaml", text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f.yaml:") {
				t.Errorf("the error has no place: %v", err)
			}
			return
		}
		if len(known.Names()) == 0 || slices.Contains(known.Names(), "") {
			t.Errorf("taken without names: %q", known.Names())
		}
	})
}

// Versions of parts and compilers that programs print are not taken for their own.
func TestVersions(t *testing.T) {
	for _, c := range []struct{ name, said, want string }{
		{"ganak", "c o Ganak SHA1: 61286bc663e22987dfff25b4c01b1b4cff5beff3\nc o Arjun SHA1: 39ef145587c791ac101c8b3b503aa62b5b756d76\nc o ApproxMC SHA1: fb5dfbe46293e956cec7e963d9b649d0437160c1\n", "61286bc663e2"},
		{"ganak", "c GANAK SHA revision 74816f58aa522ec39ed7a9dc118b9abadfb68f09\nc GANAK compiled with gcc version 12.2.0\nc CMS version: 5.11.4", "74816f58aa52"},
		{"ganak", "c GANAK compiled with gcc version 12.2.0\n", ""},
		{"approxmc", "c ApproxMC SHA revision 0039f232f9cdeaac474ac4276819b8044008bd55\nc ApproxMC version 4.1.24\nc ApproxMC compiled with gcc version 12.2.0\n", "4.1.24"},
		{"clasp", "clasp version 3.3.5\nAddress model: 64-bit\nlibclasp version 3.3.5 (libpotassco version 1.1.0)\n", "3.3.5"},
		{"lingeling", "bcp 78ebb8672540bde0a335aea946bbf32515157d5a\n", "bcp"},
		{"kissat", "4.0.1\n", "4.0.1"},
		{"glucose", "c\nc This is glucose 4.2.1 --  based on MiniSAT (Many thanks to MiniSAT team)\nc\n", "4.2.1"},
		{"cryptominisat5", "c CryptoMiniSat version 5.11.4\nc CMS SHA revision \n", "5.11.4"},
	} {
		if got := process.Version(c.name, c.said); got != c.want {
			t.Errorf("%s says %q: version %q, want %q", c.name, c.said, got, c.want)
		}
	}
}

// A program that reports figures is not run with a flag that silences it.
func TestProfilesAskForFigures(t *testing.T) {
	for name, tells := range map[string]string{
		"cadical": "c conflicts: 12 3 per second", "kissat": "c conflicts: 12 3.00 per second",
		"glucose": "c conflicts             : 12             (3 /sec)", "lingeling": "c 7 decisions, 12 conflicts, 3.0 conflicts/sec",
	} {
		// As the programs do: nothing is told with -q or -verb=0.
		e := shell(t, name, `case "$*" in *-q*|*-verb=0*) ;; *) echo "`+tells+`" ;; esac; echo s UNSATISFIABLE; exit 20`)
		e.Add(1)
		sat, err := e.Solve(t.Context())
		if conflicts, _, _ := e.Effort(); sat || err != nil || conflicts != 12 {
			t.Errorf("%s: %t, %v, %d conflicts, want 12", name, sat, err, conflicts)
		}
	}
}

// Installed programs are found, with their versions, also beside a program that
// hangs when it is queried.
func TestInstalled(t *testing.T) {
	slow := program(t, "cadical", "hangs")
	t.Setenv("PATH", filepath.Dir(slow.Path))
	start := time.Now()
	found := process.Builtin().Installed(t.Context())
	if took := time.Since(start); took > 5*time.Minute {
		t.Errorf("it took %v", took)
	}
	for _, f := range found {
		switch {
		case f.Name == "cadical" && (f.Program == nil || f.Program.Path != slow.Path || f.Version != ""):
			t.Errorf("cadical is %+v, want it installed, and silent", f)
		case f.Name != "cadical" && f.Program != nil:
			t.Errorf("%s is said to be installed", f.Name)
		}
	}
}
