package verbs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/cobra"
)

// convertVerb is the verb that writes a puzzle in another format.
func convertVerb(c *cli.Console, cmd *cobra.Command) {
	r := cli.NewCall(c, cmd)
	cmd.Args = cli.Exactly("PUZZLE")
	r.Input.Add(r.Flags)
	r.Input.AddMending(r.Flags)
	r.Input.Goals = true
	known := cli.FormatNames(true)
	r.Print(func(ctx context.Context) error {
		ending, _ := cli.FormatOfEnding(r.Out.Path, known...)
		if !r.Out.Chosen && !r.Out.ToStandardOutput() && !slices.Contains(known, ending) {
			return cli.Misusef("-o %s: no format ends in %q; name one with -f: %s",
				r.Out.Path, filepath.Ext(r.Out.Path), strings.Join(known, ", "))
		}
		r.ErrorsAsJSON = false // the output is a puzzle, not a result
		if err := r.Load(ctx); err != nil {
			return err
		}
		return convert(ctx, r)
	}, known...)
}

// convert writes puzzles, after it has read the output back and found the same puzzles.
func convert(ctx context.Context, r *cli.Call) error {
	w := r.Out
	text, before, err := written(ctx, w.Format, r.Entries)
	if err != nil {
		return err
	}
	again, err := formats.Read(w.Path, bytes.NewReader(text), formats.Options{Format: w.Format})
	if err != nil {
		return fmt.Errorf("nothing was written: as %s the puzzle cannot be read again: %w",
			w.Format, err)
	}
	if len(again.Documents) != len(before) {
		return errors.New("nothing was written: internal error: the number of puzzles changed")
	}
	after := make([]puzzleFacts, len(before))
	for k, d := range again.Documents {
		t, err := d.Compile()
		if err != nil {
			return err
		}
		if after[k] = factsOf(t); after[k].fingerprint != before[k].fingerprint ||
			after[k].goal != before[k].goal {
			return fmt.Errorf("nothing was written: internal error: as %s, %s has another model",
				w.Format, before[k].name)
		}
	}
	if left := leftOut(before, after); left != "" {
		r.Note("%s cannot hold %s: left out", w.Format, left)
	}
	_, err = w.Write(text)
	return err
}

// written returns the text of puzzles in a format, and the essence of each. It drops the
// models to save memory.
func written(
	ctx context.Context, format string, entries []*cli.Entry,
) (text []byte, all []puzzleFacts, err error) {
	var puzzles []*puzzle.Puzzle
	for _, e := range entries {
		if err := e.Open(ctx); err != nil {
			return nil, nil, err
		}
		puzzles = append(puzzles, e.Tiling.Puzzle)
		all = append(all, factsOf(e.Tiling))
		e.Tiling = nil
	}
	if text, err = cli.PuzzleText(format, puzzles...); err != nil {
		err = fmt.Errorf("nothing was written: %w", err)
		if slices.ContainsFunc(puzzles, func(p *puzzle.Puzzle) bool { return p.Goal.Of != "" }) {
			err = fmt.Errorf("%w; --goal none leaves it out", err)
		}
	}
	return text, all, err
}

// puzzleFacts is the data of a puzzle that is compared before and after writing.
type puzzleFacts struct {
	name        string
	fingerprint string
	geometry    bool
	claims      int
	labels      int // of cells
	goal        puzzle.Goal
}

func factsOf(t *puzzle.Tiling) puzzleFacts {
	e := puzzleFacts{t.Puzzle.Name, t.Fingerprint(), t.Puzzle.Cover == nil, len(t.Puzzle.Claims), 0,
		t.Puzzle.Goal}
	for _, s := range t.Puzzle.Board.Sites {
		if s.Label != "" {
			e.labels++
		}
	}
	return e
}

// leftOut lists what puzzles lost when they were written and read again.
func leftOut(before, after []puzzleFacts) string {
	names, geometry, claims, labels := false, false, 0, 0
	for k, b := range before {
		names = names || b.name != after[k].name
		geometry = geometry || b.geometry && !after[k].geometry
		claims += b.claims - after[k].claims
		labels += b.labels - after[k].labels
	}
	var parts []string
	if geometry {
		parts = append(parts, "the board and the shapes")
	}
	if names {
		parts = append(parts, "the puzzle's name")
	}
	if claims > 0 {
		parts = append(parts, text.Plural(claims, "claim"))
	}
	if labels > 0 {
		parts = append(parts, text.Plural(labels, "label"))
	}
	return strings.Join(parts, ", ")
}
