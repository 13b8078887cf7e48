package formats_test

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/google/go-cmp/cmp"
)

// beginnings are what some format begins with, or might be taken for it, and what people write into
// comments.
var beginnings = []string{
	"Designer: somebody", "board: |", "- name: x", "? board", "%YAML 1.2", "---", "#", "", "a comment",
	`{"board": ""}`, "{board: x}", "[8,8]", `["x"]`, "--##", "#--#", "@ T x2", "D:xDim=2:yDim=2", "~D",
	"| exactile: items 1 options 1 added 0", "a b | c", "0:", "12x5: 1 0 1", "1,0,1", "1 0 1", "101", "a,b,c",
	`<?xml version="1.0"?><puzzle version="2">`, "<puzzle/>", "<html>", "s SATISFIABLE", "p cnf 1 1", "BZh", "pegs: []",
	strings.Repeat("long: ", 300), "line\nkey: value\n[8,8]",
}

// commented yields a text with a comment in each place and each style that its format has.
func commented(format, text, comment string) (all []string) {
	text, mark := strings.CutPrefix(text, "\ufeff")
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	insert := func(at int, line string) {
		all = append(all, map[bool]string{true: "\ufeff"}[mark]+strings.Join(lines[:at], "\n")+"\n"+line+strings.Join(lines[at:], "\n")+"\n")
	}
	everywhere := func(mark string) {
		var c string
		for line := range strings.SplitSeq(comment, "\n") {
			c += mark + line + "\n"
		}
		for at := range len(lines) + 1 {
			// Rows of a block, and those of a drawing, go on to a line without indentation.
			if at == 0 || at == len(lines) || format == "dlx" || !strings.HasPrefix(lines[at], " ") && !strings.Contains(text, "\nL") {
				insert(at, c)
			}
		}
	}
	switch format {
	case "yaml":
		everywhere("#")
		everywhere("# ")
	case "pegs":
		if !strings.HasPrefix(text, "{") {
			everywhere("# ")
		}
	case "dlx":
		everywhere("| ")
	case "xmpuzzle":
		if !strings.Contains(comment, "--") {
			insert(1, "<!-- "+comment+" -->") // after the declaration
			insert(len(lines), "<!-- "+comment+" -->")
			all = append(all, "<!-- "+comment+" -->\n"+strings.Join(lines[1:], "\n"))
		}
		insert(len(lines)-1, "<comment>"+html.EscapeString(comment)+"</comment>\n")
		insert(len(lines)-1, `<comment popup="x">`+html.EscapeString("\n"+comment+"\n")+"</comment>\n")
	case "grid":
		if comment != "" && !strings.ContainsAny(comment, " \n") {
			insert(len(lines), "\n@ "+comment+" x2\n##\n")
		}
	case "matrix":
		all = append(all, `"`+strings.ReplaceAll(strings.ReplaceAll(comment+"x", "\n", " ")[:min(len(comment)+1, 90)], `"`, `""`)+`",b,c,d`+"\n"+strings.Join(lines[1:], "\n"))
	}
	return all
}

