package verbs

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"math/big"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/internal/faults"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/text"
	"github.com/exactile/exactile/native"
	"github.com/spf13/cobra"
)

// newVerb is the verb that writes a new puzzle file.
func newVerb(c *cli.Console, cmd *cobra.Command) {
	var f newFlags
	r := cli.NewCall(c, cmd)
	cmd.Args = cli.Exactly()
	r.Plain(func(ctx context.Context) error {
		if ending, broken := cli.FormatOfEnding(f.path, "yaml"); broken {
			return cli.Misusef("-o %s: a new file is YAML with comments, which %s cannot hold",
				f.path, ending)
		}
		p, err := f.puzzle(c)
		if err != nil {
			return err
		}
		text, err := commented(ctx, c, p, f)
		if err != nil {
			return err
		}
		if f.path == "-" {
			_, err = c.Stdout.Write(text)
			return err
		}
		if err := cli.CheckFree(f.path, f.force); err != nil {
			return err
		}
		return cli.WriteFile(ctx, f.path, text)
	}, "")

	var lattices, sets []string
	for _, l := range lattice.All() {
		lattices = append(lattices, l.Name)
	}
	for _, e := range catalogue.SetEntries() {
		sets = append(sets, e.Pattern)
	}
	flags := r.Flags
	cli.AddSingle(flags, &f.path, "output", "o", "-",
		"write to the file `PATH`; -: standard output", "")
	flags.StringVar(&f.board, "board", "",
		"use `BOARD`: columns x rows, such as 6x10, x layers in space; hexagon:N, triangle:N")
	flags.StringVar(&f.pieces, "pieces", "",
		"use the pieces of `SET`: "+strings.Join(sets, ", "))
	cli.ChoiceVar(flags, &f.lattice, "lattice", "",
		"use `LATTICE`: "+strings.Join(lattices, ", "), lattices...)
	flags.BoolVar(&f.rules, "rules", false,
		"explain groups of pieces, rules between neighbours and goals, too")
	flags.BoolVar(&f.force, "force", false, "overwrite a file that is there already")
}

// newFlags are the flags of new: the puzzle, and its file.
type newFlags struct {
	path    string
	board   string
	pieces  string
	lattice string
	rules   bool
	force   bool
}

// puzzle returns the puzzle to begin with.
func (f *newFlags) puzzle(c *cli.Console) (*puzzle.Puzzle, error) {
	if f.board == "" && f.pieces == "" && f.lattice == "" {
		return &puzzle.Puzzle{
			Name: "two trominoes and perhaps a domino", Lattice: lattice.Square,
			Board: puzzle.Rect(4, 2),
			Pieces: []puzzle.Piece{
				puzzle.NewPiece("L", "X.", "XX").Times(puzzle.Exactly(2)),
				puzzle.NewPiece("I", "XX").Times(puzzle.Bounds{Min: 0, Max: 1}),
			},
		}, nil
	}
	begin := newStart{"trominoes", "5x3"}
	if f.lattice != "" && f.lattice != "square" {
		begin = newStart(catalogue.Starts[f.lattice])
	}
	if f.pieces != "" {
		begin = newStart{f.pieces, boards[f.pieces]}
	}
	set, err := catalogue.Set(begin.Pieces)
	if err != nil {
		return nil, cli.Misusef("--pieces: %v", err)
	}
	if f.lattice != "" && f.lattice != set.Lattice.Name {
		return nil, cli.Misusef("--pieces %s lie on the %s lattice, not on --lattice %s",
			begin.Pieces, set.Lattice.Name, f.lattice)
	}
	if f.board != "" {
		begin.Board = f.board
	}
	if begin.Board == "" {
		begin.Board = roomFor(set)
	}
	board, err := catalogue.Board(set.Lattice, begin.Board)
	if err != nil {
		return nil, cli.Misusef("--board: %v", err)
	}
	area, cells := set.Area(), len(board.Sites)
	switch {
	case begin.Pieces == "dominoes" || begin.Pieces == "trominoes":
		for k := range set.Pieces {
			set.Pieces[k].Count = puzzle.Bounds{Min: 0, Max: puzzle.Unbounded}
		}
	case area > cells:
		c.Note("the pieces cover %s, the board has %d: each piece is used once or not at all",
			text.Plural(area, "cell"), cells)
		for k := range set.Pieces {
			set.Pieces[k].Count = puzzle.Bounds{Min: 0, Max: 1}
		}
	case area < cells:
		c.Note("the pieces cover %s, the board has %d: %d stay empty",
			text.Plural(area, "cell"), cells, cells-area)
		board = board.Packing()
	}
	return &puzzle.Puzzle{
		Name: fmt.Sprintf("%s on %s", begin.Pieces, begin.Board), Lattice: set.Lattice,
		Board: board, Pieces: set.Pieces,
	}, nil
}

// A newStart is a set of pieces and a board for it.
type newStart struct{ Pieces, Board string }

// boards are the boards of sets for which roomFor finds no good one.
var boards = map[string]string{"dominoes": "4x4", "trominoes": "5x3", "tetrominoes": "5x5",
	"pentominoes": "6x10"}

