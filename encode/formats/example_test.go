package formats_test

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
)

func ExampleRead() {
	text := `
name: two trominoes and perhaps a domino
board: |
  ....
  ....
pieces:
  - {name: L, shape: ["X.", "XX"], count: 2}
  - {name: I, shape: ["XX"], count: 0..1}
`
	file, err := formats.Read("small.yaml", strings.NewReader(text), formats.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range file.Documents {
		tiling, err := d.Compile()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %d cells, %d placements\n", d.Puzzle.Name, len(d.Puzzle.Board.Sites), len(tiling.Placements))
	}
	// Output: two trominoes and perhaps a domino: 8 cells, 22 placements
}

// A file is read in any of the formats, told from its content.
func ExampleReadFile() {
	file, err := formats.ReadFile("../../testdata/formats/knuth.dlx", formats.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range file.Puzzles() {
		fmt.Println(file.Format, p.Name, len(p.Cover.Options), "options")
	}
	// Output: dlx knuth 6 options
}

// A mistake is shown with its line and a caret.
func ExampleRead_mistake() {
	text := `
board: ..
pieces:
  - {name: I, shpae: [XX]}
`
	_, err := formats.Read("small.yaml", strings.NewReader(text), formats.Options{})
	var at interface{ Caret() string }
	if errors.As(err, &at) {
		fmt.Println(err)
		fmt.Println(at.Caret())
	}
	// Output:
	// small.yaml:4:15: unknown key "shpae" in a piece; want one of name, shape, count, rotate, flip, within, color; did you mean "shape"?
	//   - {name: I, shpae: [XX]}
	//               ^
}

func ExampleWrite() {
	file, err := formats.Read("tiles.grid", strings.NewReader("---\n---\n\n#-\n##\n\n##-\n-#-\n"), formats.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := file.Documents[0].Puzzle
	p.Pieces[1].Count = puzzle.Bounds{Min: 0, Max: 1}
	if err := formats.Write(os.Stdout, "yaml", p); err != nil {
		fmt.Println(err)
	}
	// Output:
	// format: 1
	// name: tiles
	// board: |
	//   ...
	//   ...
	// pieces:
	//   - {name: T1, shape: ["X.", "XX"]}
	//   - {name: T2, shape: ["XX", ".X"], count: 0..1}
}
