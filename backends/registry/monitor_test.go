package registry_test

import (
	"testing"

	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode/cover"
)

// A monitor sees every solution, and a fraction that grows to the whole; over
// several searches it adds up.
func TestMonitor(t *testing.T) {
	for _, tc := range []struct {
		backend string
		model   *cover.Model
	}{
		{"native", models.Dominoes(6, 8)},
		{"native/plain", models.Dominoes(6, 6)},
		{"gini", models.Dominoes(4, 5)},
		{"gophersat", models.Dominoes(4, 5)},
		{"gophersat/cardinality", models.Packing(3, 3, 0, 0, 4)},
	} {
		for _, workers := range []int{1, 3} {
			m := adapter.Monitor{Fraction: true}
			b, err := registry.Lookup(tc.backend, registry.Options{Workers: workers, Monitor: &m})
			if err != nil {
				t.Fatal(err)
			}
			total := int64(0)
			for range 2 {
				last := -1.0
				for s, err := range b.Solutions(t.Context(), tc.model) {
					if err != nil {
						t.Fatal(err)
					}
					done := m.Done()
					if s == nil || done < last || done > 1 {
						t.Fatalf("%s: done is %v after %v", tc.backend, done, last)
					}
					total, last = total+1, done
				}
				if done := m.Done(); done < 0.999 && tc.backend != "native/plain" {
					t.Errorf("%s, %d workers: at the end %v is done", tc.backend, workers, done)
				}
			}
			if m.Solutions() != total {
				t.Errorf("%s, %d workers: the monitor saw %d of %d solutions", tc.backend, workers, m.Solutions(), total)
			}
			if (tc.backend == "native" || tc.backend == "native/plain") && m.Nodes() < total {
				t.Errorf("the monitor saw %d nodes", m.Nodes())
			}
		}
	}
}
