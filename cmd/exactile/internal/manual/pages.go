package manual

import (
	"embed"
	"fmt"
	"path"
	"strings"
	"text/template"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/internal/game"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/terminal"
	"github.com/spf13/cobra"
)

// topicFiles holds a file for each verb: its usage, what it does in one line, an empty line, more
// about it, and examples. And a file for each topic: a title, an empty line, and its text, a
// template with the tables of the program. All are in 80 columns.
//
//go:embed help topics
var topicFiles embed.FS

// Page returns the command of a verb, which has no more than its help page: the text help/NAME.txt.
func Page(name string) *cobra.Command {
	data, err := topicFiles.ReadFile(path.Join("help", name+".txt"))
	if err != nil {
		panic(err) // it is embedded
	}
	text, examples, _ := strings.Cut(string(data), "\nExamples:\n")
	use, text, _ := strings.Cut(text, "\n")
	if name != "exactile" {
		use = strings.TrimPrefix(use, "exactile ")
	}
	short, text, _ := strings.Cut(text, "\n")
	return &cobra.Command{
		Use: use, Short: strings.TrimSuffix(short, "."),
		Long: strings.Trim(text, "\n"), Example: strings.TrimRight(examples, "\n"),
	}
}

// topicOrder is the order of the topics in the manual.
var topicOrder = []string{
	"puzzle-file", "lattices", "backends", "encodings", "counts", "clusters", "certificates",
	"exit-codes",
}

// A Topic is a text about a subject of several verbs. Its lists come from the tables of the
// program, so that they cannot go stale.
type Topic struct{ Name, Short, text string }

// Topics returns all topics.
func Topics() []Topic {
	var all []Topic
	for _, name := range topicOrder {
		data, err := topicFiles.ReadFile(path.Join("topics", name+".txt"))
		if err != nil {
			panic(err) // it is embedded
		}
		short, text, _ := strings.Cut(string(data), "\n\n")
		all = append(all, Topic{name, short, text})
	}
	return all
}

// String is the whole topic, in lines of 80 columns.
func (t Topic) String() string {
	var b strings.Builder
	table := func(name string) string {
		return strings.TrimSuffix(cli.TextTable(topicTables()[name]), "\n")
	}
	text := template.Must(template.New(t.Name).Funcs(template.FuncMap{"table": table,
		"board": board}).Parse(t.text))
	if err := text.Execute(&b, nil); err != nil {
		panic(err) // all its tables are defined
	}
	return b.String()
}

// TopicCommands returns the topics as commands without an action, which cobra lists as further
// help.
func TopicCommands() []*cobra.Command {
	var all []*cobra.Command
	for _, t := range Topics() {
		cmd := &cobra.Command{Use: t.Name, Short: t.Short}
		cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) { cmd.Print(t) })
		all = append(all, cmd)
	}
	return all
}

// topicBoards are written on each lattice.
var topicBoards = map[string]string{
	"square": "abc\ndef", "hex": "abcd\nefgh\nijkl", "triangle": "abcde\nfghij\nklmno",
	"cube": "abc\ndef\n\nghi\njkl", "balls": "abc\ndef\nghi\n\njk\nlm\n\nn",
	"hex-prism": "abc\ndef\n\nghi\njkl", "sticks": "#a#b#\nc#d#e\n#f#g#",
	"trigs": "#a#b#\ncdefg\n#h#i#", "twigs": "###a#\n#bcde\n#f#g#\nhijk#\n#l###",
}

// board draws a board on a lattice, beside what is written.
func board(name string) string {
	l, _ := lattice.ByName(name)
	return sideBySide(l, topicBoards[name])
}

// sideBySide draws a board as it is written and, beside it, as it is on the lattice, indented.
// Every cell shows its character.
func sideBySide(l *lattice.Lattice, board string) string {
	rows := strings.Split(board, "\n")
	p := &puzzle.Puzzle{Lattice: l}
	at := lattice.Cell{}
	for _, row := range rows {
		if row == "" {
			at = lattice.Cell{0, 0, at[2] + 1}
			continue
		}
		for x, c := range row {
			if at[0] = x; c == '#' {
				continue
			}
			p.Board.Sites = append(p.Board.Sites, puzzle.Site{Cell: puzzle.Cell{At: at, Symbol: c}})
			for k := range at {
				p.Board.Size[k] = max(p.Board.Size[k], at[k]+1)
			}
		}
		at[1]++
	}
	piece := puzzle.Piece{Name: "the board", Count: puzzle.Exactly(1)}
	for _, site := range p.Board.Sites {
		piece.Cells = append(piece.Cells, site.Cell)
	}
	p.Pieces = []puzzle.Piece{piece}
	t, err := p.Compile()
	if err != nil {
		panic(err) // the boards are constants
	}
	var b strings.Builder
	lines := cli.NewRows(&b, cli.TextWidth-4, false)
	_ = lines.Add(new(terminal.Block).Under(rows...)) // a Builder never fails
	_ = lines.Add(terminal.New(t).Board(0))
	_ = lines.Flush()
	return "  " + strings.ReplaceAll(strings.TrimRight(b.String(), "\n"), "\n", "\n  ")
}

// topicTables are the tables of the texts.
func topicTables() map[string][][2]string {
	all := make(map[string][][2]string)
	row := func(table, name, text string) {
		all[table] = append(all[table], [2]string{name, text})
	}
	for _, key := range formats.Keys() {
		row("keys of a "+key.Of, key.Name, key.Text)
	}
	for _, f := range formats.All() {
		row("formats", f.Name, f.Text)
	}
	for _, e := range append(catalogue.Entries(), game.DailyEntry) {
		row("puzzles", e.Pattern, e.Text)
	}
	for _, name := range registry.Names() {
		row("backends", name, registry.Text(name))
	}
	row("backends", "process:PROGRAM",
		"any program that reads DIMACS or OPB and answers with s and v "+
			"lines, by its name on the PATH or its path; takes an encoding")
	for _, e := range encode.Encodings() {
		bound := "bound 1"
		if e.Bounds != nil {
			bound = "any bound"
		}
		row("encodings", e.Name, fmt.Sprintf("%s (%s; %s)", e.Text, bound, e.Source))
	}
	for _, c := range completenesses {
		row("completeness", string(c.name), c.text)
	}
	for _, s := range cli.StatusMeanings() {
		row("statuses", fmt.Sprint(s.Code), s.Text)
	}
	return all
}

// completenesses are the kinds of evidence that a count misses no solution, the weakest first.
var completenesses = []struct {
	name backends.Completeness
	text string
}{
	{backends.ByEngine,
		"A SAT engine or an outside program says that no solution is left, and gives no proof. " +
			"The solutions that it listed were checked; a missing one would not show."},
	{backends.BySearch,
		"exactile's own search tried everything. The search is tested against other " +
			"engines, but leaves no evidence."},
	{backends.ByFormula,
		"The number is the value of a closed formula (Kasteleyn's, for pieces of two cells on " +
			"planar boards). The formula is tested against searches; count --list and -b search " +
			"instead."},
	{backends.ByProof,
		"The engine's proof that no solution is left was checked, step by step, " +
			"by separate code. " +
			"The step from the puzzle to clauses is exactile's; certify proves that, too."},
	{backends.ByArgument,
		"There is no solution, for a reason that needs no search: the colours, areas or " +
			"other numbers of pieces and board do not match. " +
			"The report's \"argument\" says which."},
}
