package backends_test

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/exactile/exactile/backends"
)

// A complete count says on whose word there is nothing else: our own search, or an
// engine, whoever counts and however.
func TestACountSaysWhatItsCompletenessRestsOn(t *testing.T) {
	m := packing(3, 3, 0, 0, 4)
	for _, name := range backends.Names() {
		want := backends.BySearch
		if strings.HasPrefix(name, "gini") || strings.HasPrefix(name, "gophersat") {
			want = backends.ByEngine
		}
		for _, task := range []backends.Task{
			{}, {List: true}, {UpToSymmetry: true}, {UpToSymmetry: true, List: true},
		} {
			if r := run(t, name, m, task); !r.Complete || r.Completeness != want {
				t.Errorf("%s %+v: completeness %q, want %q", name, task, r.Completeness, want)
			}
		}
		if r := run(t, name, m, backends.Task{Limit: 3}); r.Completeness != "" {
			t.Errorf("%s has found 3 of 131, and its completeness is %q", name, r.Completeness)
		}
		var parts []backends.Report
		for _, shard := range m.Shards(3) {
			parts = append(parts, run(t, name, m, backends.Task{Shard: shard}))
		}
		if whole, err := backends.Merge(parts...); err != nil || whole.Completeness != want {
			t.Errorf("%s, merged: completeness %q (%v), want %q", name, whole.Completeness, err, want)
		}
	}
	// Of a race it is what that of the winner is.
	var usual backends.Options
	for _, member := range usual.Portfolio().Members {
		p := usual.Portfolio()
		p.NoTrial, p.Members = true, []backends.Member{member}
		m, want := m, backends.BySearch
		if strings.HasPrefix(member.Name, "g") {
			want = backends.ByEngine
		}
		if member.Tables || member.Some { // only where there is nothing to find
			m, p.Members[0].Some = dominoes(3, 3), false
		}
		r, err := backends.Run(t.Context(), p, m, backends.Task{List: true})
		if err != nil || r.Completeness != want {
			t.Errorf("a race of %s alone: completeness %q (%v), want %q",
				member.Name, r.Completeness, err, want)
		}
	}
	// So it is for programs that count, and for backends that say nothing of it.
	counter, err := backends.Lookup(fake(t, "d4", "counts all"))
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string]backends.Backend{
		"d4": counter, "a backend of a user": struct{ backends.Backend }{lookup(t, "native")},
	} {
		r, err := backends.Run(t.Context(), b, m, backends.Task{})
		if err != nil || r.Completeness != backends.ByEngine {
			t.Errorf("%s: completeness %q (%v)", name, r.Completeness, err)
		}
	}
}

// A sum rests on the weakest of its parts, and nobody's word makes a proof.
func TestSumsRestOnTheirWeakestPart(t *testing.T) {
	part := func(complete bool, c backends.Completeness) backends.Report {
		return backends.Report{Count: new(big.Int), Complete: complete, Completeness: c}
	}
	const search, engine, proof = backends.BySearch, backends.ByEngine, backends.ByProof
	for _, c := range []struct {
		parts []backends.Report
		want  backends.Completeness
	}{
		{nil, ""},
		{[]backends.Report{part(true, search)}, search},
		{[]backends.Report{part(true, search), part(true, engine)}, engine},
		{[]backends.Report{part(true, proof), part(true, proof)}, proof},
		{[]backends.Report{part(true, proof), part(true, search)}, search},
		{[]backends.Report{part(true, search), part(false, "")}, ""},
		{[]backends.Report{part(true, search), part(false, search)}, ""},
		{[]backends.Report{part(true, search), part(true, "")}, ""},
		{[]backends.Report{part(true, search), part(true, "an oath")}, ""},
	} {
		if got := backends.Weakest(c.parts...); got != c.want {
			t.Errorf("%v rest on %q, want %q", c.parts, got, c.want)
		}
	}
	for text, good := range map[string]bool{
		`{"count":"1","complete":true,"completeness":"search"}`:  true,
		`{"count":"1","complete":true,"completeness":"engine"}`:  true,
		`{"count":"1","complete":true,"completeness":null}`:      true,
		`{"count":"1","complete":true}`:                          true,
		`{"count":"1","complete":false,"completeness":null}`:     true,
		`{"count":"1","complete":false,"completeness":"search"}`: false,
		`{"count":"1","complete":true,"completeness":"proof"}`:   false,
		`{"count":"1","complete":true,"completeness":"Search"}`:  false,
	} {
		var r backends.Report
		err := json.Unmarshal([]byte(text), &r)
		if (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
		again, err := json.Marshal(r)
		null := strings.Contains(string(again), `"completeness":null`)
		if err != nil || good && null != (r.Completeness == "") {
			t.Errorf("%s comes back as %s (%v)", text, again, err)
		}
	}
}