// roomFor returns a board that is not too long, with as many cells as the pieces cover if
// possible, else with a few more.
func roomFor(set *catalogue.PieceSet) string {
	area := set.Area()
	flat := func(n int) (columns, rows int, exact bool) {
		root := int(math.Ceil(math.Sqrt(float64(n))))
		for rows = root; rows > 1; rows-- {
			if n%rows == 0 && n/rows <= 4*rows {
				return n / rows, rows, true
			}
		}
		rows = root
		return (n + rows - 1) / rows, rows, false
	}
	if set.Lattice.Layered() {
		layers := 1
		for layers*layers*layers < area {
			layers++
		}
		for n := layers; n > 1; n-- {
			if columns, rows, exact := flat(area / n); area%n == 0 && exact {
				return fmt.Sprintf("%dx%dx%d", columns, rows, n)
			}
		}
		return fmt.Sprintf("%dx%dx%d", layers, layers, layers)
	}
	columns, rows, _ := flat(area)
	return fmt.Sprintf("%dx%d", columns, rows)
}

// probeNodes bounds the nodes of each search for the claim of a new puzzle: about a second's
// work. A limit of nodes, unlike time, gives the same file every time.
const probeNodes = 20_000_000

// known searches for a claim about a puzzle's solutions, and for one solution. Both may remain
// unknown.
func known(
	ctx context.Context, t *puzzle.Tiling,
) (claims []puzzle.Claim, s cover.Solution, err error) {
	// In a large puzzle a node takes longer, and more nodes are far from any solution.
	size := 1 + int64(len(t.Options)/3000)
	search := native.Searcher{MaxNodes: max(1000, probeNodes/(size*size))}
	source := "exactile new, by its native engine"
	first, found, err := backends.First(ctx, search, t.Model)
	if err != nil && !errors.Is(err, native.ErrBudget) {
		return nil, nil, err
	}
	if found {
		s = first
	}
	n, err := search.Count(ctx, t.Model)
	switch {
	case err == nil:
		claims = []puzzle.Claim{{Kind: puzzle.Solutions, Count: n, Source: source}}
	case !errors.Is(err, native.ErrBudget):
		return nil, nil, err
	case found:
		claims = []puzzle.Claim{{Kind: puzzle.AtLeast, Count: big.NewInt(1), Source: source}}
	}
	return claims, s, nil
}

// commented returns the puzzle as a file that explains itself.
func commented(
	ctx context.Context, c *cli.Console, p *puzzle.Puzzle, f newFlags,
) ([]byte, error) {
	path := f.path
	bare, err := cli.PuzzleText("yaml", p)
	if err != nil {
		return nil, err
	}
	// A file that cannot be read back is useless.
	t, err := cli.ReadBack(path, bare, "yaml")
	if err != nil {
		return nil, fmt.Errorf("nothing was written: %s cannot be read with %s: %w",
			p.Name, text.Plural(len(p.Pieces), "piece"), err)
	}
	found := faults.Find(t)
	for _, why := range found.Notes {
		c.Note("%s: %s", p.Name, why)
	}
	claims, s, err := known(ctx, t)
	if err != nil {
		return nil, err
	}
	p.Claims = claims
	switch {
	case len(found.Notes) > 0:
	case len(claims) == 0:
		c.Note("%s: no solution was found in a second or so", p.Name)
	case claims[0].Count.Sign() == 0:
		c.Note("%s: there is no solution", p.Name)
	}
	plain, err := cli.PuzzleText("yaml", p)
	if err != nil {
		return nil, err
	}
	if path == "-" {
		path = "FILE"
	}
	var b strings.Builder
	comments := template.Must(template.New("new").Parse(newComments))
	comment := func(name, value string) {
		if t := comments.Lookup(name); t != nil {
			_ = t.Execute(&b, value) // a Builder never fails
		}
	}
	comment("head", filepath.Base(path))
	written := string(plain)
	if len(claims) == 0 {
		written += "claims: []\n"
	}
	for line := range strings.Lines(written) {
		key, _, _ := strings.Cut(line, ":")
		if key == "claims" {
			comment("place", hint(t, s))
			comment(map[bool]string{true: "rules", false: "more"}[f.rules], "")
		}
		comment(key, "")
		b.WriteString(line)
	}
	return []byte(b.String()), nil
}

// newComments are templates of comments: head is at the top of a new file, place before its
// claims, then rules, or more without them, and each other one above the key of the same name.
//
//go:embed new.tmpl
var newComments string

// hint is a hint in a puzzle file: the first placement of a solution, if there is one.
func hint(t *puzzle.Tiling, s cover.Solution) string {
	if len(s) == 0 {
		return "{piece: NAME, cells: [[0, 0], [1, 0]]}"
	}
	pl := t.Placements[s[0]]
	var cells []string
	for _, c := range t.Puzzle.Coordinates(pl.Cells) {
		cells = append(cells, strings.ReplaceAll(fmt.Sprint(c), " ", ", "))
	}
	return fmt.Sprintf("{piece: %s, cells: [%s]}",
		t.Puzzle.Pieces[pl.Piece].Name, strings.Join(cells, ", "))
}
