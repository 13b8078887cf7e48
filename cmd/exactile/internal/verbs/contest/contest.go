package contest

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

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
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/visible"
)

// A contest is a comparison on one puzzle, with a backend for each row.
type contest struct {
	engine.Config
	entry  *load.Entry
	names  []string // of the backends
	first  bool     // stop at the first solution
	repeat int      // how often each row is run with each seed
	seeds  []uint64
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
	for k := range all.Rows {
		all.Rows[k].Version = registry.Version(ctx, all.Rows[k].Backend, j.Work)
	}
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

// rows runs all rows in turn, with each seed, repeat times; of rows with the same formula the
// first. An interrupt ends the present run, and the remaining ones are left out.
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
	formulas := j.formulas(ctx, j.entry.Tiling.Model)
	rows := make([]comparison.Row, len(j.names))
	for k, name := range j.names {
		rows[k].Backend, rows[k].Formula = name, formulas[name]
		if same := comparison.Same(formulas, name, j.names)[0]; same != name {
			rows[k].Same = same
		}
	}
	for run := range j.repeat * len(j.seeds) {
		seed := j.seeds[run%len(j.seeds)]
		for k, name := range j.names {
			if rows[k].Same == "" && (ctx.Err() == nil || len(rows[k].Runs) == 0) {
				row := fmt.Sprintf("%s, row %d of %d", name, k+1, len(rows))
				end := c.Progress.Begin(ctx, row)
				rows[k].Runs = append(rows[k].Runs, r.made(ctx, q, name, seed))
				end()
			}
		}
	}
	for k := range rows {
		if same := slices.Index(j.names, rows[k].Same); same >= 0 {
			rows[k].Runs = rows[same].Runs
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

// formulas describes the formulas of a model that the backends get. All together may take as
// long as a run; after one that takes longer, no other is described.
func (j *contest) formulas(ctx context.Context, m *cover.Model) map[string]comparison.Formula {
	limited, cancel := engine.Within(ctx, j.Timeout, j.Timeout)
	defer cancel()
	exported, err := await.Value(limited, func() (*cover.Model, error) { return m.Reduce(), nil })
	if err != nil {
		return nil
	}
	all, known := make(map[string]comparison.Formula), make(map[string]comparison.Formula)
	for _, name := range j.names {
		a, ok := lookup(name, j.Work).(backends.Formulator)
		if !ok || a.EncodingName() == "" {
			continue
		}
		f, described := known[a.EncodingName()]
		if !described {
			// A model that cannot be encoded has no formula; its row shows the error.
			if f, err = formulaOf(limited, m, exported, a); err != nil {
				continue
			}
			known[a.EncodingName()] = f
		}
		all[name] = f
	}
	return all
}

// formulaOf describes the formula of a model and of what is left of it for an export.
func formulaOf(
	ctx context.Context, m, exported *cover.Model, a backends.Formulator,
) (f comparison.Formula, err error) {
	var n length
	h := sha256.New()
	if err := a.WriteFormula(ctx, m, io.MultiWriter(h, &n)); err != nil {
		return f, err
	}
	encoding, err := encode.Lookup(a.EncodingName())
	if err != nil {
		return f, err
	}
	size, err := await.Value(ctx, func() (cnf.Size, error) { return encode.Size(exported, encoding) })
	return comparison.Formula{
		Bytes: int64(n), Digest: fmt.Sprintf("sha256:%x", h.Sum(nil)),
		Variables: size.Vars, Clauses: size.Clauses,
	}, err
}

// length is a writer that counts bytes.
type length int64

func (n *length) Write(p []byte) (int, error) {
	*n += length(len(p))
	return len(p), nil
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
		if verdict == comparison.SameFormula {
			continue
		}
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
	if backends.CountsOnly(one) || backends.CountsOnly(two) {
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
