package lattice

import "testing"

func TestDescribe(t *testing.T) {
	pick := func(l *Lattice, names ...string) []Motion {
		motions := []Motion{l.Motions[0]}
		for _, g := range l.Motions[1:] {
			for _, name := range names {
				if g.Name == name {
					motions = append(motions, g)
				}
			}
		}
		if len(motions) != len(names)+1 {
			t.Fatalf("%s: not all of %q are motions", l.Name, names)
		}
		return motions
	}
	for _, test := range []struct {
		lattice *Lattice
		motions []Motion
		want    string
	}{
		{Square, Square.Motions[:1], "none"},
		{Square, Square.Motions, "turns by 90 degrees and 4 mirrors, as a square has"},
		{Square, Square.Motions[:4], "turns by 90 degrees"},
		{Square, pick(Square, "turn by 180 degrees"), "turn by 180 degrees"},
		{Square, pick(Square, "mirror top to bottom"), "mirror top to bottom"},
		{Square, pick(Square, "turn by 180 degrees", "mirror left to right", "mirror top to bottom"), "turn by 180 degrees and 2 mirrors"},
		{Hex, Hex.Motions, "turns by 60 degrees and 6 mirrors, as a regular hexagon has"},
		{Triangle, pick(Triangle, "turn by 120 degrees", "turn by 240 degrees"), "turns by 120 degrees"},
		{Cube, Cube.Motions, "all 24 turns and 24 mirrors of a cube"},
		{Cube, Cube.Motions[:24], "all 24 turns of a cube, no mirrors"},
		{Cube, Cube.Motions[:4], "4 turns, no mirrors"},
		{Cube, append(Cube.Motions[:1:1], Cube.Motions[24]), "no turns and 1 mirror"},
	} {
		if got := test.lattice.Describe(test.motions); got != test.want {
			t.Errorf("%s, %d motions: %q, want %q", test.lattice.Name, len(test.motions), got, test.want)
		}
	}
}
