package native

import "testing"

// Each engine that Engines names is used for some model when it is asked for.
func TestForcedEngines(t *testing.T) {
	m := rectangle(20, 3, '.').model(pentominoes...)
	for _, name := range Engines() {
		var st Stats
		s := Searcher{NoSymmetry: true, Stats: func(s Stats) { st = s }}.Forced(Choice{Engine: name, Spacing: -1})
		if n := mustCount(t, s, m); n.Int64() != 8 || st.Engine != name {
			t.Errorf("%s: %v solutions by %q, want 8", name, n, st.Engine)
		}
	}
	var st Stats
	s := Searcher{Stats: func(s Stats) { st = s }}.Forced(Choice{Spacing: 3})
	if n := mustCount(t, s, m); n.Int64() != 8 || st.Merge != 3 {
		t.Errorf("%v solutions, merging every %d cells, want 8 and 3", n, st.Merge)
	}
}
