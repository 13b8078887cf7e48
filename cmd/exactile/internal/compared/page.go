package compared

import (
	_ "embed"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
	"github.com/exactile/exactile/cmd/internal/words"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
)

//go:embed compare.html
var comparisonMarkup string

//go:embed compare.css
var comparisonStyle string

// writeComparisonPage writes a comparison as a page that needs nothing else.
func writeComparisonPage(w io.Writer, t *puzzle.Tiling, c *comparison.Comparison) error {
	charts, err := comparisonCharts(c)
	if err != nil {
		return err
	}
	markup, err := template.New("comparison").Parse(comparisonMarkup)
	if err != nil {
		return err
	}
	type row struct {
		Cells   []string
		Verdict string // class of the cell that says whether it agrees
		Error   string
	}
	table := published(c)
	verdicts := c.Verdicts()
	rows := make([]row, len(c.Rows))
	for k := range rows {
		rows[k] = row{table[k+1], verdictClass[verdicts[k]], c.Rows[k].Typical().Error}
	}
	var body strings.Builder
	err = markup.Execute(&body, map[string]any{
		"Heading": table[0], "Rows": rows, "Charts": charts, "Matrix": matrixOf(c),
		"Caveat": comparison.Caveat, "First": c.First, "Runs": len(c.Rows[0].Runs),
		"Digest": agreedDigest(c), "Counted": counted(c),
	})
	if err != nil {
		return err
	}
	p := render.Page{
		Title: subject(t, c), Lead: sentence(c.Summary()), Style: comparisonStyle,
		Body: template.HTML(body.String()), Footer: madeBy(c),
	}
	return p.Write(w)
}

// verdictClass is the style of what is thought of a row.
var verdictClass = map[comparison.Verdict]string{
	comparison.Agrees: "good", comparison.Alone: "", comparison.Contradicts: "bad",
	comparison.FailedRun: "bad", comparison.Timeout: "warn", comparison.NotRun: "warn",
	comparison.Estimate: "warn",
}

// agreedDigest is the digest that the page shows in full.
func agreedDigest(c *comparison.Comparison) string {
	if c.First {
		return ""
	}
	for k, verdict := range c.Verdicts() {
		if r := c.Rows[k].Typical(); verdict.Finished() && r.Complete && r.Digest != nil {
			return r.Digest.String()
		}
	}
	return ""
}

// counted reports whether some of those that agree have only counted.
func counted(c *comparison.Comparison) bool {
	on, _ := c.Agreement()
	return on == comparison.OnCount
}

// comparisonCharts draws what can be drawn.
func comparisonCharts(c *comparison.Comparison) ([]template.HTML, error) {
	type figure struct {
		title   string
		measure comparison.Measure
		text    func(float64) string
		time    bool
	}
	list := []figure{{"Time to the first solution", comparison.ToFirst, words.Seconds, true}}
	if !c.First {
		list = append(list, figure{"Time to all solutions", comparison.Elapsed, words.Seconds, true})
	}
	list = append(list, figure{"Peak memory", comparison.Memory, words.Bytes, false})
	var charts []template.HTML
	for _, f := range list {
		bars := render.Bars{Title: f.title, Text: f.text}
		some := false
		for k := range c.Rows {
			bar, ok := barOf(c, k, f.measure, f.time)
			some = some || ok
			bars.Rows = append(bars.Rows, bar)
		}
		if !some {
			continue
		}
		text, err := bars.HTML()
		if err != nil {
			return nil, err
		}
		charts = append(charts, text)
	}
	if lengths := formulaBars(c); len(lengths.Rows) > 0 {
		text, err := lengths.HTML()
		if err != nil {
			return nil, err
		}
		charts = append(charts, text)
	}
	return charts, nil
}

// formulaBars has a bar for each encoding, or for each backend where that has the
// one that it thinks best.
func formulaBars(c *comparison.Comparison) render.Bars {
	bars := render.Bars{Title: "Length of the formula as DIMACS", Text: words.Bytes}
	for _, row := range c.Rows {
		if row.FormulaBytes == 0 {
			continue
		}
		name := row.Backend
		if _, encoding, ok := splitEncoding(name); ok {
			name = encoding
		}
		length := float64(row.FormulaBytes)
		bar := render.Bar{Name: name, Min: length, Median: length, Max: length}
		if !slices.Contains(bars.Rows, bar) {
			bars.Rows = append(bars.Rows, bar)
		}
	}
	return bars
}

