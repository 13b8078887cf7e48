package study

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/printer"
	"github.com/exactile/exactile/internal/text"
)

// NameLoss prints a solution that one of two backends has lost, of those that contradict each
// other on the first puzzle that is wrong. If only first solutions were requested, the second is
// the one that found none.
func (j *Comparison) NameLoss(ctx context.Context, w io.Writer, s *Study) {
	say := func(format string, args ...any) {
		fmt.Fprintf(w, "exactile: %s\n", text.Visible(fmt.Sprintf(format, args...)))
	}
	entry, p := j.inputs[s.Wrong[0]].entry, s.Puzzles[s.Wrong[0]]
	if entry.Open(ctx) != nil {
		return
	}
	if !j.Single {
		say("%s:", entry.Name)
	}
	d := p.Disagreements[0]
	say("%s", d.Reason)
	first, second := j.Backends[d.A], j.Backends[d.B]
	one, errOne := registry.Lookup(first, j.Work)
	two, errTwo := registry.Lookup(second, j.Work)
	switch {
	case errOne != nil || errTwo != nil:
		return
	case backends.CountsOnly(one) || backends.CountsOnly(two):
		say("one of them only counts, so no solution can be shown")
		return
	}
	ctx, cancel := j.Limited(ctx, 0)
	defer cancel()
	var loss *backends.Loss
	var err error
	if m := entry.Tiling.Model; !j.First {
		loss, err = backends.Difference(ctx, one, two, m)
	} else if s, found, wrong := backends.First(ctx, one, m); found || wrong != nil {
		loss, err = &backends.Loss{Solution: s, FoundByFirst: true}, wrong
	}
	switch {
	case err != nil:
		say("the search for a solution that one of them has lost: %s", j.StoppedText(err))
		return
	case loss == nil:
		say("in a second run, %s and %s list the same solutions", first, second)
		return
	case loss.FoundByFirst:
		first, second = second, first
	}
	say("%s has lost this solution, which %s finds and which solves the puzzle:", first, second)
	written := bufio.NewWriter(w)
	drawn := printer.Plain(written, "text", entry.Tiling, "", false)
	// If standard error fails there is no place to report it.
	_ = errors.Join(drawn.Solution(loss.Solution), drawn.End(1, true, false), written.Flush())
}
