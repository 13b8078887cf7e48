package catalogue

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/text"
)

// A PieceSet is all pieces of a kind, each used once.
type PieceSet struct {
	Name    string
	Lattice *lattice.Lattice
	Pieces  []puzzle.Piece
}

// Area returns the number of cells that the pieces cover.
func (s *PieceSet) Area() int {
	area := 0
	for _, piece := range s.Pieces {
		area += len(piece.Cells)
	}
	return area
}

// maxSet bounds the pieces of a set: as many as a puzzle file may have.
const maxSet = 4096

// maxForm bounds the cells of a polyform.
const maxForm = 64

// A kind is the polyforms of one lattice.
type kind struct {
	name    string // "polyominoes"
	lattice *lattice.Lattice
	word    string // how the sets of one size end: "ominoes"
	// prefixes start the words for one cell, two cells and so on; "" is no word.
	prefixes []string
}

func kinds() []kind {
	return []kind{
		{"polyominoes", lattice.Square, "ominoes", latin},
		{"polyhexes", lattice.Hex, "hexes", append(greek, "hexa", "hepta")},
		{"polyiamonds", lattice.Triangle, "iamonds", latin},
		{"polycubes", lattice.Cube, "cubes", append(greek, "hexa")},
		{"polyballs", lattice.Balls, "balls", greek},
		{"polycentred", lattice.Centred, "centred", greek},
		{"polytriprisms", lattice.TrianglePrism, "triprisms", greek},
		{"polyhexprisms", lattice.HexPrism, "hexprisms", greek},
		{"polyrhombics", lattice.Rhombic, "rhombics", greek},
		{"polytetraoctas", lattice.TetraOcta, "tetraoctas", greek},
		{"polysticks", lattice.Sticks, "sticks", greek},
		{"polytrigs", lattice.Trigs, "trigs", greek},
		{"polytwigs", lattice.Twigs, "twigs", greek},
	}
}

var (
	latin = []string{"mon", "d", "tr", "tetr", "pent", "hex", "hept", "oct"}
	greek = []string{"mono", "di", "tri", "tetra", "penta"}
)

// words lists the names of the sets of one size.
func (k kind) words() []string {
	words := make([]string, len(k.prefixes))
	for n, prefix := range k.prefixes {
		words[n] = prefix + k.word
	}
	return words
}

// SetEntries lists the piece sets in the order in which they should be shown.
func SetEntries() []Entry {
	var all []Entry
	for _, k := range kinds() {
		pentas := k.prefixes[3] + k.word
		all = append(all, Entry{k.name + ":N",
			fmt.Sprintf("the pieces of N cells on the %s lattice, such as %s:4, also called %s",
				k.lattice.Name, k.name, pentas), pentas})
	}
	return append(all,
		Entry{
			"one-sided-SET", "the same where mirror images are two pieces and none is flipped over",
			"one-sided-pentominoes",
		},
		Entry{
			"fixed-SET", "the same where no piece may be turned, and each way to lie is a piece",
			"fixed-trominoes",
		})
}

// Set returns the piece set of that name: "polyominoes:5" or "pentominoes", optionally after
// "one-sided-" or "fixed-". Free polyforms are those that differ even after turning and, in the
// plane, flipping. The order and names of the pieces never change: the names are letters where they
// are customary, else numbers. A mirror twin has the name of the other and a '.
//
// The number of pieces grows exponentially with N: a set of more than 4096 is an error, found in
// bounded time.
func Set(name string) (*PieceSet, error) {
	rest, sides := unhanded(name)
	k, n, err := parseSet(name, rest)
	if err != nil {
		return nil, err
	}
	all, ok := forms(k.lattice, n, sides, maxSet)
	if !ok {
		return nil, fmt.Errorf("%s has more than %d pieces", name, maxSet)
	}
	return &PieceSet{name, k.lattice, piecesOf(k.lattice, all, sides)}, nil
}

// parseSet reads the part of the name of a set after its hands.
func parseSet(name, rest string) (kind, int, error) {
	head, digits, colon := strings.Cut(rest, ":")
	if k, n, ok := kindOf(head); ok && (n == 0 || !colon) {
		if n > 0 {
			return k, n, nil
		}
		n, err := strconv.ParseUint(digits, 10, 16)
		if !colon || err != nil || n < 1 || n > maxForm {
			return k, 0, fmt.Errorf("%s: want %s:N, N from 1 to %d, the number of cells", name,
				k.name, maxForm)
		}
		return k, int(n), nil
	}
	var known []string
	for _, k := range kinds() {
		known = append(append(known, k.name+":N"), k.words()...)
	}
	return kind{}, 0, fmt.Errorf("there is no piece set %q%s", name, text.Hint(head, known))
}

