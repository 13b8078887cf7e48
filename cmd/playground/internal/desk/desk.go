// Package desk answers the questions of a page for work on a puzzle: to read, count, list,
// draw and write it. Questions and answers are JSON, so that the desk can run in another
// process; package playground runs it in a browser.
//
// A puzzle on the desk is the JSON of puzzle files. Its hints are the placements on the board:
// every answer is about the solutions that contain them.
package desk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/exactile/exactile/backends/auto"
	"github.com/exactile/exactile/cmd/internal/game"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

// A Desk holds the last puzzle. The zero Desk is empty. Only one goroutine may use it.
type Desk struct {
	// Memory bounds tables of merged states in bytes; 0 is the default of native.Searcher, a
	// quarter of the machine's memory.
	Memory int64
	// Progress, if not nil, is called now and then with the number of solutions so far.
	Progress func(solutions int)

	text   string // of the compiled puzzle
	tiling *puzzle.Tiling
}

// A Request is a question of a page. Ask decides which other fields are used.
type Request struct {
	Kind string `json:"ask"`
	// Puzzle is a puzzle as JSON, with the placements on the board as hints.
	Puzzle json.RawMessage `json:"puzzle"`
	// Name is the name of a puzzle, a board or a set of pieces in the catalogue; of a hint, of a
	// piece.
	Name    string `json:"name"`
	Text    string `json:"text"`    // a puzzle file
	Lattice string `json:"lattice"` // of a board
	Limit   int    `json:"limit"`   // how many solutions
	// UpToSymmetry requests one solution of each orbit.
	UpToSymmetry bool `json:"up_to_symmetry"`
	// Engine is the name of the backend that lists; empty: native.
	Engine string `json:"engine"`
	// Solution holds the placements of a solution to draw.
	Solution []Place `json:"solution"`
	Cell     float64 `json:"cell"`  // of a sheet, in millimetres
	Paper    string  `json:"paper"` // "a4" or "letter"
	// Hints is how many placements a design may add; Seed sets the order of designs.
	Hints int    `json:"hints"`
	Seed  uint64 `json:"seed"`
}

// A Place is a piece on cells of the board, [x, y] or [x, y, z] each.
type Place struct {
	Piece string  `json:"piece"`
	Cells [][]int `json:"cells"`
}

// limits bound puzzles to what a page can draw and a browser can hold.
func limits() formats.Limits {
	return formats.Limits{
		Bytes: 1 << 20, Cells: 4096, Pieces: 1024, Documents: 64, Entries: 1 << 22,
	}
}

// readPuzzle reads a puzzle file that holds one puzzle, or takes the first of several.
func readPuzzle(text string) (*puzzle.Puzzle, []string, error) {
	f, err := formats.Read("puzzle", strings.NewReader(text), formats.Options{Limits: limits()})
	if err != nil {
		return nil, nil, err
	}
	var notes []string
	for _, w := range f.Warnings {
		notes = append(notes, w.Error())
	}
	all := f.Puzzles()
	if len(all) == 0 {
		return nil, nil, fmt.Errorf("the file holds no puzzle")
	}
	if len(all) > 1 {
		notes = append(notes, fmt.Sprintf("The file holds %d puzzles; this is the first.",
			len(all)))
	}
	p := *all[0]
	if p.Goal.Boards() {
		return nil, nil, fmt.Errorf("%s asks for a board (%v), and this page draws one", p.Name,
			p.Goal)
	}
	if p.Goal.Of != "" {
		notes = append(notes, fmt.Sprintf("This page leaves out the goal, %v.", p.Goal))
		p.Goal, p.Claims = puzzle.Goal{}, nil
	}
	return &p, notes, nil
}

// toJSON returns a puzzle as JSON for the page.
func toJSON(p *puzzle.Puzzle) (json.RawMessage, error) {
	if p.Cover != nil {
		return nil,
			fmt.Errorf(
				"%s has no board and no pieces, only items and options: there is nothing to draw",
				p.Name,
			)
	}
	if p.Board.Wrap.Closes() {
		return nil, fmt.Errorf("%s has a board that closes upon itself; this page draws open ones",
			p.Name)
	}
	if n := len(p.Board.Sites); n > limits().Cells {
		return nil, fmt.Errorf("%s has %d cells; this page draws up to %d", p.Name, n,
			limits().Cells)
	}
	var b bytes.Buffer
	err := formats.Write(&b, "json", p)
	return b.Bytes(), err
}

// compile compiles the puzzle of a question without its hints, unless it is the last one.
func (d *Desk) compile(q *Request) (*puzzle.Puzzle, error) {
	p, _, err := readPuzzle(string(q.Puzzle))
	if err != nil {
		return nil, err
	}
	bare := *p
	bare.Place = nil
	text, err := toJSON(&bare)
	if err != nil {
		return nil, err
	}
	if d.tiling != nil && d.text == string(text) {
		return p, nil
	}
	d.tiling = nil
	if d.tiling, err = bare.Compile(); err != nil {
		return nil, err
	}
	d.text = string(text)
	return p, nil
}

// modelWithHints is lay for questions about solutions: it returns the model of the solutions that
// contain the hints, and the options of the hints.
func (d *Desk) modelWithHints(q *Request) (m *cover.Model, taken []int, err error) {
	p, err := d.compile(q)
	if err != nil {
		return nil, nil, err
	}
	m = d.tiling.Model
	for _, h := range p.Place {
		o := d.tiling.Find(p.Piece(h.Piece), h.Cells)
		if o < 0 {
			return nil, nil, fmt.Errorf("%s does not fit where it is", h.Piece)
		}
		taken = append(taken, o)
	}
	return game.Containing(m, taken), taken, nil
}

func (d *Desk) searcher() native.Searcher { return native.Searcher{Memory: d.Memory} }

// decider answers as the command does; a browser has one core, and so no race.
func (d *Desk) decider() auto.Backend {
	return auto.Backend{
		Native: d.searcher(), Colourings: d.tiling.Colourings(), Alone: true,
	}
}

// optionsOf returns the options of placements from a page.
func (d *Desk) optionsOf(p *puzzle.Puzzle, places []Place) ([]int, error) {
	var options []int
	for _, pl := range places {
		var cells []lattice.Cell
		for _, xyz := range pl.Cells {
			var c lattice.Cell
			if copy(c[:], xyz); len(xyz) > 3 {
				return nil, fmt.Errorf("a cell has %d coordinates", len(xyz))
			}
			cells = append(cells, c)
		}
		o := -1
		if k := p.Piece(pl.Piece); k >= 0 {
			o = d.tiling.Find(k, cells)
		}
		if o < 0 {
			return nil, fmt.Errorf("%s does not fit where the solution has it", pl.Piece)
		}
		options = append(options, o)
	}
	return options, nil
}

// placesOf are options in the form of a page.
func (d *Desk) placesOf(options cover.Solution) []Place {
	all := []Place{}
	for _, o := range options {
		pl := d.tiling.Placements[o]
		place := Place{Piece: d.tiling.Puzzle.Pieces[pl.Piece].Name}
		for _, c := range pl.Cells {
			place.Cells = append(place.Cells, c[:d.tiling.Puzzle.Lattice.Dims])
		}
		all = append(all, place)
	}
	return all
}
