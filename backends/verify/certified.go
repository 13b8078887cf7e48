package verify

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/exactile/exactile/backends"
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
		s = c.check(claim.Certificate)
		c.done[claim.Certificate] = s
	}
	if r.Verdict, r.Reason = s.verdict, s.reason; s.verdict != OK {
		if s.verdict == Broken {
			r.Expected, r.Backend = expected(claim), claim.Certificate
		}
		return r
	}
	meant := c.t.Under(claim.Symmetry).Sym
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

// check checks a certificate: its model must be that of the puzzle.
func (c *certification) check(folder string) (s shown) {
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
			Model: c.t.Model, Limits: c.checker.Recount,
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