// kindOf returns the kind of set that a word names, and its number of cells if the word has it.
func kindOf(word string) (k kind, cells int, ok bool) {
	for _, k := range kinds() {
		if word == k.name {
			return k, 0, true
		}
		if prefix, ok := strings.CutSuffix(word, k.word); ok {
			if n := slices.Index(k.prefixes, prefix); n >= 0 {
				return k, n + 1, true
			}
		}
	}
	return kind{}, 0, false
}

// setFamily returns the family of a set of pieces on the named boards. The part after the colon of
// "polyhexes:4:7x4" begins with the number of cells.
func setFamily(head string) (family, bool) {
	rest, _ := unhanded(head)
	_, cells, ok := kindOf(rest)
	return family{name: head, lookup: func(rest string, _ bool) ([]*puzzle.Puzzle, error) {
		if n, board, _ := strings.Cut(rest, ":"); cells == 0 {
			return setOn(head+":"+n, board)
		}
		return setOn(head, rest)
	}}, ok
}

// setOn returns the puzzle of a set on a board, both by their names.
func setOn(set, board string) ([]*puzzle.Puzzle, error) {
	s, err := Set(set)
	if err != nil {
		return nil, err
	}
	if board == "" {
		return nil, fmt.Errorf("%s: the board is missing: want %s:6x10, columns x rows%s", set, set,
			otherBoards(s.Lattice))
	}
	b, err := Board(s.Lattice, board)
	if err != nil {
		return nil, fmt.Errorf("%s:%s: %w", set, board, err)
	}
	switch area, cells := s.Area(), len(b.Sites); {
	case area > cells:
		return nil,
			fmt.Errorf(
				"%s:%s: the pieces cover %d cells, and the board has %d; exactile new --pieces "+
					"%s --board %s begins a puzzle that need not use them all", set, board, area,
				cells, set, board,
			)
	case area < cells:
		b = b.Packing()
	}
	return []*puzzle.Puzzle{{Name: set + ":" + board, Lattice: s.Lattice, Board: b,
		Pieces: s.Pieces}}, nil
}

// unhanded returns the name of a set without the prefix for its sidedness, and that.
func unhanded(set string) (rest string, sides sidedness) {
	if rest, ok := strings.CutPrefix(set, "one-sided-"); ok {
		return rest, oneSided
	}
	if rest, ok := strings.CutPrefix(set, "fixed-"); ok {
		return rest, fixed
	}
	return set, free
}

// piecesOf names the pieces.
func piecesOf(l *lattice.Lattice, all []form, sides sidedness) []puzzle.Piece {
	width := len(strconv.Itoa(len(all)))
	var known, pieces []puzzle.Piece
	if l == lattice.Square {
		known = append(drawnPieces(smallOminoes), pentominoSet()...)
	}
	for k, f := range all {
		name := fmt.Sprintf("%0*d", width, k+1)
		usual := customary(known, f)
		if usual != nil {
			name = usual.Name
		}
		for n, hand := range f.hands {
			piece := puzzle.Piece{
				Name: name, Cells: hand, Count: puzzle.Exactly(1), Rotate: sides != fixed,
				Flip: sides == free && l.Flips(),
			}
			switch {
			case sides == fixed && len(f.hands) > 1:
				piece.Name += "." + strconv.Itoa(n+1)
			case n > 0:
				piece.Name += "'"
			}
			if sides == free && usual != nil {
				piece.Cells = usual.Cells
			}
			pieces = append(pieces, piece)
		}
	}
	return pieces
}

// customary returns the piece of the known polyominoes that has the form, nil if none has.
func customary(known []puzzle.Piece, f form) *puzzle.Piece {
	for k := range known {
		isLeast := func(o puzzle.Orientation) bool { return slices.Equal(o, f.least) }
		if p := &known[k]; len(p.Cells) == len(f.least) &&
			slices.ContainsFunc(p.Orientations(lattice.Square), isLeast) {
			return p
		}
	}
	return nil
}
