package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/internal/testkit"
)

// endless repeats a text for ever.
type endless struct {
	text string
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.text[e.at:])
	e.at = (e.at + n) % len(e.text)
	return n, nil
}

// On endless input a verb ends with an error that names the place, prints nothing else, and
// takes no more memory than a limit allows.
func TestEndlessInput(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("one goroutine, and long under the race detector")
	}
	// Junk, a list that opens for ever, and lines of answers; the others are much like them.
	inputs := []string{"\x00", "[", "v 1 0\n"}
	if testkit.Thorough() {
		inputs = append(inputs, "x", " ", "\n", "[[", "{", "- ", "-\n", "#\n", "a b\n", "a: &a\n", "\xff", "\xff\xfe", "format: 1\n", "0\n", "v 99999999999 0\n", "s SATISFIABLE\n", "c\n")
	}
	for _, args := range [][]string{
		{"count", "-"}, {"show", "-"}, {"check", "pegs:1,0 3,2 4,4", "-"}, {"decode", "--all", "pegs:1,0 3,2 4,4", "-"},
		{"count", "--from", "yaml", "-"}, {"count", "--from", "json", "-"}, {"count", "--from", "cap", "-"}, {"count", "--from", "grid", "-"},
		{"count", "--from", "pegs", "-"}, {"count", "--from", "dlx", "-"},
	} {
		some := inputs
		if !testkit.Thorough() && (args[0] == "show" || args[1] == "--from") {
			some = inputs[:1] // they read a file as count does, whatever its format
		}
		for _, input := range some {
			code, stdout, stderr := ran(t, &endless{text: strings.Repeat(input, 4096)}, args...)
			if code != cli.Bad || stdout != "" || !strings.HasPrefix(stderr, "exactile: ") {
				t.Errorf("%v of %q without end: status %d, output %.100q, errors %.200q", args, input, code, stdout, stderr)
			}
		}
	}
}

// With the greatest number of pieces, each is drawn with its own placements.
func TestShowManyPieces(t *testing.T) {
	t.Parallel()
	board := strings.TrimSuffix(strings.Repeat(`......\n`, 6), `\n`)
	var pieces []string
	for k := range 4096 {
		pieces = append(pieces, fmt.Sprintf(`{"name":"P%d","shape":["XX"]}`, k))
	}
	text := `{"format":1,"board":"` + board + `","pieces":[` + strings.Join(pieces, ",") + `]}`
	if n := strings.Count(exactile(t, cli.Done, text, "show", "-"), "30x"); n != 2*4096 {
		t.Errorf("%d orientations", n)
	}
}

// A puzzle of an absurd size is refused before anything of that size is allocated: what a reader
// lets pass, and what no format allows (the tests of the formats have the others).
func TestAbsurdSizes(t *testing.T) {
	t.Parallel()
	board := strings.Repeat(strings.Repeat(".", 500)+`\n`, 500)
	var pieces []string
	for k := range 3000 {
		pieces = append(pieces, fmt.Sprintf(`{"name":"P%d","shape":["XXXXX","X"]}`, k))
	}
	for text, want := range map[string]string{
		`{"format":1,"board":"` + board + `","pieces":[` + strings.Join(pieces, ",") + `]}`: "the placements cover more than",
		"[-8,-8]\n(1,1)[A]\n1\n": "-:1:2: expected the number of columns",
		`{"board_size":5,"pegs":[[1,0],[3,2],[4,99999999999999999999]]}`: "is no coordinate",
	} {
		if code, stdout, stderr := ran(t, strings.NewReader(text), "count", "-"); code != cli.Bad || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("status %d, output %.100q, errors %.300q, want %q", code, stdout, stderr, want)
		}
	}
}

