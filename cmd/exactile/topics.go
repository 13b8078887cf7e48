package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/proof"
)

// A topic is a text about something that several verbs share. What it lists it
// takes from the tables of the program, so that it cannot go stale.
type topic struct {
	name, short string
	write       func(p *prose)
}

func topics() []topic {
	return []topic{
		{"puzzle-file", "How to write a puzzle down, and the other formats", puzzleFileTopic},
		{"backends", "What can search, and how to choose", backendsTopic},
		{"encodings", "How a puzzle becomes clauses for a SAT solver", encodingsTopic},
		{"counts", "What a number of solutions means, and what it is worth", countsTopic},
		{"certificates", "Proofs that there are exactly N solutions", certificatesTopic},
		{"exit-codes", "What the exit status says", exitCodesTopic},
	}
}

// text is the whole topic in lines of the given width.
func (t topic) text(width int) string {
	p := prose{width: width}
	t.write(&p)
	return p.String()
}

// topicCommands are the topics as the commands without an action that cobra
// lists as further help.
func topicCommands() []*cobra.Command {
	var all []*cobra.Command
	for _, t := range topics() {
		cmd := &cobra.Command{Use: t.name, Short: t.short}
		cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) { cmd.Print(t.text(textWidth)) })
		all = append(all, cmd)
	}
	return all
}

func puzzleFileTopic(p *prose) {
	p.par(`A puzzle is a board, pieces, and what is known of its solutions, written in YAML, or in JSON with the same keys. "exactile new" writes one with comments to start from, and "exactile schema" prints a JSON Schema with which editors complete and explain the keys.`)
	p.lines(`
format: 1
name: two trominoes and perhaps a domino
board: |
  ....
  ....
pieces:
  - {name: L, shape: ["X.", "XX"], count: 2}
  - {name: I, shape: ["XX"], count: 0..1}
claims:
  - {solutions: 6, source: by hand}
`)
	for _, part := range []struct{ of, title string }{
		{"puzzle", "Keys of a puzzle"}, {"piece", "Keys of a piece"}, {"hint", "Keys of a hint, under place"}, {"claim", "Keys of a claim"},
	} {
		p.heading(part.title)
		var rows [][2]string
		for _, key := range formats.Keys() {
			if key.Of == part.of {
				rows = append(rows, [2]string{key.Name, key.Text})
			}
		}
		p.table(rows)
	}
	p.heading("Traps")
	p.par(`An X on a board is an error, since X is a cell in a shape; write '.' for a cell of the board. A board whose first row starts with a blank needs "board: |2"; '#' is easier to see. A piece that is used several times is one piece with a count, not several pieces: copies are interchangeable. Two pieces of one shape and different names are told apart, with a warning from the formats that cannot say otherwise; --merge-congruent makes them one.`)
	p.heading("Other formats")
	p.par(`The format is told from the content, else from an ending (.cfg, .grid, .dlx), or named by --from. "exactile convert" writes each of them as any other that can hold the puzzle.`)
	var rows [][2]string
	for _, f := range formats.All() {
		rows = append(rows, [2]string{f.Name, f.Text})
	}
	p.table(rows)
	p.par(`In cap and grid files every piece is placed, and cells may stay empty if the pieces are smaller than the board. Items and options (dlx) have no geometry, so their drawings list options.`)
	p.heading("Built-in puzzles")
	p.par(`In the place of a file, a PUZZLE can be one of these names, or - for standard input.`)
	rows = nil
	for _, e := range catalogue.Entries() {
		rows = append(rows, [2]string{e.Pattern, e.Text})
	}
	p.table(rows)
}

