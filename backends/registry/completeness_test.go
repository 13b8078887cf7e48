package registry_test

import (
	"strings"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode/cover"
)

// A complete count names what it rests on: our own search, or an engine, however
// it was counted.
func TestACountSaysWhatItsCompletenessRestsOn(t *testing.T) {
	m := models.Packing(3, 3, 0, 0, 4)
	for _, name := range registry.Names() {
		want := wanted(lookup(t, name))
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
			parts = append(parts, run(t, name, m.Restrict(shard), backends.Task{}))
		}
		if whole := backends.Sum(parts...); whole.Completeness != want {
			t.Errorf("%s, added up: completeness %q, want %q", name, whole.Completeness, want)
		}
	}
	// So it is for programs that count, and for backends that say nothing of it.
	counter, err := registry.Lookup(fake(t, "d4", "counts all"), registry.Options{})
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

// wanted is the completeness of a complete count of b.
func wanted(b backends.Backend) backends.Completeness {
	engine, asks := b.(sat.Backend)
	switch {
	case !asks || engine.Lists:
		return backends.BySearch
	case strings.HasPrefix(engine.Name, "gophersat") && engine.Encoding.AtMost != nil:
		return backends.ByProof
	}
	return backends.ByEngine
}

// run returns the report of a run by the backend of that name.
func run(t *testing.T, name string, m *cover.Model, task backends.Task) backends.Report {
	t.Helper()
	task.Backend = name
	r, err := backends.Run(t.Context(), lookup(t, name), m, task)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
