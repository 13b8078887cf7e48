package cli

import (
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/render/terminal"
)

func TestRowsFillTheWidth(t *testing.T) {
	var out strings.Builder
	rows := NewRows(&out, 10, true)
	for range 3 {
		if err := rows.Add(new(terminal.Block).Under("ab", "c")); err != nil {
			t.Fatal(err)
		}
	}
	if err := rows.Flush(); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "ab   ab\nc    c\n\nab\nc\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
