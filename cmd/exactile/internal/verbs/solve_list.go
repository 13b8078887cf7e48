package verbs

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/best"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/groups"
	"github.com/exactile/exactile/cmd/exactile/internal/printer"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
)

// A solveRun is a run of solve.
type solveRun struct {
	*cli.Call
	number       int64
	index        string
	random       int64 // how many are drawn; 0: none
	all          bool
	upToSymmetry bool
	unique       bool
	byUse        bool
	satExit      bool
	lexLeader    bool // the backend finds one solution of each orbit
	drawing      printer.Flags
	save         cli.CheckpointFlags

	most int64    // how many are requested; 0: all
	at   *big.Int // the number of the solution asked for; nil: none
}

// A listing is the result of a search: how many solutions, and how it ended.
type listing struct {
	n        int64
	total    int64 // solutions seen, also those that represent no orbit
	complete bool  // there are no more
	failed   error // what stopped the search, nil: nothing
	stats    backends.Stats
}

// A bestFound is what is known of the best solutions of a puzzle with a goal; a nil Result: it has
// none.
type bestFound struct {
	*best.Result
	err error // what stopped the search for them
}

// solve prints the solutions of one puzzle, the best ones if it has a goal, and returns its exit
// status as an error.
func (r *solveRun) solve(
	ctx context.Context, e *cli.Entry, p *printer.Printer, found bestFound,
) error {
	ctx, end := r.Begin(ctx, e)
	defer end()
	start := time.Now()
	if found.Result != nil {
		p.Goal = found.Goal()
	}
	l, err := r.list(ctx, e, p, found)
	if err != nil {
		return err
	}
	if found.Result != nil {
		e.NoteBest(r.Console, found.Result)
	}
	if r.Verbose {
		r.Note("%s: %s by %s in %.3f s%s",
			e.Name, p.Found(l.n), p.Backend, time.Since(start).Seconds(), cli.Effort(l.stats))
	}
	e.NoteReason(r.Console, l.stats.Argument)
	cli.NoteMemory(r.Console, e.Name, l.failed)
	if l.failed != nil && !cli.IsStop(l.failed) {
		return errors.Join(fmt.Errorf("%s: %w", e.Name, l.failed), p.Abandon(l.n))
	}
	if l.n == 0 && l.failed != nil && p.Picture { // an empty board would look like an answer
		return cli.WithStatus(cli.Stopped, fmt.Errorf("%s: %s", e.Name, printer.StoppedBefore))
	}
	if l.complete {
		p.Orbits.Solutions = l.total
	}
	if err := p.End(l.n, l.complete, l.failed != nil); err != nil {
		return err
	}
	if l.failed != nil && p.Picture {
		r.Note("%s: at least %s: a limit ended the search", e.Name, p.Found(l.n))
	}
	report := backends.Report{
		Puzzle: e.Name, Backend: r.Name, Count: big.NewInt(l.n), Complete: l.complete,
		Completeness: l.stats.Completeness(), Digest: new(cover.Digest),
		Unproved: l.stats.Unproved, Stats: l.stats,
	}
	if p.Goal != nil && found.Proved {
		report.Complete, report.Completeness = true, found.Completeness // nothing is better
	}
	cli.NoteTrust(r.Console, report)
	if l.n == 0 && l.complete && p.Picture {
		r.Note("%s: no solution: the picture is of the empty board", e.Name)
	}
	return cli.Exit(r.status(l.n, l.failed))
}

// list prints solutions as they are found. The error is that of the printer.
func (r *solveRun) list(
	ctx context.Context, e *cli.Entry, p *printer.Printer, found bestFound,
) (l listing, err error) {
	m := e.Tiling.Model
	b := r.For(e, func(name string) { p.Backend = name })
	b = backends.Observed(b, func(s backends.Stats) { l.stats = s })
	most := r.most
	if r.upToSymmetry {
		most = 0 // the first representative of an orbit may come late
	}
	solutions := backends.Verified(m, backends.AtMostN(ctx, b, m, most))
	if r.byUse {
		solutions = backends.Verified(m, selections(ctx, b, e.Tiling))
	}
	if r.isDrawn() {
		defer cli.AnnounceMemory(r.Console, e.Name, r.Work.Memory)()
		solutions = backends.Verified(m, r.draw(ctx, b, m))
	}
	if known := found.Result; p.Goal != nil &&
		(found.err != nil || known.Tiling == nil || r.most == 1 && !r.isDrawn()) {
		solutions, l.stats = found.solutions, known.Stats
	} else if r.upToSymmetry {
		size := func(cover.Solution) int { return 1 }
		if r.lexLeader {
			size = func(s cover.Solution) int { return s.Orbit(m.Sym) }
		}
		solutions = backends.Representatives(m, counting(solutions, size, &l.total))
		p.Orbits.Symmetries = len(m.Sym)
	}
	l.complete = true
	for s, failed := range solutions {
		if failed != nil {
			l.failed, l.complete = failed, false
			break
		}
		l.n++
		if err = p.Solution(e.Tiling.Placed(s)); err != nil {
			break
		}
		if l.n == r.most && found.err == nil {
			l.complete = false // there may be more
			break
		}
	}
	return l, err
}

// selections yields a solution for each choice of how often the pieces are used that has some, in
// the order of count --by-use.
func selections(
	ctx context.Context, b backends.Backend, t *puzzle.Tiling,
) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		g := cover.Grouping{Use: groups.Varying(t)}
		found, err := backends.Groups(ctx, b, t.Model, g)
		if err != nil {
			yield(nil, err)
			return
		}
		slices.SortFunc(found, func(a, b cover.Group) int { return slices.Compare(b.Use, a.Use) })
		for _, one := range found {
			m := *t.Model
			m.Items, m.Sym = slices.Clone(m.Items), nil
			for n, i := range g.Use {
				m.Items[i].Min, m.Items[i].Max = one.Use[n], one.Use[n]
			}
			s, ok, err := backends.First(ctx, b, &m)
			if err == nil && !ok {
				err = errors.New("internal error: a selection of pieces lost its solutions")
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// solutions yields the solution that is known, and what stopped the search.
func (f bestFound) solutions(yield func(cover.Solution, error) bool) {
	if f.Tiling != nil && !yield(f.Solution, nil) {
		return
	}
	if f.err != nil {
		yield(nil, f.err)
	}
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

// status returns the exit status after n solutions and, if a limit ended the search, its
// error.
func (r *solveRun) status(n int64, failed error) int {
	switch {
	case r.unique && n > 1:
		return cli.NotUnique
	case failed != nil:
		return cli.Stopped
	case n == 0:
		return cli.NoSolution
	case r.satExit:
		return cli.Satisfied
	}
	return cli.Done
}

// isDrawn reports whether solutions are requested by number, or at random.
func (r *solveRun) isDrawn() bool { return r.random > 0 || r.at != nil }

// draw yields the solutions requested by number, or at random.
func (r *solveRun) draw(
	ctx context.Context, b backends.Backend, m *cover.Model,
) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		set, err := backends.Rank(ctx, b, m)
		if err != nil {
			yield(nil, err)
			return
		}
		if r.at != nil {
			yield(set.At(r.at))
			return
		}
		for s, err := range set.Random(r.Seed) {
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
