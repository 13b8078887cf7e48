package verbs

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/cover"
)

// A solveJob is a run of solve, resolved from its flags.
type solveJob struct {
	wanted
	cli.Config
	style   cli.DrawingStyle
	backend backends.Backend
	entries []*cli.Entry
	named   bool // a backend is to do the work, whatever is known without it
	leaders bool // the backend finds one solution of each orbit
}

// Run prints the solutions.
func (j *solveJob) Run(ctx context.Context, c *cli.Console, w *cli.Writer) error {
	return cli.EachEntry(ctx, c, j.entries, func(n int, e *cli.Entry) error {
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
	ctx context.Context, c *cli.Console, e *cli.Entry, p *cli.Printer,
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
			e.Name, p.Found(l.n), p.Backend, time.Since(start).Seconds(), cli.Effort(l.stats))
	}
	if why := l.stats.Argument; why != "" && e.Argument == nil {
		c.Note("%s: no solution: %s", e.Name, why)
	}
	cli.NoteMemory(c, e.Name, l.failed)
	if l.failed != nil && !cli.IsStop(l.failed) {
		return errors.Join(fmt.Errorf("%s: %w", e.Name, l.failed), p.Abandon(l.n))
	}
	if l.complete {
		p.Orbits.Solutions = l.inAll
	}
	if err := p.End(l.n, l.complete, l.failed != nil); err != nil {
		return err
	}
	cli.NoteTrust(c, backends.Report{
		Puzzle: e.Name, Backend: j.Name, Count: big.NewInt(l.n), Complete: l.complete,
		Completeness: l.stats.Completeness(), Digest: new(cover.Digest),
		Unproved: l.stats.Unproved, Stats: l.stats,
	})
	if l.n == 0 && l.complete && p.IsPicture() {
		c.Note("%s: no solution: the picture is of the empty board", e.Name)
	}
	return cli.Exit(j.status(l.n, l.failed))
}

// list prints solutions as they are found. The error is that of the printer.
func (j *solveJob) list(
	ctx context.Context, c *cli.Console, e *cli.Entry, p *cli.Printer,
) (l listing, err error) {
	m := e.Tiling.Model
	b := cli.AnnounceWinner(c, j.backend, e.Name, func(name string) { p.Backend = name })
	argued := e.Argument != nil && !j.named
	if argued {
		b, p.Backend = cli.Argued{Argument: e.Argument}, cli.ArguedName
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

// wanted describes the solutions that are asked for.
type wanted struct {
	most         int64 // 0: all
	upToSymmetry bool
	unique       bool
	satExit      bool
	random       int64    // how many are drawn; 0: none
	index        *big.Int // the number of the solution asked for; nil: none
}

// status returns the exit status after n solutions and, if a limit ended the search, its
// error.
func (w *wanted) status(n int64, failed error) int {
	switch {
	case w.unique && n > 1:
		return cli.NotUnique
	case failed != nil:
		return cli.Stopped
	case n == 0:
		return cli.NoSolution
	case w.satExit:
		return cli.Satisfied
	}
	return cli.Done
}

// drawn reports whether solutions are asked for by number, or at random.
func (w *wanted) drawn() bool { return w.random > 0 || w.index != nil }

// draw yields the solutions asked for by number, or at random.
func (w *wanted) draw(
	ctx context.Context, b backends.Backend, m *cover.Model, seed uint64,
) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		set, err := backends.Rank(ctx, b, m)
		if err != nil {
			yield(nil, err)
			return
		}
		if w.index != nil {
			yield(set.At(w.index))
			return
		}
		for s, err := range set.Random(seed) {
			if ended := ctx.Err(); ended != nil {
				yield(nil, ended)
				return
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}
