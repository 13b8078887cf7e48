package encode

import (
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/atmost"
	"github.com/exactile/exactile/encode/cnf"
)

// An encoding made by hand may have missing fields: it works like a registered one, also for bounds
// that its encoder does not support.
func TestEncodingsMayBeIncomplete(t *testing.T) {
	m := dominoes(3, 3, 2, 3) // a bound above 1, and cells that may stay empty
	text := func(e Encoding) string {
		f, err := Encode(m, e)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := f.WriteDIMACS(&b, cnf.Comments{}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	byDefault, err := Lookup(Default)
	if err != nil {
		t.Fatal(err)
	}
	if text(Encoding{}) != text(byDefault) {
		t.Errorf("the zero Encoding is not that of %s", Default)
	}
	for _, e := range []Encoding{{}, {AtMost: atmost.Pairwise}, {AtMost: atmost.Bimander(3), FreeAux: true}, {Bounds: atmost.Sequential}, {Name: "mine", AtMost: atmost.Ladder}} {
		checkFormula(t, m, e)
	}
}