func backendsTopic(p *prose) {
	p.par(`A backend lists the solutions of a puzzle's model. They know nothing of each other, so that their agreement is worth something; "exactile compare" runs several and compares what they found. -b names one:`)
	var rows [][2]string
	for _, e := range backends.Entries() {
		rows = append(rows, [2]string{e.Name, e.Text})
	}
	rows = append(rows, [2]string{"process:PROGRAM", "any program that reads DIMACS and answers with s and v lines, by its name on the PATH or its path; takes an encoding"})
	p.table(rows)
	p.par(`An encoding is named after a slash: gini/sequential, process:cadical/ladder. For a program whose path ends in the name of an encoding, # separates the two: process:./product#pairwise. See "exactile help encodings". "exactile list" says which programs were found.`)
	p.heading("Outside programs")
	p.par(`A program whose answers are known is a solver, a counter (it counts models, and lists none) or an estimator (its counts are guesses, printed as "about N", and neither confirm nor contradict anything). Some solvers list all models in one run, which is faster than being asked again and again. "exactile list" says which are installed; any other program is run as PROGRAM FILE. --solver-profile FILE adds programs, or changes how they are called, in YAML:`)
	p.lines(`
programs:
  - name: mysat
    solve: ["--quiet", "{formula}"]
    version: ["--version"]
    match: 'MySAT (\S+)'`)
	p.par(`solve, list and count are the arguments that make the program find a model, list all, or count them; {formula}, {result} and {dir} stand for its files. Other keys: model (lines, or result for programs that write {result}), the exit statuses satisfiable, unsatisfiable and complete (all models were listed), most (models after which listing gets slow), approximate, projects (it honours "c p show"), and beside (it must start in its own folder).`)
	p.par(`When the time or the memory (--memory, for all of them together) is up, a program is killed. On Linux everything that it has started is killed with it, also what has left its process group or its session, and so it is when exactile itself is killed, in whatever way; its temporary files go, too. Other systems have the process group alone (Windows not even that): what leaves it may live on there, and so may all of it, with its files, when exactile is killed. --isolate runs gini and gophersat like that, too: an engine that hangs, dies or grows without end is then an error of its row, at the price of a message a solution.`)
	p.heading("Which one")
	p.par(`native is the fastest for nearly every puzzle, and the only one that counts without listing, so that dominoes:8x8 with its 12988816 solutions takes no time. SAT solvers can be faster at a first solution of a large board, or at seeing that there is none. To list all solutions they split the model into parts and forbid what they found; --enumerate blocking does the latter alone.`)
	p.par(`-j sets how many cores one search uses. Neither that nor the choice of a backend changes what is found; the order of the solutions depends on the backend alone.`)
}

func encodingsTopic(p *prose) {
	p.par(`A cell that must be covered becomes a clause: one of its placements holds. That no two of them hold can be said in many ways, the at-most encodings. For n placements and a bound k:`)
	var rows [][2]string
	general := encode.GeneralNames()
	for _, e := range encode.Encodings() {
		bound := "bound 1"
		if slices.Contains(general, e.Name) {
			bound = "any bound"
		}
		rows = append(rows, [2]string{e.Name, fmt.Sprintf("%s (%s; %s)", e.Text, bound, e.Source)})
	}
	p.table(rows)
	p.par(fmt.Sprintf(`%s is used where none is named. Encodings for the bound 1 alone leave other bounds to the totalizer; ONE+MANY names both, as in %s+%s.`, encode.Default, encode.Default, general[0]))
	p.par(`Variable N of a formula is placement N. The variables beyond them are auxiliary. What "exactile export -f dimacs" writes leaves none of them open, so that the number of models is the number of solutions, also for model counters that ignore the "c p show" line; --free-aux drops the clauses that only serve that.`)
	p.par(`gophersat/cardinality has no encoding: the engine takes the bounds as they are.`)
}

func countsTopic(p *prose) {
	p.par(`A solution is a set of placements. Copies of a piece are interchangeable and never multiply a count; pieces of different names are told apart even if their shapes are the same, unless --merge-congruent.`)
	p.heading("Up to symmetry")
	p.par(`--up-to-symmetry counts as one the solutions that the motions of the board take to each other. The motions are those that map the board, with its symbols and the cells that may stay empty, the hints, and the pieces with their counts to themselves; a piece that may not be flipped maps to its mirror twin if there is one. "exactile show" lists them. --symmetry turns leaves out reflections, none everything. The number is made by Burnside's lemma: the mean, over the motions, of the solutions that each leaves alone.`)
	p.heading("Evidence")
	p.par(`Every solution that any backend lists is checked against the model by code that knows neither geometry nor logic; one that fails is an error, not a count. With --list, and wherever solutions are listed, the report (--json) has a digest of the set of solutions, which does not depend on their order or on who found them. Backends agree when their digests do. A count made without listing has "checked": 0 and no digest; "exactile compare" and "exactile certify" are for those who want more.`)
	p.heading("Completeness")
	p.par(`That every solution in a list is one has been checked; that none is missing is another matter. The report's "completeness" says what that rests on. It is null for a count that is not complete.`)
	var rows [][2]string
	for _, c := range backends.Completenesses() {
		rows = append(rows, [2]string{string(c.Completeness), c.Text})
	}
	p.table(rows)
	p.par(`Where it is the word of an outside program (-b process:PROGRAM), a note on standard error says whose. A sum of parts rests on the weakest of theirs. "exactile compare" asks several who know nothing of each other.`)
	p.heading("At least")
	p.par(fmt.Sprintf(`A search that a limit ended (--timeout, --limit, memory, the first Ctrl-C) prints "at least N" and exits with %d, and its report says "complete": false. The time for a puzzle begins with its reading, for compare with each row's, for verify it is CPU time where the system tells, and for a run with --checkpoint when it is read. The second Ctrl-C ends the program at once, with %d.`, statusStopped, statusKilled))
}

