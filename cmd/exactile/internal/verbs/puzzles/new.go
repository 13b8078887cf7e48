package puzzles

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/output"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

// New is the verb that begins a puzzle file.
func New(c *console.Console) *cobra.Command {
	var f newFlags
	sets := slices.Sorted(maps.Keys(pieceSets()))
	cmd := &cobra.Command{
		Use:   "new",
		Short: "Begin a puzzle file of your own",
		Long: `new writes a small puzzle file with comments that explain every part of it, to
change into a puzzle of your own. It can be solved as it is, and what it claims
about its solutions is true.

With --board and --pieces it begins with those, and says so if they have no
solution. Pieces that are smaller than the board leave cells empty; pieces that
are larger need not all be used. A file that is there already stays as it is,
unless --force.`,
		Example: `  exactile new -o mine.yaml
  exactile new --board 5x5 --pieces tetrominoes -o mine.yaml
  exactile solve mine.yaml && exactile verify mine.yaml`,
		Args: usage.Exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if ending, broken := output.Promise(f.path, "yaml"); broken {
				return usage.Errorf("-o %s: a new file is YAML, with comments that %s has no place for",
					f.path, ending)
			}
			p, err := f.puzzle()
			if err != nil {
				return err
			}
			text, err := commented(cmd.Context(), c, p, f.path)
			if err != nil {
				return err
			}
			if f.path == "-" {
				_, err = c.Stdout.Write(text)
				return err
			}
			return f.write(cmd.Context(), text)
		},
	}
	flags := cmd.Flags()
	usage.AddSingle(flags, &f.path, "output", "o", "-",
		"`PATH` of the file to write; -: standard output", "")
	flags.StringVar(&f.board, "board", "",
		"size of the board as `WxH`, columns first, such as 6x10")
	flags.StringVar(&f.pieces, "pieces", "",
		"`SET` of pieces to begin with: "+strings.Join(sets, ", "))
	flags.BoolVar(&f.force, "force", false, "overwrite a file that is there already")
	return cmd
}

// newFlags are the flags of new: what puzzle is begun, and where.
type newFlags struct {
	path   string
	board  string
	pieces string
	force  bool
}

