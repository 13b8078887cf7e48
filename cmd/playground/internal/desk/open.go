package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/exactile/exactile/cmd/internal/game"
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
func (d *Desk) open(ctx context.Context, q *Request) (any, error) {
	read := func() (*puzzle.Puzzle, []string, error) { return readPuzzle(q.Text) }
	if q.Name != "" {
		read = func() (*puzzle.Puzzle, []string, error) { return named(ctx, q.Name) }
	}
	p, notes, err := read()
	if err != nil {
		return nil, err
	}
	text, err := toJSON(p)
	return opened{text, notes}, err
}

// named returns a built-in puzzle, the first if the name is that of several, or that of a day.
func named(ctx context.Context, name string) (p *puzzle.Puzzle, notes []string, err error) {
	if game.IsDaily(name) {
		p, err := game.Daily(ctx, name, time.Now())
		return p, nil, err
	}
	all, err := catalogue.Lookup(name)
	if err != nil {
		return nil, nil, err
	}
	if p = all[0]; len(all) > 1 {
		notes = []string{fmt.Sprintf("%s is %d puzzles; this is %s.", name, len(all), p.Name)}
	}
	return p, notes, nil
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
