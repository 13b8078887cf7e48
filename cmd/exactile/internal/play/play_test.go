package play

import (
	"context"
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/testkit"
)

// A player presses keys; every search is done before the next key.
type player struct {
	t *testing.T
	m *model
}

func begin(t *testing.T, name string, o Options) *player {
	t.Helper()
	var tiling *puzzle.Tiling
	if name != "" {
		puzzles, err := catalogue.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		if tiling, err = puzzles[0].Compile(); err != nil {
			t.Fatal(err)
		}
	}
	return beginWith(t, tiling, o)
}

func beginWith(t *testing.T, tiling *puzzle.Tiling, o Options) *player {
	t.Helper()
	p := &player{t, newModel(context.Background(), tiling, o)}
	p.done(p.m.Init())
	return p
}

// A piece that lies on any symbol fits either way round, and is shaded where it fits; one that
// lies on its like does not.
func TestTurnedPiecesOnSymbols(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		shape  string
		places [2]int // as it is written, and turned by 180 degrees
	}{{"a?", [2]int{3, 3}}, {"ab", [2]int{1, 0}}} {
		p := puzzle.Puzzle{Name: "row", Board: puzzle.Rect(4, 1), Pieces: []puzzle.Piece{
			puzzle.NewPiece("P", tc.shape), puzzle.NewPiece("rest", "aa").Times(puzzle.Bounds{Max: 2}),
		}}
		for k, symbol := range "aaaa" {
			p.Board.Sites[k].Symbol = symbol
		}
		if tc.shape == "ab" {
			p.Board.Sites[3].Symbol = 'b'
		}
		tiling, err := p.Compile()
		if err != nil {
			t.Fatal(err)
		}
		game := beginWith(t, tiling, Options{Lines: true})
		for k, want := range tc.places {
			b := game.m.screen.(*table)
			if got := len(b.Legal()); got != want {
				t.Errorf("%s, turned %d times: %d places, want %d", tc.shape, 2*k, got, want)
			}
			game.press("r r")
		}
	}
}

func (p *player) done(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if msg := cmd(); msg != nil {
		_, next := p.m.Update(msg)
		p.done(next)
	}
}

var named = map[string]rune{
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "tab": tea.KeyTab, "enter": tea.KeyEnter,
	"space": tea.KeySpace, "esc": tea.KeyEscape, "pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp,
}

// press presses the keys named, separated by blanks.
func (p *player) press(keys string) *player {
	p.t.Helper()
	for key := range strings.FieldsSeq(keys) {
		k := tea.Key{Text: key, Code: []rune(key)[0]}
		if code, ok := named[key]; ok {
			k = tea.Key{Code: code}
		}
		_, cmd := p.m.Update(tea.KeyPressMsg(k))
		p.done(cmd)
	}
	return p
}

func (p *player) view() string { return p.m.View().Content }

// shows fails unless the view contains the text.
func (p *player) shows(text string) *player {
	p.t.Helper()
	if !strings.Contains(p.view(), text) {
		p.t.Errorf("%q is not in\n%s", text, p.view())
	}
	return p
}

// golden compares the view with a file.
func (p *player) golden(name string) *player {
	p.t.Helper()
	got := p.view() + "\n"
	testkit.Golden(p.t, filepath.Join("testdata", name+".txt"), []byte(got))
	for line := range strings.Lines(got) {
		if n := columnsOf(strings.TrimSuffix(line, "\n")); n > p.m.columns {
			p.t.Errorf("%s: a line of %d columns", name, n)
		}
	}
	return p
}

func TestPegs(t *testing.T) {
	t.Parallel()
	p := begin(t, "", Options{}).golden("pegs-empty")
	p.press("enter").shows("put a peg into each domain first")
	p.press("right space").shows("1 of 3 pegs")
	p.press("left space").shows("domain a has a peg on 1,0").shows("1 of 3 pegs")
	p.press("right right space").shows("in no domain")
	p.press("l j j space j j l space") // 3,2 and 4,4
	p.golden("pegs-three").shows("pegs:1,0 3,2 4,4: 40 solutions from here")
	p.press("u").shows("2 of 3 pegs")
	p.press("space").shows("40 solutions")
	p.press("enter").golden("pegs-solution").shows("solution 1 of 40")
	p.press("n n").shows("solution 3 of 40")
	p.press("p p p").shows("solution 40 of 40")
	p.press("esc").golden("pegs-three")
	p.press("c").shows("0 of 3 pegs").press("u").shows("40 solutions")
	p.press("p").shows("short_l").press("esc").golden("pegs-three")
	p.press("e").shows("fixed edition").shows("0 of 3 pegs").press("u").shows("nothing to undo")
	p.press("?").golden("pegs-help").press("x").shows("fixed edition")
}