// No comment, header line or name of one format is taken for another format.
func TestCommentsDoNotDecide(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(fixtures + "/*.*")
	if err != nil {
		t.Fatal(err)
	}
	crossed := make(map[string]int)
	for _, path := range files {
		if strings.HasSuffix(path, ".txtar") {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want, err := formats.Read("f", strings.NewReader(string(data)), formats.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, comment := range beginnings {
			for _, text := range commented(want.Format, string(data), comment) {
				crossed[want.Format]++
				got, err := formats.Read("f", strings.NewReader(text), formats.Options{})
				if err != nil {
					t.Errorf("%s with the comment %.40q: %.300v", path, comment, err)
					continue
				}
				if got.Format != want.Format {
					t.Errorf("%s with the comment %.40q is told to be %s", path, comment, got.Format)
				}
				if want.Format == "grid" || want.Format == "matrix" {
					continue // what was added is a part of the puzzle
				}
				if crossed[want.Format]%4 != 0 && !testkit.Thorough() {
					continue // to compare takes longer than to read
				}
				if diff := cmp.Diff(want.Puzzles(), got.Puzzles(), same...); diff != "" {
					t.Errorf("%s with the comment %.40q is another puzzle:\n%s", path, comment, diff)
				}
			}
		}
	}
	for format, least := range map[string]int{"yaml": 500, "dlx": 200, "xmpuzzle": 100, "grid": 20, "matrix": 30, "pegs": 50} {
		if crossed[format] < least {
			t.Errorf("%d comments in %s, want %d", crossed[format], format, least)
		}
	}
}

// What begins unmistakably is told by that, then by the ending of the name, then by loose patterns.
func TestBeginningThenEndingThenPattern(t *testing.T) {
	t.Parallel()
	const burr = `<puzzle version="2"><gridType type="0"/><shapes><voxel x="1" y="1" z="1">#</voxel></shapes>` +
		`<problems><problem><shapes><shape id="0" count="1"/></shapes><result id="0"/></problem></problems></puzzle>`
	for _, tc := range []struct{ name, text, from, format, warning string }{
		{"x", burr, "", "xmpuzzle", ""},
		{"x", "<!-- board: x -->" + strings.Repeat("<!-- long -->", 200) + burr, "", "xmpuzzle", ""},
		{"x.dlx", `{"board": ".", "pieces": [{"name": "a", "shape": "X"}]}`, "", "json", "x.dlx:1:1: warning: the file begins like json and is read so, not as dlx for the ending of its name"},
		{"x.csv", "[1,1]\n(1,1)[A]\n1\n", "", "cap", "x.csv:1:1: warning: the file begins like cap and is read so, not as matrix for the ending of its name"},
		{"x.yaml", `{"board": "."}`, "", "json", ""},
		{"x.dlx", "#1 a\n#1 a\n", "", "dlx", ""},
		{"x", "#1 a\n#1\na\n#1\na\n", "", "dlx", ""}, // a comment, were it YAML
		{"x", "#1 a\n#1 b\nboard: .\n", "", "yaml", ""},
		{"x", "a b c\n1 0 0\n0 1 1\n1 0 1\n0 1 0\n", "", "matrix", ""},
		{"x", "1 0 0\n0 1 1\n1 0 1\n0 1 0\n", "", "matrix", ""}, // 0 twice, were it dlx
		{"x", "\"board: |\",b\n1,0\n0,1\n1,1\n1,0\n", "", "matrix", ""},
		{"x.dlx", "1 0\n0 1\n", "", "dlx", ""},
		{"x", "1,0\n1,0\n1,1\n0,1\n", "", "matrix", ""},
		{"x.csv", "1,0\n1,0\n", "", "matrix", ""},
		{"x", "1 0\n0 1\n", "matrix", "matrix", ""},
		{"x", "1 0\n0 1\n", "dlx", "dlx", ""},
		{"x", "0:\n##\n\n2x1: 1\n", "", "aoc", ""},
	} {
		file, err := formats.Read(tc.name, strings.NewReader(tc.text), formats.Options{Format: tc.from})
		if err != nil {
			t.Errorf("%s, %.30q: %v", tc.name, tc.text, err)
			continue
		}
		warnings := ""
		for _, w := range file.Warnings {
			warnings += w.Error()
		}
		if file.Format != tc.format || warnings != tc.warning {
			t.Errorf("%s, %.30q is %s, %q; want %s, %q", tc.name, tc.text, file.Format, warnings, tc.format, tc.warning)
		}
	}
	for text, want := range map[string]string{
		"12\n":                  "this is no puzzle file that can be told by its content",
		"s SATISFIABLE\n1 0\n":  "this is the answer of a SAT solver",
		"p cnf 1 1\n1 0\n":      "this is a formula for SAT solvers",
		"<?xml version='1'?><a": "this is XML, which is not read here",
	} {
		if _, err := formats.Read("x", strings.NewReader(text), formats.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// A matrix is the same however it is written, and its model comes back from a file.
func TestMatrices(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ text, names, count string }{
		{"1 1 0 0\n0 0 1 1\n", "c1 c2 c3 c4", "1"},
		{"1100\n0011\n0011\n", "c1 c2 c3 c4", "2"},
		{"abcd\n1100\n0011\n", "a b c d", "1"},
		{"a b c d\n1100\n0011\n", "a b c d", "1"},
		{"a,b,c,d\n1100\n0011\n", "a b c d", "1"},
		{"\"New York\"  b|c  d:e 4\n1  1\t0 0\n0 0 1  1 \n", "New%20York b%7Cc d%3Ae 4", "1"},
		{"a\tb c\td\te\n1\t1\t0\t0\n0\t0\t1\t1\n", "a b%20c d e", "1"},
		{"\"say \"\"x\"\"\", \"a, b\",3,é\r\n1,1,0,0\r\n0,0,1,1\r\n\r\n", "say%20\"x\" a,%20b 3 é", "1"},
		{"total\n1\n1\n1\n", "total", "3"},
		{"1\n1\n", "c1", "2"},
		{"a,b\n1,0\n", "a b", "0"},
		{"a,b\n", "a b", "0"},
		{"\"1\",0\n1,0\n0,1\n", "1 0", "1"},
		{"\"1\"\n1\n", "1", "1"},
	} {
		file, err := formats.Read("m.csv", strings.NewReader(tc.text), formats.Options{})
		if err != nil {
			t.Errorf("%q: %v", tc.text, err)
			continue
		}
		var names []string
		for _, item := range file.Puzzles()[0].Cover.Items {
			names = append(names, item.Name)
		}
		if got := strings.Join(names, " "); got != tc.names || counted(t, file.Documents[0]) != tc.count {
			t.Errorf("%q: columns %s and %s solutions, want %s and %s", tc.text, got, counted(t, file.Documents[0]), tc.names, tc.count)
		}
		comeBackAs(t, "matrix", file.Puzzles())
		comeBackAs(t, "dlx", file.Puzzles())
	}
	wide := "a1"
	for k := range 2048 {
		wide += fmt.Sprintf(" b%d", k)
	}
	for text, want := range map[string]string{
		"a 0:1|b\na b\n": "b is covered from 0 to 1 times, and a column once",
		wide + strings.Repeat("\na1", 4097) + "\n": "it would take more than 16777216 characters",
	} {
		file, err := formats.Read("x.dlx", strings.NewReader(text), formats.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := formats.Write(&b, "matrix", file.Puzzles()...); err == nil || !strings.Contains(err.Error(), want) || b.Len() > 0 {
			t.Errorf("%.20q: %v, want %s", text, err, want)
		}
	}
}

// The regions of a real text, a thousand of 50x50 and two hundred pieces, are read at once.
func TestManyRegions(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for n := range 6 {
		fmt.Fprintf(&text, "%d:\n###\n##.\n%s\n\n", n, []string{"##.", ".##", "#..", "###", ".#.", "..#"}[n])
	}
	for n := range 1000 {
		fmt.Fprintf(&text, "%dx%d: 3 4 5 6 7 %d\n", 35+n%16, 35+n/63, n)
	}
	file, err := formats.Read("r", strings.NewReader(text.String()), formats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	last := file.Documents[999].Puzzle
	if len(file.Documents) != 1000 || last.Name != "42x50: 3 4 5 6 7 999" || len(last.Board.Sites) != 42*50 || len(last.Pieces) != 6 {
		t.Errorf("%d regions, the last %s with %d cells and %d pieces", len(file.Documents), last.Name, len(last.Board.Sites), len(last.Pieces))
	}
	// Puzzles share boards: what is charged is what is held.
	if again := file.Documents[16].Puzzle; &again.Board.Sites[0] != &file.Documents[0].Puzzle.Board.Sites[0] {
		t.Error("two regions of one size have boards of their own")
	}
	text.WriteString("1x1: 0 0 0 0 0 0\n")
	if _, err := formats.Read("r", strings.NewReader(text.String()), formats.Options{}); err == nil || !strings.Contains(err.Error(), "r:1031:1: more than 1000 regions") {
		t.Errorf("one more: %v", err)
	}
	if err := formats.Write(&text, "aoc", last); err == nil || err.Error() != "aoc files are only read" {
		t.Errorf("writing: %v", err)
	}
}

// The reader of YAML takes a puzzle file of many pieces.
func TestManyPieces(t *testing.T) {
	for _, n := range []int{800, 20000} {
		var text strings.Builder
		text.WriteString("board: |\n  ......\n  ......\npieces:\n")
		for k := range n {
			fmt.Fprintf(&text, "  - {name: piece %d, shape: [\"XX.\", \".XX\"], count: 0..2}\n", k)
		}
		start := contain.CPU()
		file, err := formats.Read("p.yaml", strings.NewReader(text.String()), formats.Options{})
		took := contain.CPU() - start
		if err != nil {
			t.Errorf("%d pieces: %v", n, err)
			continue
		}
		if got := len(file.Puzzles()[0].Pieces); got != n || file.Puzzles()[0].Pieces[n-1].Name != fmt.Sprintf("piece %d", n-1) {
			t.Errorf("%d pieces of %d", got, n)
		}
		if took > 20*time.Second { // where each is compared with all others, minutes
			t.Errorf("%d pieces are read in %v", n, took)
		}
	}
}
