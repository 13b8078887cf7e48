package formats_test

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/formats"
)

// The drawings and lists that the rows of TestRawFiles vary.
const (
	rawBoard   = "..XX..\nXXXXXX\nXXXXXX\n.X..X.\n"
	rawPieces  = "A\nAAA\nBB\nBB\nCCC\nCC\nD\nDD\n"
	rawLetters = "4 6 4\nCUSTOM\n" + rawBoard + rawPieces // 2 solutions, by hand and by brute force
	rawX       = "XXX\nXXXX\nXXX\nX\n"
	rawPoly    = "XXX\n X\n\nXX\nX\n\nXX\nXX\n" // on rawX 1 solution
	rawBlocks  = "##..\n.##.\n....\n....\n\n....\n#...\n##..\n.#..\n"
	rawSquares = "XXX\nXXX\nXXX\nXXX\n"
	rawAxial   = `{"board": [[0,0],[1,0],[2,0],[0,1],[1,1],[2,1],[0,2],[1,2]], "pieces": [[[0,0],[1,0],[0,1]], [[0,0],[1,0],[2,0]], [[0,0],[1,0]]]}`
	rawCells   = "(0,0) (1,0) (2,0) (0,1) (1,1) (2,1) (0,2) (1,2)\n(0,0) (1,0) (0,1)\n(0,0) (1,0) (2,0)\n(0,0) (1,0)\n"
)

