package native

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/exactile/exactile/encode/cover"
)

// BenchmarkListing lists and counts in turn, counting by the same search, which
// does not merge, and reports the least times of both and their ratio, which is to
// be 2 at most. With so little to search for each solution, what is done with a
// solution shows most on boards of many equal pieces.
func BenchmarkListing(b *testing.B) {
	tromino := shape{name: "L3", cells: parseShape("XX X."), max: 40}
	for _, row := range []struct {
		name  string
		model *cover.Model
		want  int64
	}{
		{"pentominoes 6x10", rectangle(10, 6, '.').model(pentominoes...), 9356},
		{"pentominoes 4x15", rectangle(15, 4, '.').model(pentominoes...), 1472},
		{"soma", soma(), 11520},
		{"dominoes 6x6", dominoes(6, 6), 6728},
		{"dominoes 6x8", dominoes(8, 6), 167089},
		{"trominoes 6x6", rectangle(6, 6, '.').model(tromino), 162},
		{"trominoes 6x9", rectangle(9, 6, '.').model(tromino), 4312},
		{"trominoes 9x9", rectangle(9, 9, '.').model(tromino), 1193600},
		{"pentominoes 3x20", rectangle(20, 3, '.').model(pentominoes...), 8},
	} {
		b.Run(row.name, func(b *testing.B) {
			s := Searcher{spacing: -1}
			count, list := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
			for b.Loop() {
				start := time.Now()
				if n := mustCount(b, s, row.model); n.Int64() != row.want {
					b.Fatalf("%v solutions counted, want %d", n, row.want)
				}
				count = min(count, time.Since(start))
				start = time.Now()
				n := int64(0)
				for _, err := range (Searcher{}).Solutions(context.Background(), row.model) {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
				list = min(list, time.Since(start))
				if n != row.want {
					b.Fatalf("%d solutions listed, want %d", n, row.want)
				}
			}
			b.ReportMetric(float64(count)/float64(row.want), "count-ns/solution")
			b.ReportMetric(float64(list)/float64(row.want), "list-ns/solution")
			b.ReportMetric(float64(list)/float64(count), "list/count")
			b.ReportMetric(0, "ns/op")
		})
	}
}