// A limit can be raised, and the message says how.
func TestRaisedLimits(t *testing.T) {
	const puzzle = `{"format":1,"board":"....","pieces":[{"name":"A","shape":["X"],"count":4}]}`
	for _, c := range []struct {
		limits, want string
		status       int
	}{
		{"cells=3", "EXACTILE_LIMITS=cells=NUMBER raises this limit above 3", cli.Bad}, {"cells=4", "1\n", cli.Done},
		{"cell=4", `EXACTILE_LIMITS: no limit is called "cell"`, cli.Bad},
	} {
		t.Setenv(cli.LimitsVariable, c.limits)
		if code, stdout, stderr := ran(t, strings.NewReader(puzzle), "count", "-"); code != c.status || !strings.Contains(stdout+stderr, c.want) {
			t.Errorf("%s: status %d, %q", c.limits, code, stdout+stderr)
		}
	}
}

// Long input does not make long messages: they show the first ten errors, and how
// many more. So is the error as JSON.
func TestMessagesAreBounded(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("one goroutine, and long under the race detector")
	}
	long := strings.Repeat("x", 85000)
	list := func(n int, format string) []string {
		var all []string
		for k := range n {
			all = append(all, fmt.Sprintf(format, k))
		}
		return all
	}
	names := strings.Join(list(100000, "P%d"), ",")
	const puzzle = "pentominoes:3x20"
	for name, args := range map[string][]string{
		"by":          {"count", "--by", names, puzzle},
		"long by":     {"count", "--by", long, puzzle},
		"backend":     {"count", "-b", long, puzzle},
		"backends":    {"compare", "-b", names[:60000] + "x", puzzle},
		"encodings":   {"compare", "--encodings", names[:60000] + "x", puzzle},
		"flag":        {"count", "--" + long, puzzle},
		"verb":        {long},
		"topic":       {"help", long},
		"file":        {"count", long},
		"built-in":    {"count", "pentominoes:" + long},
		"pegs":        {"count", "pegs:" + long},
		"roll":        {"count", "genius:" + names},
		"format":      {"count", "-f", long, puzzle},
		"from":        {"count", "--from", long, puzzle},
		"timeout":     {"count", "--timeout", long, puzzle},
		"shard":       {"count", "--shard", long, puzzle},
		"output":      {"solve", "-o", long + ".svg", puzzle},
		"ending":      {"solve", "-o", "x." + long, puzzle},
		"theme":       {"solve", "--theme", long, "-f", "svg", puzzle},
		"paper":       {"sheet", "--paper", long, puzzle, "-o", "x.pdf"},
		"pieces":      {"new", "--pieces", names, "--board", "6x10"},
		"hints":       {"design", "--by", names, puzzle},
		"files":       append([]string{"count"}, list(2000, "/there/is/no/file%d")...),
		"built-ins":   append([]string{"count"}, list(2000, "pentominoes:0x%d")...),
		"one is good": append([]string{"merge"}, list(2000, "/there/is/no/file%d")...),
	} {
		for _, args := range [][]string{args, append([]string{args[0], "--json"}, args[1:]...)} {
			code, stdout, stderr := ran(t, nil, args...)
			said := stdout + stderr
			if n := len(said); code == 0 || n == 0 || n > 4000 {
				t.Errorf("%s: status %d, a message of %d bytes: %.200q...", name, code, n, said)
			}
			if name == "files" && !strings.Contains(said, "and 1990 more") && !strings.Contains(said, "and 1988 more") {
				t.Errorf("2000 files: %s", said)
			}
		}
	}
	pieces := strings.Join(list(3000, `{"name":"`+long[:180]+`%d","shape":["a"]}`), ",")
	for name, text := range map[string]string{
		"label":        "board: ..\nlabels: \"" + long + "\"\n",
		"key":          long + ": 1\nboard: ..\n",
		"anchor":       "board: ..\nname: &" + long + " x\n",
		"quotes":       "board: \"..\n" + long,
		"item":         "a b\na " + long + "\n",
		"bound":        long + ":2|a\na\n",
		"colour":       "a | b\na " + long + ":x\n",
		"element":      `<puzzle><gridType type="0"/><shapes><voxel x="1" y="1" z="1"><` + long + `/></voxel></shapes></puzzle>`,
		"end":          `<puzzle></` + long + `>`,
		"attribute":    `<puzzle><gridType type="` + long + `"/></puzzle>`,
		"setting":      "D:xDim=1:yDim=1:" + long + "=1\n~D\n",
		"directive":    "D:xDim=1:yDim=1\n" + long + "\n~D\n",
		"letter":       "[3,3]\n(1,1)[" + long + "]\n1\n",
		"tile":         "--\n\n@ " + long + "\n##\n",
		"column":       `"` + long + "\",b\n1,0\n",
		"row":          "1,0\n0,1," + long + "\n",
		"region":       "0:\n#\n\n" + long + "\n",
		"JSON":         `{"board": ".." ` + long,
		"edition":      `{"pegs": [[1,0]], "edition": "` + long + `"}`,
		"grid":         `{"grid": "` + long + `", "shapes": []}`,
		"claims":       `{"board": [], "claims": [` + strings.Repeat(`{"solutions": "`+long[:300]+`"},`, 900) + `1]}`,
		"repeated":     `{"board": "..", "pieces": [` + strings.Repeat(`{"name": "`+long[:190]+`", "shape": "X"},`, 900) + `{"name": "b", "shape": "X"}]}`,
		"symbols":      `{"board": "ab", "pieces": [` + strings.ReplaceAll(pieces, `"a"`, `"c"`) + `]}`,
		"documents":    strings.Repeat("board: ..\nx: 1\n---\n", 900),
		"fits nowhere": `{"board": "a", "pieces": [` + strings.ReplaceAll(pieces, `"a"`, `"b"`) + `,{"name":"y","shape":["a"]}]}`,
	} {
		for _, args := range [][]string{{"count", "-"}, {"count", "--json", "-"}} {
			if args[1] == "--json" && !testkit.Thorough() {
				continue // the same text in quotes
			}
			code, stdout, stderr := ran(t, strings.NewReader(text), args...)
			if n := len(stdout) + len(stderr); n == 0 || n > 6000 || code != cli.Bad && name != "fits nowhere" && name != "symbols" {
				t.Errorf("%s: status %d, a message of %d bytes: %.200q...", name, code, n, stderr)
			}
		}
	}
}

