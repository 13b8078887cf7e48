// Package puzzle describes placement puzzles and compiles them to cover models.
//
// A puzzle is a board, pieces with counts, and hints. Compiling it lists the placements of the
// pieces on the board as options of a cover model, together with the symmetries of the puzzle. The
// package owns only the geometry: it reads no files, encodes nothing and searches nothing.
package puzzle

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/internal/text"
)

// A Puzzle is the content of a puzzle file. A puzzle without cells and pieces is valid and has one
// solution, the empty one. Compile does not change a Puzzle, and may be called any number of times.
type Puzzle struct {
	Name    string
	Lattice *lattice.Lattice // nil is lattice.Square
	Board   Board
	Pieces  []Piece
	Place   []Hint  // placements that every solution contains
	Over    []Over  // labels that pieces cover in every solution
	Groups  []Group // bounds on several pieces together
	Rules   []Rule  // bounds on the placements that touch each place of a kind
	Claims  []Claim // what the file claims about its solutions
	Goal    Goal    // what its best solutions have; the zero Goal is none

	// Cover, if not nil, is the whole puzzle: a cover model without geometry. All else but Name and
	// Claims is empty then.
	Cover *cover.Model
}

// A Board is a set of sites inside the box from the origin to Size.
type Board struct {
	// Size is the number of columns, rows and layers.
	Size lattice.Cell
	// Sites lists the cells of the board, in reading order (by z, y, x).
	Sites []Site
	Wrap  Wrap // how the board is closed upon itself, if it is
}

// A Site is a cell of the board.
type Site struct {
	Cell
	Optional bool // it may stay empty
	// Region is the region of the cell, 0 for none. It matters only for pieces that are restricted
	// to regions.
	Region rune
	// Label is one word that drawings write on the cell, such as the day of a calendar; "": none.
	// It does not affect solutions.
	Label string
}

// MaxLabel is the greatest number of characters of a label: more are not legible in a cell.
const MaxLabel = 8

// A Cell is a place with an optional symbol. A piece cell with a symbol covers only board cells
// with that symbol, a plain one only plain ones, and one with the symbol [Any] all of them.
// Placements of a piece that cover the same board cells count as one placement.
type Cell struct {
	At     lattice.Cell
	Symbol rune // 0: plain
}

// Any is the symbol of a piece cell that covers any board cell.
const Any = '?'

// covers reports whether a piece cell may lie on a board cell with that symbol.
func (c *Cell) covers(symbol rune) bool { return c.Symbol == symbol || c.Symbol == Any }

// Unbounded is the Max of a piece that may be used as often as it fits.
const Unbounded = math.MaxInt32

// Bounds are how many times a piece is used: from Min to Max, both inclusive.
type Bounds struct{ Min, Max int }

// Exactly returns the bounds n..n.
func Exactly(n int) Bounds { return Bounds{n, n} }

// String returns the spelling of puzzle files: "2", "0..1", "any", "1..any".
func (b Bounds) String() string {
	switch {
	case b.Min == b.Max:
		return fmt.Sprint(b.Min)
	case b.Max == Unbounded && b.Min == 0:
		return "any"
	case b.Max == Unbounded:
		return fmt.Sprintf("%d..any", b.Min)
	}
	return fmt.Sprintf("%d..%d", b.Min, b.Max)
}

// MarshalText returns the form of String, for JSON.
func (b Bounds) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// A Goal is what the best solutions of a puzzle have, such as the fewest pieces, or a bound on how
// many pieces or holes a solution has. The zero Goal is none. Compile leaves it out: see
// [Tiling.Within] and [Tiling.On].
type Goal struct {
	// Best is "fewest", "most" or "smallest"; "": every solution within the Bounds will do.
	Best string
	// Of is what is counted: "pieces", "holes", which are cells that stay empty, or the board, a
	// "square" by its side or a "box" by its area; "": there is no goal.
	Of     string
	Bounds Bounds // where Best is ""
}

