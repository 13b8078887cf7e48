package search

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/drawing"
	"github.com/exactile/exactile/cmd/exactile/internal/engine"
	"github.com/exactile/exactile/cmd/exactile/internal/load"
	"github.com/exactile/exactile/cmd/exactile/internal/output"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/encode/cover"
)

// A solveJob is a run of solve, resolved from its flags.
type solveJob struct {
	wanted
	engine.Config
	style   drawing.Style
	backend backends.Backend
	entries []*load.Entry
	named   bool // a backend is to do the work, whatever is known without it
	leaders bool // the backend finds one solution of each orbit
}

// Run prints the solutions.
func (j *solveJob) Run(ctx context.Context, c *console.Console, w *output.Writer) error {
	return load.Each(ctx, c, j.entries, func(n int, e *load.Entry) error {
		if err := e.Open(ctx); err != nil {
			return err
		}
		if j.most != 1 {
			e.NoteCongruent(c)
		}
		if !j.drawn() { // else the seed is for the draw
			e.Tiling = e.Tiling.Shuffled(j.Seed)
		}
		p, err := j.style.Printer(c, w, e.Tiling, j.Name, j.most != 1)
		if err != nil {
			return err
		}
		p.Begin(n, len(j.entries))
		return j.solve(ctx, c, e, p)
	})
}

// A listing is the result of a search: how many solutions, and how it ended.
type listing struct {
	n        int64
	inAll    int64 // solutions seen, also those that represent no orbit
	complete bool  // there are no more
	failed   error // what stopped the search, nil: nothing
	stats    backends.Stats
}

// solve prints the solutions of one puzzle and returns its exit status as an error.
func (j *solveJob) solve(
	ctx context.Context, c *console.Console, e *load.Entry, p *drawing.Printer,
) error {
	ctx, cancel := j.Limited(ctx, e.Spent)
	defer cancel()
	defer c.Progress.Begin(ctx, e.Name)()
	start := time.Now()
	l, err := j.list(ctx, c, e, p)
	if err != nil {
		return err
	}
	if c.Verbose {
		c.Note("%s: %s by %s in %.3f s%s",
			e.Name, p.Found(l.n), p.Backend, time.Since(start).Seconds(), engine.Effort(l.stats))
	}
	if why := l.stats.Argument; why != "" && e.Argument == nil {
		c.Note("%s: no solution: %s", e.Name, why)
	}
	engine.NoteMemory(c, e.Name, l.failed)
	if l.failed != nil && !status.IsStop(l.failed) {
		return errors.Join(fmt.Errorf("%s: %w", e.Name, l.failed), p.Abandon(l.n))
	}
	if l.complete {
		p.Orbits.Solutions = l.inAll
	}
	if err := p.End(l.n, l.complete, l.failed != nil); err != nil {
		return err
	}
	engine.NoteTrust(c, backends.Report{
		Puzzle: e.Name, Backend: j.Name, Count: big.NewInt(l.n), Complete: l.complete,
		Completeness: l.stats.Completeness(), Digest: new(cover.Digest),
		Unproved: l.stats.Unproved, Stats: l.stats,
	})
	if l.n == 0 && l.complete && p.IsPicture() {
		c.Note("%s: no solution: the picture is of the empty board", e.Name)
	}
	return status.Exit(j.status(l.n, l.failed))
}

// list prints solutions as they are found. The error is that of the printer.
func (j *solveJob) list(
	ctx context.Context, c *console.Console, e *load.Entry, p *drawing.Printer,
) (l listing, err error) {
	m := e.Tiling.Model
	b := engine.Announced(c, j.backend, e.Name, func(name string) { p.Backend = name })
	argued := e.Argument != nil && !j.named
	if argued {
		b, p.Backend = engine.Argued{Argument: e.Argument}, engine.ArguedName
	}
	b = backends.Observed(b, func(s backends.Stats) { l.stats = s })
	most := j.most
	if j.upToSymmetry {
		most = 0 // the first representative of an orbit may come late
	}
	solutions := backends.Checked(m, backends.Wanted(ctx, b, m, most))
	if argued && j.index != nil {
		return l, fmt.Errorf("%s: there is no solution %v of 0, which are numbered from 0", e.Name, j.index)
	} else if j.drawn() && !argued {
		solutions = backends.Checked(m, j.draw(ctx, b, m, j.Seed))
	}
	if j.upToSymmetry {
		size := func(cover.Solution) int { return 1 }
		if j.leaders {
			size = func(s cover.Solution) int { return s.Orbit(m.Sym) }
		}
		solutions = backends.Representatives(m, counting(solutions, size, &l.inAll))
		p.Orbits.Symmetries = len(m.Sym)
	}
	l.complete = true
	for s, failed := range solutions {
		if failed != nil {
			l.failed, l.complete = failed, false
			break
		}
		l.n++
		if err = p.Solution(s); err != nil {
			break
		}
		if l.n == j.most {
			l.complete = false // there may be more
			break
		}
	}
	return l, err
}

// counting passes solutions on and adds up the size of each.
func counting(
	solutions iter.Seq2[cover.Solution, error], size func(cover.Solution) int, n *int64,
) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		for s, err := range solutions {
			if err == nil {
				*n += int64(size(s))
			}
			if !yield(s, err) {
				return
			}
		}
	}
}