func TestTable(t *testing.T) {
	t.Parallel()
	p := begin(t, "pentominoes:6x10", Options{}).golden("table-empty").shows("9356 solutions from here")
	// The first piece lies where it fits, and nothing leaves the board.
	p.press("left left left up up").golden("table-empty")
	turned := p.press("r right right").view()
	if turned != p.press("right right right right left").view() {
		t.Errorf("the piece leaves the board:\n%s", p.view())
	}
	p.press("space").shows("34 solutions from here").golden("table-dropped")
	b := p.m.screen.(*table)
	free := b.At
	b.GoTo(b.Tiling.Placements[b.Placed[0]].Cells[0])
	p.press("space").shows("there is a piece below it")
	b.At = free
	// Undo and redo; what lies on the board and what is left go together.
	p.press("u").shows("9356").press("U").shows("34 solutions").press("U").shows("nothing to redo")
	p.press("u u").shows("nothing to undo").press("U")
	// Pick up by any of its cells, as it lay; a piece that leaves a corner alone has no solution.
	b.At = b.Tiling.Placements[b.Placed[0]].Cells[3]
	p.press("x").shows("9356").shows("> F  1")
	b.At = lattice.Cell{0, 9}
	p.press("x").shows("there is no piece to pick up")
	p.press("tab tab tab tab tab tab tab tab tab").shows("> X  1").press("r").shows("looks the same").press("f").shows("looks the same")
	b.GoTo(lattice.Cell{1, 0})
	p.press("space").shows("no solution from here")
	p.press("s").shows("There is no solution.").press("esc").shows("no solution from here")
	p.press("i").shows("no solution was found from here")
	p.press("u").press("s").shows("solution 1 of 9356").press("esc").shows("9356 solutions from here")
	p.press("?").golden("table-help").press("q").shows("9356 solutions")
}

// A turn and its opposite, two flips, and as many turns as it takes lead back,
// for every piece of every kind of lattice.
func TestTurnsLeadBack(t *testing.T) {
	t.Parallel()
	for _, l := range lattice.All() {
		piece := puzzle.Piece{Name: "P", Count: puzzle.Exactly(1), Rotate: true, Flip: true}
		cells := []lattice.Cell{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}}
		if !l.Has(cells[0]) {
			cells = append(l.Starts()[:1:1], l.Neighbours(l.Starts()[0])...)[:4]
		}
		for k, at := range cells {
			piece.Cells = append(piece.Cells, puzzle.Cell{At: at, Symbol: rune("ab\x00\x00"[k])})
		}
		board := puzzle.Puzzle{Name: "p", Lattice: l, Pieces: []puzzle.Piece{piece}}
		tiling, err := board.Compile()
		if err != nil {
			t.Fatal(err)
		}
		s, _ := newTable(&environment{ctx: context.Background()}, tiling, nil)
		b := s.(*table)
		seen := map[int]bool{}
		for range tiling.Orientations[0] {
			before := b.Orientation[0]
			b.Turn(1)
			b.Turn(-1)
			if b.Orientation[0] != before {
				t.Fatalf("%s: r and R lead from %d to %d", l.Name, before, b.Orientation[0])
			}
			seen[before] = true
			b.Turn(1)
		}
		piece.Flip = false // in space a flat piece is flipped by a turn
		want := len(piece.Orientations(l))
		if len(seen) != want || b.Message != "" {
			t.Errorf("%s: turns reach %d orientations of %d, %q", l.Name, len(seen), want, b.Message)
		}
		at := b.Orientation[0]
		b.Flip()
		if l.Dims == 2 && seen[b.Orientation[0]] {
			t.Errorf("%s: a flip is a turn", l.Name)
		}
		if b.Flip(); l.Dims == 2 && b.Orientation[0] != at {
			t.Errorf("%s: two flips lead from %d to %d", l.Name, at, b.Orientation[0])
		}
	}
}

