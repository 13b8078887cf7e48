package contest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/compared"
	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/drawing"
	"github.com/exactile/exactile/cmd/exactile/internal/engine"
	"github.com/exactile/exactile/cmd/exactile/internal/load"
	"github.com/exactile/exactile/cmd/exactile/internal/output"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/cmd/exactile/internal/table"
	"github.com/exactile/exactile/cmd/exactile/internal/version"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/visible"
)

// A contest is a comparison on one puzzle, with a backend for each row.
type contest struct {
	engine.Config
	entry  *load.Entry
	names  []string // of the backends
	first  bool     // stop at the first solution
	repeat int      // how often each row is run
}

func (j *contest) Run(ctx context.Context, c *console.Console, w *output.Writer) error {
	all := &comparison.Comparison{
		Puzzle: j.entry.Name, First: j.first, Timeout: j.Timeout,
		Machine: comparison.ThisMachine(), Program: version.String(),
	}
	var err error
	if all.Rows, err = j.rows(ctx, c); err != nil {
		return err
	}
	// Facts common to all runs of a row are found afterwards, so that no run is slowed down.
	j.describe(ctx, all.Rows)
	err = printPlain(c, w, func(b io.Writer) error {
		return compared.Print(b, w.Format, j.entry.Tiling, all)
	})
	if err != nil {
		return err
	}
	if found := all.Disagreements(); len(found) > 0 {
		if err := w.Flush(); err != nil {
			return err
		}
		j.nameLoss(ctx, c.Stderr, all, found[0])
		return status.Exit(status.Disagree)
	}
	return status.Exit(noteRows(c, all))
}

// rows runs all rows in turn, repeat times. An interrupt ends the present run, and the
// remaining ones are left out.
func (j *contest) rows(ctx context.Context, c *console.Console) ([]comparison.Row, error) {
	q, err := posed(j.entry)
	if err != nil {
		return nil, err
	}
	r, err := j.runner()
	if err != nil {
		return nil, err
	}
	defer r.close()
	rows := make([]comparison.Row, len(j.names))
	for k, name := range j.names {
		rows[k].Backend = name
	}
	for range j.repeat {
		for k, name := range j.names {
			if ctx.Err() == nil || len(rows[k].Runs) == 0 {
				row := fmt.Sprintf("%s, row %d of %d", name, k+1, len(rows))
				end := c.Progress.Begin(ctx, row)
				rows[k].Runs = append(rows[k].Runs, r.made(ctx, q, name))
				end()
			}
		}
	}
	return rows, nil
}

// runner returns a rowRunner, which the caller must close.
func (j *contest) runner() (*rowRunner, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	// A killed child leaves temporary files: close removes this folder with all of them.
	folder, err := os.MkdirTemp("", "exactile-")
	return &rowRunner{Config: j.Config, first: j.first, program: program, folder: folder, grace: rowGrace}, err
}

// leastDescribing is the time limit for the length of a formula if the row has used up its own
// time.
const leastDescribing = 50 * time.Millisecond

// describe finds what all runs of a row share: the version of its engine or program, and the
// length of its formula. A length may take the time that the row has left; after one that
// takes longer, no other is computed.
func (j *contest) describe(ctx context.Context, rows []comparison.Row) {
	lengths := make(map[string]int64) // by encoding
	late := false
	for k := range rows {
		row := &rows[k]
		row.Version = registry.Version(ctx, row.Backend, j.Work)
		formulaBytes := abilities(row.Backend, j.Work).FormulaBytes
		if formulaBytes == nil {
			continue
		}
		_, encoding, given := strings.Cut(row.Backend, "/")
		if !given || strings.HasPrefix(row.Backend, "process:") {
			encoding = row.Backend
		}
		if _, known := lengths[encoding]; !known && !late {
			left := max(j.Timeout-row.Typical().Elapsed, leastDescribing)
			limited, cancel := engine.Within(ctx, j.Timeout, left)
			// A model that cannot be encoded has no length; its row shows the error.
			lengths[encoding], _ = formulaBytes(limited, j.entry.Tiling.Model)
			late = limited.Err() != nil
			cancel()
		}
		row.FormulaBytes = lengths[encoding]
	}
}

