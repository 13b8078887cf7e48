package formats

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/formats/internal/foreign"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/tree"
)

var xmpuzzleFile = Format{
	Name: "xmpuzzle", Text: "a BurrTools file, packed or not",
	begins: beginsXMPuzzle, endings: []string{".xmpuzzle"}, comment: commentXMPuzzle,
	read: readXMPuzzle, write: writeXMPuzzle, goals: isMaxHoles,
}

// readXMPuzzle reads the problems of a BurrTools file, each as a puzzle.
func readXMPuzzle(s *source) ([]*Document, error) {
	f := &burrReader{source: s, Decoder: xml.NewDecoder(strings.NewReader(s.text))}
	if f.file(); f.err != nil {
		return nil, f.err
	}
	var documents []*Document
	for k, problem := range f.problems {
		// Problems share shapes, so that a short file may hold many large puzzles.
		cells := len(f.shapes[problem.Result].Voxels)
		for _, u := range problem.Uses {
			cells += len(f.shapes[u.Shape].Voxels)
		}
		if e := s.draw(problem.Pos, cells); e != nil {
			return nil, e
		}
		b := &burrPuzzle{s, f.shapes, problem, burrGrids[f.grid]}
		p, err := b.puzzle(s.puzzleName(k, len(f.problems)))
		if err != nil {
			return nil, err
		}
		documents = append(documents, &Document{p, s, puzzlePlaces{whole: problem.Pos}})
	}
	return documents, nil
}

// A burrPuzzle is a problem that is turned into a puzzle.
type burrPuzzle struct {
	*source
	shapes  []burrShape
	problem burrProblem
	lattice *lattice.Lattice
}

// puzzle builds the puzzle. Flat pieces in one layer become polyominoes, and turning them over in
// space becomes flipping.
func (b *burrPuzzle) puzzle(name string) (*puzzle.Puzzle, error) {
	if own := b.problem.Name; own != "Problem" && b.named(own) {
		name = own
	}
	result := &b.shapes[b.problem.Result]
	l := b.lattice
	thick := func(u burrUse) bool { return b.shapes[u.Shape].Size[2] > 1 }
	if l == lattice.Cube && result.Size[2] == 1 && !slices.ContainsFunc(b.problem.Uses, thick) {
		l = lattice.Square
	}
	p := &puzzle.Puzzle{Name: name, Lattice: l, Board: puzzle.Board{Size: result.Size}}
	symbols, err := b.symbols()
	if err != nil {
		return nil, err
	}
	cells, err := result.cells(l)
	if err != nil {
		return nil, err
	}
	for k, v := range result.Voxels {
		p.Board.Sites = append(p.Board.Sites, puzzle.Site{
			Cell: puzzle.Cell{At: cells[k], Symbol: symbols.result[v.Colour]}, Optional: v.Variable,
		})
	}
	if moves(l) {
		slices.SortFunc(p.Board.Sites, func(a, b puzzle.Site) int { return a.At.Compare(b.At) })
		p.Board.Size, _ = boxAround(cells, maxDrawing)
	}
	names := make(map[string]bool)
	for _, u := range b.problem.Uses {
		s := &b.shapes[u.Shape]
		piece := puzzle.Piece{
			Name: s.Name, Count: puzzle.Bounds{Min: u.Min, Max: u.Max}, Rotate: true,
			Flip: l.Flips(),
		}
		if names[piece.Name] || !b.named(piece.Name) {
			piece.Name = fmt.Sprintf("S%d", u.Shape+1) // as BurrTools calls it
		}
		if names[piece.Name] {
			return nil, tree.At(b.problem.Pos,
				"the problem uses shape %d twice, or two shapes of one name", u.Shape)
		}
		names[piece.Name] = true
		cells, err := s.cells(l)
		if err != nil {
			return nil, err
		}
		for k, v := range s.Voxels {
			if v.Variable {
				return nil, tree.At(s.Pos,
					"piece %q has a voxel that may stay empty: only results may", piece.Name)
			}
			piece.Cells = append(piece.Cells, puzzle.Cell{
				At: cells[k], Symbol: symbols.piece[v.Colour],
			})
		}
		if len(piece.Cells) > b.limits.PieceCells {
			return nil, tree.Beyond(s.Pos, "piece-cells", "piece %q has more than %d cells",
				piece.Name, b.limits.PieceCells)
		}
		p.Pieces = append(p.Pieces, piece)
	}
	if most := b.problem.Holes; most >= 0 {
		p.Goal = puzzle.Goal{Of: "holes", Bounds: puzzle.Bounds{Max: most}}
	}
	if !isMaxHoles(p) {
		p.Goal = puzzle.Goal{}
	}
	if n, ok := new(big.Int).SetString(b.problem.Assemblies, 10); ok && n.Sign() >= 0 &&
		len(b.problem.Assemblies) <= b.limits.Digits {
		p.Claims = []puzzle.Claim{
			{Kind: puzzle.UpToSymmetry, Count: n, Source: "BurrTools", Line: b.problem.Line},
		}
	}
	return p, nil
}

