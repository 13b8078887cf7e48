package registry_test

import (
	"strings"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/internal/testkit"
)

const (
	taocp    = "Knuth, The Art of Computer Programming 4B, 7.2.2.1, "
	counted  = ", found again by a reader, github.com/sjnam/dancing-cells"
	graceful = "OEIS A006967, to which Knuth added; the items and options of his GRACEFUL-DLX"
	cycles   = "N. G. de Bruijn, 1946: 2^(2^(n-1)-n) cycles of words of n bits"
)

// A colouredExample is one of exact covering with colours that others have counted.
type colouredExample struct {
	name, source, text string
	want               int64
	long               bool // a SAT solver takes seconds, or all do
}

// publishedColours makes the examples. No puzzle file has them: items and options have no claims.
func publishedColours() []colouredExample {
	return []colouredExample{
		{"de Bruijn cycles of 3", cycles, cycleText(0, 1, 2), 2, false},
		{"de Bruijn cycles of 4", cycles, cycleText(0, 1, 2, 3), 16, false},
		{"de Bruijn cycles of 5", cycles, cycleText(0, 1, 2, 3, 4), 2048, true},
		{"words with a gap", taocp + "exercise 94, as C. Lomont counts it: 64 in 16 places",
			cycleText(0, 1, 3, 4), 4, false},
		{"all intervals of 4", taocp + "answer 103(b)" + counted, intervalsText(4), 2, false},
		{"all intervals of 6", taocp + "answer 103(b)" + counted, intervalsText(6), 4, false},
		{"all intervals of 8", taocp + "answer 103(b)" + counted, intervalsText(8), 24, false},
		{"all intervals of 10", taocp + "answer 103(b)" + counted, intervalsText(10), 288, true},
		{"graceful path of 6", graceful, gracefulText(pathGraph(6)), 24, false},
		{"graceful path of 7", graceful, gracefulText(pathGraph(7)), 32, false},
		{"graceful path of 10", graceful, gracefulText(pathGraph(10)), 296, true},
	}
}

// Native, which merges, a SAT solver and a search by the definition, without a rewrite,
// count what was published.
func TestPublishedColours(t *testing.T) {
	t.Parallel()
	for _, r := range publishedColours() {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			if r.long {
				testkit.OnlyThorough(t)
			}
			countColours(t, r.text, r.want, "native", "gini")
			t.Logf("%d: %s", r.want, r.source)
		})
	}
}

// countColours has the definition and backends count the solutions of a coloured text.
func countColours(t *testing.T, text string, want int64, names ...string) {
	t.Helper()
	if got := countByDefinition(text); got != want {
		t.Errorf("by the definition there are %d solutions, want %d", got, want)
	}
	m := models.Load(t, text).Model
	for _, name := range names {
		report := runRow(t, lookup(t, name), name, m, backends.Task{List: name != "native"})
		if report.Count.Int64() != want {
			t.Errorf("%s counts %v, want %d", name, report.Count, want)
		}
	}
}

// Letters of a word search are given by options that could all be chosen together: more
// groups than agree in pairs.
func TestManyGroupsOfColours(t *testing.T) {
	t.Parallel()
	text := wordsText(3, "ab", "bc", "ca", "abc", "cb", "bd", "ad", "de", "ec", "dc",
		"da", "db", "cd", "ed", "ae", "ea", "eb", "ced")
	m := models.Load(t, text).Model
	if lines := strings.Count(text, "\n") - 3; len(m.Options) <= lines {
		t.Fatalf("%d options of %d lines: none says that a colour is not used", len(m.Options), lines)
	}
	want := countByDefinition(text)
	if want == 0 {
		t.Fatal("there is no solution to count")
	}
	countColours(t, text, want, "native", "native/plain")
}