// printPlain passes on the output, in ASCII if the screen shows nothing else.
func printPlain(c *console.Console, w *output.Writer, print func(io.Writer) error) error {
	screen, err := c.Screen(w.ToStandardOutput())
	if err != nil {
		return err
	}
	var b strings.Builder
	if err := print(&b); err != nil {
		return err
	}
	text := b.String()
	if screen.Terminal && !screen.Unicode {
		text = table.ASCII(text)
	}
	_, err = w.WriteString(text)
	return err
}

// noteRows prints what the rows do not show, and returns the exit status of rows without a
// disagreement.
func noteRows(c *console.Console, all *comparison.Comparison) int {
	noteTrust := engine.NoteTrustOnce(c)
	var codes []int
	for k, verdict := range all.Verdicts() {
		typical := all.Rows[k].Typical()
		noteTrust(typical)
		switch verdict {
		case comparison.FailedRun:
			c.Note("%s: %s", all.Rows[k].Backend, typical.Error)
			codes = append(codes, status.Bad)
		case comparison.NoMemory:
			c.Note("%s: %s", all.Rows[k].Backend, typical.Error)
			codes = append(codes, status.Stopped)
		case comparison.Timeout, comparison.NotRun:
			codes = append(codes, status.Stopped)
		}
	}
	return status.Worst(codes)
}

// nameLoss prints a solution that one of two disagreeing backends has lost.
func (j *contest) nameLoss(
	ctx context.Context, w io.Writer, all *comparison.Comparison, d backends.Disagreement,
) {
	first, second := all.Rows[d.A].Backend, all.Rows[d.B].Backend
	fmt.Fprintf(w, "exactile: %s\n", visible.Text(d.Reason))
	one, errOne := registry.Lookup(first, j.Work)
	two, errTwo := registry.Lookup(second, j.Work)
	if errOne != nil || errTwo != nil {
		return
	}
	first, second = visible.Text(first), visible.Text(second) // from here on they are only printed
	if backends.AbilitiesOf(one).CountsOnly || backends.AbilitiesOf(two).CountsOnly {
		fmt.Fprintln(w, "exactile: one of them only counts, so that no solution can be named")
		return
	}
	ctx, cancel := j.Limited(ctx, 0)
	defer cancel()
	loss, err := lossOf(ctx, one, two, j.entry.Tiling.Model, all.First)
	switch {
	case err != nil:
		fmt.Fprintf(w, "exactile: looking for a solution that one of them has lost: %s\n",
			visible.Text(j.StoppedText(err)))
		return
	case loss == nil:
		fmt.Fprintf(w, "exactile: run again, %s and %s list the same solutions\n", first, second)
		return
	case loss.FoundByFirst:
		first, second = second, first
	}
	fmt.Fprintf(w, "exactile: %s has lost this solution, which %s finds and which solves the "+
		"puzzle:\n", first, second)
	text := bufio.NewWriter(w)
	p := drawing.NewPrinter(text, "text", j.entry.Tiling, "", false)
	// If standard error fails there is no place to report it.
	_ = errors.Join(p.Solution(loss.Solution), p.End(1, true, false), text.Flush())
}

// lossOf returns a solution that one of two backends finds and the other has lost. If only
// first solutions were asked for, the second backend is the one that found none.
func lossOf(
	ctx context.Context, one, two backends.Backend, m *cover.Model, first bool,
) (*backends.Loss, error) {
	if !first {
		return backends.Difference(ctx, one, two, m)
	}
	s, ok, err := backends.First(ctx, one, m)
	if err != nil || !ok {
		return nil, err
	}
	return &backends.Loss{Solution: s, FoundByFirst: true}, nil
}
