package desk

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// counted is a number of solutions, with the time and the engine.
type counted struct {
	Count   string  `json:"count"`
	Seconds float64 `json:"seconds"`
	Engine  string  `json:"engine,omitempty"`
}

// count counts the solutions that contain the placements on the board.
func (d *Desk) count(ctx context.Context, q *Request) (any, error) {
	m, _, err := d.modelWithHints(q)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	var did backends.Stats
	b := backends.Observed(d.decider(), func(stats backends.Stats) { did = stats })
	n, err := backends.Count(ctx, b, m)
	if err != nil {
		return nil, err
	}
	return counted{n.String(), time.Since(start).Seconds(), did.Engine}, nil
}

// progressEvery is how many solutions are listed between two calls of Progress.
const progressEvery = 500

// eachSolution lists and checks solutions until take returns false. It reports whether these were
// all.
func (d *Desk) eachSolution(
	ctx context.Context, b backends.Backend, m *cover.Model,
	take func(s cover.Solution) (bool, error),
) (all bool, err error) {
	n := 0
	for s, err := range b.Solutions(ctx, m) {
		if err == nil {
			err = m.Check(s)
		}
		if err != nil {
			return false, err
		}
		more, err := take(s)
		if !more || err != nil {
			return false, err
		}
		if n++; d.Progress != nil && n%progressEvery == 0 {
			d.Progress(n)
		}
	}
	return true, nil
}

// engine is the backend that a question names.
func (d *Desk) engine(q *Request) (backends.Backend, error) {
	if q.Engine == "" {
		return d.decider(), nil
	}
	return registry.Lookup(q.Engine, registry.Options{})
}

// listed is the result of a list of solutions. A solution is a list of indices into Options, and an
// option a piece, its orientation, and how far it is moved from there: [piece, way, x, y, z].
type listed struct {
	Options   [][5]int `json:"options,omitempty"`
	Solutions [][]int  `json:"solutions,omitempty"`

	Count    int     `json:"count"`
	Complete bool    `json:"complete"`
	Digest   string  `json:"digest,omitempty"` // of a complete list
	Seconds  float64 `json:"seconds"`
}

// solve lists up to Limit solutions; a complete list is sorted, so that each has a number.
func (d *Desk) solve(ctx context.Context, q *Request) (any, error) {
	m, _, err := d.modelWithHints(q)
	if err != nil {
		return nil, err
	}
	engine, err := d.engine(q)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	l := listed{Solutions: [][]int{}}
	var digest cover.Digest
	digester := d.tiling.Model.Digester()
	upToSymmetry := q.UpToSymmetry && len(m.Sym) > 1
	var all []cover.Solution
	l.Complete, err = d.eachSolution(ctx, engine, m, func(s cover.Solution) (bool, error) {
		if upToSymmetry && !s.Least(m.Sym) {
			return true, nil
		}
		if l.Count == max(1, q.Limit) {
			return false, nil
		}
		l.Count++
		digest = digest.Add(digester.Solution(s))
		all = append(all, slices.Clone(s))
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	if l.Complete {
		l.Digest = digest.String()
		slices.SortFunc(all, func(a, b cover.Solution) int { return slices.Compare(a, b) })
	}
	number := make(map[int]int) // of an option, in l.Options
	for _, s := range all {
		var one []int
		for _, o := range d.tiling.Ordered(s) {
			n, known := number[o]
			if !known {
				n = len(l.Options)
				number[o] = n
				l.Options = append(l.Options, d.moved(o))
			}
			one = append(one, n)
		}
		l.Solutions = append(l.Solutions, one)
	}
	l.Seconds = time.Since(start).Seconds()
	return l, nil
}

// shares holds, for each piece and site, in what part of the solutions the piece covers the site,
// and for each option that some solutions contain how many these are.
type shares struct {
	Count   string      `json:"count"`
	Shares  [][]float64 `json:"shares"`  // from 0 to 1
	Options [][5]int    `json:"options"` // as in listed
	With    []string    `json:"with"`
}

// cells counts for each piece and cell the solutions in which it covers the cell.
func (d *Desk) cells(ctx context.Context, q *Request) (any, error) {
	m, _, err := d.modelWithHints(q)
	if err != nil {
		return nil, err
	}
	options, total, err := d.decider().Marginals(ctx, m)
	if errors.Is(err, native.ErrMemory) {
		return nil, fmt.Errorf("there are too many solutions to count by cells in a browser: %w",
			err)
	}
	if err != nil {
		return nil, err
	}
	t := d.tiling
	sites := t.Puzzle.Board.Sites
	all := shares{Count: total.String(), Options: [][5]int{}}
	sums := make([][]*big.Int, len(t.Puzzle.Pieces))
	for k := range sums {
		sums[k] = make([]*big.Int, len(sites))
	}
	for o, n := range options {
		if n == nil || n.Sign() == 0 {
			continue
		}
		all.Options, all.With = append(all.Options, d.moved(o)), append(all.With, n.String())
		pl := t.Placements[o]
		for _, item := range t.Options[o] {
			site := item - len(t.Puzzle.Pieces)
			if site < 0 || site >= len(sites) {
				continue
			}
			if sums[pl.Piece][site] == nil {
				sums[pl.Piece][site] = new(big.Int)
			}
			sums[pl.Piece][site].Add(sums[pl.Piece][site], n)
		}
	}
	for _, row := range sums {
		share := make([]float64, len(row))
		for site, n := range row {
			if n != nil {
				share[site], _ = new(big.Rat).SetFrac(n, total).Float64()
			}
		}
		all.Shares = append(all.Shares, share)
	}
	return all, nil
}