// Every piece placed by hand as a solution says is solved.
func TestSolved(t *testing.T) {
	t.Parallel()
	p := begin(t, "dominoes:2x2", Options{})
	p.press("space j space").shows("Solved! 1 solution from here")
	p.press("s").shows("solution 1 of 1")
	q := begin(t, "cilada:1", Options{}).golden("cilada")
	q.press("s enter").shows("solution 2 of 2").golden("cilada-solution")
}

// Layers of a board in space are shown below each other.
func TestLayers(t *testing.T) {
	t.Parallel()
	cube := &puzzle.Puzzle{Name: "two", Lattice: lattice.Cube, Board: puzzle.Board{Size: lattice.Cell{2, 1, 2}}}
	for z := range 2 {
		for x := range 2 {
			cube.Board.Sites = append(cube.Board.Sites, puzzle.Site{Cell: puzzle.Cell{At: lattice.Cell{x, 0, z}}})
		}
	}
	cube.Pieces = []puzzle.Piece{{Name: "I", Cells: []puzzle.Cell{{}, {At: lattice.Cell{1}}}, Count: puzzle.Exactly(2), Rotate: true, Flip: true}}
	tiling, err := cube.Compile()
	if err != nil {
		t.Fatal(err)
	}
	p := &player{t, newModel(context.Background(), tiling, Options{})}
	p.done(p.m.Init())
	p.shows("two\n**   > I").shows("\n..  ").shows("2 solutions").press("space").shows("two\nII ").shows("\n**  ")
	p.press("<").shows("two\n!!").press("> space").shows("Solved!").press("?").shows("a layer up")
}

// Colours are escape sequences of the palette around the same letters; without
// them there is none.
func TestColours(t *testing.T) {
	t.Parallel()
	plain := begin(t, "cilada:1", Options{}).press("right right space").view()
	colour := begin(t, "cilada:1", Options{Colour: true}).press("right right space").view()
	if strings.Contains(plain, "\x1b") || !strings.Contains(colour, ";48;5;") {
		t.Errorf("plain:\n%s\ncoloured:\n%q", plain, colour)
	}
	if columnsOf(colour) != columnsOf(plain) {
		t.Errorf("the coloured view is %d wide, the plain one %d", columnsOf(colour), columnsOf(plain))
	}
}

func TestWindow(t *testing.T) {
	t.Parallel()
	p := begin(t, "pentominoes:6x10", Options{})
	p.m.Update(tea.WindowSizeMsg{Width: 40, Height: 10})
	p.shows("The window is too small:\n40 x 10, and this needs\n39 x 15. q quits.")
	p.m.Update(tea.WindowSizeMsg{Width: 9, Height: 1})
	if got := p.view(); got != "The windo" {
		t.Errorf("%q", got)
	}
	p.m.Update(tea.WindowSizeMsg{Width: 39, Height: 15})
	p.shows("9356 solutions")
	p.m.Update(tea.WindowSizeMsg{Width: 200, Height: 60})
	p.shows("9356 solutions")
}

// The answer of an old search is dropped, and q quits.
func TestStaleAnswers(t *testing.T) {
	t.Parallel()
	p := begin(t, "pentominoes:6x10", Options{})
	_, old := p.m.Update(tea.KeyPressMsg(tea.Key{Text: "r", Code: 'r'}))
	if old != nil {
		t.Fatal("a turn asks nothing")
	}
	p.press("right right right")
	_, first := p.m.Update(tea.KeyPressMsg(tea.Key{Code: tea.KeySpace}))
	_, second := p.m.Update(tea.KeyPressMsg(tea.Key{Text: "u", Code: 'u'}))
	p.shows("looking for solutions ...")
	p.done(first) // was ended by the second
	p.shows("looking for solutions ...")
	p.done(second)
	p.shows("9356 solutions")
	_, quit := p.m.Update(tea.KeyPressMsg(tea.Key{Text: "q", Code: 'q'}))
	if quit == nil {
		t.Fatal("q does not quit")
	}
	if _, ok := quit().(tea.QuitMsg); !ok {
		t.Error("q does not quit")
	}
}

// A board that comes back into view asks again what a search that was ended had not found.
func TestSearchAfterReturn(t *testing.T) {
	t.Parallel()
	p := begin(t, "", Options{}).press("right space l l j j space j j l")
	_, ended := p.m.Update(tea.KeyPressMsg(tea.Key{Code: tea.KeySpace}))
	p.shows("looking for solutions ...").press("p").shows("short_l")
	p.done(ended)
	p.press("esc").shows("pegs:1,0 3,2 4,4: 40 solutions from here")
}

