package formats_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/pegs"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/located"
)

// Errors of other packages are still wrapped below the place.
func TestErrorsKeepTheirCause(t *testing.T) {
	for _, tc := range []struct{ text, code string }{
		{`{"board_size": 5, "pegs": [[1, 1], [1, 2], [2, 1]]}`, "invalid_pegs"},
		{`{"board_size": 4, "pegs": [[1, 0], [3, 2], [4, 4]]}`, "invalid_board"},
		{"pegs: [[1, 1], [1, 2], [2, 1]]\n", "invalid_pegs"},
	} {
		_, err := formats.Read("p", strings.NewReader(tc.text), formats.Options{})
		var bad *pegs.Error
		if !errors.As(err, &bad) || bad.Code != tc.code {
			t.Errorf("%s: %v", tc.text, err)
		}
	}
	_, err := formats.Read("p", strings.NewReader("board: ..\npieces: [{name: a, shape: ['.']}]\n"), formats.Options{})
	var fault *puzzle.Error
	if !errors.As(err, &fault) || fault.Part != "piece" || fault.Field != "cells" {
		t.Errorf("%v", err)
	}
}

func TestPlaceOfAnyError(t *testing.T) {
	text := "# first\nboard: ..\n---\n\n# second\nboard: ..\npieces:\n  - {name: a,\n     shape: [XX],\n     count: any}\n"
	file, err := formats.Read("p", strings.NewReader(text), formats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := file.Documents[1]
	if d.Place(nil) != nil {
		t.Error("no error has a place")
	}
	cause := errors.New("something else")
	err = d.Place(errors.Join(&puzzle.Error{Part: "piece", Field: "count", Text: "a"}, fmt.Errorf("b: %w", cause),
		&puzzle.Error{Part: "piece", Index: 7, Text: "c"}, &puzzle.Error{Part: "board", Text: "d"}))
	if want := "p:6:1: b: something else\np:6:1: c\np:6:8: d\np:10:13: a"; err.Error() != want {
		t.Errorf("%v\nwant\n%s", err, want)
	}
	if !errors.Is(err, cause) {
		t.Error("the cause is lost")
	}
}

func TestCaret(t *testing.T) {
	for _, tc := range []struct {
		place located.Error
		want  string
	}{
		{located.Error{Line: 1, Column: 3, Excerpt: "abc"}, "abc\n  ^"},
		{located.Error{Line: 1, Column: 4, Excerpt: "a\t◯c"}, "a\t◯c\n \t ^"},
		{located.Error{Line: 1, Column: 4, Excerpt: "abc"}, "abc\n   ^"},
		{located.Error{Line: 1, Column: 9}, ""},
	} {
		if got := tc.place.Caret(); got != tc.want {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
	// Characters that could confuse a terminal are not shown.
	_, err := formats.Read("p", strings.NewReader("board: .X # \x1b[2J\n"), formats.Options{})
	var at *located.Error
	if !errors.As(err, &at) || at.Excerpt != "" {
		t.Errorf("%v is shown", err)
	}
}

func TestDetect(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"board: ..", "yaml"},
		{"---\nboard: ..\n", "yaml"},
		{"########\n# a box\n########\nboard: ..\n", "yaml"},
		{"####\n\nboard: ..\n", "yaml"},
		{"{board: .., pieces: []}", "yaml"},
		{"'board': ..", "yaml"},
		{"pegs: [[4, 4], [1, 0], [3, 2]]", "pegs"},
		{`{"board": ".."}`, "json"},
		{"\n\n {\n\"board\": [\"..\"]}", "json"},
		{`{"pegs": [[4, 4], [1, 0], [3, 2]]}`, "pegs"},
		{"[1,1]\n(1,1)[A]\n1\n", "cap"},
		{"\n  [1,1] \n\n  (1,1)[A]\n1\n", "cap"},
		{"#####\n#---#\n#####\n\n\n###\n", "grid guessed"},
		{"-\n\n@ a\n#\n", "grid guessed"},
		{"-\n@ a\n#\n", "grid guessed"},
		{"| comment\na b\na b\na\nb\na\n", "dlx guessed"},
		{"a b | c\na c\nb\na b\nb c\n", "dlx guessed"},
		{"2|a b\na b\n", "dlx"},
		{"0:1|a\na\n", "dlx"},
		{"a b | c\na c:1\nb c:1\n", "dlx"},
		{"| exactile: items 2 options 1 added 0\na b\na b\n", "dlx"},
		{"1100\n0011\n1010\n0101\n", "matrix guessed"},
	} {
		file, err := formats.Read("f", strings.NewReader(tc.text), formats.Options{})
		got := ""
		if err == nil {
			got = file.Format + map[bool]string{true: " guessed"}[file.Guessed]
		}
		if got != tc.want {
			t.Errorf("%q: %s, %v; want %s", tc.text, got, err, tc.want)
		}
	}
	for _, text := range []string{"hello", "hello world\nhow do you do\n", "a\n\nb\n", "<html>\n", "1 2 3\n4 5 6\n", "######\n",
		"---\n", "--\n--\n\n", "#####\n#---#\n#####\n", "[8,8]\n", "[8,8]\n[1,2]\n",
		"| comment\na b\na b\n", "a b | c\na c\n", "a b c\nb\n", "12|foo\n", "10:30|start\n10:31|end\n",
		"1 0 b.go\n0 1 b.go\n1 0 b.go\n0 1 b.go\n0 1 b.go\n", "go test\ngo test\ngo test\ngo test\ngo test\n", "(0,0) (0,1)\n(0,0)\n(0,1)\n(0,0)\n(0,1)\n",
		"1\n1\n1\n1\n", "1010\n1010\n1010\n1010\n", "a,b\n1,0\n0,1\n"} {
		if file, err := formats.Read("f", strings.NewReader(text), formats.Options{}); err == nil {
			t.Errorf("%q is taken for %s", text, file.Format)
		}
	}
	_, err := formats.Read("f", strings.NewReader("board: .."), formats.Options{Format: "jsno"})
	if err == nil || !strings.Contains(err.Error(), `did you mean "json"?`) {
		t.Errorf("%v", err)
	}
}
