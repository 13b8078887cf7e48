package compared

import (
	_ "embed"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
	"github.com/exactile/exactile/cmd/exactile/internal/table"
	"github.com/exactile/exactile/cmd/internal/words"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
)

//go:embed compare.html
var comparisonMarkup string

//go:embed compare.css
var comparisonStyle string

// writeComparisonPage writes a comparison as a self-contained page.
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
		Verdict string // class of the cell "agrees"
		Error   string
	}
	shown := published(c)
	verdicts := c.Verdicts()
	rows := make([]row, len(c.Rows))
	for k := range rows {
		rows[k] = row{shown[k+1], verdictClass[verdicts[k]], c.Rows[k].Typical().Error}
	}
	grid, err := matrixOf(c)
	if err != nil {
		return err
	}
	digest := ""
	if all := c.Digests(); len(all) > 0 && !c.First {
		digest = all[0]
	}
	on, _ := c.Agreement() // OnCount: some rows that agree have only counted
	var body strings.Builder
	err = markup.Execute(&body, map[string]any{
		"Heading": shown[0], "Rows": rows, "Charts": charts, "Matrix": grid,
		"Caveat": comparison.Caveat, "First": c.First, "Runs": len(c.Rows[0].Runs),
		"Digest": digest, "Counted": on == comparison.OnCount, "Notes": notes(c),
	})
	if err != nil {
		return err
	}
	p := render.Page{
		Title: subject(t, c), Lead: table.Sentence(c.Summary()), Style: comparisonStyle,
		Body: template.HTML(body.String()), Footer: madeBy(c),
	}
	return p.Write(w)
}

// verdictClass is the style of a row's verdict.
var verdictClass = map[comparison.Verdict]string{
	comparison.Agrees: "good", comparison.Alone: "", comparison.Contradicts: "bad",
	comparison.FailedRun: "bad", comparison.Timeout: "warn", comparison.NoMemory: "warn",
	comparison.NotRun: "warn", comparison.Estimate: "warn", comparison.SameFormula: "",
}

// comparisonCharts draws the charts that have data.
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
	var all []render.Bars
	for _, f := range list {
		bars := render.Bars{Title: f.title, Text: f.text}
		some := false
		for k := range c.Rows {
			bar, ok := barOf(c, k, f.measure, f.time)
			some = some || ok
			bars.Rows = append(bars.Rows, bar)
		}
		if some {
			all = append(all, bars)
		}
	}
	if lengths := formulaBars(c); len(lengths.Rows) > 0 {
		all = append(all, lengths)
	}
	var charts []template.HTML
	for _, bars := range all {
		text, err := bars.HTML()
		if err != nil {
			return nil, err
		}
		charts = append(charts, text)
	}
	return charts, nil
}

// formulaBars has a bar for each encoding, or for each backend that chooses its encoding
// itself.
func formulaBars(c *comparison.Comparison) render.Bars {
	bars := render.Bars{Title: "Length of the formula as DIMACS", Text: words.Bytes}
	for _, row := range c.Rows {
		if row.Formula.Bytes == 0 {
			continue
		}
		name := row.Backend
		if _, encoding := comparison.SplitEncoding(name); encoding != "" {
			name = encoding
		}
		length := float64(row.Formula.Bytes)
		bar := render.Bar{Name: name, Min: length, Median: length, Max: length}
		if !slices.Contains(bars.Rows, bar) {
			bars.Rows = append(bars.Rows, bar)
		}
	}
	return bars
}

// barOf is the bar of row k, and whether it has a value.
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

// matrixOf returns the table of engines and encodings, "" if there are fewer than two of
// either.
func matrixOf(c *comparison.Comparison) (template.HTML, error) {
	title, measure := "Median time to all solutions", comparison.Elapsed
	if c.First {
		title, measure = "Median time to the first solution", comparison.ToFirst
	}
	names := make([]string, len(c.Rows))
	for k := range c.Rows {
		names[k] = c.Rows[k].Backend
	}
	return table.Grid(names, title, func(k int) render.MatrixCell {
		bar, has := barOf(c, k, measure, true)
		if !has {
			return render.MatrixCell{Text: bar.Missing}
		}
		return render.MatrixCell{Text: words.Seconds(bar.Median), Figure: bar.Median}
	})
}
