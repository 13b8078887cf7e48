package check_test

import (
	"errors"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/proof/check"
)

// twoByTwo is the model of two dominoes on a 2x2 board, by hand: the options are
// the pairs of cells ab, ac, bd, cd.
func twoByTwo() *cover.Model {
	m := &cover.Model{Options: [][]int{{0, 1}, {0, 2}, {1, 3}, {2, 3}}}
	for _, name := range []string{"a", "b", "c", "d"} {
		m.Items = append(m.Items, cover.Item{Name: name, Min: 1, Max: 1})
	}
	return m
}

const (
	magic = "exactile tree 1\n"
	// The tree of twoByTwo: no weights; the root names a, and with either domino
	// on it one node more names the cell d.
	handTree  = magic + "\x00" + "\x00" + "\x03\x03"
	handList  = "1 4\n2 3\n"
	identity  = "1 2 3 4\n1 2 3 4\n"
	transpose = "2 1 4 3\n1 3 2 4\n"
	halfTurn  = "4 3 2 1\n4 3 2 1\n" // the half turn and its product with transpose
	flip      = "3 4 1 2\n4 2 3 1\n"
)

// TestCheckByHand checks a certificate written by hand, byte by byte, and the message for each way
// in which it can be wrong.
func TestCheckByHand(t *testing.T) {
	for _, c := range []struct{ name, list, tree, symmetry, want string }{
		{"as it should be", handList, handTree, "", ""},
		{"another item at the end", handList, magic + "\x00\x00\x02\x01", "", ""},
		{"the identity", handList, handTree, identity, ""},
		{"two motions", handList, handTree, identity + transpose, ""},

		{"a solution too few", "1 4\n", handTree, "", "proof.tree: byte 20: the tree has 2 solutions, the list 1"},
		{"a solution twice", "1 4\n1 4\n", handTree, "", "solutions.txt: line 2: not greater than the solution before it"},
		{"in the wrong order", "2 3\n1 4\n", handTree, "", "solutions.txt: line 2: not greater than the solution before it"},
		{"no solution", "1 3\n2 3\n", handTree, "", "solutions.txt: line 1: no solution: item b is covered 2 times, not 1"},
		{"options in the wrong order", "4 1\n2 3\n", handTree, "", "solutions.txt: line 1: no solution: cover: option indices must be strictly increasing and in range: option 0"},
		{"no number", "1 4\n2 x\n", handTree, "", `solutions.txt: line 2: "x" is no number from 1 to 4`},
		{"option 0", "0 4\n", handTree, "", `solutions.txt: line 1: "0" is no number from 1 to 4`},
		{"an option too many", "1 5\n", handTree, "", `solutions.txt: line 1: "5" is no number from 1 to 4`},
		{"a line without end", strings.Repeat("1", 1<<20), handTree, "", "solutions.txt: line 1: the line is too long"},

		{"no tree", handList, "", "", "proof.tree: byte 0: ends too early"},
		{"another magic", handList, "exactile tree 2\n", "", `proof.tree: byte 15: is no search tree: want "exactile tree 1\n" first`},
		{"cut short", handList, handTree[:19], "", "proof.tree: byte 19: ends too early"},
		{"too long", handList, handTree + "\x00", "", "proof.tree: byte 20: goes on after its last node"},
		{"an item out of range", handList, magic + "\x00\x04", "", "proof.tree: byte 18: a number that is not below 4"},
		{"a number without end", handList, magic + "\x00\xff\xff\xff\xff\xff", "", "proof.tree: byte 21: a number that is not below 4"},
		{"an item that is done with", handList, magic + "\x00\x00\x00", "", "proof.tree: byte 19: names item a, which no option can cover here"},
		{"too many vectors", handList, magic + "\x11", "", "proof.tree: byte 17: a number that is not below 17"},
		{"a weight that proves anything", handList, magic + "\x01\x02\x02\x00\x00", "", "proof.tree: byte 21: option 1 has a positive weight"},
		{"too large a weight", handList, magic + "\x01\xff\xff\xff\x7f", "", "proof.tree: byte 21: a number that is not below 2097153"},

		{"no motion", handList, handTree, "\n", "symmetry.txt: line 1: no permutation of 1 to 4"},
		{"no motions", handList, handTree, " ", "symmetry.txt: line 1: no permutation of 1 to 4"},
		{"half a motion", handList, handTree, "1 2 3 4\n", "symmetry.txt: line 2: no permutation of 1 to 4"},
		{"no permutation", handList, handTree, "1 2 3 3\n1 2 3 4\n", "symmetry.txt: line 1: no permutation of 1 to 4"},
		{"no automorphism", handList, handTree, "2 1 3 4\n1 2 3 4\n", "symmetry.txt: line 2: the motion of these two lines is no automorphism"},
		{"items elsewhere", handList, handTree, "2 1 4 3\n1 2 3 4\n", "symmetry.txt: line 2: the motion of these two lines is no automorphism"},
		{"a motion twice", handList, handTree, identity + identity, "symmetry.txt: line 4: a motion is repeated, or there are more than 1024"},
		{"no group", handList, handTree, identity + transpose + halfTurn, "symmetry.txt: line 7: no group: the product of two motions is missing"},
		{"no identity", handList, handTree, transpose, "symmetry.txt: line 3: no group: the product of two motions is missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ev := check.Evidence{Solutions: strings.NewReader(c.list), Tree: strings.NewReader(c.tree)}
			if c.symmetry != "" {
				ev.Symmetry = strings.NewReader(c.symmetry)
			}
			res, err := check.Model(t.Context(), twoByTwo(), ev)
			if c.want == "" {
				if err != nil || res.Solutions.Int64() != 2 || res.Nodes != 3 {
					t.Errorf("%+v, %v", res, err)
				}
				return
			}
			var refusal *check.Refusal
			if !errors.As(err, &refusal) || err.Error() != c.want {
				t.Errorf("\n got %v\nwant %s", err, c.want)
			}
			if !reflect.DeepEqual(res, check.Result{}) {
				t.Errorf("a refusal comes with %+v", res)
			}
		})
	}
}

