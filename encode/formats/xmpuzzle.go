package formats

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/formats/internal/foreign"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// readXMPuzzle reads the problems of a BurrTools file, each as a puzzle.
func readXMPuzzle(s *source) ([]*Document, error) {
	r := &burrReader{source: s, Decoder: xml.NewDecoder(strings.NewReader(s.text))}
	if r.parse(); r.err != nil {
		return nil, r.err
	}
	var documents []*Document
	for k, problem := range r.problems {
		// Problems share shapes, so that a short file may hold many large puzzles.
		cells := len(r.shapes[problem.result].voxels)
		for _, u := range problem.uses {
			cells += len(r.shapes[u.shape].voxels)
		}
		if e := s.draw(problem.pos, cells); e != nil {
			return nil, e
		}
		b := &burr{s, r.shapes, problem}
		p, err := b.puzzle(s.puzzleName(k, len(r.problems)))
		if err != nil {
			return nil, err
		}
		documents = append(documents, &Document{p, s, puzzlePlaces{whole: problem.pos}})
	}
	return documents, nil
}

// burr is a problem that is turned into a puzzle.
type burr struct {
	*source
	shapes  []burrShape
	problem burrProblem
}

// puzzle builds the puzzle. Flat pieces in one layer become polyominoes, and turning them over in
// space becomes flipping.
func (b *burr) puzzle(name string) (*puzzle.Puzzle, error) {
	if own := b.problem.name; own != "Problem" && b.named(own) {
		name = own
	}
	result := &b.shapes[b.problem.result]
	l := lattice.Square
	for _, u := range b.problem.uses {
		if b.shapes[u.shape].size[2] > 1 {
			l = lattice.Cube
		}
	}
	if result.size[2] > 1 {
		l = lattice.Cube
	}
	p := &puzzle.Puzzle{Name: name, Lattice: l, Board: puzzle.Board{Size: result.size}}
	symbols, err := b.symbols()
	if err != nil {
		return nil, err
	}
	for _, v := range result.voxels {
		p.Board.Sites = append(p.Board.Sites, puzzle.Site{
			Cell: puzzle.Cell{At: v.at, Symbol: symbols.result[v.colour]}, Optional: v.variable,
		})
	}
	names := make(map[string]bool)
	for _, u := range b.problem.uses {
		s := &b.shapes[u.shape]
		piece := puzzle.Piece{Name: s.name, Count: puzzle.Bounds{Min: u.min, Max: u.max}, Rotate: true, Flip: l.Flips()}
		if names[piece.Name] || !b.named(piece.Name) {
			piece.Name = fmt.Sprintf("S%d", u.shape+1) // as BurrTools calls it
		}
		if names[piece.Name] {
			return nil, b.errorf(b.problem.pos, "the problem uses shape %d twice, or two shapes of one name", u.shape)
		}
		names[piece.Name] = true
		for _, v := range s.voxels {
			if v.variable {
				return nil, b.errorf(s.pos, "piece %q has a voxel that may stay empty: only results may", piece.Name)
			}
			piece.Cells = append(piece.Cells, puzzle.Cell{At: v.at, Symbol: symbols.piece[v.colour]})
		}
		if len(piece.Cells) > b.limits.PieceCells {
			return nil, b.beyond(s.pos, "piece-cells", "piece %q has more than %d cells", piece.Name, b.limits.PieceCells)
		}
		p.Pieces = append(p.Pieces, piece)
	}
	// A bound on the number of empty cells means nothing if the pieces leave no more.
	if most := b.problem.holes; most >= 0 && len(p.Board.Sites)-pieceArea(p) > most {
		return nil, b.errorf(b.problem.pos, "at most %d cells may stay empty (maxHoles), which a puzzle cannot say of pieces that leave more", most)
	}
	if n, ok := new(big.Int).SetString(b.problem.assemblies, 10); ok && n.Sign() >= 0 && len(b.problem.assemblies) <= b.limits.Digits {
		p.Claims = []puzzle.Claim{{Kind: puzzle.UpToSymmetry, Count: n, Source: "BurrTools", Line: b.problem.line}}
	}
	return p, nil
}

// colourSymbols maps colours of pieces and of the result to symbols.
type colourSymbols struct{ piece, result map[int]rune }

// symbols turns colours into symbols. A symbol lies only on itself, or on all symbols as a neutral
// voxel (0) does. So all other colours must fall into groups in which each lies on each.
func (b *burr) symbols() (colourSymbols, error) {
	used := func(shapes ...int) (colours []int) {
		for _, s := range shapes {
			for _, v := range b.shapes[s].voxels {
				if !slices.Contains(colours, v.colour) {
					colours = append(colours, v.colour)
				}
			}
		}
		slices.Sort(colours)
		return colours
	}
	var shapes []int
	for _, u := range b.problem.uses {
		shapes = append(shapes, u.shape)
	}
	pieces, results := used(shapes...), used(b.problem.result)
	may := func(piece, result int) bool {
		return piece == 0 || result == 0 || slices.Contains(b.problem.pairs, [2]int{piece, result})
	}
	all := colourSymbols{make(map[int]rune), make(map[int]rune)}
	pieces = slices.DeleteFunc(pieces, func(piece int) bool {
		choosy := slices.ContainsFunc(results, func(c int) bool { return !may(piece, c) })
		if !choosy {
			all.piece[piece] = puzzle.Any
		}
		return !choosy
	})
	if len(pieces) == 0 && len(results) < 2 {
		return colourSymbols{}, nil // every voxel is plain
	}
	// If pieces lie on any colour, the colours still decide which motions are symmetries.
	neutral := len(all.piece) > 0
	groups := 0
	for _, c := range results {
		// on is the colours of pieces that may lie on c: those of its group.
		var on []int
		for _, piece := range pieces {
			if may(piece, c) {
				on = append(on, piece)
			}
		}
		symbol := rune(0)
		for _, piece := range on {
			symbol = max(symbol, all.piece[piece]) // two known ones are a mistake that is found below
		}
		switch {
		case len(on) == 0 && !neutral: // nothing lies here, like a plain cell if no piece is plain
			groups++
		case symbol == 0:
			symbol = colourLetters[groups%len(colourLetters)]
			groups++
		}
		all.result[c] = symbol
		for _, piece := range on {
			all.piece[piece] = symbol
		}
	}
	for _, piece := range pieces {
		if all.piece[piece] == 0 { // it may lie nowhere
			all.piece[piece] = colourLetters[groups%len(colourLetters)]
			groups++
		}
		for _, c := range results {
			if may(piece, c) != (all.piece[piece] == all.result[c]) {
				return all, b.errorf(b.problem.pos, "which colours lie on which is more than symbols can say: they do not fall into groups")
			}
		}
	}
	if groups > len(colourLetters) {
		return all, b.errorf(b.problem.pos, "more than %d groups of colours", len(colourLetters))
	}
	return all, nil
}

