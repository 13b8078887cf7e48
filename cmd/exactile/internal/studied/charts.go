package studied

import (
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"slices"

	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
	"github.com/exactile/exactile/cmd/exactile/internal/statistics"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/cmd/exactile/internal/table"
	"github.com/exactile/exactile/cmd/internal/words"
	"github.com/exactile/exactile/encode/render"
)

// charts draws the charts that have data: bars, the cactus plot, and engines by encodings.
func charts(s *study.Study) ([]template.HTML, error) {
	var all []template.HTML
	add := func(text template.HTML, err error) error {
		if err == nil && text != "" {
			all = append(all, text)
		}
		return err
	}
	par, quartiles := bars(s)
	for _, b := range []*render.Bars{par, quartiles} {
		if err := add(b.HTML()); err != nil {
			return nil, err
		}
	}
	if err := add(cactus(s)); err != nil {
		return nil, err
	}
	names := make([]string, len(s.Standings))
	for k := range names {
		names[k] = s.Standings[k].Backend
	}
	cell := func(k int) render.MatrixCell {
		st := &s.Standings[k]
		return render.MatrixCell{
			Text: fmt.Sprintf("%s · %d", number(st.PAR2), st.Solved), Figure: st.PAR2,
		}
	}
	err := add(table.Grid(names, "PAR-2 in seconds, and puzzles solved", cell))
	return all, err
}

// bars are the bar charts of PAR-2 and of the times.
func bars(s *study.Study) (par, quartiles *render.Bars) {
	par = &render.Bars{
		Title: "PAR-2: the mean time, what was not solved counts twice the limit",
		Text:  words.Seconds,
	}
	quartiles = &render.Bars{
		Title: "Time of a puzzle: the median of all, and where the middle half lies",
		Text:  words.Seconds,
	}
	limit := s.Timeout.Seconds()
	for _, st := range s.Standings {
		bar := render.Bar{Name: st.Backend, Min: st.PAR2, Median: st.PAR2, Max: st.PAR2}
		if math.IsInf(st.PAR2, 0) || math.IsNaN(st.PAR2) {
			bar = render.Bar{Name: st.Backend, Missing: "no limit, and not all solved"}
		}
		par.Rows = append(par.Rows, bar)
		bar = render.Bar{Name: st.Backend, Min: st.Low, Median: st.Median, Max: st.High}
		switch {
		case math.IsNaN(st.Median):
			bar = render.Bar{Name: st.Backend, Missing: "-"}
		case !statistics.Solved(st.Median):
			bar = render.Bar{Name: st.Backend, Missing: "not half are solved", Reached: limit}
		case !statistics.Solved(st.High) && limit > 0:
			bar.Max = limit
		case !statistics.Solved(st.High):
			bar.Max = bar.Median
		}
		quartiles.Rows = append(quartiles.Rows, bar)
	}
	return par, quartiles
}

// timeAxis is an axis of times, from below the least to the limit or the greatest.
func timeAxis(s *study.Study, title string) render.Axis {
	a := render.Axis{Title: title, Log: true, Text: words.Seconds, Min: math.Inf(1)}
	a.Max = s.Timeout.Seconds()
	for _, st := range s.Standings {
		for _, t := range st.Times {
			if statistics.Solved(t) {
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

// cactus plots how many puzzles each backend solves within a time; "" if none is solved.
func cactus(s *study.Study) (template.HTML, error) {
	n := s.Counted()
	p := render.Plot{
		Title: "Puzzles solved within a time each",
		Note:  "Further to the right and lower is better.",
		X:     render.Axis{Title: "puzzles solved", Max: float64(n), Text: whole},
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
		return "", nil
	}
	return p.HTML()
}

// curve is a line of the cactus plot.
func curve(st *study.Standing) render.Series {
	line := render.Series{Name: st.Backend, Steps: true}
	for k, t := range slices.Sorted(slices.Values(st.Times))[:st.Solved] {
		if k == 0 {
			line.Points = append(line.Points, render.Point{X: 0, Y: t})
		}
		line.Points = append(line.Points, render.Point{X: float64(k + 1), Y: t})
	}
	return line
}

// whole formats a number without a fraction.
func whole(f float64) string { return fmt.Sprintf("%.0f", f) }

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
// "" if there are fewer than two.
func scatterOf(s *study.Study) (template.HTML, *scatter, error) {
	if len(s.Standings) < 2 || s.Counted() == 0 {
		return "", nil, nil
	}
	beyond := "; at the edge: not solved"
	if s.Timeout > 0 {
		beyond = fmt.Sprintf("; at the edge: not solved in %v", s.Timeout)
	}
	a, b := &s.Standings[0], &s.Standings[1]
	p := render.Plot{
		Title: "Two backends, puzzle by puzzle",
		Note: "A dot a puzzle: below the line the one on the vertical axis is faster" +
			beyond + ".",
		X: timeAxis(s, a.Backend), Y: timeAxis(s, b.Backend), Diagonal: true,
		ID: "scatter",
	}
	data := &scatter{}
	for k := range s.Puzzles {
		if s.Puzzles[k].Whole {
			data.Puzzles = append(data.Puzzles, s.Puzzles[k].Name)
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
	dots := render.Series{Name: "puzzles"}
	faster := 0
	for k, name := range data.Puzzles {
		dots.Points = append(dots.Points, render.Point{X: a.Times[k], Y: b.Times[k],
			Text: fmt.Sprintf("%s: %s, %s", name, data.Times[0][k], data.Times[1][k])})
		if a.Times[k] < b.Times[k] {
			faster++
		}
	}
	p.Series = []render.Series{dots}
	p.Label = fmt.Sprintf("Of %s, %s is faster than %s on %d.",
		words.Plural(len(data.Puzzles), "puzzle"), a.Backend, b.Backend, faster)
	text, err := p.HTML()
	return text, data, err
}

// solvedText formats a time for people.
func solvedText(t float64) string {
	if !statistics.Solved(t) {
		return "not solved"
	}
	return words.Seconds(t)
}

// classes are the styles of cells by their verdicts.
var classes = map[comparison.Verdict]string{
	comparison.Contradicts: "bad", comparison.FailedRun: "bad", comparison.Timeout: "warn",
	comparison.NoMemory: "warn", comparison.NotRun: "warn", comparison.Estimate: "warn",
}

// heat is the table of all times, shaded by time.
func heat(s *study.Study) (template.HTML, error) {
	m := render.Matrix{
		Title: "Median time of each puzzle, in seconds", Corner: "puzzle",
		Columns: append(append([]string{}, s.Backends...), "solutions"),
	}
	for k := range s.Puzzles {
		p := &s.Puzzles[k]
		row := render.MatrixRow{Name: p.Name}
		for _, cell := range p.Cells {
			shown := render.MatrixCell{Text: timeText(cell, s.By)}
			if cell != nil {
				shown.Figure, shown.Class = cell.Time, classes[cell.Verdict]
			}
			row.Cells = append(row.Cells, shown)
		}
		last := render.MatrixCell{Text: solutions(p)}
		if len(p.Comparison.Disagreements()) > 0 {
			last.Class = "bad"
		}
		row.Cells = append(row.Cells, last)
		m.Rows = append(m.Rows, row)
	}
	return m.HTML()
}
