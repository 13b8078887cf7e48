package render_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
)

// brick returns a board that is one domino.
func brick() *puzzle.Puzzle {
	return &puzzle.Puzzle{
		Name: "a brick", Lattice: lattice.Square,
		Board: puzzle.Board{Size: lattice.Cell{2, 1, 1}, Sites: []puzzle.Site{
			{Cell: puzzle.Cell{At: lattice.Cell{0, 0}}}, {Cell: puzzle.Cell{At: lattice.Cell{1, 0}}},
		}},
		Pieces: []puzzle.Piece{{Name: "brick", Cells: []puzzle.Cell{{}, {At: lattice.Cell{1, 0}}}, Count: puzzle.Exactly(1)}},
	}
}

func ExampleNew() {
	tiling, err := brick().Compile()
	if err != nil {
		panic(err)
	}
	var file bytes.Buffer
	drawing, err := render.New(&file, "svg", tiling, render.Options{Theme: "print"})
	if err != nil {
		panic(err)
	}
	if err := errors.Join(drawing.Add(cover.Solution{0}), drawing.Close(false)); err != nil {
		panic(err)
	}
	fmt.Println(strings.SplitN(file.String(), "\n", 3)[1])
	// Output: <title id="title">a brick: a solution</title>
}

// Each format gives a file of its kind, and invalid options are refused.
func TestNew(t *testing.T) {
	tiling, err := brick().Compile()
	if err != nil {
		t.Fatal(err)
	}
	for format, start := range map[string]string{"svg": "<svg ", "png": "\x89PNG", "html": "<!doctype html>"} {
		var file bytes.Buffer
		d, err := render.New(&file, format, tiling, render.Options{Footer: "made here"})
		if err != nil {
			t.Fatal(err)
		}
		d.UpTo(4, 1)
		if err := errors.Join(d.Add(cover.Solution{0}), d.Close(false)); err != nil {
			t.Fatal(err)
		}
		text := file.String()
		if len(text) < len(start) || !strings.EqualFold(text[:len(start)], start) {
			t.Errorf("%s begins %.20q", format, text)
		}
		if words := format != "png"; words != strings.Contains(text, "up to 4 symmetries (1 in all)") {
			t.Errorf("%s: symmetries are named: %t", format, !words)
		}
		if strings.Contains(text, "made here") != (format == "html") {
			t.Errorf("%s: the footer is lost or out of place", format)
		}
	}
	for _, o := range []render.Options{{Theme: "drak"}, {Columns: -1}} {
		if d, err := render.New(io.Discard, "svg", tiling, o); err == nil || d != nil {
			t.Errorf("%+v is accepted", o)
		}
	}
	if _, err := render.New(io.Discard, "gif", tiling, render.Options{}); err == nil || !strings.Contains(err.Error(), `"gif"`) {
		t.Errorf("an unknown format: %v", err)
	}
	items, err := (&puzzle.Puzzle{Name: "items", Cover: &cover.Model{}}).Compile()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := render.New(io.Discard, "html", items, render.Options{}); !errors.Is(err, render.ErrNoGeometry) {
		t.Errorf("a puzzle without geometry: %v", err)
	}
}
