package formats_test

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/google/go-cmp/cmp"
)

// everyPuzzle calls f with the puzzles of testdata and of the catalogue.
func everyPuzzle(t *testing.T, f func(name string, p *puzzle.Puzzle)) {
	t.Helper()
	for _, name := range []string{
		"cilada:41", "pegs:1,0 3,2 4,4", "pegs-fixed:1,0 2,2 4,4", "pentominoes:7x10", "pentominoes+square:8x8", "dominoes:5x4",
		"bedlam",
	} {
		f(name, builtIn(t, name)[0])
	}
	err := filepath.WalkDir("../../testdata", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || slices.Contains([]string{".md", ".svg", ".txtar"}, filepath.Ext(path)) {
			return err
		}
		file, err := formats.ReadFile(path, formats.Options{})
		if err != nil {
			return err
		}
		for _, p := range file.Puzzles() {
			f(path, p)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A puzzle that is written in any format and read again has the same model, item by item and option
// by option, and symmetries, or the format refuses it; that of puzzle files keeps all else, too.
func TestConversionsKeepTheModel(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long under the race detector")
	}
	kept := make(map[string]int)
	everyPuzzle(t, func(name string, p *puzzle.Puzzle) {
		tiling, err := p.Compile()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(tiling.Options) > testkit.Times(1000) {
			return // a large one says little more
		}
		want := tiling.Fingerprint()
		for _, format := range formats.All() {
			var b bytes.Buffer
			if err := formats.Write(&b, format.Name, p); err != nil {
				if b.Len() > 0 {
					t.Errorf("%s as %s: %v, but something was written", name, format.Name, err)
				}
				if p.Cover == nil && (format.Name == "yaml" || format.Name == "json" || format.Name == "dlx" && p.Goal.Of == "") {
					t.Errorf("%s: %v", name, err)
				}
				continue
			}
			file, err := formats.Read(name, strings.NewReader(b.String()), formats.Options{Format: format.Name})
			if err != nil {
				t.Errorf("%s as %s: %v", name, format.Name, err)
				continue
			}
			again, err := file.Documents[0].Compile()
			if err != nil {
				t.Errorf("%s as %s: %v", name, format.Name, err)
				continue
			}
			plain := format.Name == "dlx" || format.Name == "matrix" // they say nothing of the board
			if got := again.Fingerprint(); got != want || !plain && len(again.Sym) != len(tiling.Sym) {
				t.Errorf("%s as %s is another model, or has other symmetries:\n%s", name, format.Name, b.String())
			}
			if own := format.Name == "yaml" || format.Name == "json"; own {
				if diff := cmp.Diff(p, throughText(t, format.Name, p)[0], same...); diff != "" {
					t.Errorf("%s as %s:\n%s", name, format.Name, diff)
				}
			}
			kept[format.Name]++
			var twice bytes.Buffer
			if err := formats.Write(&twice, format.Name, file.Puzzles()[0]); err != nil || twice.String() != b.String() {
				t.Errorf("%s as %s: written again it differs, %v", name, format.Name, err)
			}
		}
	})
	for format, least := range map[string]int{"yaml": 120, "json": 120, "cap": 12, "grid": 40, "pegs": 10, "dlx": 120, "matrix": 60, "xmpuzzle": 60, "letters": 10, "cells": 20} {
		if kept[format] < least {
			t.Errorf("%s held only %d puzzles, want %d", format, kept[format], least)
		}
	}
}