// String returns the spelling of puzzle files: "fewest pieces", "0..3 holes", or "none".
func (g Goal) String() string {
	switch {
	case g.Of == "":
		return "none"
	case g.Best == "":
		return g.Bounds.String() + " " + g.Of
	}
	return g.Best + " " + g.Of
}

// Boards reports whether the puzzle asks for a board, and so has none.
func (g Goal) Boards() bool { return g.Best == "smallest" }

// A Piece is a shape and how it may be used. Its cells need not be connected.
type Piece struct {
	Name   string
	Cells  []Cell // at least one, in any position and order, without repeats
	Count  Bounds
	Rotate bool // it may be turned
	// Flip is set if it may be flipped over, in space: mirrored. In the plane puzzles usually allow
	// that, in space they do not (see lattice.Lattice.Flips).
	Flip bool
	// Within lists the regions to which the piece is restricted, a character each; "": none. So a
	// family of puzzles can be one puzzle: its date or its dice are pieces.
	Within string
	// Colour is the fill in drawings, such as "#ff8000"; "": the drawing chooses.
	Colour string
}

// RGB returns the piece's colour; ok is false if it has none or one of the wrong form.
func (p *Piece) RGB() (r, g, b uint8, ok bool) {
	v, err := strconv.ParseUint(strings.TrimPrefix(p.Colour, "#"), 16, 24)
	if err != nil || len(p.Colour) != len("#rrggbb") || p.Colour[0] != '#' {
		return 0, 0, 0, false
	}
	return uint8(v >> 16), uint8(v >> 8), uint8(v), true
}

// A Hint is a placement that every solution must contain.
type Hint struct {
	Piece string
	Cells []lattice.Cell // in any order
}

// An Over is a label that a piece covers: in every solution some copy of the piece lies on a cell
// with the label. So a date is chosen on a calendar.
type Over struct{ Piece, Label string }

// String returns "PIECE over LABEL".
func (o Over) String() string { return o.Piece + " over " + o.Label }

// A Group bounds how often several pieces are used in all.
type Group struct {
	Pieces []string `json:"pieces"` // their names, at least one, without repeats
	Count  Bounds   `json:"count"`
}

// String returns the group in words: "C and D are used 0..2 times in all".
func (g Group) String() string {
	return fmt.Sprintf("%s are used %s times in all", text.And(g.Pieces), g.Count)
}

// allGroups lists the pieces as groups of one, and then the groups.
func (p *Puzzle) allGroups() (all []Group) {
	for _, piece := range p.Pieces {
		all = append(all, Group{[]string{piece.Name}, piece.Count})
	}
	return append(all, p.Groups...)
}

// index returns the indices of the pieces by name.
func (p *Puzzle) index() map[string]int {
	index := make(map[string]int, len(p.Pieces))
	for k, piece := range p.Pieces {
		index[piece.Name] = k
	}
	return index
}

// uses returns how often the pieces of a group are used at least and at most by their own counts.
func (p *Puzzle) uses(g Group, index map[string]int) (least, most int) {
	for _, name := range g.Pieces {
		count := p.Pieces[index[name]].Count
		least, most = min(Unbounded, least+count.Min), min(Unbounded, most+count.Max)
	}
	return least, most
}

// A Rule bounds how many placements touch each place of a kind. A placement touches a place if it
// covers one of its cells, and counts once there.
type Rule struct {
	// At is the kind: the corners where cells of the board meet, the sides between two neighbours,
	// the crossings of sticks, or what fits: the cells of each placement that could be added.
	At string `json:"at"` // "corners", "sides", "crossings" or "fits"
	// Most bounds the placements at a corner, or is 1 at sides, where placements are apart, and at
	// crossings, which one may pass straight on.
	Most int `json:"most,omitempty"`
	// Least is 1 at fits: none could be added. A piece that is used up, by its count or that of a
	// group, could not.
	Least int `json:"least,omitempty"`
	// Of says which placements count together: all (""), those of pieces with one colour ("color"),
	// or those of one piece ("piece").
	Of string `json:"of,omitempty"`
	// Diagonal makes a rule at sides one for the corners, too.
	Diagonal bool `json:"diagonal,omitempty"`
}

