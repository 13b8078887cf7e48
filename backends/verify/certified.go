package verify

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/best"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/await"
)

// A certification checks the claims of a puzzle by the certificates that they name, below a folder.
// It runs no engine.
type certification struct {
	*Result
	ctx context.Context
	dir string
	t   *puzzle.Tiling

	checker Checker
	done    map[string]shown // by folder
}

// shown is what a certificate shows: a verdict with a reason, if it shows nothing.
type shown struct {
	verdict Verdict
	reason  string
	found   *check.Verdict
	digest  string
	motions [][]int // of the model of a part; nil: those of the puzzle
}

// certified judges the claims of a puzzle; dir is the folder of its file.
func certified(
	ctx context.Context, t *puzzle.Tiling, dir string, checker Checker, left limit,
) Result {
	start := time.Now()
	r := newResult(t.Puzzle, OK)
	limited, cancel := startClock().within(ctx, left)
	defer cancel()
	c := certification{
		Result: &r, ctx: limited, dir: dir, t: t, checker: checker, done: make(map[string]shown),
	}
	for _, claim := range t.Puzzle.Claims {
		one := c.judge(claim)
		r.Claims = append(r.Claims, one)
		r.Verdict = worse(r.Verdict, one.Verdict)
	}
	if ctx.Err() != nil {
		r.interrupt(ctx)
	}
	r.Elapsed = time.Since(start).Seconds()
	return r
}

// judge judges one claim.
func (c *certification) judge(claim puzzle.Claim) ClaimResult {
	r := newClaimResult(claim, "it names no certificate")
	if claim.Certificate == "" {
		return r
	}
	s, known := c.done[claim.Certificate]
	if !known {
		s = c.checkAll(claim.Certificate)
		c.done[claim.Certificate] = s
	}
	if r.Verdict, r.Reason = s.verdict, s.reason; s.verdict != OK {
		if s.verdict == Broken {
			r.Expected, r.Backend = expected(claim), claim.Certificate
		}
		return r
	}
	if claim.Kind == puzzle.Best {
		return r // its parts are those of this value
	}
	meant := c.t.Under(claim.Symmetry).Sym
	if s.motions != nil {
		meant = s.motions
	}
	n, orbits := s.found.Result.Solutions, s.found.Result.Orbits
	switch {
	case len(meant) <= 1:
		orbits = n
	case !sameMotions(meant, s.found.Motions):
		orbits = nil
	}
	r = proved(claim, n, orbits, len(meant), s.digest)
	if r.Verdict == Broken {
		r.Backend = claim.Certificate
	}
	return r
}

// checkAll checks a certificate or, if the puzzle has a goal, those in a folder: of the best
// solutions, by the value that is claimed, and that there are none beyond.
func (c *certification) checkAll(folder string) (s shown) {
	p := c.t.Puzzle
	if p.Goal.Of == "" {
		return c.check(folder, c.t.Model)
	}
	value := 0
	for _, claim := range p.Claims {
		if claim.Kind == puzzle.Best {
			value = int(claim.Count.Int64())
		}
	}
	parts, err := best.Parts(c.t, value)
	if err != nil {
		return shown{verdict: Failed, reason: err.Error()}
	}
	total, several := new(big.Int), 0
	for _, part := range parts {
		within := path.Join(folder, part.Name)
		one := c.check(within, part.Tiling.Model)
		switch {
		case one.verdict != OK:
			return one
		case part.Best:
			s = one
			several++
			s.motions = part.Tiling.Sym
			total.Add(total, one.found.Result.Solutions)
		case one.found.Result.Solutions.Sign() > 0:
			return shown{verdict: Broken, reason: within + ": a solution is better"}
		}
	}
	if total.Sign() == 0 && p.Goal.Best != "" {
		reason := fmt.Sprintf("%s: no solution has the value %d", folder, value)
		return shown{verdict: Broken, reason: reason}
	}
	if s.found.Result.Solutions = total; several > 1 {
		s.found.Result.Orbits, s.digest = nil, ""
	}
	return s
}

// check checks a certificate: its model must be the one given.
func (c *certification) check(folder string, m *cover.Model) (s shown) {
	start := time.Now()
	c.checker.begins(c.t.Puzzle.Name, folder)
	v, err := await.Value(c.ctx, func() (*check.Verdict, error) {
		below, err := os.OpenRoot(c.dir)
		if err != nil {
			return nil, err
		}
		defer below.Close()
		folder := filepath.FromSlash(folder)
		if info, err := below.Stat(folder); err == nil && !info.IsDir() {
			return nil, errors.New("is no folder") // to open a pipe would wait for ever
		}
		root, err := below.OpenRoot(folder)
		if err != nil {
			return nil, err
		}
		defer root.Close()
		return check.Folder(c.ctx, root.FS(), check.Sources{
			Model: m, Limits: c.checker.Recount,
		})
	})
	refusal, missing, excess := (*check.Refusal)(nil), (*fs.PathError)(nil), (*check.Excess)(nil)
	switch {
	case err == nil:
		report := backends.Report{
			Puzzle: c.t.Puzzle.Name, Backend: folder, Count: v.Result.Solutions, Complete: true,
			Completeness: backends.ByProof, Elapsed: time.Since(start),
		}
		s = shown{verdict: OK, found: v}
		if v.Result.Listed {
			report.Digest, s.digest = &v.Result.Digest, v.Result.Digest.String()
		}
		c.Runs = append(c.Runs, report)
	case errors.Is(context.Cause(c.ctx), errTimeout):
		s = shown{
			verdict: Unfinished, reason: folder + ": the time was up: a longer timeout gives more",
		}
		c.Late = true
	case errors.As(err, &excess):
		s = shown{
			verdict: Unfinished,
			reason:  fmt.Sprintf("%s: not checked: %v%s", folder, err, excess.Advice()),
		}
	case c.ctx.Err() != nil:
		s = shown{verdict: Unfinished, reason: fmt.Sprintf("%s: not checked: %v", folder, err)}
	case errors.As(err, &refusal):
		s = shown{verdict: Broken, reason: fmt.Sprintf("%s: not proved: %v", folder, err)}
	case errors.As(err, &missing):
		s = shown{
			verdict: Failed, reason: fmt.Sprintf("%s: %s: %v", folder, missing.Path, missing.Err),
		}
	default:
		s = shown{verdict: Failed, reason: fmt.Sprintf("%s: %v", folder, err)}
	}
	return s
}

// sameMotions reports whether two groups have the same motions.
func sameMotions(a, b [][]int) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(g []int) bool {
		return !slices.ContainsFunc(b, func(h []int) bool { return slices.Equal(g, h) })
	})
}
