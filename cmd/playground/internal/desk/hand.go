package desk

import (
	"context"
	"slices"
	"strings"

	"github.com/exactile/exactile/backends/auto"
	"github.com/exactile/exactile/backends/design"
	"github.com/exactile/exactile/cmd/internal/faults"
	"github.com/exactile/exactile/cmd/internal/game"
	"github.com/exactile/exactile/encode/cover"
)

// hint returns a placement of a solution that contains what lies on the board, of the piece Name if
// the solution has one, as a list of one; an empty list if there is no solution.
func (d *Desk) hint(ctx context.Context, q *Request) (any, error) {
	m, taken, err := d.modelWithHints(q)
	if err != nil {
		return nil, err
	}
	g := game.New(d.tiling)
	g.Placed, g.Hand = taken, d.tiling.Puzzle.Piece(q.Name)
	if o := g.Hint()(ctx, m); o >= 0 {
		return d.placesOf(cover.Solution{o}), nil
	}
	return []Place{}, nil
}

// A reason is why there is no solution: a sentence, "" if none is known, the weights of the sites
// of an argument that sums them, and the sites that no piece can cover.
type reason struct {
	Text    string `json:"text"`
	Weights []int  `json:"weights,omitempty"`
	Dead    []int  `json:"dead,omitempty"`
}

// why looks for a reason why no solution contains what lies on the board.
func (d *Desk) why(ctx context.Context, q *Request) (any, error) {
	m, taken, err := d.modelWithHints(q)
	if err != nil {
		return nil, err
	}
	pieces, sites := len(d.tiling.Puzzle.Pieces), d.tiling.Puzzle.Board.Sites
	if dead := deadItems(m, taken, pieces, pieces+len(sites)); len(dead) > 0 {
		r := reason{Text: "no piece that is left fits on the marked cells"}
		for _, i := range dead {
			r.Dead = append(r.Dead, i-pieces)
		}
		return r, nil
	}
	found := faults.Find(d.tiling)
	a := found.Argument
	if a == nil {
		if a, err = auto.Why(ctx, m, d.tiling.Colourings()...); a == nil || err != nil {
			return reason{}, err
		}
	}
	text := a.Text
	for _, note := range found.Notes {
		if !strings.HasPrefix(note, "no solution: ") {
			text += ". " + note
		}
	}
	r := reason{Text: text, Weights: a.Weights[pieces : pieces+len(sites)]}
	// the sum of cells: there is nothing to draw
	if slices.Min(r.Weights) == slices.Max(r.Weights) {
		r.Weights = nil
	}
	return r, nil
}

// deadItems lists the items from one number to another that must be covered, and are by none of the
// options that agree with those taken.
func deadItems(m *cover.Model, taken []int, from, to int) (dead []int) {
	room := make([]int, len(m.Items))
	need := make([]int, len(m.Items))
	for i, it := range m.Items {
		room[i], need[i] = it.Max, it.Min
	}
	for _, o := range taken {
		for _, i := range m.Options[o] {
			room[i]--
			need[i]--
		}
	}
	for _, items := range m.Options {
		if !slices.ContainsFunc(items, func(i int) bool { return i < to && room[i] <= 0 }) {
			for _, i := range items {
				need[i] = min(need[i], 0)
			}
		}
	}
	for i := from; i < to; i++ {
		if need[i] > 0 {
			dead = append(dead, i)
		}
	}
	return dead
}

// rated is how hard a puzzle is, by the numbers of design.Rate.
type rated struct {
	Stars  int   `json:"stars"`
	Nodes  int64 `json:"nodes"`
	Forced int   `json:"forced"`
}

// rate rates the puzzle with what lies on the board, by fewer orders than the command: a browser
// has one core.
func (d *Desk) rate(ctx context.Context, q *Request) (any, error) {
	_, taken, err := d.modelWithHints(q)
	if err != nil {
		return nil, err
	}
	r, err := design.Rate(ctx, d.searcher(), d.tiling.Model, taken, design.RateOptions{
		Orders: 15, MaxNodes: 20_000,
	})
	return rated{r.Stars(), r.Nodes.Median, r.Forced[len(r.Forced)-1].Ahead}, err
}
