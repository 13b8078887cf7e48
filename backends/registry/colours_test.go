package registry_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native"
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

// Merged states, each search and the definition count the same solutions of random coloured texts.
func TestRandomColoursMerge(t *testing.T) {
	t.Parallel()
	texts := 2000
	if testkit.Thorough() {
		texts = 100000
	}
	r := rand.New(rand.NewPCG(12, 34))
	several := 0
	for k := range texts {
		text := randomColours(r)
		want := countByDefinition(text)
		if want > 1 {
			several++
		}
		m := models.Load(t, text).Model
		for _, search := range []string{"", "frontier", "words", "links", "reduced"} {
			s, err := native.Searcher{}.Forced(search)
			if err != nil {
				t.Fatal(err)
			}
			if n, err := s.Count(t.Context(), m); err != nil || n.Int64() != want {
				t.Fatalf("text %d by %q: %v, %v, want %d\n%s", k, search, n, err, want, text)
			}
		}
	}
	if several < texts/8 {
		t.Errorf("only %d of %d texts have several solutions", several, texts)
	}
}

// randomColours is a text of a graph whose edges are options that colour both ends: at most six
// edges between four vertices, some of them the same twice, a few without a colour.
func randomColours(r *rand.Rand) string {
	const vertices = 4
	edges, colours := 1+r.IntN(6), 2+r.IntN(3)
	var items, options strings.Builder
	for e := range edges {
		fmt.Fprintf(&items, "e%d ", e)
		a, b := r.IntN(vertices), r.IntN(vertices-1)
		if b >= a {
			b++
		}
		for range 1 + r.IntN(2*colours) {
			fmt.Fprintf(&options, "e%d v%d:c%d", e, a, r.IntN(colours))
			switch r.IntN(8) {
			case 0:
				fmt.Fprintf(&options, " v%d", b)
			case 1:
			default:
				fmt.Fprintf(&options, " v%d:c%d", b, r.IntN(colours))
			}
			options.WriteByte('\n')
		}
	}
	items.WriteByte('|')
	for v := range vertices {
		fmt.Fprintf(&items, " v%d", v)
	}
	return "\n| random\n" + items.String() + "\n" + options.String()
}
