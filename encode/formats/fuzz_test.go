package formats_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/located"
	"github.com/google/go-cmp/cmp"
)

// smallLimits keep a fuzzing run fast; that large input is refused in time is
// tested by itself.
var smallLimits = formats.Limits{Bytes: 1 << 14, Cells: 1 << 10, Pieces: 50, PieceCells: 1 << 8}

// fuzz checks one reader: a text gives valid puzzles, which are the same after writing and reading,
// or errors with places; it never panics.
func fuzz(f *testing.F, format string, patterns ...string) {
	for _, pattern := range patterns {
		paths, err := filepath.Glob(filepath.Join("../../testdata", pattern))
		if err != nil {
			f.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	for _, text := range []string{rawLetters, rawX, rawPoly, rawBlocks, rawAxial, rawCells} {
		f.Add([]byte(text))
	}
	badFiles(f, func(name, text, _ string) { f.Add([]byte(text)) })
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := formats.Read("f", bytes.NewReader(text), formats.Options{Format: format, Lenient: true, Limits: smallLimits, Boardless: true})
		if err != nil {
			havePlaces(t, err, 1+bytes.Count(text, []byte("\n")))
		} else {
			comeBack(t, file)
		}
	})
}

// havePlaces checks that the parts of an error have places in a text of so many lines.
func havePlaces(t *testing.T, err error, lines int) {
	t.Helper()
	all, ok := err.(interface{ Unwrap() []error })
	if !ok || len(all.Unwrap()) == 0 {
		t.Fatalf("an error without a place: %v", err)
	}
	for _, one := range all.Unwrap() {
		e := one.(*located.Error)
		if e.Line < 1 || e.Column < 1 || e.Line > lines {
			t.Fatalf("a place outside the %d lines of the file: %v", lines, e)
		}
		if e.Caret() == "" && e.Excerpt != "" {
			t.Fatalf("no caret under %q", e.Excerpt)
		}
	}
}

// comeBack checks that what was read is valid, and the same after writing and reading, unless
// it is a model, which has no text as a puzzle.
func comeBack(t *testing.T, file *formats.File) {
	t.Helper()
	for _, d := range file.Documents {
		if err := d.Puzzle.Validate(); err != nil {
			t.Fatalf("an invalid puzzle was read: %v", err)
		}
	}
	var b bytes.Buffer
	if err := formats.Write(&b, "yaml", file.Puzzles()...); err != nil {
		if file.Documents[0].Puzzle.Cover != nil {
			comeBackAs(t, file.Format, file.Puzzles())
			return
		}
		t.Fatalf("what was read cannot be written: %v", err)
	}
	again, err := formats.Read("f", bytes.NewReader(b.Bytes()), formats.Options{})
	if err != nil {
		t.Fatalf("what was written cannot be read: %v\nin\n%s", err, b.String())
	}
	if diff := cmp.Diff(file.Puzzles(), again.Puzzles(), same...); diff != "" {
		t.Fatalf("other puzzles come back (-read +again):\n%s\nafter\n%s", diff, b.String())
	}
}

// comeBackAs checks that models are the same after writing and reading in their own format.
func comeBackAs(t *testing.T, format string, models []*puzzle.Puzzle) {
	t.Helper()
	var b bytes.Buffer
	if err := formats.Write(&b, format, models...); err != nil {
		t.Fatalf("what was read as %s cannot be written: %v", format, err)
	}
	again, err := formats.Read("f", bytes.NewReader(b.Bytes()), formats.Options{Format: format})
	if err != nil {
		t.Fatalf("what was written cannot be read: %v\nin\n%s", err, b.String())
	}
	if diff := cmp.Diff(models[0].Cover, again.Puzzles()[0].Cover); diff != "" {
		t.Fatalf("another model comes back (-read +again):\n%s\nafter\n%s", diff, b.String())
	}
}

func FuzzYAML(f *testing.F) { fuzz(f, "yaml", "formats/*.yaml", "*/*/*.yaml") }
func FuzzJSON(f *testing.F) { fuzz(f, "json", "formats/*.json") }
func FuzzCap(f *testing.F)  { fuzz(f, "cap", "formats/*.cfg") }
func FuzzGrid(f *testing.F) { fuzz(f, "grid", "formats/*.grid") }
func FuzzPegs(f *testing.F) { fuzz(f, "pegs", "formats/*pegs*") }
func FuzzDLX(f *testing.F)  { fuzz(f, "dlx", "formats/*.dlx") }
func FuzzAoC(f *testing.F)  { fuzz(f, "aoc", "formats/regions.txt") }

func FuzzLetters(f *testing.F) { fuzz(f, "letters", "formats/*.letters") }
func FuzzBlocks(f *testing.F)  { fuzz(f, "blocks") }
func FuzzCells(f *testing.F)   { fuzz(f, "cells", "formats/*.cells") }

// A matrix that is written has the same model again.
func FuzzMatrix(f *testing.F) { fuzz(f, "matrix", "formats/*.csv") }

// FuzzDetect lets the format be detected by the content.
func FuzzDetect(f *testing.F) { fuzz(f, "", "formats/*.*") }
