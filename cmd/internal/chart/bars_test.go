package chart

import (
	"fmt"
	"html"
	"html/template"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/exactile/exactile/internal/testkit"
)

func drawn(t *testing.T, b *Bars) string {
	t.Helper()
	text, err := b.HTML()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func milliseconds(s float64) string { return fmt.Sprintf("%.0f ms", 1000*s) }

func TestChart(t *testing.T) {
	got := drawn(t, &Bars{Title: "Time", Text: milliseconds, Rows: []Bar{
		{Name: "native", Min: .010, Median: .020, Max: .040},
		{Name: "gini/product", Min: .1, Median: .1, Max: .1},
		{Name: "as good as the same", Min: .0999, Median: .1, Max: .1001},
		{Name: "slow", Missing: "timeout", Reached: .2},
		{Name: "broken", Missing: "failed"},
	}})
	file := filepath.Join("testdata", "bars.html")
	testkit.Golden(t, file, []byte(got))
}

// widths returns the lengths of the bars.
func widths(t *testing.T, text string) []float64 {
	var found []float64
	for _, match := range regexp.MustCompile(`<rect[^>]* width="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		w, err := strconv.ParseFloat(match[1], 64)
		if err != nil || w < 0 || w > wide {
			t.Errorf("a bar is %q wide", match[1])
		}
		found = append(found, w)
	}
	return found
}

func TestLengths(t *testing.T) {
	for _, test := range []struct {
		name    string
		figures []float64
		want    []float64
		log     bool
	}{
		{"in proportion", []float64{1, 2, 4}, []float64{250, 500, 1000}, false},
		{"one", []float64{7}, []float64{1000}, false},
		{"zeros", []float64{0, 0}, []float64{0, 0}, false},
		{"zero among others", []float64{0, 5}, []float64{0, 1000}, false},
		{"a factor of ten thousand", []float64{1, 100, 10000}, []float64{200, 600, 1000}, true},
		{"none", nil, nil, false},
	} {
		b := &Bars{}
		for _, f := range test.figures {
			b.Rows = append(b.Rows, Bar{Min: f, Median: f, Max: f})
		}
		text := drawn(t, b)
		if got := widths(t, text); fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%s: lengths %v, want %v", test.name, got, test.want)
		}
		if log := strings.Contains(text, "Logarithmic"); log != test.log {
			t.Errorf("%s: logarithmic %v", test.name, log)
		}
	}
}

func TestTicksAreRound(t *testing.T) {
	for greatest, want := range map[float64]float64{.0101: .002, 9: 2, 100: 20, 3: 1, 17: 5} {
		if got := round(greatest / 3); fmt.Sprintf("%g", got) != fmt.Sprintf("%g", want) {
			t.Errorf("up to %v the step is %v, want %v", greatest, got, want)
		}
	}
}

func TestNamesAreText(t *testing.T) {
	text := drawn(t, &Bars{Title: hostileName, Rows: []Bar{{Name: hostileName, Min: 1, Median: 2, Max: 3}, {Name: hostileName, Missing: hostileName}}})
	wellFormed(t, template.HTML(text)) // the drawing of one row cannot swallow the next
	if !strings.Contains(html.UnescapeString(text), hostileName) {
		t.Error("a name has changed")
	}
}

// Ticks of a logarithmic scale are powers of ten, and not nearly so.
func TestDefaultTicks(t *testing.T) {
	bars := Bars{Rows: []Bar{{Min: 3e-6, Median: 3e-6, Max: 3e-6}, {Min: 5, Median: 5, Max: 5}}}
	html, err := bars.HTML()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{">1e-06<", ">0.0001<", ">0.01<", ">1<"} {
		if !strings.Contains(string(html), want) {
			t.Errorf("no tick %s in\n%s", want, html)
		}
	}
}