func certificatesTopic(p *prose) {
	p.par(`"exactile certify PUZZLE -o DIR" writes a proof that the puzzle has exactly N solutions, and "exactile certify --check DIR" checks one. N = 0 is a proof that there is none, N = 1 that the solution is unique.`)
	p.table([][2]string{
		{proof.PuzzleFile, "the puzzle, as it was understood"},
		{proof.ModelFile, "its model: Knuth's items and options"},
		{proof.SolutionsFile, "the N solutions"},
		{proof.TreeFile, "a search tree that leaves no room for any other"},
		{proof.SymmetryFile, "with --up-to-symmetry: the motions"},
		{proof.CertificateFile, "what is claimed, and the digests of the files"},
		{proof.CNFFile + ", " + proof.DRATFile, "with --drat: a formula and a refutation for checkers of SAT proofs"},
		{proof.BlockedFile, "with --blocked: the formula with a clause against each solution"},
		{proof.LRATFile, "with --lrat: the refutation with hints"},
	})
	p.par(`Large files are compressed, and end in .zst, unless --no-compress. The checker replays the tree on the model: at each node it finds by itself all options that still fit, descends into each, and meets a solution of the list or an item that nothing can cover. It knows no engine, no encoding and no pruning rule. The separate program exactile-check is the checker alone.`)
	p.heading("What the verdict says")
	p.table([][2]string{
		{"proved", `what was shown, and of what: "proved: NAME has exactly N solutions" where the folder holds the puzzle of that name, and its model was made of it once more; "a model that calls itself NAME" where it holds no puzzle, since a name alone is anybody's`},
		{"proof", `what the count is worth: that there is no other solution was shown by a tree that the checker replayed, and is nobody's word; "exactile help counts" has the other kinds`},
		{"checked", "what was verified on the way, a line a file"},
		{"trusted", "what the proof rests on and nobody showed: that the puzzle in the folder is the one you mean, that making a model of it is right, this program, its compiler and the machine"},
		{"not checked", "what the folder says besides, and may be false; the proof does not rest on it: which program wrote it, and a refutation that would take too long to check"},
	})
	p.par(fmt.Sprintf(`A folder that says one thing in two ways, or holds a part that it does not list, is refused, with %d. Formulas are written anew and compared; refutations are checked clause by clause.`, statusDisagree))
	p.heading("What it does not prove")
	p.par(`A certificate says nothing about whether the puzzle in it is the one you meant, nor that the program, its compiler and the machine are sound. exactile-check, which knows no geometry, trusts the step from the puzzle to the model and says so; --check makes the model once more. To rest on a program that is not ours:`)
	p.lines(`
exactile certify pentominoes:3x20 -o c --drat --blocked --no-compress
drat-trim c/` + proof.BlockedFile + ` c/` + proof.DRATFile)
}

func exitCodesTopic(p *prose) {
	p.par(`What the exit status of every verb says:`)
	var rows [][2]string
	for _, s := range statuses() {
		rows = append(rows, [2]string{fmt.Sprint(s.status), s.text})
	}
	p.table(rows)
	var order []string
	for _, s := range worstFirst {
		order = append(order, fmt.Sprint(s))
	}
	p.par(fmt.Sprintf(`With several puzzles all are run, and the status is the first present of %s.`, strings.Join(order, ", ")))
	p.heading("Signals")
	p.par(`SIGUSR1 prints on standard error how far a run has come, whatever --progress says, and ends nothing: "kill -USR1 PID". On macOS and BSD SIGINFO does the same, which a terminal sends for Ctrl-T; Windows has neither.`)
	p.heading("Errors")
	p.par(`Errors stand on standard error, or with --json as an object {"error": {"code": ..., "message": ...}} on standard output. What was found before a limit is printed, marked "at least".`)
}
