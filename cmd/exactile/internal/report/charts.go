package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/cmd/internal/chart"
	"github.com/exactile/exactile/internal/text"
)

// timeAxis is an axis of times, from below the least to the limit or the greatest.
func timeAxis(s *study.Study, title string) chart.Axis {
	a := chart.Axis{Title: title, Log: true, Text: text.Seconds, Min: math.Inf(1)}
	a.Max = s.Timeout
	for _, st := range s.Standings {
		for _, t := range st.Times {
			if study.Solved(t) {
				a.Min = min(a.Min, max(t, study.Shortest))
				if s.Timeout == 0 {
					a.Max = max(a.Max, t*1.2)
				}
			}
		}
	}
	if a.Min = a.Min / 1.2; math.IsInf(a.Min, 0) || a.Max <= a.Min {
		a.Min, a.Max = study.Shortest, max(1, a.Max)
	}
	return a
}

// cactus plots how many puzzles each backend solves within a time; nil if none is solved.
func cactus(s *study.Study) *chart.Plot {
	n := s.Counted
	p := &chart.Plot{
		Title: "Puzzles solved within a time each",
		Note:  "Further to the right and lower is better.",
		X:     chart.Axis{Title: "puzzles solved", Max: float64(n), Text: integer},
		Y:     timeAxis(s, "time of a puzzle, logarithmic"),
		Label: "Cactus plot:",
	}
	some := false
	if len(s.Standings) > 1 {
		best := curve(&s.Best)
		best.Broad = true
		p.Series = append(p.Series, best)
	}
	for k := range s.Standings {
		st := &s.Standings[k]
		some = some || st.Solved > 0
		p.Series = append(p.Series, curve(st))
		p.Label += fmt.Sprintf(" %s solves %d of %d.", st.Backend, st.Solved, n)
	}
	if !some {
		return nil
	}
	return p
}

// curve is a line of the cactus plot.
func curve(st *study.Standing) chart.Series {
	line := chart.Series{Name: st.Backend, Steps: true}
	for k, t := range slices.Sorted(slices.Values(st.Times))[:st.Solved] {
		if k == 0 {
			line.Points = append(line.Points, chart.Point{X: 0, Y: t})
		}
		line.Points = append(line.Points, chart.Point{X: float64(k + 1), Y: t})
	}
	return line
}

// integer formats a number without a fraction.
func integer(f float64) string { return fmt.Sprintf("%.0f", f) }

// A scatter is what the page's script needs to draw any two backends against each other.
type scatter struct {
	Backends []string `json:"backends"`
	Puzzles  []string `json:"puzzles"`
	// Places are the positions of the times on an axis, from 0 to 1000, by backend and puzzle,
	// and Times their texts.
	Places [][]float64 `json:"places"`
	Times  [][]string  `json:"times"`
}

// scatterOf returns the plot of the first two backends, and the script's data for the others;
// nil if there are fewer than two.
func scatterOf(s *study.Study) (*chart.Plot, *scatter) {
	if len(s.Standings) < 2 || s.Counted == 0 {
		return nil, nil
	}
	beyond := "; at the edge: not solved"
	if s.Timeout > 0 {
		beyond = fmt.Sprintf("; at the edge: not solved in %v", s.Limit())
	}
	a, b := &s.Standings[0], &s.Standings[1]
	p := &chart.Plot{
		Title: "Two backends, puzzle by puzzle",
		Note: "A dot a puzzle: below the line the one on the vertical axis is faster" +
			beyond + ".",
		X: timeAxis(s, a.Backend), Y: timeAxis(s, b.Backend), Diagonal: true,
		ID: "scatter",
	}
	data := &scatter{}
	for _, puzzle := range s.Puzzles {
		if puzzle.Whole {
			data.Puzzles = append(data.Puzzles, puzzle.Name)
		}
	}
	for _, st := range s.Standings {
		data.Backends = append(data.Backends, st.Backend)
		places, times := []float64{}, []string{}
		for _, t := range st.Times {
			places, times = append(places, p.X.Place(t)), append(times, solvedText(t))
		}
		data.Places, data.Times = append(data.Places, places), append(data.Times, times)
	}
	dots := chart.Series{Name: "puzzles"}
	faster := 0
	for k, name := range data.Puzzles {
		dots.Points = append(dots.Points, chart.Point{X: a.Times[k], Y: b.Times[k],
			Text: fmt.Sprintf("%s: %s, %s", name, data.Times[0][k], data.Times[1][k])})
		if a.Times[k] < b.Times[k] {
			faster++
		}
	}
	p.Series = []chart.Series{dots}
	p.Label = fmt.Sprintf("Of %s, %s is faster than %s on %d.",
		text.Plural(len(data.Puzzles), "puzzle"), a.Backend, b.Backend, faster)
	return p, data
}

