package check_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/proof/check"
)

// Three cells in a row and two dominoes: an argument is accepted in one spelling, and false ones
// are refused.
func TestArguments(t *testing.T) {
	row := func(middle cover.Item) *cover.Model {
		return &cover.Model{
			Items:   []cover.Item{{Name: "a", Min: 1, Max: 1}, middle, {Name: "c", Min: 1, Max: 1}},
			Options: [][]int{{0, 1}, {1, 2}},
		}
	}
	impossible := row(cover.Item{Name: "b", Min: 1, Max: 1})
	possible := row(cover.Item{Name: "b", Min: 1, Max: 2})
	pieces := &cover.Model{ // the piece p twice on cells that are to be covered three times
		Items:   []cover.Item{{Name: "p", Min: 2, Max: 2}, {Name: "x", Min: 1, Max: 2}, {Name: "y", Min: 2, Max: 2}},
		Options: [][]int{{0, 1}, {0, 1}, {0, 2}, {0, 2}},
	}
	ranged := &cover.Model{ // the piece p once covers both cells, twice it does not
		Items:   []cover.Item{{Name: "p", Min: 0, Max: 2}, {Name: "x", Min: 1, Max: 1}, {Name: "y", Min: 1, Max: 1}},
		Options: [][]int{{0, 1}, {0, 1, 2}},
	}
	const head = "exactile argument 1\n"
	for _, tc := range []struct {
		m          *cover.Model
		text, want string // want: the refusal; empty: accepted
	}{
		{impossible, head + "modulus 0\npieces\n1 1\n2 -1\n3 1\n", ""},
		{impossible, head + "modulus 2\npieces\n1 1\n2 1\n3 1\n", ""},
		{impossible, head + "modulus 2147483647\npieces\n1 1\n2 2147483646\n3 1\n", ""},
		{pieces, head + "modulus 0\npieces 1\n2 1\n3 1\n", ""},
		{ranged, head + "modulus 0\npieces 1\n2 1\n3 10\n", "end: the options can add up to 11"},
		{possible, head + "modulus 0\npieces\n1 1\n2 -1\n3 1\n", "end: the options can add up to 0"},
		{possible, head + "modulus 2\npieces\n1 1\n2 1\n3 1\n", "end: item 2 has a weight, but may be covered from 1 to 2 times"},
		{impossible, head + "modulus 3\npieces\n1 1\n2 1\n3 1\n", "end: option 1 does not add up to 0 modulo 3"},
		{impossible, head + "modulus 2\npieces\n", "end: the bounds of the items add up to 0"},
		{impossible, head + "modulus 0\npieces\n", "end: the options can add up to 0"},
		{impossible, head + "modulus 4\npieces\n1 1\n2 3\n3 1\n", "end: 4 is no prime"},
		{impossible, head + "modulus 1\npieces\n", "end: 1 is no prime"},
		{impossible, head + "modulus -2\npieces\n", "end: -2 is no prime"},
		{impossible, head + "modulus 2147483659\npieces\n", "end: 2147483659 is no prime below"},
		{impossible, head + "modulus 9223372036854775783\npieces\n", "end: 9223372036854775783 is no prime below"},
		{impossible, head + "modulus 18446744073709551557\npieces\n", "line 2: want a modulus"},
		{impossible, head + "modulus 2\npieces\n1 1\n2 1\n3 3\n", "end: the weight 3 of item 3 is not from 0 to 1"},
		{impossible, head + "modulus 2\npieces 1\n1 1\n2 1\n3 1\n", "end: modulo a prime there are no pieces"},
		{impossible, head + "modulus 0\npieces 1 2\n1 1\n2 -1\n3 1\n", "end: option 1 covers two pieces"},
		{impossible, head + "modulus 0\npieces 2 1\n1 1\n2 -1\n3 1\n", "end: the pieces are not increasing"},
		{impossible, head + "modulus 0\npieces 4\n1 1\n2 -1\n3 1\n", "line 3: \"4\" is no item"},
		{impossible, head + "modulus 0\npieces\n1 9223372036854775807\n2 -9223372036854775807\n3 1\n", "end: the weight 9223372036854775807 of item 1 is too large"},
		{impossible, head + "modulus 0\npieces\n1 1048576\n2 -1048575\n3 1048576\n", "end: the sums of weights are from"},
		{impossible, head + "modulus 0\npieces\n1 1\n1 1\n2 -1\n3 1\n", "end: not spelt"},
		{impossible, head + "modulus 0\npieces\n2 -1\n1 1\n3 1\n", "end: not spelt"},
		{impossible, head + "modulus 0\npieces\n1 1\n2 -1\n3 +1\n", "end: not spelt"},
		{impossible, head + "modulus 0\npieces\n1 1\n2 -1\n3 1", "end: not spelt"},
		{impossible, head + "modulus 0\npieces \n1 1\n2 -1\n3 1\n", "end: not spelt"},
		{impossible, head + "modulus 0\npieces\n1 1\n2 -1\n3 1\n4 1\n", "line 7: \"4 1\" is no item"},
		{impossible, head + "modulus 0\n", "line 1: is no argument"},
		{impossible, head, "line 1: is no argument"},
		{impossible, "", "line 1: is no argument"},
		{impossible, strings.Repeat("1", 1<<25), "end: larger than"},
	} {
		_, err := check.Model(t.Context(), tc.m, check.Evidence{Solutions: strings.NewReader(""), Argument: strings.NewReader(tc.text)})
		var refusal *check.Refusal
		switch {
		case tc.want == "" && err != nil:
			t.Errorf("%.200q: %v", tc.text, err)
		case tc.want != "" && (!errors.As(err, &refusal) || !strings.HasPrefix(err.Error(), "proof.argument: "+tc.want)):
			t.Errorf("%.200q: %v, want %q", tc.text, err, tc.want)
		}
	}
}