// A board without cells is played as any other: it is solved.
func TestNothing(t *testing.T) {
	t.Parallel()
	for _, l := range lattice.All() {
		tiling, err := (&puzzle.Puzzle{Name: "nothing", Lattice: l}).Compile()
		if err != nil {
			t.Fatal(err)
		}
		p := &player{t, newModel(context.Background(), tiling, Options{})}
		p.done(p.m.Init())
		for _, key := range []string{"up", "left", "r", "f", "space", "tab", "x", "u", "s", "right", "?", "esc"} {
			p.press(key).view()
		}
	}
}

// TestPlacesAreShaded moves a piece in the hand over the board: the count shown at each place
// is the count after a drop there, and places without a solution are dark.
func TestPlacesAreShaded(t *testing.T) {
	t.Parallel()
	p := begin(t, "pentominoes:3x20", Options{Colour: true})
	p.m.rows = 40
	b := p.m.screen.(*table)
	b.Hand = b.Tiling.Puzzle.Piece("X") // of which every turn is the same
	legal := b.Legal()
	if len(legal) != 18 {
		t.Fatalf("the X has %d places", len(legal))
	}
	sum := int64(0)
	for at, o := range legal {
		b.Hand, b.At = b.Tiling.Puzzle.Piece("X"), at
		n := b.optionCounts[o]
		p.shows(fmt.Sprintf("8 solutions from here, %v with the piece here", n))
		sum += n.Int64()
		left := "no solution"
		switch {
		case n.Int64() == 1:
			left = "1 solution from"
		case n.Sign() > 0:
			left = fmt.Sprintf("%v solutions from", n)
		}
		p.press("space").shows(left).press("u")
	}
	if sum != 8 {
		t.Errorf("the X lies in %d solutions", sum)
	}
	b.Hand = b.Tiling.Puzzle.Piece("X")
	shades := b.shades()
	for at, o := range legal {
		dark := shades[at] == greyLevel(new(big.Int), big.NewInt(1))
		if dark != (b.optionCounts[o].Sign() == 0) || shades[at] == 0 {
			t.Errorf("%v, with %v solutions, is grey %d", at, b.optionCounts[o], shades[at])
		}
	}
	b.At = lattice.Cell{} // where it does not fit, so that all places show their shades
	for _, shade := range shades {
		p.shows(fmt.Sprintf("48;5;%dm", shade))
	}
}

// Hints lead to a solution, wherever the hand is.
func TestHints(t *testing.T) {
	t.Parallel()
	p := begin(t, "pentominoes:3x20", Options{})
	p.m.rows = 40
	for range 12 {
		p.press("i").shows("a solution has it here").press("space")
	}
	p.shows("Solved!").press("i").shows("every piece is on the board")
}

// A board is drawn as large as the window allows, with lines, in its true shape, and layers
// side by side; in a window that is too small for that, in letters.
func TestLinesFitTheWindow(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"pentominoes:6x10", "tetrahexes:7x4", "hexiamonds:12x6", "soma"} {
		last := 0
		p := begin(t, name, Options{Lines: true}).press("i space")
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 50}} {
			p.m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			if size[0] == 80 { // the same drawing, larger, fills the others
				p.golden(fmt.Sprintf("%s-%dx%d", strings.ReplaceAll(name, ":", "-"), size[0], size[1]))
			}
			if n := strings.Count(p.view(), "\n") + 1; n > size[1] {
				t.Errorf("%s on %v takes %d lines", name, size, n)
			}
			b := p.m.screen.(*table)
			if b.shown == nil {
				t.Errorf("%s on %v has no lines", name, size)
				continue
			}
			if b.shown.Width() < last {
				t.Errorf("%s on %v is %d wide, less than on a smaller window", name, size, b.shown.Width())
			}
			last = b.shown.Width()
		}
		p.m.Update(tea.WindowSizeMsg{Width: 60, Height: 18})
		p.shows("solutions from here").shows("? help")
	}
}