// Drawings and lists as people have them are read as their writers mean them, or refused: with the
// place of the mistake, or with the nearest format.
func TestRawFiles(t *testing.T) {
	t.Parallel()
	swap := func(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }
	for _, tc := range []struct{ name, text, board, want string }{
		{"letters", rawLetters, "", "letters 2"},
		{"CR LF", swap(rawLetters, "\n", "\r\n"), "", "letters 2"},
		{"trailing blanks", swap(rawLetters, "\n", "  \n"), "", "letters 2"},
		{"trailing tabs", swap(rawLetters, "\n", "\t\n"), "", "letters 2"},
		{"a mark and empty lines", "\ufeff\n\n" + rawLetters + "\n\n", "", "letters 2"},
		{"no line feed at the end", strings.TrimSuffix(rawLetters, "\n"), "", "letters 2"},
		{"no word", swap(rawLetters, "CUSTOM\n", ""), "", "letters 2"},
		{"the word in small letters", swap(rawLetters, "CUSTOM", "custom"), "", "letters 2"},
		{"no header", rawBoard + rawPieces, "", "letters? 2"},
		{"no header, blanks for none", swap(rawBoard, ".", " ") + rawPieces, "", "letters? 2"},
		{"blanks for none", swap(rawLetters, ".", " "), "", "letters 2"},
		{"empty lines between pieces", rawBoard + "\n" + swap(rawPieces, "BB\nBB", "\nBB\nBB\n", "D\nDD", "\nD\nDD"), "", "letters? 2"},
		{"another order", rawBoard + "D\nDD\nCCC\nCC\nBB\nBB\nA\nAAA\n", "", "letters? 2"},
		{"small letters", swap(rawLetters, "A", "a", "B", "b", "D\n", "d\n", "DD", "dd"), "", "letters 2"},
		{"points in pieces", swap(rawLetters, "A\nAAA", ".A..\nAA..\nA...\n....", "D\nDD", "...\n.DD\n.D."), "", "letters 0"},
		{"an indented piece", swap(rawLetters, "A\nAAA", "   A\n AAA"), "", "letters 2"},
		{"blanks within", "2 4 2\nCUSTOM\nXXXX\nXXXX\nA A\nAAA\nBBB\n", "", "letters 0"},
		{"a rectangle", "2 4 2\nDEFAULT\nAAA\nA\nBBB\nB\n", "", "letters 4"},
		{"a rectangle without the word", "2 4 2\nAAA\nA\nBBB\nB\n", "", "letters 4"},
		{"a piece X below numbers", swap(rawLetters, "B", "X"), "", "letters 2"},
		{"pieces that fill less", swap(rawLetters, "BB\nBB", "BB"), "", "letters 466"},
		{"less, without numbers", rawBoard + "AA\nBB\n", "", "near letters"},
		{"columns before rows", swap(rawLetters, "4 6 4", "6 4 4"), "", "f:7:1: expected X, '.' or a blank, found \"A\""},
		{"another number of pieces", swap(rawLetters, "4 6 4", "4 6 5"), "", "f:1:1: this line has 5 pieces; 4 are drawn"},
		{"two numbers", swap(rawLetters, "4 6 4", "4 6"), "", "letters 2"},
		{"two numbers and no word", swap(rawLetters, "4 6 4\nCUSTOM", "4 6"), "", "letters? 2"},
		{"a board below DEFAULT", swap(rawLetters, "CUSTOM", "DEFAULT"), "", "f:1:1: this line has 4 pieces; 5 are drawn"},
		{"another word", swap(rawLetters, "CUSTOM", "PYRAMID"), "", "near letters"},
		{"a board of #", swap(rawLetters, "X", "#"), "", "f:3:3: expected X, '.' or a blank, found \"##..\""},
		{"a board of small x", swap(rawLetters, "X", "x"), "", "f:3:3: expected X, '.' or a blank, found \"xx..\""},
		{"tabs within", swap(rawLetters, "D\nDD", "\tD\nDD"), "", "f:13:1: expected D, '.' or a blank, found"},
		{"two letters in a row", swap(rawLetters, "A\nAAA", "AB\nAAB"), "", "f:7:2: expected A, '.' or a blank, found \"B\""},
		{"a letter again", swap(rawLetters, "D\nDD", "A\nAA"), "", "f:13:1: two pieces are named \"A\""},
		{"an empty line within a piece", swap(rawLetters, "D\nDD", "D\n\nDD"), "", "f:1:1: this line has 4 pieces; 5 are drawn"},
		{"a comment", swap(rawLetters, "A\nAAA", "# A\nA\nAAA"), "", "f:7:1: expected a letter, '.' or a blank, found \"#\""},
		{"digits", swap(rawBoard+rawPieces, "B", "1"), "", "near letters"},
		{"lines between", rawBoard + "---\n" + rawPieces, "", "near letters"},
		{"a piece X", swap(rawBoard+rawPieces, "BB\nBB", "XX\nXX"), "", "near letters"},
		{"letters without a board", rawPieces, "", "near letters"},
		{"a board alone", rawX, "", "near letters"},
		{"letters with another board", rawLetters, rawX, "f:1:1: the file has a board of its own"},

		{"two files", rawPoly, rawX, "letters 1"},
		{"two files, CR LF", swap(rawPoly, "\n", "\r\n"), swap(rawX, "\n", "\r\n"), "letters 1"},
		{"two files, points for none", swap(rawPoly, " ", "."), "XXX.\nXXXX\nXXX.\nX...\n", "letters 1"},
		{"two files, empty lines", "\n" + swap(rawPoly, "\n\n", "  \n\n \n") + "\n", "\n" + rawX + "\n\n", "letters 1"},
		{"two files, another order", "XX\nXX\n\nXX\nX\n\n XXX\n  X\n", rawX, "letters 1"},
		{"two files, in letters", "AAA\n A\nBB\nB\nCC\nCC\n", rawX, "letters 1"},
		{"two files, X and letters", "AAA\n A\n\nXX\nX\n\nCC\nCC\n", rawX, "near letters"},
		{"a piece file alone", rawPoly, "", "near letters"},
		{"a board of points", rawPoly, "...\n", "b:1:1: a board without X"},
		{"two boards", rawPoly, "XX\n\nXX\n", "b:3:1: expected the end of the board"},
		{"a board of letters", rawPoly, "XXA\n", "b:1:3: expected X, '.' or a blank, found \"A\""},

		{"blocks", rawBlocks, "", "f:1:1: the file has pieces and no board"},
		{"blocks on a board", rawBlocks, rawSquares, "blocks? 2"},
		{"blocks, CR LF and blanks", swap(rawBlocks, "\n", " \r\n"), rawSquares, "blocks? 2"},
		{"blocks, two empty lines", swap(rawBlocks, "\n\n", "\n\n\n"), rawSquares, "blocks? 2"},
		{"blocks that are tight", "##.\n.##\n\n#.\n##\n.#\n", rawSquares, "blocks? 2"},
		{"blocks in X, which turn", swap(rawBlocks, "#", "X"), rawSquares, "letters 20"},
		{"blocks with blanks", swap(rawBlocks, ".", " "), rawSquares, "there is no puzzle in this file"},
		{"blocks in 0 and 1", swap(rawBlocks, ".", "0", "#", "1"), "", "f:3:1: a row without 1"},
		{"blocks without an empty line", swap(rawBlocks, "\n\n", "\n"), "", "near blocks"},
		{"blocks, one empty line too few", rawBlocks + "\n" + swap(rawBlocks, "\n\n", "\n"), rawSquares, "near blocks"},
		{"a row too short", swap(rawBlocks, ".##.", ".##"), rawSquares, "near blocks"},
		{"another character", swap(rawBlocks, ".##.", ".#o."), rawSquares, "near blocks"},
		{"no cell", swap(rawBlocks, "##", "..", "#", "."), rawSquares, "near blocks"},
		{"one block", "##..\n.##.\n", rawSquares, "near blocks"},
		{"a map", "..#.\n.##.\n....\n", "", "near blocks"},

		{"axial.json", rawAxial, "", "cells 5"},
		{"keys and a lattice", swap(rawAxial, "{", `{"lattice": "hex", `), "", "cells 5"},
		{"keys, squares", rawAxial, "", "cells 4"},
		{"negative coordinates", swap(rawAxial, "{", `{"lattice": "hex", `, "[0,", "[-1,", "[1,", "[0,", "[2,", "[1,"), "", "cells 5"},
		{"names", `{"lattice": "hex", "board": [[0,0],[1,0],[0,1]], "pieces": {"two": [[3,3],[3,4]], "one": [[0,0]]}}`, "", "cells 3"},
		{"a list of lists", "[" + swap(rawAxial, `{"board": `, "", `, "pieces": [`, ", ", "]}", "]"), "", "near cells"},
		{"list.cells", "[" + swap(rawAxial, `{"board": `, "", `, "pieces": [`, ", ", "]}", "]"), "", "cells 4"},
		{"lines.cells", rawCells, "", "cells 4"},
		{"lines with commas.cells", swap(rawCells, ") (", "), ("), "", "cells 4"},
		{"lines of lists.cells", swap(rawCells, "\n", "]\n", "(0,0) (1,0) (2,0) (", "[(0,0), (1,0), (2,0), (", "(0,0) ", "[(0,0), ", ") (", "), ("), "", "cells 4"},
		{"lines of hexes.cells", "hex\n" + rawCells, "", "cells 5"},
		{"lines in space.cells", swap("(0,0) (1,0) (0,1)\n(0,0) (1,0)\n(0,0)\n", ")", ",0)"), "", "cells 2"},
		{"lines", rawCells, "", "near cells"},
		{"a short cell.cells", swap(rawCells, "(2,1)", "(2)"), "", "f:1:31: this is no cell; want [x, y]"},
		{"a cell twice.cells", swap(rawCells, "(2,1)", "(1,1)"), "", "f:1:"},
		{"an open bracket.cells", swap(rawCells, "(2,1)", "(2,1"), "", "f:1:"},
		{"a matrix", `{"board": [[0,0],[1,0],[2,0]], "pieces": [[[1,1,1],[0,1,0]]]}`, "", "f:1:"},
		{"two matrices", `{"board": [[1,1],[0,1]], "pieces": [[[1,1],[0,1]]]}`, "", "f:1:11: this may be a list of cells or a matrix of 0 and 1"},
		{"matrices of three columns", `{"board": [[0,0,0],[0,1,0],[0,0,1]], "pieces": [[[1,0,0],[1,1,1]]]}`, "", "f:1:11: this may be a list of cells or a matrix of 0 and 1"},
		{"a small board.cells", "(0,0) (1,0) (0,1)\n(0,0) (1,0)\n(0,0)\n", "", "cells 2"},
		{"no pieces.cells", "(0,0) (1,0)\n", "", "the puzzle has no pieces"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var o formats.Options
			if tc.board != "" {
				o.BoardFile = filepath.Join(t.TempDir(), "b")
				if err := os.WriteFile(o.BoardFile, []byte(tc.board), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			name := "f"
			if strings.HasSuffix(tc.name, ".json") || strings.HasSuffix(tc.name, ".cells") {
				name = tc.name
			}
			file, err := formats.Read(name, strings.NewReader(tc.text), o)
			if err != nil {
				var near *formats.UnknownFormatError
				form, isNear := strings.CutPrefix(tc.want, "near ")
				switch got := strings.NewReplacer(name+":", "f:", cmp.Or(o.BoardFile, "\x00")+":", "b:").Replace(err.Error()); {
				case isNear && errors.As(err, &near) && slices.Contains(near[:], form):
				case isNear || !strings.Contains(got, tc.want):
					t.Errorf("%v; want %s", err, tc.want)
				}
				return
			}
			got := fmt.Sprintf("%s%s %s", file.Format, map[bool]string{true: "?"}[file.Guessed], counted(t, file.Documents[0]))
			if got != tc.want {
				t.Errorf("%s; want %s", got, tc.want)
			}
		})
	}
}

// Who gives a board later may read pieces without one. Those in blocks do not turn, those in letters do.
func TestPiecesWithoutABoard(t *testing.T) {
	t.Parallel()
	for text, turn := range map[string]bool{rawBlocks: false, rawPieces: true} {
		format := map[bool]string{false: "blocks", true: "letters"}[turn]
		file, err := formats.Read("f", strings.NewReader(text), formats.Options{Format: format, Boardless: true})
		if err != nil {
			t.Fatal(err)
		}
		p := file.Puzzles()[0]
		if q := p.Pieces[0]; len(p.Board.Sites) != 0 || len(p.Pieces) < 2 || q.Name != "A" || q.Rotate != turn || q.Flip != turn {
			t.Errorf("%s: %+v", format, p)
		}
	}
}
