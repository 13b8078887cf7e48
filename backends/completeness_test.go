package backends_test

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/exactile/exactile/backends"
)

// A sum is as weak as its weakest part, and no claim makes a proof.
func TestSumsRestOnTheirWeakestPart(t *testing.T) {
	part := func(complete bool, c backends.Completeness) backends.Report {
		return backends.Report{Count: new(big.Int), Complete: complete, Completeness: c}
	}
	const search, engine, proof, argument = backends.BySearch, backends.ByEngine, backends.ByProof, backends.ByArgument
	for _, c := range []struct {
		parts []backends.Report
		want  backends.Completeness
	}{
		{nil, ""},
		{[]backends.Report{part(true, search)}, search},
		{[]backends.Report{part(true, search), part(true, engine)}, engine},
		{[]backends.Report{part(true, proof), part(true, proof)}, proof},
		{[]backends.Report{part(true, proof), part(true, search)}, search},
		{[]backends.Report{part(true, argument), part(true, argument)}, argument},
		{[]backends.Report{part(true, argument), part(true, search)}, search},
		{[]backends.Report{part(true, search), part(false, "")}, ""},
		{[]backends.Report{part(true, search), part(false, search)}, ""},
		{[]backends.Report{part(true, search), part(true, "")}, ""},
		{[]backends.Report{part(true, search), part(true, "an oath")}, ""},
	} {
		var sum backends.Report
		if sum.RestOn(c.parts...); sum.Completeness != c.want {
			t.Errorf("%v rest on %q, want %q", c.parts, sum.Completeness, c.want)
		}
	}
	// Why an answer is not proved stays with the sum, in JSON too, unless something weaker is said.
	one, two := part(true, proof), part(true, engine)
	two.Unproved = "refused"
	one.Backend, two.Backend = "a", "b"
	sum := backends.Sum(one, two)
	if sum.Backend != "a,b" || !sum.Complete {
		t.Errorf("the sum is %+v", sum)
	}
	text, err := json.Marshal(sum)
	if again := new(backends.Report); err != nil || json.Unmarshal(text, again) != nil || sum.Unproved != "refused" || again.Unproved != "refused" {
		t.Errorf("a sum of %v and %v: %s, %v", one, two, text, err)
	}
	if sum := backends.Sum(two, part(false, "")); sum.Unproved != "" {
		t.Errorf("a sum that is not complete is unproved: %q", sum.Unproved)
	}
	for text, good := range map[string]bool{
		`{"count":"1","complete":true,"completeness":"search"}`:   true,
		`{"count":"1","complete":true,"completeness":"engine"}`:   true,
		`{"count":"1","complete":true,"completeness":null}`:       true,
		`{"count":"1","complete":true}`:                           true,
		`{"count":"1","complete":false,"completeness":null}`:      true,
		`{"count":"1","complete":false,"completeness":"search"}`:  false,
		`{"count":"1","complete":true,"completeness":"proof"}`:    true,
		`{"count":"0","complete":true,"completeness":"argument"}`: true,
		`{"count":"1","complete":true,"completeness":"Search"}`:   false,
	} {
		var r backends.Report
		err := json.Unmarshal([]byte(text), &r)
		if (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
		if r.Completeness == proof || r.Completeness == argument {
			t.Errorf("%s is believed", text)
		}
		again, err := json.Marshal(r)
		null := strings.Contains(string(again), `"completeness":null`)
		if err != nil || good && null != (r.Completeness == "") {
			t.Errorf("%s comes back as %s (%v)", text, again, err)
		}
	}
}