// Where a window has no room for more, a solution with its lines comes before the name of the
// puzzle and the space around it.
func TestSolutionsFitTheWindow(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"pentominoes:6x10", "hexiamonds:12x6"} {
		p := begin(t, name, Options{Lines: true})
		p.m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		p.press("s").shows("solution 1 of ").shows("n next")
		if view := p.view(); !strings.ContainsAny(view, "┌╲") || strings.Count(view, "\n")+1 > 24 {
			t.Errorf("%s has no lines, or too many:\n%s", name, view)
		}
		p.m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		p.shows(name + "\n\n").shows("\n\nsolution 1 of ")
	}
}

// Of a piece that is larger than the board, or reaches over its edge, the part on the board is
// drawn.
func TestPiecesBeyondTheEdge(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"tetrahexes:14x2", "tetrahexes:28x1", "hexiamonds:36x2", "pentominoes:3x20"} {
		p := begin(t, name, Options{Lines: true})
		for _, size := range [][2]int{{80, 24}, {300, 60}} {
			p.m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			for range 12 {
				p.press("tab").view()
				for range 6 {
					p.press("r f left up").view()
				}
			}
		}
	}
}

// The mouse drags, turns, flips, picks up, and takes pieces from the list.
func TestMouse(t *testing.T) {
	t.Parallel()
	names := []string{"tetrahexes:7x4", "soma", "pentominoes:6x10", "hexiamonds:12x6"}
	if !testkit.Thorough() {
		names = names[:2]
	}
	for _, name := range names {
		p := begin(t, name, Options{Lines: true})
		p.m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		p.press("i") // the hand is where it can be dropped
		b := p.m.screen.(*table)
		p.view()
		// Where each cell is drawn.
		at := make(map[lattice.Cell][2]int)
		for y := range b.shown.Lines() {
			for x := range b.shown.Width() {
				c, _ := b.shown.At(x, y)
				if _, known := at[c]; !known {
					at[c] = [2]int{x, y + b.top}
				}
			}
		}
		send := func(msg tea.Msg) {
			_, cmd := p.m.Update(msg)
			p.done(cmd)
			p.view()
		}
		mouse := func(c lattice.Cell, button tea.MouseButton) tea.Mouse {
			return tea.Mouse{X: at[c][0], Y: at[c][1], Button: button}
		}
		hand, cells := b.Hand, b.Cells()
		send(tea.MouseClickMsg(mouse(cells[2], tea.MouseLeft)))
		send(tea.MouseReleaseMsg(mouse(cells[2], tea.MouseLeft)))
		if len(b.Placed) != 1 || b.Tiling.Placements[b.Placed[0]].Piece != hand {
			t.Fatalf("%s: a click does not drop the piece: %v, %q", name, b.Placed, b.Message)
		}
		b.GoTo(lattice.Cell{b.Tiling.Puzzle.Board.Size[0], b.Tiling.Puzzle.Board.Size[1]}) // out of its way
		p.view()
		send(tea.MouseClickMsg(mouse(cells[1], tea.MouseLeft)))
		if !slices.Contains(b.Cells(), cells[1]) {
			t.Errorf("%s: what is clicked is not in the hand", name)
		}
		if b.Hand == hand && len(b.Placed) == 0 {
			// It is dragged as far as it goes, and comes back with the pointer.
			far := lattice.Cell{}
			send(tea.MouseMotionMsg(mouse(far, tea.MouseLeft)))
			for _, c := range b.Cells() {
				if c[0] < 0 || c[1] < 0 || c[2] < 0 {
					t.Errorf("%s: dragged to %v", name, b.Cells())
				}
			}
			send(tea.MouseMotionMsg(mouse(cells[1], tea.MouseLeft)))
			if !slices.Equal(b.Cells(), cells) {
				t.Errorf("%s: dragged there and back it lies on %v, not %v", name, b.Cells(), cells)
			}
		}
		b.held = false
		before := b.Orientation[b.Hand]
		send(tea.MouseWheelMsg(tea.Mouse{Button: tea.MouseWheelDown}))
		send(tea.MouseWheelMsg(tea.Mouse{Button: tea.MouseWheelUp}))
		if b.Orientation[b.Hand] != before {
			t.Errorf("%s: the wheel does not turn there and back", name)
		}
		send(tea.MouseClickMsg(tea.Mouse{X: b.listAt + 2, Y: b.top + 2, Button: tea.MouseLeft}))
		if b.Hand != 2 {
			t.Errorf("%s: a click on the third piece takes %d", name, b.Hand)
		}
	}
}
