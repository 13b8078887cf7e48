package text_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/exactile/exactile/internal/text"
)

func ExampleNearest() {
	word, ok := text.Nearest("lattise", []string{"name", "lattice", "board"})
	fmt.Println(word, ok)
	// Output: lattice true
}

func TestNearest(t *testing.T) {
	keys := []string{"name", "shape", "count", "rotate", "flip"}
	for _, tc := range []struct{ word, want string }{
		{"shape", "shape"},
		{"shpae", "shape"}, // a swap is one mistake
		{"shap", "shape"},
		{"shapee", "shape"},
		{"Shape", "shape"},
		{"cuont", "count"},
		{"nmae", "name"},
		{"flop", "flip"},
		{"colour", ""}, // three mistakes in six letters
		{"x", ""},
		{"", ""},
		{"rotation", ""},
		{strings.Repeat("shape", 100), ""},
	} {
		got, ok := text.Nearest(tc.word, keys)
		if got != tc.want || ok != (tc.want != "") {
			t.Errorf("Nearest(%q) = %q, %v; want %q", tc.word, got, ok, tc.want)
		}
	}
}

func TestNearestPrefersTheNearer(t *testing.T) {
	if got, _ := text.Nearest("pegz", []string{"page", "pegs"}); got != "pegs" {
		t.Errorf("got %q", got)
	}
}
