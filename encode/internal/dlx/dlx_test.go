package dlx_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/internal/dlx"
	"github.com/exactile/exactile/internal/located"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func items(bounds ...int) []cover.Item {
	var list []cover.Item
	for k := 0; k < len(bounds); k += 2 {
		list = append(list, cover.Item{Name: fmt.Sprintf("i%d", k/2), Min: bounds[k], Max: bounds[k+1]})
	}
	return list
}

// TestWrite fixes the text, byte for byte, of every kind of bound.
func TestWrite(t *testing.T) {
	for _, c := range []struct {
		name string
		m    cover.Model
		want string
	}{
		{"empty", cover.Model{}, "| exactile: items 0 options 0 added 0\n"},
		{"plain, then secondary",
			cover.Model{Items: items(1, 1, 0, 1), Options: [][]int{{0, 1}, {0}}},
			"| exactile: items 2 options 2 added 0\ni0 | i1\ni0 i1\ni0\n"},
		{"a {0,1} item before others gets bounds, so that the order stays",
			cover.Model{Items: items(0, 1, 1, 1), Options: [][]int{{0, 1}}},
			"| exactile: items 2 options 1 added 0\n0:1|i0 i1\ni0 i1\n"},
		{"an option of {0,1} items alone keeps a primary item",
			cover.Model{Items: items(0, 1, 0, 1, 0, 1), Options: [][]int{{1, 2}}},
			"| exactile: items 3 options 1 added 0\n0:1|i0 0:1|i1 | i2\ni1 i2\n"},
		{"every other bound is written out",
			cover.Model{Items: items(0, 0, 2, 2, 0, 3, 1, 2), Options: [][]int{{0}}, AddedItems: 1},
			"| exactile: items 4 options 1 added 1\n0:0|i0 2:2|i1 0:3|i2 1:2|i3\ni0\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := dlx.Write(&b, &c.m); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, b.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestWriteRefusesNames(t *testing.T) {
	for _, name := range []string{"", "a b", "a|b", "a:b", "a\n", "\xff", "a\u00a0b", "\x00"} {
		m := &cover.Model{Items: []cover.Item{{Name: name, Min: 1, Max: 1}}}
		if err := dlx.Write(new(bytes.Buffer), m); err == nil {
			t.Errorf("name %q was written", name)
		}
	}
}

// TestParseForeign reads what other programs write.
func TestParseForeign(t *testing.T) {
	text := "\xef\xbb\xbf| a comment\r\n\r\n  A 2|B 0:3|C | x  y\r\nx A\r\n| another\r\n C\tB y \r\n"
	m, err := dlx.Parse(strings.NewReader(text), "in", dlx.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	want := &cover.Model{
		Items: []cover.Item{
			{Name: "A", Min: 1, Max: 1}, {Name: "B", Min: 2, Max: 2}, {Name: "C", Min: 0, Max: 3},
			{Name: "x", Min: 0, Max: 1}, {Name: "y", Min: 0, Max: 1},
		},
		Options: [][]int{{0, 3}, {1, 2, 4}},
	}
	if diff := cmp.Diff(want, m); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestParseErrors(t *testing.T) {
	small := dlx.Limits{Bytes: 100, Line: 40, Items: 4, Options: 2, Entries: 3}
	for _, c := range []struct{ text, want string }{
		{"", "in:1:1: no line that names the items"},
		{"| only a comment\n", "in:1:1: no line that names the items"},
		{"A B A\n", `in:1:5: item "A" is already item 1 of this line`},
		{"A | B | C\n", "in:1:7: a second lone '|' on the items line"},
		{"A 3:2|B\n", "in:1:3: lower bound 3 exceeds upper bound 2"},
		{"A x:2|B\n", `in:1:3: "x" is no bound: want a whole number from 0 to 2147483646`},
		{"A 1:-2|B\n", `in:1:5: "-2" is no bound: want a whole number from 0 to 2147483646`},
		{"99999999999|B\n", `in:1:1: "99999999999" is no bound: want a whole number from 0 to 2147483646`},
		{"A 2|\n", "in:1:5: an item has no name; an item is NAME, HI|NAME or LO:HI|NAME"},
		{"A B:1\n", `in:1:3: item name "B:1" has ':' in it; an item is NAME, HI|NAME or LO:HI|NAME`},
		{"A | 2|B\n", `in:1:5: bounds "2" on a secondary item, which is always covered at most once`},
		{"A\nB\n", `in:2:1: "B" is no item of the items line`},
		{"A | B\n\nA:red B\n", `in:3:2: "A:red" has a colour, but "A" is no secondary item`},
		{"A | B\nA B:\n", `in:2:4: "B:" has no colour that can be read: an item has no name`},
		{"A | B\nA B:a:b\n", `in:2:4: "B:a:b" has no colour that can be read: item name "a:b" has ':' in it`},
		{"A | B\nA C:a\n", `in:2:3: "C" is no item of the items line`},
		{"A | B\nA B:a B\n", `in:2:1: item "B" occurs twice in this option`},
		{"A\nA | A\n", `in:2:3: "|": '|' belongs on the items line, or at the start of a comment line`},
		{"A B\nA B A\n", `in:2:1: item "A" occurs twice in this option`},
		{"A | B\nB\n", "in:2:1: this option has no primary item, so Knuth's programs ignore it; " +
			"leave it out, or declare one of its items as 0:1|NAME before the lone '|' if it may be chosen"},
		{"| exactile: items 1 options 2 added 0\nA\nA\n", "in:1:1: announces 1 items and 2 options, but there are 1 and 1"},
		{"| exactile: items 1 options 0\nA\n", `in:1:1: a line that starts with "| exactile:" must read "| exactile: items I options O added A"`},
		{"| exactile: items 1 options 0 added 2\nA\n", `in:1:1: a line that starts with "| exactile:" must read "| exactile: items I options O added A"`},
		{"A B C D E\n", "in:1:9: more than 4 items"},
		{"A\nA\nA\nA\n", "in:4:1: more than 2 options"},
		{"A B\nA B\nA B\n", "in:3:3: more than 3 items in all options together"},
		{"A " + strings.Repeat(" ", 60) + "\n", "in:1:1: a line of more than 39 bytes"},
		{"A\n" + strings.Repeat("| more\n", 20), "in:16:1: more than 100 bytes"},
	} {
		_, err := dlx.Parse(strings.NewReader(c.text), "in", small)
		var place *located.Error
		if !errors.As(err, &place) || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// drawModel draws a valid model whose names have a text form.
func drawModel(t *rapid.T) *cover.Model {
	m := new(cover.Model)
	n := rapid.IntRange(0, 8).Draw(t, "items")
	for i := range n {
		low := rapid.IntRange(0, 2).Draw(t, "min")
		high := low + rapid.IntRange(0, 2).Draw(t, "more")
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprintf("é%d", i), Min: low, Max: high})
	}
	if n > 0 {
		m.AddedItems = rapid.IntRange(0, n).Draw(t, "added")
		for range rapid.IntRange(0, 6).Draw(t, "options") {
			var option []int
			for i := range n {
				if rapid.Bool().Draw(t, "covers") {
					option = append(option, i)
				}
			}
			if option != nil {
				m.Options = append(m.Options, option)
			}
		}
	}
	return m
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		var b bytes.Buffer
		if err := dlx.Write(&b, m); err != nil {
			t.Fatal(err)
		}
		back, err := dlx.Parse(bytes.NewReader(b.Bytes()), "back", dlx.Limits{})
		if err != nil {
			t.Fatalf("%v in\n%s", err, &b)
		}
		if diff := cmp.Diff(m, back, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("-written +read:\n%s", diff)
		}
	})
}

// FuzzParse: no input makes Parse panic, an error has a place, and an accepted text is a valid
// model that survives Write and Parse.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"A 2|B 0:3|C | x y\nx A\n| c\nC B y\n",
		"| exactile: items 2 options 1 added 1\n0:1|i0 i1\ni0 i1\n",
		"A | B\nA B:red\n", "A B | X Y\nA X:1 Y\nB X:1\nA X:2 Y:1\nB X:2 Y:1\n", "|\n", "0:0|A\nA\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		limits := dlx.Limits{Bytes: 1 << 16, Line: 1 << 12, Items: 100, Options: 100, Entries: 1000}
		m, err := dlx.Parse(bytes.NewReader(text), "fuzz", limits)
		if err != nil {
			var place *located.Error
			if !errors.As(err, &place) || place.Line < 1 || place.Column < 1 {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := dlx.Write(&b, m); err != nil {
			t.Fatal(err)
		}
		back, err := dlx.Parse(&b, "back", dlx.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(m, back, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("-read +read again:\n%s", diff)
		}
	})
}

// Empty lines are no reason to read on for ever.
func TestEmptyLines(t *testing.T) {
	if m, err := dlx.Parse(strings.NewReader(strings.Repeat("\n", 1<<16)+"A\nA\n"), "in", dlx.Limits{}); err != nil || len(m.Options) != 1 {
		t.Errorf("%v, %v", m, err)
	}
	if _, err := dlx.Parse(strings.NewReader(strings.Repeat(" \n", 1<<16+1)), "in", dlx.Limits{}); err == nil || err.Error() != "in:65537:1: more than 65536 empty lines" {
		t.Error(err)
	}
}