// The values of Rule.At and Rule.Of.
const (
	atCorners, atSides, atFits, atCrossings = "corners", "sides", "fits", "crossings"
	ofColour, ofPiece                       = "color", "piece"
)

// String returns the rule in words: "at most 3 pieces meet at a corner".
func (r Rule) String() string {
	which := map[string]string{"": "pieces", ofColour: "pieces of one colour",
		ofPiece: "copies of one piece"}[r.Of]
	switch {
	case r.At == atFits:
		return "nothing more fits"
	case r.At == atCrossings:
		return "pieces do not cross"
	case r.At == atCorners:
		return fmt.Sprintf("at most %d %s meet at a corner", r.Most, which)
	case r.Diagonal:
		return which + " do not touch, not even at corners"
	}
	return which + " do not touch"
}

// A Claim is a statement of a puzzle file about the puzzle's solutions. Kind decides which one of
// Count, Unique and Digest is used.
type Claim struct {
	Kind  ClaimKind
	Count *big.Int // of Solutions, UpToSymmetry, AtLeast and Best
	// Symmetry are the motions that an UpToSymmetry claim means, see [Tiling.Under]: "turns",
	// "none", or "" for all.
	Symmetry string
	Digest   cover.Digest // of DigestIs
	Source   string       // who claims it
	// Certificate is the folder of a certificate that shows it, below the folder of its file: a
	// path with slashes, as ValidPath of io/fs wants it. "" is none.
	Certificate  string
	Line, Column int // place in its file, from 1; 0: unknown
}

// ClaimKind is the key of a claim in a puzzle file.
type ClaimKind string

// The kinds of claims.
const (
	Solutions    ClaimKind = "solutions"      // there are exactly Count solutions
	UpToSymmetry ClaimKind = "up_to_symmetry" // they form exactly Count orbits
	AtLeast      ClaimKind = "at_least"       // there are Count solutions or more
	Unique       ClaimKind = "unique"         // there is exactly one solution
	DigestIs     ClaimKind = "digest"         // the set of solutions has this digest
	Best         ClaimKind = "best"           // the best solutions have the value Count of the goal
)

// Shown returns the label that drawings write on a placement instead of its piece's letter, or "".
// A piece that stands for a choice shows the label of its cell.
func (p *Puzzle) Shown(piece int, cells []lattice.Cell) string {
	if len(cells) != 1 || !p.Pieces[piece].Chooses() {
		return ""
	}
	return p.Label(cells[0])
}

// Chooses reports whether a piece stands for a choice: one cell that is restricted to regions. It
// is a date, or a face of a die.
func (p Piece) Chooses() bool { return len(p.Cells) == 1 && p.Within != "" }

// Label returns the label of a cell of the board, or "".
func (p *Puzzle) Label(c lattice.Cell) string {
	sites := p.Board.Sites
	n, ok := slices.BinarySearchFunc(sites, c, func(s Site, c lattice.Cell) int {
		return s.At.Compare(c)
	})
	if !ok {
		return ""
	}
	return sites[n].Label
}

// Area returns the number of cells of the board that must be covered and of
// those that may stay empty.
func (p *Puzzle) Area() (must, may int) {
	for _, s := range p.Board.Sites {
		if s.Optional {
			may++
		} else {
			must++
		}
	}
	return must, may
}

// Piece returns the index of the piece of that name, or -1.
func (p *Puzzle) Piece(name string) int {
	return slices.IndexFunc(p.Pieces, func(piece Piece) bool { return piece.Name == name })
}