// colourSymbols maps colours of pieces and of the result to symbols.
type colourSymbols struct{ piece, result map[int]rune }

// symbols turns colours into symbols. A symbol lies only on itself, or on all symbols as a neutral
// voxel (0) does. So all other colours must fall into groups in which each lies on each.
func (b *burrPuzzle) symbols() (colourSymbols, error) {
	used := func(shapes ...int) (colours []int) {
		for _, s := range shapes {
			for _, v := range b.shapes[s].Voxels {
				if !slices.Contains(colours, v.Colour) {
					colours = append(colours, v.Colour)
				}
			}
		}
		slices.Sort(colours)
		return colours
	}
	var shapes []int
	for _, u := range b.problem.Uses {
		shapes = append(shapes, u.Shape)
	}
	pieces, results := used(shapes...), used(b.problem.Result)
	may := func(piece, result int) bool {
		return piece == 0 || result == 0 || slices.Contains(b.problem.Pairs, [2]int{piece, result})
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
			// two known ones are a mistake that is found below
			symbol = max(symbol, all.piece[piece])
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
				return all, tree.At(b.problem.Pos,
					"which colours lie on which is more than symbols can say: they do not fall "+
						"into groups")
			}
		}
	}
	if groups > len(colourLetters) {
		return all, tree.At(b.problem.Pos, "more than %d groups of colours", len(colourLetters))
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
	can := content{
		lattices: append(burrGrids, lattice.Square), symbols: true, optional: true,
	}
	if err := can.check(p); err != nil {
		return err
	}
	if len(p.Board.Sites) == 0 {
		return errors.New("its board has no cells")
	}
	grid := max(0, slices.Index(burrGrids, p.Lattice))
	if len(f.problems) > 0 && grid != f.grid {
		return errors.New("another puzzle of the file lies on another grid")
	}
	f.grid = grid
	t, err := p.Compile()
	if err != nil {
		return err
	}
	most := usable(t)
	colours, pairs := coloursOf(p)
	size := p.Board.Size
	flat := size[2] == 1
	problem := burrProblem{Name: p.Name, Pairs: pairs}
	for k, piece := range p.Pieces {
		free := piece
		free.Rotate, free.Flip = true, p.Lattice.Flips()
		if len(piece.Orientations(p.Lattice)) != len(free.Orientations(p.Lattice)) {
			return fmt.Errorf("piece %q does not turn as a solid piece does", piece.Name)
		}
		problem.Uses = append(problem.Uses, burrUse{
			Shape: len(f.shapes), Min: piece.Count.Min, Max: most[k],
		})
		cells := asVoxels(p.Lattice, cornered(placesOf(piece.Cells), p.Lattice))
		box, volume := boxAround(cells, maxDrawing)
		s := burrShape{Name: piece.Name, Size: box}
		for k, c := range piece.Cells {
			s.Voxels = append(s.Voxels, burrVoxel{At: cells[k], Colour: colours[c.Symbol]})
		}
		if volume > maxDrawing {
			return fmt.Errorf("the cells of piece %q lie too far apart to be drawn", piece.Name)
		}
		flat = flat && s.Size[2] == 1
		slices.SortFunc(s.Voxels, func(a, b burrVoxel) int { return a.At.Compare(b.At) })
		f.shapes = append(f.shapes, s)
	}
	if flat && p.Lattice == lattice.Cube {
		size[2]++ // an empty layer says that it lies in space
	}
	problem.Result, problem.Holes = len(f.shapes), -1
	if isMaxHoles(p) {
		problem.Holes = p.Goal.Bounds.Max
	}
	cells := asVoxels(p.Lattice, placesOf(boardCells(p)))
	if moves(p.Lattice) {
		size, _ = boxAround(cells, maxDrawing)
	}
	result := burrShape{Name: "board", Size: size}
	for k, s := range p.Board.Sites {
		result.Voxels = append(result.Voxels, burrVoxel{
			At: cells[k], Variable: s.Optional, Colour: colours[s.Symbol],
		})
	}
	slices.SortFunc(result.Voxels, func(a, b burrVoxel) int { return a.At.Compare(b.At) })
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

// isMaxHoles reports whether the goal is a bound that maxHoles can say, and that can bind.
func isMaxHoles(p *puzzle.Puzzle) bool {
	g := p.Goal
	return g.Best == "" && g.Of == "holes" && g.Bounds.Min == 0 &&
		len(p.Board.Sites)-pieceArea(p) > g.Bounds.Max
}

// commentXMPuzzle: the reader itself checks what it reads of a line.
func commentXMPuzzle(string) int { return 0 }

// beginsXMPuzzle: XML whose first element is a puzzle.
func beginsXMPuzzle(l sniff) bool { return foreign.BurrTools(l.text) }
