package formats_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/lattice"
)

// By default a piece is flipped in the plane and not in space. Defaults are not written.
func TestPiecesAreMirroredInSpaceOnlyIfTheFileSaysSo(t *testing.T) {
	for _, l := range lattice.All() {
		start := l.Starts()[0]
		cells := []lattice.Cell{start, l.Neighbours(start)[0]}
		var lists []string
		for _, c := range cells {
			at := c.Add(l.Corner(cells))
			lists = append(lists, strings.Join(strings.Fields(fmt.Sprint(at[:l.Dims])), ","))
		}
		list := "[" + strings.Join(lists, ",") + "]"
		for said, want := range map[string]bool{"": l.Dims < 3, "true": true, "false": false} {
			inYAML, inJSON := "", ""
			if said != "" {
				inYAML, inJSON = ", flip: "+said, `, "flip": `+said
			}
			for name, text := range map[string]string{
				"p.yaml": "board: " + list + "\npieces: [{name: I, shape: " + list + inYAML + "}]\n" +
					"lattice: " + l.Name + "\n",
				"p.json": `{"board": ` + list + `, "pieces": [{"name": "I", "shape": ` + list + inJSON + `}], ` +
					`"lattice": "` + l.Name + `"}`,
			} {
				file, err := formats.Read(name, strings.NewReader(text), formats.Options{})
				if err != nil {
					t.Fatal(err)
				}
				p := file.Documents[0].Puzzle
				if p.Pieces[0].Flip != want {
					t.Errorf("%s, %s lattice, flip %q: may be flipped is %t", name, l.Name, said, !want)
				}
				var b strings.Builder
				if err := formats.Write(&b, strings.TrimPrefix(name, "p."), p); err != nil {
					t.Fatal(err)
				}
				usual := want == (l.Dims < 3)
				if strings.Contains(b.String(), "flip") == usual {
					t.Errorf("%s, %s lattice, flip %q is written as\n%s", name, l.Name, said, b.String())
				}
			}
		}
	}
}