// write writes a new file: under its name only once it is whole, and not in the place of
// another unless it may.
func (f *newFlags) write(ctx context.Context, text []byte) error {
	if _, err := os.Lstat(f.path); err == nil && !f.force {
		return fmt.Errorf("%s is there already; --force overwrites it", f.path)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	w, err := output.Open(ctx, output.Target{Path: f.path}, nil)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return w.Finish(err)
}

// A pieceSet is what --pieces names, and a board that suits it.
type pieceSet struct {
	pieces        []puzzle.Piece
	columns, rows int
}

func pieceSets() map[string]pieceSet {
	often := puzzle.Bounds{Min: 0, Max: puzzle.Unbounded}
	pentominoes, _ := catalogue.Lookup("pentominoes:6x10") // a name that the catalogue shows
	return map[string]pieceSet{
		"dominoes": {[]puzzle.Piece{puzzle.NewPiece("domino", "XX").Times(often)}, 4, 4},
		"trominoes": {[]puzzle.Piece{
			puzzle.NewPiece("I", "XXX").Times(often), puzzle.NewPiece("L", "X.", "XX").Times(often),
		}, 5, 3},
		"tetrominoes": {[]puzzle.Piece{
			puzzle.NewPiece("I", "XXXX"), puzzle.NewPiece("L", "X..", "XXX"),
			puzzle.NewPiece("O", "XX", "XX"), puzzle.NewPiece("S", ".XX", "XX."),
			puzzle.NewPiece("T", "XXX", ".X."),
		}, 5, 5},
		"pentominoes": {pentominoes[0].Pieces, 6, 10},
	}
}

// puzzle returns the puzzle to begin with.
func (f *newFlags) puzzle() (*puzzle.Puzzle, error) {
	if f.board == "" && f.pieces == "" {
		return &puzzle.Puzzle{
			Name: "two trominoes and perhaps a domino", Lattice: lattice.Square, Board: puzzle.Rect(4, 2),
			Pieces: []puzzle.Piece{
				puzzle.NewPiece("L", "X.", "XX").Times(puzzle.Exactly(2)),
				puzzle.NewPiece("I", "XX").Times(puzzle.Bounds{Min: 0, Max: 1}),
			},
		}, nil
	}
	name := f.pieces
	if name == "" {
		name = "trominoes"
	}
	sets := pieceSets()
	if err := usage.OneOf("--pieces %q", name, slices.Sorted(maps.Keys(sets))); err != nil {
		return nil, err
	}
	set := sets[name]
	if f.board != "" {
		var err error
		if set.columns, set.rows, err = parseBoard(f.board); err != nil {
			return nil, err
		}
	}
	cells, area, bound := set.columns*set.rows, 0, true
	for _, piece := range set.pieces {
		area += len(piece.Cells)
		bound = bound && piece.Count.Max != puzzle.Unbounded
	}
	if bound && area > cells {
		for k := range set.pieces {
			set.pieces[k].Count = puzzle.Bounds{Min: 0, Max: 1}
		}
	}
	board := puzzle.Rect(set.columns, set.rows)
	if bound && area < cells {
		board = board.Packing()
	}
	return &puzzle.Puzzle{
		Name: fmt.Sprintf("%s on %dx%d", name, set.columns, set.rows), Lattice: lattice.Square,
		Board: board, Pieces: set.pieces,
	}, nil
}

// maxSide bounds the boards of new.
const maxSide = 50

// parseBoard reads "WxH".
func parseBoard(text string) (columns, rows int, err error) {
	w, h, _ := strings.Cut(text, "x")
	columns, errW := strconv.Atoi(w)
	rows, errH := strconv.Atoi(h)
	if errW != nil || errH != nil || min(columns, rows) < 1 || max(columns, rows) > maxSide {
		return 0, 0, usage.Errorf("--board %q: want columns x rows, such as 6x10, each from 1 to %d",
			text, maxSide)
	}
	return columns, rows, nil
}

// newNodes is how many nodes the searches for the claim of a new puzzle may have:
// about a second's work. Nodes, unlike time, give the same file every time.
const newNodes = 20_000_000

// known finds out what can be claimed of a puzzle's solutions, and one of them.
// Both may remain unknown.
func known(
	ctx context.Context, t *puzzle.Tiling,
) (claims []puzzle.Claim, s cover.Solution, err error) {
	search := native.Searcher{MaxNodes: newNodes}
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
	ctx context.Context, c *console.Console, p *puzzle.Puzzle, path string,
) ([]byte, error) {
	t, err := p.Compile()
	if err != nil {
		return nil, err
	}
	claims, s, err := known(ctx, t)
	if err != nil {
		return nil, err
	}
	p.Claims = claims
	switch {
	case len(claims) == 0:
		c.Note("%s: no solution was found in a second or so", p.Name)
	case claims[0].Count.Sign() == 0:
		c.Note("%s: there is no solution", p.Name)
	}
	var plain bytes.Buffer
	if err := formats.Write(&plain, "yaml", p); err != nil {
		return nil, err
	}
	if path == "-" {
		path = "FILE"
	}
	var b strings.Builder
	comments := template.Must(template.New("new").Parse(newComments))
	comment := func(name, value string) {
		if t := comments.Lookup(name); t != nil {
			_ = t.Execute(&b, value) // a Builder takes everything
		}
	}
	comment("head", filepath.Base(path))
	text := plain.String()
	if len(claims) == 0 {
		text += "claims: []\n"
	}
	for line := range strings.Lines(text) {
		key, _, _ := strings.Cut(line, ":")
		if key == "claims" {
			comment("place", hint(t, s))
		}
		comment(key, "")
		b.WriteString(line)
	}
	return []byte(b.String()), nil
}

// newComments are templates of comments: head stands at the top of a new file, place before
// its claims, and each other one above the key of its name.
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
	for _, c := range pl.Cells {
		cells = append(cells, fmt.Sprintf("[%d, %d]", c[0], c[1]))
	}
	return fmt.Sprintf("{piece: %s, cells: [%s]}",
		t.Puzzle.Pieces[pl.Piece].Name, strings.Join(cells, ", "))
}