// The folders of testdata/field give what their CASE.txt says.
func TestFieldFiles(t *testing.T) {
	t.Parallel()
	answer := func(args ...string) string {
		_, stdout, _ := ran(t, nil, args...)
		return stdout
	}
	field := filepath.Join("testdata", "field")
	counts, err := os.ReadFile(filepath.Join(field, "counts.txt")) // of formats without claims
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(counts)) {
		file, want, _ := strings.Cut(line, " ")
		if strings.HasPrefix(file, "speed/") && !testkit.Thorough() {
			continue // a count that does not hang is enough of a search
		}
		if got := answer("count", filepath.Join(field, file)); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
	exactile(t, cli.Done, "", "verify", "-b", "native", "--allow-unclaimed", filepath.Join(field, "ranges"), filepath.Join(field, "speed"))
	for _, file := range []string{"gophersat-old", "minisat", "nozero", "plus", "pylist", "z3-old"} { // of programs and libraries in use
		if got := answer("decode", filepath.Join(field, "decode", "p.yaml"), filepath.Join(field, "decode", file+".txt")); got != "III\nIII\n" {
			t.Errorf("%s: %q", file, got)
		}
	}
	right, err := os.ReadFile(filepath.Join(field, "aoc", "right.txt"))
	if err != nil {
		t.Fatal(err)
	}
	solved := answer("solve", filepath.Join(field, "aoc", "presents.txt"))
	for line := range strings.Lines(string(right)) {
		region, verdict, _ := strings.Cut(strings.TrimSpace(line), ": ")
		_, after, found := strings.Cut("\n"+solved, "\n"+region+": ")
		_, after, _ = strings.Cut(after, "\n")
		if no := strings.HasPrefix(after, "no solution\n"); !found || no != (verdict == "no") {
			t.Errorf("%s is not %s in\n%s", region, verdict, solved)
		}
	}
}