func TestCheckCountsOrbits(t *testing.T) {
	for _, c := range []struct {
		symmetry string
		motions  int
		orbits   int64
	}{
		{identity, 1, 2},
		{identity + transpose, 2, 1},
		{identity + halfTurn, 2, 2},
		{identity + transpose + halfTurn + flip, 4, 1},
	} {
		res, err := check.Model(t.Context(), twoByTwo(), check.Evidence{
			Solutions: strings.NewReader(handList), Tree: strings.NewReader(handTree), Symmetry: strings.NewReader(c.symmetry)})
		if err != nil || res.Motions != c.motions || res.Orbits.Int64() != c.orbits {
			t.Errorf("%q: %d motions, %v orbits, %v; want %d, %d", c.symmetry, res.Motions, res.Orbits, err, c.motions, c.orbits)
		}
	}
}

// TestCheckReadErrors: a reader's error is passed on and is not a refusal, in any part and at any
// byte.
func TestCheckReadErrors(t *testing.T) {
	failure := errors.New("disk on fire")
	parts := []string{handList, handTree, identity}
	for k := range parts {
		for cut := range parts[k] {
			var readers [3]io.Reader
			for j, text := range parts {
				readers[j] = strings.NewReader(text)
			}
			readers[k] = io.MultiReader(strings.NewReader(parts[k][:cut]), iotest.ErrReader(failure))
			_, err := check.Model(t.Context(), twoByTwo(), check.Evidence{Solutions: readers[0], Tree: readers[1], Symmetry: readers[2]})
			if !errors.Is(err, failure) {
				t.Errorf("part %d, byte %d: %v", k, cut, err)
			}
		}
	}
}

// TestCheckNoModel: an invalid model is an error, not a panic.
func TestCheckNoModel(t *testing.T) {
	for _, m := range []*cover.Model{
		{Items: []cover.Item{{Name: "a", Min: 2, Max: 1}}},
		{Options: [][]int{{0}}},
		{Items: make([]cover.Item, 2)},
		{Items: make([]cover.Item, 1), Options: make([][]int, math.MaxInt16)},
	} {
		_, err := check.Model(t.Context(), m, check.Evidence{Solutions: strings.NewReader(""), Tree: strings.NewReader("")})
		var refusal *check.Refusal
		if err == nil || errors.As(err, &refusal) {
			t.Errorf("got %v", err)
		}
	}
}
