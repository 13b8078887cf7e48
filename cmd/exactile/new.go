package main

import (
	"bytes"
	"context"
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

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/spelling"
	"github.com/exactile/exactile/native"
)

// newFlags say what puzzle is begun.
type newFlags struct {
	path   string
	board  string
	pieces string
	force  bool
}

func (a *app) newCommand() *cobra.Command {
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
		Args: exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out := (outputFlags{path: f.path, known: []string{"yaml"}}); out.promises() {
				return usage("-o %s: a new file is YAML, with comments that %s has no place for", f.path, out.ending())
			}
			p, err := f.puzzle()
			if err != nil {
				return err
			}
			text, err := a.commented(cmd.Context(), p, f.path)
			if err != nil {
				return err
			}
			if f.path == "-" {
				_, err = a.stdout.Write(text)
				return err
			}
			return f.write(cmd.Context(), text)
		},
	}
	flags := cmd.Flags()
	addSingle(flags, &f.path, "output", "o", "-",
		"`PATH` of the file to write; -: standard output", "")
	flags.StringVar(&f.board, "board", "", "size of the board as `WxH`, columns first, such as 6x10")
	flags.StringVar(&f.pieces, "pieces", "", "`SET` of pieces to begin with: "+strings.Join(sets, ", "))
	flags.BoolVar(&f.force, "force", false, "overwrite a file that is there already")
	return cmd
}

// write writes a new file: under its name only once it is whole, and not in the
// place of another unless it may.
func (f *newFlags) write(ctx context.Context, text []byte) error {
	if _, err := os.Lstat(f.path); err == nil && !f.force {
		return fmt.Errorf("%s is there already; --force overwrites it", f.path)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	out := outputFlags{path: f.path}
	w, err := out.open(ctx, nil)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return w.finish(err)
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
		"dominoes":    {[]puzzle.Piece{puzzle.NewPiece("domino", "XX").Times(often)}, 4, 4},
		"trominoes":   {[]puzzle.Piece{puzzle.NewPiece("I", "XXX").Times(often), puzzle.NewPiece("L", "X.", "XX").Times(often)}, 5, 3},
		"tetrominoes": {[]puzzle.Piece{puzzle.NewPiece("I", "XXXX"), puzzle.NewPiece("L", "X..", "XXX"), puzzle.NewPiece("O", "XX", "XX"), puzzle.NewPiece("S", ".XX", "XX."), puzzle.NewPiece("T", "XXX", ".X.")}, 5, 5},
		"pentominoes": {pentominoes[0].Pieces, 6, 10},
	}
}

// puzzle returns the puzzle to begin with.
func (f *newFlags) puzzle() (*puzzle.Puzzle, error) {
	if f.board == "" && f.pieces == "" {
		return &puzzle.Puzzle{
			Name: "two trominoes and perhaps a domino", Lattice: lattice.Square, Board: puzzle.Rect(4, 2),
			Pieces: []puzzle.Piece{puzzle.NewPiece("L", "X.", "XX").Times(puzzle.Exactly(2)), puzzle.NewPiece("I", "XX").Times(puzzle.Bounds{Min: 0, Max: 1})},
		}, nil
	}
	name := f.pieces
	if name == "" {
		name = "trominoes"
	}
	sets := pieceSets()
	set, known := sets[name]
	if !known {
		names := slices.Sorted(maps.Keys(sets))
		return nil, usage("--pieces %q: want one of %s%s", name, strings.Join(names, ", "), spelling.Hint(name, names))
	}
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
		return 0, 0, usage("--board %q: want columns x rows, such as 6x10, each from 1 to %d", text, maxSide)
	}
	return columns, rows, nil
}

// newNodes is how many nodes the searches for the claim of a new puzzle may have:
// about a second's work. Nodes, unlike time, give the same file every time.
const newNodes = 20_000_000

// known finds out what can be claimed of a puzzle's solutions, and one of them.
// Both may remain unknown.
func known(ctx context.Context, t *puzzle.Tiling) (claims []puzzle.Claim, s cover.Solution, err error) {
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
func (a *app) commented(ctx context.Context, p *puzzle.Puzzle, path string) ([]byte, error) {
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
		a.note("%s: no solution was found in a second or so", p.Name)
	case claims[0].Count.Sign() == 0:
		a.note("%s: there is no solution", p.Name)
	}
	var plain bytes.Buffer
	if err := formats.Write(&plain, "yaml", p); err != nil {
		return nil, err
	}
	if path == "-" {
		path = "FILE"
	}
	var b strings.Builder
	fmt.Fprintf(&b, strings.TrimPrefix(newHead, "\n"), filepath.Base(path))
	for line := range strings.Lines(plain.String()) {
		key, _, _ := strings.Cut(line, ":")
		if key == "claims" {
			b.WriteString(placeComment(t, s))
		}
		b.WriteString(newComments[key])
		b.WriteString(line)
	}
	if len(claims) == 0 {
		b.WriteString(placeComment(t, s) + newComments["claims"] + "claims: []\n")
	}
	return []byte(b.String()), nil
}

const newHead = `
# A puzzle for exactile. Change it, and try
#   exactile show %[1]s     what it is, its symmetries
#   exactile solve %[1]s    a solution
#   exactile count %[1]s    how many there are
#   exactile verify %[1]s   whether what it claims is true
# exactile help puzzle-file says more; exactile schema helps editors.
`

// newComments explain the keys of a new file; each stands above its key.
var newComments = map[string]string{
	"board": `
# The board, row by row:
#   .  a cell that must be covered
#   ?  a cell that may stay empty
#   #  no cell
# Any other character but X is a cell with that symbol, which is covered only by
# a piece's cell with the same symbol. optional: true lets every cell stay empty.
`,
	"pieces": `
# The pieces. In a shape X is a cell, . is none, and any other character a cell
# with that symbol.
#   count:  how often the piece is used: 2, 0..1, 1..any, any; left out: once
#   rotate: false if it may not be turned
#   flip:   false if it may not be flipped over; on the cube lattice it may only
#           where this is true, since its mirror image is another object there
`,
	"claims": `
# What is known of the solutions, and who says so. exactile verify checks it, and
# exactile verify --update adds what can be found out. Other claims are
# up_to_symmetry: N, at_least: N and unique: true.
`,
}

// placeComment explains hints by one that can be uncommented: the first placement
// of a solution.
func placeComment(t *puzzle.Tiling, s cover.Solution) string {
	text := `
# Placements that every solution must contain. Cells are [x, y], counted from
# 0,0 at the top left.
# place:
`
	if len(s) == 0 {
		return text + "#   - {piece: NAME, cells: [[0, 0], [1, 0]]}\n"
	}
	pl := t.Placements[s[0]]
	var cells []string
	for _, c := range pl.Cells {
		cells = append(cells, fmt.Sprintf("[%d, %d]", c[0], c[1]))
	}
	return text + fmt.Sprintf("#   - {piece: %s, cells: [%s]}\n", t.Puzzle.Pieces[pl.Piece].Name, strings.Join(cells, ", "))
}
