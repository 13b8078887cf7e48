package dlx

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
)

// Random items, options and colours have as many solutions as Knuth's definition gives them,
// and the options of the text in a solution of the model are a solution of the text, whether
// groups of options agree in pairs or options say which colours are not used.
func TestColoursMeanWhatKnuthSays(t *testing.T) {
	t.Parallel()
	for _, most := range []int{manyGroups, 1, 0} {
		t.Run(fmt.Sprint(most), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(20, 7))
			some, added := 0, 0
			for trial := range testkit.Times(400) {
				text, options := randomColours(r)
				m, err := parse(strings.NewReader(text), "random", Limits{}, most)
				if err != nil {
					t.Fatalf("%v in\n%s", err, text)
				}
				if err := m.Validate(); err != nil {
					t.Fatalf("trial %d: %v in\n%s", trial, err, text)
				}
				want := make(map[int]int)
				for chosen := range 1 << len(options) {
					if coloured(options, chosen) {
						want[chosen] = 1
						some++
					}
				}
				added += len(m.Options) - len(options)
				if got := projected(m, len(options)); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Fatalf("trial %d: solutions %v, want %v:\n%s", trial, got, want, text)
				}
			}
			if some < 50 {
				t.Errorf("only %d solutions in all", some)
			}
			if (most == manyGroups) != (added == 0) {
				t.Errorf("%d options are added", added)
			}
		})
	}
}

// randomColours returns a text and the colours that its options give each item. Each option
// has one or two of A, B and C, of which C is covered at most twice, and perhaps W, which has
// no colours.
func randomColours(r *rand.Rand) (string, []map[string]string) {
	var text strings.Builder
	text.WriteString("A B 0:2|C | X Y W Z\n")
	options := make([]map[string]string, 1+r.IntN(6))
	for o := range options {
		options[o] = map[string]string{}
		primary := []string{"A", "B", "C"}
		r.Shuffle(3, func(i, j int) { primary[i], primary[j] = primary[j], primary[i] })
		words := primary[:1+r.IntN(6)/5]
		for _, item := range words {
			options[o][item] = ""
		}
		for _, item := range []string{"X", "Y", "Z", "W"} {
			name := []string{"-", "-", "", "1", "2", "3"}[r.IntN(6)]
			if name == "-" || item == "W" && name != "" {
				continue
			}
			options[o][item] = name
			words = append(words, strings.TrimSuffix(item+":"+name, ":"))
		}
		r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		fmt.Fprintln(&text, strings.Join(words, " "))
	}
	return text.String(), options
}

// projected counts the solutions of a model by which of its first options they have.
func projected(m *cover.Model, first int) map[int]int {
	solutions := make(map[int]int)
	for all := range 1 << len(m.Options) {
		var s cover.Solution
		for o := range m.Options {
			if all>>o&1 == 1 {
				s = append(s, o)
			}
		}
		if m.Check(s) == nil {
			solutions[all&(1<<first-1)]++
		}
	}
	return solutions
}

// coloured reports whether chosen options cover A and B exactly once, C at most twice, and
// the other items by options of one colour each, or by one option.
func coloured(options []map[string]string, chosen int) bool {
	covered, colours := map[string]int{}, map[string]string{}
	for o, items := range options {
		if chosen>>o&1 == 0 {
			continue
		}
		for item, name := range items {
			covered[item]++
			if item != "C" && covered[item] > 1 && (name == "" || name != colours[item]) {
				return false
			}
			colours[item] = name
		}
	}
	return covered["A"] == 1 && covered["B"] == 1 && covered["C"] <= 2
}

