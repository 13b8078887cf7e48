package native

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/boards"
)

// BenchmarkListing lists and counts in turn, counting by the same search, which
// does not merge, and reports the least times of both and their ratio, which is to
// be 2 at most. With so little to search for each solution, what is done with a
// solution shows most on boards of many equal pieces.
func BenchmarkListing(b *testing.B) {
	tromino := boards.Shape{Name: "L3", Cells: boards.ParseShape("XX X."), Max: 40}
	for _, row := range []struct {
		name  string
		model *cover.Model
		want  int64
	}{
		{"pentominoes 6x10", boards.Rectangle(10, 6, '.').Model(boards.Pentominoes...), 9356},
		{"pentominoes 4x15", boards.Rectangle(15, 4, '.').Model(boards.Pentominoes...), 1472},
		{"soma", boards.Soma(), 11520},
		{"dominoes 6x6", boards.Dominoes(6, 6), 6728},
		{"dominoes 6x8", boards.Dominoes(8, 6), 167089},
		{"trominoes 6x6", boards.Rectangle(6, 6, '.').Model(tromino), 162},
		{"trominoes 6x9", boards.Rectangle(9, 6, '.').Model(tromino), 4312},
		{"trominoes 9x9", boards.Rectangle(9, 9, '.').Model(tromino), 1193600},
		{"pentominoes 3x20", boards.Rectangle(20, 3, '.').Model(boards.Pentominoes...), 8},
	} {
		b.Run(row.name, func(b *testing.B) {
			s := Searcher{merge: -1}
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
