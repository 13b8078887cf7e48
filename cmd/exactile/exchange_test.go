package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/internal/testkit"
)

// An exchanged puzzle has its number of solutions beside it, if another source tells that.
type exchanged struct {
	name, file string // the file's text, or "": name is one that the command knows
	solutions  string
}

// exchangedPuzzles are of every kind: an exact fill, packings, ranges, symbols, hints,
// several pieces alike, other lattices, impossible ones and one without anything.
var exchangedPuzzles = []exchanged{
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

// An exchanger is a program that solves a format of export, and whose answers decode reads.
type exchanger struct {
	format, program string
	// needs are other programs that it starts.
	needs []string
	// args are its arguments: {model} is the model and {answer} where the answer is to be,
	// which otherwise stands on its standard output.
	args []string
	// every is set if the answer has all solutions.
	every bool
	// export are more arguments of export.
	export []string
}

var exchangers = []exchanger{
	{format: "asp", program: "clingo", args: []string{"-n", "0", "{model}"}, every: true},
	{format: "asp", program: "sh", needs: []string{"gringo", "clasp"}, args: []string{"-c", `gringo "$0" | clasp -n 1`, "{model}"}},
	{format: "lp", program: "glpsol", args: []string{"--lp", "{model}", "--write", "{answer}"}},
	{format: "lp", program: "cbc", args: []string{"{model}", "solve", "solution", "{answer}"}},
	{format: "smt2", program: "z3", args: []string{"{model}"}},
	{format: "opb", program: "clasp", args: []string{"-n", "0", "--quiet=0", "{model}"}, every: true},
	{format: "dimacs", program: "minisat", args: []string{"{model}", "{answer}"}},
	{format: "dimacs", program: "cadical", args: []string{"-q", "{model}"}, export: []string{"--encoding", "sequential", "--free-aux"}},
	{format: "dimacs", program: "picosat", args: []string{"{model}"}, export: []string{"--encoding", "pairwise", "--no-reduce"}},
	{format: "dimacs", program: "cryptominisat5", args: []string{"--verb=0", "{model}"}},
	{format: "dimacs", program: "kissat", args: []string{"-q", "{model}"}},
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
				testkit.OnlyThorough(t) // it takes longer to start than all others to solve
			}
			for _, program := range append(p.needs, p.program) {
				testkit.Program(t, program)
			}
			puzzles := exchangedPuzzles
			if !testkit.Thorough() { // a fill, a packing, a range, and one without a solution
				puzzles = append(puzzles[:4:4], puzzles[8])
			}
			for _, c := range puzzles {
				p.exchange(t, c)
			}
		})
	}
}

// exchange has the program solve a puzzle, and compares what decode finds with what is counted.
func (p exchanger) exchange(t *testing.T, c exchanged) {
	t.Helper()
	puzzle := c.argument(t)
	answer, said := p.solve(t, puzzle)
	count := exactile(t, cli.Done, "", "count", puzzle)
	if c.solutions != "" && count != c.solutions+"\n" {
		t.Errorf("%s: native counts %s, want %s", c.name, count, c.solutions)
	}
	if count == "0\n" {
		exactile(t, cli.NoSolution, "", "decode", puzzle, answer)
		return
	}
	want := "1\n"
	if p.every {
		want = count
	}
	if got, err := decoded(t, puzzle, answer); err != nil || got+"\n" != want {
		t.Errorf("%s: decode finds %s solutions (%v), want %sin\n%s", c.name, got, err, want, said)
	}
}

// argument is what names the puzzle on a command line, perhaps a file that is written for it.
func (e exchanged) argument(t *testing.T) string {
	t.Helper()
	if e.file == "" {
		return e.name
	}
	file := filepath.Join(t.TempDir(), e.name+".yaml")
	if err := os.WriteFile(file, []byte("format: 1\n"+e.file), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// solve exports a puzzle for the program and runs it: answer is a file for decode, and said
// is what the program printed. Its exit status does not count.
func (p exchanger) solve(t *testing.T, puzzle string) (answer string, said []byte) {
	t.Helper()
	ending, ok := map[string]string{"dimacs": "cnf", "minizinc": "mzn"}[p.format]
	if !ok {
		ending = p.format
	}
	folder := t.TempDir()
	model, answer := filepath.Join(folder, "model."+ending), filepath.Join(folder, "answer")
	exactile(t, cli.Done, "", append([]string{"export", puzzle, "-f", p.format, "-o", model}, p.export...)...)
	args := make([]string, len(p.args))
	for k, arg := range p.args {
		args[k] = strings.NewReplacer("{model}", model, "{answer}", answer).Replace(arg)
	}
	said, _ = exec.CommandContext(t.Context(), p.program, args...).Output()
	if !strings.Contains(strings.Join(p.args, " "), "{answer}") {
		if err := os.WriteFile(answer, said, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return answer, said
}

// decoded returns how many solutions decode finds in an answer.
func decoded(t *testing.T, puzzle, answer string) (count string, err error) {
	t.Helper()
	text := exactile(t, cli.Done, "", "decode", "--all", "-f", "json", puzzle, answer)
	var all struct{ Count json.Number }
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return "", fmt.Errorf("%w in %s", err, text)
	}
	return all.Count.String(), nil
}
