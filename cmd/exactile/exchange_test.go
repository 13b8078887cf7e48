package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/internal/thorough"
)

// exchanged are puzzles of every kind: an exact fill, packings, ranges, symbols, hints,
// several pieces alike, other lattices, impossible ones and one without anything.
var exchanged = []struct {
	name, file string // the file's text, or "": name is one that the command knows
	solutions  string
}{
	{"dominoes:4x4", "", "36"},
	{"any-dominoes", "optional: true\nboard: [..., ..., ...]\npieces: [{name: d, shape: [XX], count: any}]\n", "131"},
	{"four-dominoes", "optional: true\nboard: [..., ..., ...]\npieces: [{name: d, shape: [XX], count: 4}]\n", "18"},
	{"a-range", "board: [\"....\", \"....\"]\npieces:\n- {name: L, shape: [X., XX], count: 1..2}\n" +
		"- {name: I, shape: [XX], count: 0..1, flip: false}\n", "6"},
	{"cilada:7", "", "25"},
	{"hint", "board: [\"....\", \"....\"]\npieces:\n- {name: L, shape: [X., XX], count: 2}\n" +
		"- {name: I, shape: [XX]}\nplace: [{piece: L, cells: [[0,0],[0,1],[1,1]]}]\n", "2"},
	{"pegs:1,0 3,2 4,4", "", "40"},
	{"ring", "lattice: hex\nboard: [\"..\", \".#.\", \"..\"]\npieces: [{name: d, shape: [XX], count: any}]\n", ""},
	{"impossible", "board: [\"...#\", \"....\", \"....\", \"#...\"]\npieces: [{name: d, shape: [XX], count: any}]\n", "0"},
	{"nothing", "board: []\npieces: []\n", "1"},
}

// programs that solve a format of export, whose answers decode reads.
var exchangers = []struct {
	format, program string
	// needs are other programs that it starts.
	needs []string
	// args are its arguments: {model} is the model and {answer} where the answer is to be,
	// which otherwise stands on its standard output.
	args []string
	// every is set if the answer has all solutions.
	every bool
}{
	{format: "asp", program: "clingo", args: []string{"-n", "0", "{model}"}, every: true},
	{format: "asp", program: "sh", needs: []string{"gringo", "clasp"}, args: []string{"-c", `gringo "$0" | clasp -n 1`, "{model}"}},
	{format: "lp", program: "glpsol", args: []string{"--lp", "{model}", "--write", "{answer}"}},
	{format: "lp", program: "cbc", args: []string{"{model}", "solve", "solution", "{answer}"}},
	{format: "smt2", program: "z3", args: []string{"{model}"}},
	{format: "opb", program: "clasp", args: []string{"-n", "0", "--quiet=0", "{model}"}, every: true},
	{format: "dimacs", program: "minisat", args: []string{"{model}", "{answer}"}},
	{format: "dimacs", program: "clasp", args: []string{"-n", "0", "{model}"}, every: true},
	{format: "minizinc", program: "minizinc", needs: []string{"fzn-gecode"}, args: []string{"--solver", "gecode", "-a", "{model}"}, every: true},
}

// Independent programs solve the output of export, and decode, which checks its input, prints
// their solutions: one, or all if the program lists them.
func TestOtherProgramsSolveWhatIsExported(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("every answer is of another program, and our side of it is tested without the race detector")
	}
	for _, p := range exchangers {
		t.Run(p.format+"/"+p.program, func(t *testing.T) {
			t.Parallel()
			if p.program == "minizinc" {
				thorough.Only(t) // it takes longer to start than all others to solve
			}
			for _, program := range append(p.needs, p.program) {
				if _, err := exec.LookPath(program); err != nil {
					t.Skipf("%s is not installed", program)
				}
			}
			for _, c := range exchanged {
				folder := t.TempDir()
				puzzle := c.name
				if c.file != "" {
					puzzle = filepath.Join(folder, c.name+".yaml")
					if err := os.WriteFile(puzzle, []byte("format: 1\n"+c.file), 0o600); err != nil {
						t.Fatal(err)
					}
				}
				ending := map[string]string{"dimacs": "cnf", "minizinc": "mzn"}[p.format]
				model, answer := filepath.Join(folder, "model."+ending), filepath.Join(folder, "answer")
				if ending == "" {
					model += p.format
				}
				told(t, status.Done, "export", puzzle, "-f", p.format, "-o", model)
				args := make([]string, len(p.args))
				for k, arg := range p.args {
					args[k] = strings.NewReplacer("{model}", model, "{answer}", answer).Replace(arg)
				}
				said, _ := exec.CommandContext(t.Context(), p.program, args...).Output()
				if !strings.Contains(strings.Join(p.args, " "), "{answer}") {
					if err := os.WriteFile(answer, said, 0o600); err != nil {
						t.Fatal(err)
					}
				}
				want := told(t, status.Done, "count", puzzle)
				if c.solutions != "" && want != c.solutions+"\n" {
					t.Errorf("%s: native counts %s, want %s", c.name, want, c.solutions)
				}
				if want == "0\n" {
					told(t, status.NoSolution, "decode", puzzle, answer)
					continue
				}
				got := told(t, status.Done, "decode", "--all", "-f", "json", puzzle, answer)
				var all struct{ Count json.Number }
				if err := json.Unmarshal([]byte(got), &all); err != nil {
					t.Errorf("%s: %v in %s\nof %s", c.name, err, got, said)
				}
				if n := all.Count.String() + "\n"; p.every && n != want || !p.every && n != "1\n" {
					t.Errorf("%s: %sof %ssolutions:\n%s", c.name, n, want, said)
				}
			}
		})
	}
}

// told runs a command line that must end with a status, and returns its output.
func told(t *testing.T, want int, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if got := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr); got != want {
		t.Errorf("%q ended with %d, want %d: %s%s", fmt.Sprint(args), got, want, &stdout, &stderr)
	}
	return stdout.String()
}
