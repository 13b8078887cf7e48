package soak_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/proof"
	checker "github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

// throughFormat writes the puzzle, reads it, and compares the solutions. A format
// that holds everything holds all of a puzzle, or of its model; the others may be
// unable to express one.
func throughFormat(format string, everything bool) func(s *subject) {
	return func(s *subject) {
		var text bytes.Buffer
		if err := formats.Write(&text, format, s.Puzzle); err != nil {
			if everything || text.Len() > 0 {
				fail("writing failed, but wrote %q: %w", text.String(), err)
			}
			return
		}
		file, err := formats.Read("again", bytes.NewReader(text.Bytes()), formats.Options{})
		// A board without pieces may be told from nothing else: then the format must be named.
		unknown := (*formats.UnknownFormatError)(nil)
		if errors.As(err, &unknown) || err != nil && len(s.Puzzle.Pieces) == 0 {
			file, err = formats.Read("again", bytes.NewReader(text.Bytes()), formats.Options{Format: format})
		}
		if err != nil {
			fail("reading what was written: %w\n%s", err, text.String())
		}
		if file.Format != format || len(file.Documents) != 1 {
			fail("what was written as %s is read as %d puzzles in %s:\n%s", format,
				len(file.Documents), file.Format, text.String())
		}
		t, err := file.Documents[0].Compile()
		if err != nil {
			fail("compiling what was read: %w\n%s", err, text.String())
		}
		all := s.list(native.Plain{}, t.Model, maxSolutions)
		same("read again from\n"+text.String(), len(all), len(s.solutions))
		if everything && (t.Fingerprint() != s.Fingerprint() ||
			digestOf(t.Model, all) != s.digest) {
			fail("it is another puzzle when it is read again:\n%s", text.String())
		}
	}
}

// certificate writes a certificate and checks it, beginning with the puzzle.
func certificate(s *subject) {
	dir := value(os.MkdirTemp("", "soak-*"))
	defer os.RemoveAll(dir)
	var text bytes.Buffer
	must(formats.Write(&text, "yaml", s.Puzzle))
	cert := value(proof.Write(s.ctx, dir, s.Model,
		proof.Options{Puzzle: s.Puzzle.Name, PuzzleText: text.Bytes(), UpToSymmetry: true,
			Workers: 1}))
	verdict := value(checker.Folder(s.ctx, os.DirFS(dir),
		checker.Sources{Puzzle: func(text []byte) (string, *cover.Model, error) {
			t, err := onePuzzle(text)
			if err != nil {
				return "", nil, err
			}
			return t.Puzzle.Name, t.Model, nil
		}}))
	want := s.countOrbits()
	if c := cert.Claim; c.Solutions != fmt.Sprint(len(s.solutions)) ||
		c.Orbits != fmt.Sprint(want) || c.Digest != s.digest.String() {
		fail("the certificate claims %+v, want %d solutions, %d orbits, %v (%s)", c,
			len(s.solutions), want, s.digest, strings.Join(verdict.Checked, "; "))
	}
}

func onePuzzle(text []byte) (*puzzle.Tiling, error) {
	file, err := formats.Read("puzzle.yaml", bytes.NewReader(text), formats.Options{Format: "yaml"})
	if err != nil {
		return nil, err
	}
	return file.Documents[0].Compile()
}