// splitEncoding parts a backend's name from its encoding, if it names one.
func splitEncoding(name string) (engine, encoding string, ok bool) {
	for at, c := range name {
		if c == '/' {
			if _, err := encode.Lookup(name[at+1:]); err == nil {
				return name[:at], name[at+1:], true
			}
		}
	}
	return name, "", false
}

// barOf is the bar of row k.
func barOf(
	c *comparison.Comparison, k int, measure comparison.Measure, time bool,
) (render.Bar, bool) {
	row := &c.Rows[k]
	bar := render.Bar{Name: row.Backend}
	if s, ok := row.Spread(measure); ok {
		bar.Min, bar.Median, bar.Max = s.Min, s.Median, s.Max
		return bar, true
	}
	switch verdict := c.Verdicts()[k]; verdict {
	case comparison.Agrees, comparison.Alone, comparison.Contradicts:
		bar.Missing = "no solution"
	case comparison.Timeout:
		bar.Missing = "timeout"
		if time {
			bar.Reached = c.Timeout.Seconds()
		}
	case comparison.Estimate:
		bar.Missing = "lists none"
	default:
		bar.Missing = string(verdict)
	}
	return bar, false
}

// A matrix shows times by engine and encoding.
type matrix struct {
	Title   string
	Engines []string
	Rows    []matrixRow
}

type matrixRow struct {
	Encoding string
	Cells    []matrixCell
}

// A matrixCell has a text and a shade in percent: more for what is slower.
type matrixCell struct {
	Text  string
	Shade int
}

// matrixOf returns the table of engines and encodings, nil if there are not two of
// each that meet.
func matrixOf(c *comparison.Comparison) *matrix {
	m := &matrix{Title: "Median time to all solutions"}
	measure := comparison.Elapsed
	if c.First {
		m.Title, measure = "Median time to the first solution", comparison.ToFirst
	}
	cells := make(map[[2]string]int)
	var encodings []string
	for k := range c.Rows {
		engine, encoding, ok := splitEncoding(c.Rows[k].Backend)
		if !ok {
			continue
		}
		if _, known := cells[[2]string{engine, ""}]; !known {
			m.Engines = append(m.Engines, engine)
		}
		if _, known := cells[[2]string{"", encoding}]; !known {
			encodings = append(encodings, encoding)
		}
		cells[[2]string{engine, ""}], cells[[2]string{"", encoding}] = k, k
		cells[[2]string{engine, encoding}] = k
	}
	if len(m.Engines) < 2 || len(encodings) < 2 {
		return nil
	}
	var medians []float64
	for _, k := range cells {
		if bar, has := barOf(c, k, measure, true); has {
			medians = append(medians, bar.Median)
		}
	}
	scale := newShades(medians)
	for _, encoding := range encodings {
		row := matrixRow{Encoding: encoding}
		for _, engine := range m.Engines {
			cell := matrixCell{Text: "-"}
			if k, ok := cells[[2]string{engine, encoding}]; ok {
				bar, has := barOf(c, k, measure, true)
				if cell.Text = bar.Missing; has {
					cell.Text, cell.Shade = words.Seconds(bar.Median), scale.of(bar.Median)
				}
			}
			row.Cells = append(row.Cells, cell)
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

// shades turns figures into depths of colour by their logarithms.
type shades struct{ least, greatest float64 }

// deepest is the shade of the greatest figure, in percent: text on it stays legible.
const deepest = 45

// newShades are for the given figures; those that are not above zero have no shade.
func newShades(figures []float64) shades {
	s := shades{math.Inf(1), 0}
	for _, f := range figures {
		if f > 0 {
			s.least, s.greatest = min(s.least, f), max(s.greatest, f)
		}
	}
	return s
}

func (s shades) of(f float64) int {
	if f <= s.least || s.greatest <= s.least {
		return 0
	}
	return int(math.Round(deepest * math.Log(f/s.least) / math.Log(s.greatest/s.least)))
}