// Two groups of any number of colours agree by the fewest possible items, and only options of one
// colour can be chosen together.
func TestGroupsAgreeByFewItems(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 40; n++ {
		var text strings.Builder
		text.WriteString("A B | X\n")
		for k := range 2 * n {
			fmt.Fprintf(&text, "%c X:%d\n", "AB"[k%2], k/2)
		}
		m, err := Parse(strings.NewReader(text.String()), "pairs", Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for a := range m.Options {
			for b := range a {
				if ok := m.Check(cover.Solution{b, a}) == nil; ok != (a%2 == 1 && b == a-1) {
					t.Errorf("%d colours: options %d and %d go together: %t", n, b, a, ok)
				}
			}
		}
		fewest := 0 // by Sperner's theorem
		for new(big.Int).Binomial(int64(fewest), int64(fewest/2)).Int64() < int64(n) {
			fewest++
		}
		if m.AddedItems != fewest || len(m.Options) != 2*n {
			t.Errorf("%d colours take %d items and %d options, want %d items and no options more",
				n, m.AddedItems, len(m.Options)-2*n, fewest)
		}
	}
}

// What is written of a coloured model is the model.
func TestColouredModelsAreWritten(t *testing.T) {
	t.Parallel()
	const in = "A B C | X\nA X:red\nA X:blue\nB X:red\nB X:blue\nC X:green\n"
	for _, test := range []struct {
		most int
		want string
	}{
		{manyGroups, `| exactile: items 11 options 5 added 4
A B C 0:1|X 0:2|X=blue 0:1|X=green 0:2|X=red X=agree X=agree=2 | X=agree=3 X=agree=4
A X=red X=agree=2 X=agree=3
A X=blue X=agree X=agree=3
B X=red X=agree X=agree=4
B X=blue X=agree=2 X=agree=4
C X X=green X=agree=3 X=agree=4
`},
		{0, `| exactile: items 12 options 8 added 4
A B C X 1:3|X=blue 0:1|X=green 1:3|X=red 2:3|X=unused | X=agree X=agree=2 X=agree=3 X=agree=4
A X=red X=agree=3
A X=blue X=agree
B X=red X=agree=4
B X=blue X=agree=2
C X X=green
X X=unused
X=blue X=unused X=agree X=agree=2
X=red X=unused X=agree=3 X=agree=4
`},
	} {
		m, err := parse(strings.NewReader(in), "in", Limits{}, test.most)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := Write(&text, m); err != nil {
			t.Fatal(err)
		}
		if text.String() != test.want {
			t.Errorf("it is written as\n%s\nwant\n%s", &text, test.want)
		}
		again, err := Parse(strings.NewReader(text.String()), "again", Limits{})
		if err != nil || again.AddedItems != m.AddedItems || len(again.Options) != len(m.Options) {
			t.Errorf("read again: %v, %v", again, err)
		}
	}
}

// Colours stay within the limits, or give an error.
func TestColoursKeepLimits(t *testing.T) {
	t.Parallel()
	const n = 60
	var text strings.Builder
	for k := range n {
		fmt.Fprintf(&text, "p%d ", k)
	}
	text.WriteString("| X\n")
	for k := range n * n {
		fmt.Fprintf(&text, "p%d X:%d\n", k%n, k/n)
	}
	parsed := func(l Limits) (*cover.Model, error) {
		return Parse(strings.NewReader(text.String()), "in", l)
	}
	m, err := parsed(Limits{})
	if err != nil {
		t.Fatal(err)
	}
	entries := 0
	for _, items := range m.Options {
		entries += len(items)
	}
	if _, err := parsed(Limits{Items: len(m.Items), Options: len(m.Options) + 1, Entries: entries + n}); err != nil {
		t.Errorf("there is room, but: %v", err)
	}
	for _, l := range []Limits{
		{Items: len(m.Items) - 1}, {Options: len(m.Options) - 1}, {Entries: entries - 1}, {Items: n + 10},
	} {
		if _, err := parsed(l); err == nil || !strings.Contains(err.Error(), "colours take more than ") {
			t.Errorf("%+v: %v", l, err)
		}
	}
}

// Options that are wide in both kinds of items, and names that are taken already, do not take
// quadratic time.
func TestWideColoursEnd(t *testing.T) {
	t.Parallel()
	const n = 1 << 15
	var items, option strings.Builder
	items.WriteString("p q")
	option.WriteString("p")
	for k := range n {
		fmt.Fprintf(&items, " s%d X=agree=%d", k, k)
		fmt.Fprintf(&option, " s%d", k)
	}
	items.WriteString(" |")
	for k := range n / 4 {
		fmt.Fprintf(&items, " x%d", k)
		fmt.Fprintf(&option, " x%d:red", k)
	}
	red := option.String() + "\n"
	blue := strings.ReplaceAll(red, "red", "blue")
	text := items.String() + " X\n" + red + red + blue + blue +
		"p X:1\np X:2\nq X:1\nq X:2\nq X\n"
	m, err := Parse(strings.NewReader(text), "wide", Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Options) != 9 || m.AddedItems == 0 {
		t.Errorf("%d options and %d added items, want 9 and some", len(m.Options), m.AddedItems)
	}
}
