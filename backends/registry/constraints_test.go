package registry_test

import (
	"strings"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/internal/process"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/internal/testkit"
)

// A program that reads only constraints, that is run for one solution after the other,
// or that counts, agrees with the table in all ways.
func TestConstraintPrograms(t *testing.T) {
	known, err := process.Builtin().With("my.yaml", []byte(`programs:
  - {name: mypb, input: opb, solve: ["{formula}"]}
  - {name: mycount, input: opb, count: ["{formula}"]}
`))
	if err != nil {
		t.Fatal(err)
	}
	for k, r := range table(t) {
		if r.Want > outsideSolutions("") || !testkit.Thorough() && k%4 != 0 {
			continue
		}
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			r, want := reference(t, r)
			m := r.Tiling.Model
			for _, way := range []sat.Enumeration{sat.Auto, sat.Blocking, sat.Whole} {
				b := lookupWith(t, fake(t, "mypb", "solves"), registry.Options{Profiles: &known, Enumerate: way})
				report := runRow(t, b, "mypb", m, backends.Task{List: true})
				if report.Count.Int64() != r.Want || *report.Digest != want {
					t.Errorf("it lists %v, digest %v; want %d, %v", report.Count, report.Digest, r.Want, want)
				}
			}
			b := lookupWith(t, fake(t, "mycount", "counts all"), registry.Options{Profiles: &known})
			if report := runRow(t, b, "mycount", m, backends.Task{}); report.Count.Int64() != r.Want {
				t.Errorf("it counts %v, want %d", report.Count, r.Want)
			}
		})
	}
}

// Encodings make clauses: a program that reads none takes no encoding.
func TestConstraintsAndEncodings(t *testing.T) {
	known, err := process.Builtin().With("my.yaml", []byte("programs: [{name: mypb, input: opb, solve: ['{formula}']}]"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, fails string
		o           registry.Options
	}{
		{fake(t, "mypb", "solves") + "product", "mypb reads pseudo-Boolean constraints, not clauses", registry.Options{Profiles: &known}},
		{fake(t, "clasp", "lists") + "prodct", `"prodct"`, registry.Options{}},
		{fake(t, "mypb", "solves"), "it writes no proofs", registry.Options{Profiles: &known, Proofs: sat.InsistOnProofs}},
	} {
		if _, err := registry.Lookup(c.name, c.o); err == nil || !strings.Contains(err.Error(), c.fails) {
			t.Errorf("%s: %v, want an error with %q", c.name, err, c.fails)
		}
	}
	for encoding, want := range map[string]string{"": "", "product": "product", "pairwise": "pairwise"} {
		b := lookupWith(t, fake(t, "clasp", "lists")+encoding, registry.Options{})
		if got := b.(adapter.Formulator).EncodingName(nil); got != want {
			t.Errorf("clasp with %q has the encoding %q", encoding, got)
		}
	}
}

// Lies about constraints are found out as lies about clauses are.
func TestConstraintsLies(t *testing.T) {
	known, err := process.Builtin().With("my.yaml", []byte("programs: [{name: mypb, input: opb, solve: ['{formula}']}]"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ base, does, fails string }{
		{"mypb", "lies", "the engine's model is no solution"},
		{"mypb", "wants clauses", "exit status 1"},
		{"clasp", "lies", "the engine's model is no solution"},
	} {
		b := lookupWith(t, fake(t, c.base, c.does), registry.Options{Profiles: &known})
		if n, err := backends.Count(t.Context(), b, models.Dominoes(4, 4)); err == nil || !strings.Contains(err.Error(), c.fails) {
			t.Errorf("%s: Count = %v, %v, want an error with %q", c.does, n, err, c.fails)
		}
	}
}