// colourLetters are the symbols that colours become.
var colourLetters = []rune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWYZ0123456789")

// writeXMPuzzle writes puzzles as the problems of a BurrTools file, not packed.
func writeXMPuzzle(w *bytes.Buffer, puzzles []*puzzle.Puzzle) error {
	var f burrFile
	for _, p := range puzzles {
		if err := appendBurr(&f, p); err != nil {
			return fmt.Errorf("xmpuzzle cannot hold %s: %w", p.Name, err)
		}
	}
	f.write(w)
	return nil
}

// appendBurr adds a puzzle as a problem, with its shapes.
func appendBurr(f *burrFile, p *puzzle.Puzzle) error {
	can := holding{
		lattices: []*lattice.Lattice{lattice.Square, lattice.Cube}, symbols: true, optional: true,
	}
	if err := can.check(p); err != nil {
		return err
	}
	if len(p.Board.Sites) == 0 {
		return errors.New("its board has no cells")
	}
	t, err := p.Compile()
	if err != nil {
		return err
	}
	most := usable(t)
	colours, pairs := coloursOf(p)
	size := p.Board.Size
	flat := size[2] == 1
	problem := burrProblem{name: p.Name, pairs: pairs}
	for k, piece := range p.Pieces {
		free := piece
		free.Rotate, free.Flip = true, p.Lattice.Flips()
		if len(piece.Orientations(p.Lattice)) != len(free.Orientations(p.Lattice)) {
			return fmt.Errorf("piece %q does not turn as a solid piece does", piece.Name)
		}
		problem.uses = append(problem.uses, burrUse{len(f.shapes), piece.Count.Min, most[k]})
		cells := cornered(placesOf(piece.Cells), p.Lattice)
		box, volume := boxAround(cells, maxDrawing)
		s := burrShape{name: piece.Name, size: box}
		for k, c := range piece.Cells {
			s.voxels = append(s.voxels, voxel{at: cells[k], colour: colours[c.Symbol]})
		}
		if volume > maxDrawing {
			return fmt.Errorf("the cells of piece %q lie too far apart to be drawn", piece.Name)
		}
		flat = flat && s.size[2] == 1
		slices.SortFunc(s.voxels, func(a, b voxel) int { return a.at.Compare(b.at) })
		f.shapes = append(f.shapes, s)
	}
	if flat && p.Lattice == lattice.Cube {
		size[2]++ // an empty layer says that it lies in space
	}
	problem.result, problem.holes = len(f.shapes), -1
	result := burrShape{name: "board", size: size}
	for _, s := range p.Board.Sites {
		result.voxels = append(result.voxels, voxel{s.At, s.Optional, colours[s.Symbol]})
	}
	f.shapes = append(f.shapes, result)
	f.problems = append(f.problems, problem)
	return nil
}

// coloursOf gives each symbol a colour that lies only on itself; with fewer than two symbols every
// voxel is neutral.
func coloursOf(p *puzzle.Puzzle) (colours map[rune]int, pairs [][2]int) {
	var symbols []rune
	add := func(r rune) {
		if !slices.Contains(symbols, r) {
			symbols = append(symbols, r)
		}
	}
	for _, s := range p.Board.Sites {
		add(s.Symbol)
	}
	for _, piece := range p.Pieces {
		for _, c := range piece.Cells {
			add(c.Symbol)
		}
	}
	colours = make(map[rune]int)
	symbols = slices.DeleteFunc(symbols, func(r rune) bool { return r == puzzle.Any })
	if len(symbols) < 2 {
		return colours, nil
	}
	for k, r := range symbols {
		colours[r] = k + 1
		pairs = append(pairs, [2]int{k + 1, k + 1})
	}
	return colours, pairs
}

// showsXMPuzzle: XML whose first element is a puzzle.
func showsXMPuzzle(l look) bool { return foreign.BurrTools(l.text) }

// unpacked returns the text of a file packed by gzip, as BurrTools saves them, if it is XML with a
// puzzle. It reads at most one byte beyond most.
func unpacked(raw []byte, most int) ([]byte, bool) {
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, false
	}
	head := make([]byte, 1024)
	n, _ := io.ReadFull(z, head)
	if !foreign.BurrTools(string(bytes.TrimPrefix(head[:n], []byte("\xef\xbb\xbf")))) {
		return nil, false
	}
	rest, err := io.ReadAll(io.LimitReader(z, int64(most)+1-int64(n)))
	if err != nil {
		return nil, false
	}
	return append(head[:n], rest...), true
}
