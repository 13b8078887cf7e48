package text

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// A message of any length becomes a short one, which keeps its beginning and its end.
func TestBrief(t *testing.T) {
	t.Parallel()
	rep := strings.Repeat
	for _, test := range []struct{ text, want string }{
		{"", ""}, {"a\nb", "a\nb"}, {rep("a b ", 400), rep("a b ", 400)},
		{`no X "` + rep("x", 1000) + `": want a`, `no X "` + rep("x", 332) + `...(545 bytes)...` + rep("x", 123) + `": want a`},
		{rep("é", 1000) + ":1:2", rep("é", 166) + "...(1548 bytes)..." + rep("é", 60) + ":1:2"},
		{rep("abcd ", 1000) + "end:", rep("abcd ", 266) + "abc...(3171 bytes)... " + rep("abcd ", 99) + "end:"},
		{rep("aaaaaaaa\n", 100), rep("aaaaaaaa\n", 12) + "and 89 more lines"},
	} {
		got := Brief(test.text)
		if got != test.want || !utf8.ValidString(got) {
			t.Errorf("%.20q is\n%s\nwant\n%s", test.text, got, test.want)
		}
	}
	if got := Brief(rep(rep("é ", 9000)+"\n", 90)); len(got) > 26000 || !utf8.ValidString(got) {
		t.Errorf("%d bytes", len(got))
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	words := strings.Split("abcdefghijkl", "")
	if got := List(words, ", "); got != "a, b, c, d, e, f, g, h, i, j, and 2 more" {
		t.Error(got)
	}
	if got := And(words) + "; " + And(words[:3]) + "; " + And(words[:1]) + And(nil); got != List(words, ", ")+"; a, b and c; a" {
		t.Error(got)
	}
	if got := List(words[:10], ""); got != "abcdefghij" {
		t.Error(got)
	}
}
