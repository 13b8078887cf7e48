package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
)

func (a *app) convertCommand() *cobra.Command {
	var in inputFlags
	var out outputFlags
	cmd := &cobra.Command{
		Use:   "convert PUZZLE",
		Short: "Write a puzzle in another format",
		Long: `convert reads a puzzle file, or a built-in puzzle, and writes it in another of
the formats that exactile reads. What is written is read again and compared:
it has the same model, so the same solutions, item by item. A puzzle that the
format cannot hold is an error that says why, and nothing is written.

Names and claims are left out where a format has no place for them, and dlx
keeps the model without its geometry; a note says so. Comments are left out.`,
		Example: `  exactile convert puzzle.cfg -o puzzle.yaml
  exactile convert pentominoes:6x10 -f cap
  exactile convert puzzle.yaml -f dlx | some-dancing-links-program`,
		Args: exactly("PUZZLE"),
		RunE: a.verb(&out, func(w *output, _ *cobra.Command, args []string) error {
			if ending := filepath.Ext(out.path); !out.chosen && !out.toStandardOutput() && !out.knowsEnding() {
				return usage("-o %s: no format ends in %q; name one with -f: %s", out.path, ending, strings.Join(out.known, ", "))
			}
			a.asJSON = false // what is printed is a puzzle, not a result
			return a.convert(w, out.format, &in, args[0])
		}),
	}
	in.add(cmd.Flags())
	out.add(cmd.Flags(), formatNames()...)
	return cmd
}

// formatNames lists the formats of puzzle files.
func formatNames() []string {
	var names []string
	for _, f := range formats.All() {
		names = append(names, f.Name)
	}
	return names
}

// convert writes the puzzles that the argument names, once what it is about to
// write has been read back and found to be the same.
func (a *app) convert(w *output, format string, in *inputFlags, arg string) error {
	text, before, err := a.converted(format, in, arg)
	if err != nil {
		return err
	}
	again, err := formats.Read(w.name(), bytes.NewReader(text), formats.Options{Format: format})
	if err != nil {
		return fmt.Errorf("as %s the puzzle could not be read again, so nothing is written: %w", format, err)
	}
	if len(again.Documents) != len(before) {
		return errors.New("internal error: the number of puzzles changed; nothing is written")
	}
	var left leftOut
	for k, d := range again.Documents {
		after, err := d.Compile()
		if err != nil {
			return err
		}
		if after.Fingerprint() != before[k].fingerprint {
			return fmt.Errorf("internal error: as %s, %s would have another model; nothing is written", format, before[k].name)
		}
		left.compare(before[k], essenceOf(after))
	}
	if text := left.String(); text != "" {
		a.note("%s has no place for %s: left out", format, text)
	}
	_, err = w.Write(text)
	return err
}

// converted returns the puzzles that the argument names, written in a format, and
// what there is to compare of each. The puzzles themselves are let go.
func (a *app) converted(format string, in *inputFlags, arg string) (text []byte, all []essence, err error) {
	entries, err := a.puzzles(in, []string{arg})
	if err != nil {
		return nil, nil, err
	}
	var puzzles []*puzzle.Puzzle
	for _, e := range entries {
		if err := e.open(); err != nil {
			return nil, nil, err
		}
		puzzles = append(puzzles, e.tiling.Puzzle)
		all = append(all, essenceOf(e.tiling))
		e.tiling = nil
	}
	var b bytes.Buffer
	if err := formats.Write(&b, format, puzzles...); err != nil {
		return nil, nil, fmt.Errorf("%w; nothing is written", err)
	}
	return b.Bytes(), all, nil
}

// An essence is what is compared of a puzzle before and after it was written.
type essence struct {
	name        string
	fingerprint string
	geometry    bool
	claims      int
}

func essenceOf(t *puzzle.Tiling) essence {
	return essence{t.Puzzle.Name, t.Fingerprint(), t.Puzzle.Cover == nil, len(t.Puzzle.Claims)}
}

// leftOut is what a format has no place for.
type leftOut struct {
	names, geometry bool
	claims          int
}

// compare notes what a puzzle lost when it was written and read again.
func (l *leftOut) compare(before, after essence) {
	l.names = l.names || before.name != after.name
	l.geometry = l.geometry || before.geometry && !after.geometry
	l.claims += before.claims - after.claims
}

func (l *leftOut) String() string {
	var parts []string
	if l.geometry {
		parts = append(parts, "the board and the shapes")
	}
	if l.names {
		parts = append(parts, "the puzzle's name")
	}
	if l.claims > 0 {
		parts = append(parts, plural(l.claims, "claim"))
	}
	return strings.Join(parts, ", ")
}
