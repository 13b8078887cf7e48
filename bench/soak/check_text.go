package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/proof"
	checker "github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/encode/solution"
	"github.com/exactile/exactile/native"
)

// everything are the formats that can say all of a puzzle, or of its model; the
// others may have no words for one.
var everything = []string{"yaml", "json", "dlx"}

// throughFormat writes the puzzle, reads it, and compares the solutions.
func throughFormat(format string) func(s *subject) error {
	return func(s *subject) error {
		var text bytes.Buffer
		err := formats.Write(&text, format, s.Puzzle)
		switch {
		case err != nil && text.Len() > 0:
			return fmt.Errorf("writing failed, but wrote %q: %w", text.String(), err)
		case err != nil && slices.Contains(everything, format):
			return fmt.Errorf("writing: %w", err)
		case err != nil:
			return nil
		}
		file, err := formats.Read("again", bytes.NewReader(text.Bytes()), formats.Options{})
		if err != nil {
			return fmt.Errorf("reading what was written: %w\n%s", err, text.String())
		}
		if file.Format != format || len(file.Documents) != 1 {
			return fmt.Errorf("what was written as %s is read as %d puzzles in %s:\n%s", format, len(file.Documents), file.Format, text.String())
		}
		t, err := file.Documents[0].Compile()
		if err != nil {
			return fmt.Errorf("compiling what was read: %w\n%s", err, text.String())
		}
		all, err := s.list(native.Plain{}, t.Model, 0)
		if err != nil {
			return err
		}
		if err := s.sameCount("read again", len(all)); err != nil {
			return fmt.Errorf("%w:\n%s", err, text.String())
		}
		if slices.Contains(everything, format) && (t.Fingerprint() != s.Fingerprint() || digestOf(t.Model, all) != s.digest) {
			return fmt.Errorf("it is another puzzle when it is read again:\n%s", text.String())
		}
		return nil
	}
}

// some returns up to three of the solutions.
func (s *subject) some() []cover.Solution {
	var few []cover.Solution
	for range min(3, len(s.solutions)) {
		few = append(few, s.solutions[s.rand.IntN(len(s.solutions))])
	}
	return few
}

func solutionJSON(s *subject) error {
	for _, sol := range s.some() {
		text, err := json.Marshal(solution.NewRecord(s.Tiling, sol))
		if err != nil {
			return err
		}
		again, err := solution.Read(s.Tiling, text)
		if err != nil {
			return fmt.Errorf("reading %s: %w", text, err)
		}
		if !slices.Equal(again, sol) {
			return fmt.Errorf("%v is %v when it is read again from %s", sol, again, text)
		}
	}
	return nil
}

// solutionDrawn checks that a drawing stands for just those solutions that look
// like it.
func solutionDrawn(s *subject) error {
	for _, sol := range s.some() {
		text := render.Text(s.Tiling, sol)
		d, err := solution.ParseDrawing(s.Tiling, text+"\n"+render.Legend(s.Puzzle.Pieces))
		if err != nil {
			return fmt.Errorf("reading the drawing\n%s%w", text, err)
		}
		got, err := s.list(native.Plain{}, d.Solutions(), 0)
		if err != nil {
			return err
		}
		var want []cover.Solution
		for _, other := range s.solutions {
			if render.Text(s.Tiling, other) == text {
				want = append(want, other)
			}
		}
		if !slices.EqualFunc(got, want, slices.Equal[cover.Solution]) {
			return fmt.Errorf("%v look like\n%sbut it is read as %v", want, text, got)
		}
	}
	return nil
}

// certificate writes a certificate and has it checked from the puzzle on.
func certificate(s *subject) (err error) {
	dir, err := os.MkdirTemp("", "soak-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var text bytes.Buffer
	if err := formats.Write(&text, "yaml", s.Puzzle); err != nil {
		return err
	}
	cert, err := proof.Write(s.ctx, dir, s.Model, proof.Options{Puzzle: s.Puzzle.Name, PuzzleText: text.Bytes(), UpToSymmetry: true, Workers: 1})
	if err != nil {
		return err
	}
	verdict, err := checker.Folder(s.ctx, os.DirFS(dir), checker.Sources{Puzzle: func(text []byte) (string, *cover.Model, error) {
		t, err := onePuzzle(text)
		if err != nil {
			return "", nil, err
		}
		return t.Puzzle.Name, t.Model, nil
	}})
	if err != nil {
		return err
	}
	want, err := s.countOrbits()
	if err != nil {
		return err
	}
	if c := cert.Claim; c.Solutions != fmt.Sprint(len(s.solutions)) || c.Orbits != fmt.Sprint(want) || c.Digest != s.digest {
		return fmt.Errorf("the certificate claims %+v, want %d solutions, %d orbits, %v (%s)", c, len(s.solutions), want, s.digest, strings.Join(verdict.Checked, "; "))
	}
	return nil
}

func onePuzzle(text []byte) (*puzzle.Tiling, error) {
	file, err := formats.Read("puzzle.yaml", bytes.NewReader(text), formats.Options{Format: "yaml"})
	if err != nil {
		return nil, err
	}
	return file.Documents[0].Compile()
}
