package bench

import (
	"context"
	"math/big"
	"path/filepath"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

// An instance is a model and the number of its solutions.
type instance struct {
	name  string
	model *cover.Model
	want  *big.Int
}

// claimed returns the puzzles of the files that match a pattern, relative to this
// folder, and claim how many solutions they have.
func claimed(tb testing.TB, patterns ...string) []instance {
	tb.Helper()
	var all []instance
	for _, pattern := range patterns {
		files, err := filepath.Glob(filepath.FromSlash(pattern))
		if err != nil || len(files) == 0 {
			tb.Fatalf("%s: no files (%v)", pattern, err)
		}
		for _, file := range files {
			content, err := formats.ReadFile(file, formats.Options{})
			if err != nil {
				tb.Fatal(err)
			}
			for _, d := range content.Documents {
				for _, c := range d.Puzzle.Claims {
					if c.Kind == puzzle.Solutions {
						t, err := d.Compile()
						if err != nil {
							tb.Fatal(err)
						}
						all = append(all, instance{strings.ReplaceAll(d.Puzzle.Name, "/", "-"), t.Model, c.Count})
					}
				}
			}
		}
	}
	return all
}

// searches returns the puzzles whose search is worth measuring.
func searches(tb testing.TB) []instance {
	return claimed(tb, "../testdata/small/pentominoes/3x20.yaml", "../testdata/small/tiles/*.yaml",
		"../testdata/medium/*/*.yaml", "../testdata/large/*/*.yaml", "testdata/*.yaml")
}

// BenchmarkCount counts, with symmetry as by default and without.
func BenchmarkCount(b *testing.B) {
	for _, in := range searches(b) {
		for _, plain := range []bool{false, true} {
			name := "native"
			if plain {
				name = "no-symmetry"
			}
			b.Run(in.name+"/"+name, func(b *testing.B) {
				var st native.Stats
				s := native.Searcher{NoSymmetry: plain, Stats: func(s native.Stats) { st = s }}
				for b.Loop() {
					n, err := s.Count(context.Background(), in.model)
					if err != nil || n.Cmp(in.want) != 0 {
						b.Fatalf("%v solutions (%v), want %v", n, err, in.want)
					}
				}
				b.ReportMetric(float64(st.Nodes), "nodes")
			})
		}
	}
}

// BenchmarkList lists; it should take no more than twice as long as counting
// without merging.
func BenchmarkList(b *testing.B) {
	for _, in := range searches(b) {
		if in.want.BitLen() > 18 {
			continue // the solutions themselves would be all that is measured
		}
		b.Run(in.name, func(b *testing.B) {
			var st native.Stats
			s := native.Searcher{Stats: func(s native.Stats) { st = s }}
			for b.Loop() {
				n := int64(0)
				for _, err := range s.Solutions(context.Background(), in.model) {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
				if in.want.Cmp(big.NewInt(n)) != 0 {
					b.Fatalf("%d solutions, want %v", n, in.want)
				}
			}
			b.ReportMetric(float64(st.Nodes), "nodes")
		})
	}
}

// BenchmarkSmall is about set-up: puzzles that are done at once must take less
// than a millisecond.
func BenchmarkSmall(b *testing.B) {
	for _, in := range claimed(b, "../testdata/small/*/*.yaml") {
		b.Run(in.name, func(b *testing.B) {
			var st native.Stats
			s := native.Searcher{Stats: func(s native.Stats) { st = s }}
			for b.Loop() {
				n, err := s.Count(context.Background(), in.model)
				if err != nil || n.Cmp(in.want) != 0 {
					b.Fatalf("%v solutions (%v), want %v", n, err, in.want)
				}
			}
			b.ReportMetric(float64(st.Nodes), "nodes")
		})
	}
}
