package desk

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// An opened puzzle is a puzzle to work at, with notes about it.
type opened struct {
	Puzzle json.RawMessage `json:"puzzle"`
	Notes  []string        `json:"notes,omitempty"`
}

// open reads the puzzle file Text, or returns the built-in puzzle Name.
func (d *Desk) open(_ context.Context, q *Request) (any, error) {
	var p *puzzle.Puzzle
	var notes []string
	if q.Name != "" {
		all, err := catalogue.Lookup(q.Name)
		if err != nil {
			return nil, err
		}
		if p = all[0]; len(all) > 1 {
			notes = []string{fmt.Sprintf("%s is %d puzzles; this is %s.", q.Name, len(all), p.Name)}
		}
	} else {
		var err error
		if p, notes, err = readPuzzle(q.Text); err != nil {
			return nil, err
		}
	}
	text, err := toJSON(p)
	return opened{text, notes}, err
}

// set returns the piece set Name, as a puzzle without a board.
func (d *Desk) set(_ context.Context, q *Request) (any, error) {
	set, err := catalogue.Set(q.Name)
	if err != nil {
		return nil, err
	}
	if len(set.Pieces) > limits().Pieces {
		return nil, fmt.Errorf("%s are %d pieces; this page has room for %d",
			set.Name, len(set.Pieces), limits().Pieces)
	}
	text, err := toJSON(&puzzle.Puzzle{Name: set.Name, Lattice: set.Lattice, Pieces: set.Pieces})
	return opened{Puzzle: text}, err
}

// board returns the board Name on a lattice, as a puzzle without pieces.
func (d *Desk) board(_ context.Context, q *Request) (any, error) {
	l, ok := lattice.ByName(q.Lattice)
	if !ok {
		return nil, fmt.Errorf("no lattice is called %q", q.Lattice)
	}
	board, err := catalogue.Board(l, q.Name)
	if err != nil {
		return nil, err
	}
	text, err := toJSON(&puzzle.Puzzle{Name: q.Name, Lattice: l, Board: board})
	return opened{Puzzle: text}, err
}
