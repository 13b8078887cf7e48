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
	entries, err := a.puzzles(in, []string{arg})
	if err != nil {
		return err
	}
	var puzzles []*puzzle.Puzzle
	for _, e := range entries {
		puzzles = append(puzzles, e.tiling.Puzzle)
	}
	var text bytes.Buffer
	if err := formats.Write(&text, format, puzzles...); err != nil {
		return fmt.Errorf("%w; nothing is written", err)
	}
	again, err := formats.Read(w.name(), bytes.NewReader(text.Bytes()), formats.Options{Format: format})
	if err != nil {
		return fmt.Errorf("as %s the puzzle could not be read again, so nothing is written: %w", format, err)
	}
	if len(again.Documents) != len(entries) {
		return errors.New("internal error: the number of puzzles changed; nothing is written")
	}
	var left leftOut
	for k, d := range again.Documents {
		t, err := d.Compile()
		if err != nil {
			return err
		}
		if t.Fingerprint() != entries[k].tiling.Fingerprint() {
			return fmt.Errorf("internal error: as %s, %s would have another model; nothing is written", format, puzzles[k].Name)
		}
		left.compare(puzzles[k], d.Puzzle)
	}
	if text := left.String(); text != "" {
		a.note("%s has no place for %s: left out", format, text)
	}
	_, err = w.Write(text.Bytes())
	return err
}

// leftOut is what a format has no place for.
type leftOut struct {
	names, geometry bool
	claims          int
}

// compare notes what a puzzle lost when it was written and read again.
func (l *leftOut) compare(before, after *puzzle.Puzzle) {
	l.names = l.names || before.Name != after.Name
	l.geometry = l.geometry || before.Cover == nil && after.Cover != nil
	l.claims += len(before.Claims) - len(after.Claims)
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
