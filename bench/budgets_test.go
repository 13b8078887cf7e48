package bench

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// budgets are how many lines of Go without tests each room has, about, with the rooms inside it
// that have no budget of their own. A room may grow by a tenth. One that grows further gets a new
// number here, with a comment that says what the lines are for.
var budgets = map[string]int{
	"backends":                         1650,
	"backends/adapter":                 150,
	"backends/auto":                    1100,
	"backends/best":                    460, // the best solutions of puzzles with goals
	"backends/design":                  770,
	"backends/design/internal/hitting": 190,
	"backends/internal/allsat":         450,
	"backends/internal/dimers":         385,
	"backends/internal/gini":           100,
	"backends/internal/gophersat":      370,
	"backends/internal/models":         220, // reads the table of the backends from testdata
	"backends/internal/engines":        100,
	"backends/internal/portfolio":      200,
	"backends/internal/process":        1430,
	"backends/plan":                    2040,
	"backends/registry":                560,
	"backends/sat":                     1480,
	"backends/verify":                  1930, // claims as data, witnesses that share no search, certificates and plans in folders
	"bench":                            1175, // random puzzles with groups, rules and pieces over labels
	"cmd/exactile":                     120,
	"cmd/exactile-check":               380, // with folders of several certificates, and Coq
	"cmd/exactile/internal":            170,
	"cmd/exactile/internal/checkpoint": 710,
	"cmd/exactile/internal/cli":        3200,
	"cmd/exactile/internal/groups":     685,
	"cmd/exactile/internal/isolate":    420,
	"cmd/exactile/internal/jetstream":  1875,
	"cmd/exactile/internal/maker":      350,
	"cmd/exactile/internal/manual":     590,
	"cmd/exactile/internal/play":       1010,
	"cmd/exactile/internal/printer":    630,  // a file for each format of solutions
	"cmd/exactile/internal/report":     1890, // with what show and verify print
	"cmd/exactile/internal/solution":   480,
	"cmd/exactile/internal/study":      2900, // runs, records and their evaluation
	"cmd/exactile/internal/verbs":      6400, // with goals in seven verbs
	"cmd/internal":                     1210,
	"cmd/playground":                   1385,
	"encode":                           700,
	"encode/argument":                  710,
	"encode/atmost":                    990,  // with Check, which tries all assignments
	"encode/catalogue":                 1370, // with braces in names, tatami and squares
	"encode/cnf":                       1225,
	"encode/cover":                     1790,
	"encode/cover/bounds":              725,
	"encode/export":                    1360, // with objectives, and advice on outputs that are not read
	"encode/formats":                   5530, // with drawings in letters and blocks, lists of cells, groups, rules and goals
	"encode/internal/dlx":              990,
	"encode/lattice":                   660, // with nine lattices more, whose rows are data
	"encode/pegs":                      180,
	"encode/proof":                     1960,
	"encode/proof/check":               3400, // with theorems for Coq, and their text
	"encode/proof/check/sat":           1110,
	"encode/puzzle":                    2700, // with drawings of boards, groups, rules, goals and closed boards
	"encode/render":                    210,
	"encode/render/gallery":            440,
	"encode/render/internal":           3265,
	"encode/render/page":               115,
	"encode/render/sheet":              2370, // with beds of printers, cells that fit paper, and codes to scan
	"encode/render/terminal":           890,
	"internal":                         518, // with the lines that places show, and processor time
	"internal/contain":                 1265,
	"internal/file":                    655, // folders that are whole or not there
	"internal/testkit":                 805,
	"internal/tree":                    840,
	"native":                           3270, // a table of strategies, shown as it is by README
	"native/internal/beam":             1620,
	"native/internal/boards":           130,
	"native/internal/classes":          240,
	"native/internal/frontier":         810,
	"native/internal/layers":           2835,
	"native/internal/links":            2150, // pairs, and rows of bits below them
	"native/internal/problem":          455,
	"native/internal/run":              1300,
	"native/internal/table":            2825,
}

// TestRoomsKeepToTheirBudgets counts lines. A budget that is far above what a room has says
// nothing, and must come down with it.
func TestRoomsKeepToTheirBudgets(t *testing.T) {
	t.Parallel()
	lines := map[string]int{}
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel("..", file)
		if err != nil {
			return err
		}
		room := path.Dir(filepath.ToSlash(relative))
		for budgets[room] == 0 && room != "." {
			room = path.Dir(room)
		}
		if room == "." {
			t.Errorf("%s is in no room with a budget", relative)
		}
		lines[room] += bytes.Count(text, []byte("\n"))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	const slack = 40 // lines that a small room may gain or lose
	for room, budget := range budgets {
		switch n, slack := lines[room], max(slack, budget/10); {
		case n > budget+slack:
			t.Errorf("%s has %d lines, a tenth more than its budget of %d: write the new number into bench/budgets_test.go, with a comment that says why", room, n, budget)
		case n < budget-slack:
			t.Errorf("%s has %d lines, a tenth less than its budget of %d: write the new number into bench/budgets_test.go", room, n, budget)
		}
	}
}