// solvedText formats a time for people.
func solvedText(t float64) string {
	if !study.Solved(t) {
		return "not solved"
	}
	return text.Seconds(t)
}

// heat is the table of all times, shaded by time.
func heat(s *study.Study) *chart.Matrix {
	m := &chart.Matrix{
		Title: "Median time of each puzzle, in seconds", Corner: "puzzle",
		Columns: append(slices.Clip(s.Backends), "solutions"),
	}
	for k, texts := range times(s)[1:] {
		p, line := s.Puzzles[k], chart.MatrixRow{Name: texts[0]}
		for _, text := range texts[1:] {
			line.Cells = append(line.Cells, chart.MatrixCell{Text: text})
		}
		for n, row := range p.Rows {
			if row != nil {
				line.Cells[n].Figure = float64(row.Time)
			}
			if row != nil && !row.Verdict.Finished() {
				line.Cells[n].Class = row.Verdict.Outcome().Class
			}
		}
		if len(p.Disagreements) > 0 {
			line.Cells[len(p.Rows)].Class = "bad"
		}
		m.Rows = append(m.Rows, line)
	}
	return m
}

// puzzleCharts are the bars of the figures of a puzzle that are known.
func puzzleCharts(s *study.Study) (all []*chart.Bars) {
	p, limit := s.Puzzles[0], s.Timeout
	add := func(title string, m study.Measure, limit float64, figure func(float64) string) {
		bars := &chart.Bars{Title: title, Text: figure}
		some := false
		for _, row := range p.Rows {
			bar, ok := barOf(row, m, limit)
			some = some || ok
			bars.Rows = append(bars.Rows, bar)
		}
		if some {
			all = append(all, bars)
		}
	}
	add("Time to the first solution", study.ToFirst, limit, text.Seconds)
	if !p.First {
		add("Time to all solutions", study.Elapsed, limit, text.Seconds)
	}
	add("Peak memory", study.Memory, 0, text.Bytes)
	// A bar for each encoding, or for each backend that chooses its encoding itself.
	formulas := &chart.Bars{Title: "Length of the formula as DIMACS", Text: text.Bytes}
	for _, row := range p.Rows {
		name := row.Backend
		if _, encoding := study.SplitEncoding(name); encoding != "" {
			name = encoding
		}
		length := float64(row.Formula.Bytes)
		bar := chart.Bar{Name: name, Min: length, Median: length, Max: length}
		if length > 0 && !slices.Contains(formulas.Rows, bar) {
			formulas.Rows = append(formulas.Rows, bar)
		}
	}
	if len(formulas.Rows) > 0 {
		all = append(all, formulas)
	}
	return all
}

// barOf is the bar of a row, and whether it has a value. limit is that of the measure, 0: none.
func barOf(row *study.Row, m study.Measure, limit float64) (bar chart.Bar, ok bool) {
	bar.Name = row.Backend
	if s, ok := row.Spread(m); ok {
		bar.Min, bar.Median, bar.Max = s.Min, s.Median, s.Max
		return bar, true
	}
	outcome := row.Agrees().Outcome()
	if bar.Missing = outcome.Missing; outcome.Verdict == study.TimedOut {
		bar.Reached = limit
	}
	return bar, false
}

// puzzleGrid is the table of engines and encodings, of the backends whose names have both; nil if
// there are fewer than two of either.
func puzzleGrid(p *study.Result) *chart.Matrix {
	title, measure := "Median time to all solutions", study.Elapsed
	if p.First {
		title, measure = "Median time to the first solution", study.ToFirst
	}
	var engines, encodings []string
	cells := make(map[[2]string]chart.MatrixCell)
	for _, row := range p.Rows {
		engine, encoding := study.SplitEncoding(row.Backend)
		if encoding == "" {
			continue
		}
		if !slices.Contains(engines, engine) {
			engines = append(engines, engine)
		}
		if !slices.Contains(encodings, encoding) {
			encodings = append(encodings, encoding)
		}
		bar, has := barOf(row, measure, 0)
		cell := chart.MatrixCell{Text: bar.Missing, Figure: bar.Median}
		if has {
			cell.Text = text.Seconds(bar.Median)
		}
		cells[[2]string{engine, encoding}] = cell
	}
	if len(engines) < 2 || len(encodings) < 2 {
		return nil
	}
	m := &chart.Matrix{
		Title: title + ", by engine and encoding", Corner: "encoding", Columns: engines,
	}
	for _, encoding := range encodings {
		row := chart.MatrixRow{Name: encoding}
		for _, engine := range engines {
			cell := cells[[2]string{engine, encoding}]
			cell.Text = cmp.Or(cell.Text, "-")
			row.Cells = append(row.Cells, cell)
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}
