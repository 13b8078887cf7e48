package formats_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/internal/testkit"
)

// zeros is a file without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// Hostile input ends soon, in little memory, and with an error that names the exceeded limit.
func TestHostileInput(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long under the race detector")
	}
	rep := strings.Repeat
	numbered := func(n int, format string) string {
		var b strings.Builder
		for k := range n {
			fmt.Fprintf(&b, format, k)
		}
		return b.String()
	}
	for _, tc := range []struct{ name, format, text, want string }{
		{"NUL", "", "board: .\x00.\n", "h:1:9: a NUL byte"},
		{"UTF-16", "", "\xff\xfeb\x00o\x00", "h:1:1: the file is UTF-16; save it as UTF-8"},
		{"UTF-16, big end first", "", "\xfe\xff\x00b\x00o", "the file is UTF-16"},
		{"UTF-16 without a mark", "", "b\x00o\x00a\x00r\x00d\x00:\x00", "h:1:1: the file is UTF-16"},
		{"gzip", "", "\x1f\x8b\x08\x00\x00\x00\x00\x00", "h:1:1: this is a gzip file; unpack it first"},
		{"zstd", "", "\x28\xb5\x2f\xfd\x24\x00", "h:1:1: this is a zstd file; unpack it first"},
		{"xz", "", "\xfd7zXZ\x00\x00", "h:1:1: this is an xz file; unpack it first"},
		{"bzip2", "", "BZh91AY", "h:1:1: this is a bzip2 file; unpack it first"},
		{"zip", "", "PK\x03\x04\x14", "h:1:1: this is a zip archive"},
		{"tar", "", "p.yaml" + rep("\x00", 251) + "ustar", "h:1:1: this is a tar archive; unpack it first"},
		{"PDF", "", "%PDF-1.7\n", "h:1:1: this is a PDF file; a puzzle is text"},
		{"PNG", "", "\x89PNG\r\n\x1a\n\x00", "h:1:1: this is a picture (PNG); a puzzle is text"},
		{"no UTF-8", "", "board: ..\nname: \ufffda\xe9\n", "h:2:9: not valid UTF-8"},
		{"carriage returns", "", "board: ..\rname: a\r", "h:1:10: a carriage return without a line feed"},
		{"a large file", "", rep("board\n", 3<<20), "h:1:1: the file is larger than 16777216 bytes"},
		{"a long line", "json", `{"name": "` + rep("x", 2<<20) + `"}`, "h:1:1: a line of more than 1048576 bytes"},
		{"a large YAML file", "yaml", "board: |\n" + rep("  ....\n", 1<<20), "a YAML text of more than 4194304 bytes"},

		{"YAML brackets", "yaml", rep("[", 4000) + rep("]", 4000), "nested more than 16 deep"},
		{"YAML braces", "yaml", rep("{a: ", 2000) + rep("}", 2000), "nested more than 16 deep"},
		{"YAML dashes", "yaml", rep("- ", 4000), "nested more than 16 deep"},
		{"YAML more brackets", "yaml", rep("[", 100000), "nested more than 16 deep"},
		{"YAML mappings", "yaml", func() string {
			var b strings.Builder
			for k := range 500 {
				b.WriteString(rep(" ", k) + "a:\n")
			}
			return b.String()
		}(), "h:17:17: nested more than 16 deep"},
		{"YAML elements", "yaml", "board: [" + rep("x,\n ", 600000) + "x]", "more than 524288 values in one file"},
		{"YAML empty elements", "yaml", rep("-\n", 600000), "more than 524288 values in one file"},
		{"YAML keys", "yaml", numbered(30000, "k%d: a\n"), "unknown key"},
		{"YAML documents", "yaml", rep("---\nboard: .\n", 2000), "more than 1000 puzzles in one file"},
		{"YAML documents of many keys", "yaml", rep("---\n"+numbered(2700, "k%d: a\n"), 14), "unknown key"},
		{"YAML empty lines", "yaml", "board: |\n" + rep("\n", 100000) + "  X\n", "h:100002:3: 'X' on a board"},
		{"YAML blank lines", "yaml", "board: |\n" + rep("  \n", 100000) + "  X\n", "h:100002:3: 'X' on a board"},
		{"YAML laughs", "yaml", "a: &a [x]\n" + numbered(100, "b%d: &b [*a, *a, *a]\n"), "anchors and aliases are not read"},

		{"JSON brackets", "json", rep("[", 1000000), "nested more than 16 deep"},
		{"JSON braces", "json", rep(`{"a":`, 100000), "nested more than 16 deep"},
		{"JSON elements", "json", "[" + rep("1,\n", 1000000) + "1]", "more than 524288 values in one file"},
		{"JSON documents", "json", rep("{\"board\": []}\n", 2000), "more than 1000 puzzles in one file"},
		{"JSON number", "json", `{"board": [], "claims": [{"solutions": ` + rep("9", 1000000) + `}]}`, "a number of more than 1000 digits"},
		{"JSON word", "json", `{"board": [], "` + rep("k", 1000000) + `": 1}`, `unknown key "` + rep("k", 40) + `"... in a puzzle`},

		{"a large board", "json", `{"board": "` + rep(rep(".", 999)+`\n`, 1000) + `"}`, "the board takes more than 262144 characters"},
		{"a large piece", "json", `{"board": [], "pieces": [{"name": "a", "shape": "` + rep(rep("X", 999)+`\n`, 1000) + `"}]}`, "the shape takes more than 4096 characters"},
		{"a crooked board", "yaml", "board: |\n  " + rep(".", 200000) + "\n" + rep("  .\n", 2), "the board takes more than 262144 characters"},
		{"many pieces", "json", `{"board": [], "pieces": [` + rep(`1,`, 40000) + `1]}`, "pieces has more than 32768 elements"},
		{"many claims", "json", `{"board": [], "claims": [` + rep(`1,`, 5000) + `1]}`, "claims has more than 1000 elements"},
		{"many hints", "json", `{"board": [], "place": [` + rep(`1,`, 5000) + `1]}`, "place has more than 1000 elements"},
		{"a long name", "json", `{"board": [], "name": "` + rep("x", 500) + `"}`, "the puzzle's name has more than 200 characters"},
		{"a name of control characters", "json", `{"board": [], "name": "a\u001b[2Jb"}`, "a character that cannot be seen"},
		{"many mistakes", "json", `{"board": [], "claims": [` + rep(`1,`, 900) + `1]}`, "and 891 more errors from here on"},

		{"a board of 10^18 cells", "cap", "[1000000000,1000000000]\n", "the number of columns is 1000000000; it must be from 1 to 262144"},
		{"a piece of 10^18 cells", "", "[2,2]\n(1000000000,1000000000)[A]\n", "the number of columns is 1000000000; it must be from 1 to 4096"},
		{"a size of many digits", "cap", "[" + rep("9", 500000) + ",1]\n", "the number of columns is 99999999999999999999...; it must"},
		{"many cap pieces", "", "[1,1]\n" + rep("(1,1)[A]\n1\n", 40000), "more than 32768 pieces"},
		{"a wide tile board", "grid", "-" + rep("#", 900000) + "\n", "a drawing of more than 262144 characters"},
		{"many tiles", "", "-\n\n" + rep("#\n\n", 40000), "more than 32768 pieces"},
		{"many copies", "", "-\n\n@ A x99999999999999999999\n#\n", "a tile is used from 1 to 1000000 times"},
		{"a pegs board", "", `{"board_size": 1000000000, "pegs": []}`, "the pegs board is 5 by 5"},
		{"many pegs", "", `{"pegs": [` + rep("[1,1],", 20000) + `[1,1]]}`, "pegs has more than 25 elements"},
		{"a region of 10^18 cells", "", "0:\n#\n\n999999999x999999999: 1\n", "h:4:1: the width of a region, such as 12x5: is 999999999; it must"},
		{"regions of many cells", "", "0:\n#\n\n" + numbered(900, "%[1]d9x300: 1\n"), "more than 2097152 cells together"},
		{"many regions", "", "0:\n#\n\n" + rep("1x1: 1\n", 2000), "h:1004:1: more than 1000 regions"},
		{"many shapes", "", numbered(40000, "%d:\n#\n\n"), "more than 32768 shapes"},
		{"a large shape", "", "0:\n" + rep(rep("#", 100)+"\n", 1000), "a drawing of more than 4096 characters"},
		{"many counts", "", "0:\n#\n\n1x1:" + rep(" 1", 400000) + "\n", "h:4:8: expected the end of the line after the counts of 1 shapes, found \"1\""},
		{"a large count", "", "0:\n#\n\n1x1: " + rep("9", 500000) + "\n", "the count of shape 0 is 99999999999999999999...; it must be from 0 to 1000000"},
		{"a rectangle of 10^18 cells", "letters", "999999999 999999999 1\n", "h:1:1: the number of rows is 999999999; it must be from 1 to 262144"},
		{"a rectangle that is long", "", "262144 2 1\nDEFAULT\nA\n", "h:1:8: the number of columns is 2; it must be from 1 to 1"},
		{"a wide board of X", "letters", rep(" ", 900000) + "X\nA\n", "a drawing of more than 262144 characters"},
		{"many letters", "letters", "X\n" + rep("A\nB\n", 40000), "more than 32768 pieces"},
		{"a large letter", "letters", "X\n" + rep("A\n", 5000), "a drawing of more than 4096 characters"},
		{"many blocks", "blocks", rep("#.\n\n", 40000), "more than 32768 pieces"},
		{"a cell far away", "cells", "(0,0) (2000000000,2000000000)\n(0,0)\n", "h:1:1: the cells of the board lie in a box of more than 262144"},
		{"a piece far away", "cells", "(0,0)\n(0,0) (-2000000000,2000000000)\n", "h:2:1: the cells of a piece lie in a box of more than 262144"},
		{"a coordinate of many digits", "cells", "(0," + rep("9", 100000) + ")\n(0,0)\n", "is no coordinate"},
		{"many cells", "cells", "[" + rep("[0,0],\n", 300000) + "[0,0]]\n[[0,0]]\n", "more than 524288 values"},
		{"many lists", "cells", "(0,0)\n" + rep("(0,0)\n", 40000), "pieces has more than 32768 elements"},
		{"cells that nest deep", "cells", rep("(", 1000000), "nested more than 16 deep"},
		{"brackets that could be any format", "", rep("(", 500000), "this is no puzzle file that can be told by its content"},
		{"lists of cells far away", "json", `{"board": [[0, 2000000000]]}`, "h:1:11: the cells of the board lie in a box"},
		{"many columns", "matrix", rep("1", 1000000) + "\n" + rep("1", 1000000) + "\n", "more than 262144 columns"},
		{"many names", "matrix", rep("a,", 500000) + "\n1,0\n", "a second column \"a\""},
		{"many rows", "matrix", rep("1\n", 3000000), "more than 2097152 rows"},
		{"many ones", "matrix", rep(rep("1", 200000)+"\n", 80) + "1", "more than 8388608 ones in all rows together"},
		{"an endless quote", "matrix", "\"a" + rep(",\"\"", 300000) + "\n1,0\n", "not quoted as in CSV"},
		{"no column", "matrix", rep(",", 900000) + "\n" + rep(",", 900000), "column 1 has no name"},
		{"empty rows", "matrix", "1" + rep("\n", 10000000) + "2", "expected 0 or 1"},
		{"XML that nests deep", "", "<puzzle>" + rep("<a>", 5000000), "this cannot be read as XML: unexpected EOF"},
		{"XML comments", "", rep("<!---->", 2000000) + "x", "a line of more than"},
		{"XML laughs", "xmpuzzle", "<!DOCTYPE puzzle [<!ENTITY a \"&a;&a;\">" + rep("<!ENTITY b \"&a;\">", 1000) + "]><puzzle name=\"&a;\"/>", "invalid character entity &a;"},
		{"XML attributes", "", "<puzzle " + rep("a=\"\" ", 2000000) + "/>", "no gridType"},
		{"XML bytes", "", "<puzzle>" + rep("\xff", 16<<20-20), "unexpected EOF"},
		{"bytes in comments", "yaml", "# x\n" + rep("#\xff\n", 5000000) + "x", "a YAML text of more than"},
		{"a long label", "yaml", "board: ..\nlabels: \"" + rep("x", 85000) + "\"\n", "h:2:10: the label \"xxx"},
		{"a long element", "", `<puzzle><gridType type="0"/><shapes><voxel x="1" y="1" z="1"><` + rep("x", 85000), "h:1:"},
		{"dlx bounds", "", "99999999999999999999|a\na\n", "is no bound"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if len(tc.text) > 1<<20 {
				testkit.OnlyThorough(t) // the same limits, raised and lowered, are in TestLimitErrorsNameTheLimit
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := contain.CPU()
			_, err := formats.Read("h", strings.NewReader(tc.text), formats.Options{Format: tc.format})
			elapsed := contain.CPU() - start
			runtime.ReadMemStats(&after)
			var at *located.Error
			if !errors.As(err, &at) || !strings.Contains(err.Error(), tc.want) {
				t.Fatalf("%.300v\nwant %s", err, tc.want)
			}
			if len(err.Error()) > 3000 {
				t.Errorf("the message takes %d bytes", len(err.Error()))
			}
			// What is not bounded takes minutes or gigabytes.
			if allocated := (after.TotalAlloc - before.TotalAlloc) >> 20; elapsed > time.Minute || allocated > 1000 {
				t.Errorf("took %v and %d MB", elapsed, allocated)
			}
			t.Logf("%v, %d MB in all", elapsed, (after.TotalAlloc-before.TotalAlloc)>>20)
		})
	}
}

func TestEndlessFile(t *testing.T) {
	if _, err := formats.Read("zero", zeros{}, formats.Options{}); err == nil || err.Error() != "zero:1:1: the file is larger than 16777216 bytes" {
		t.Errorf("%v", err)
	}
}

func TestFailingReader(t *testing.T) {
	broken := errors.New("the disk is on fire")
	_, err := formats.Read("x.yaml", io.MultiReader(strings.NewReader("board: .."), failing{broken}), formats.Options{})
	if !errors.Is(err, broken) || err.Error() != "x.yaml: the disk is on fire" {
		t.Errorf("%v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
