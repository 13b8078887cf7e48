package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/internal/text"
)

// timeAxis is an axis of times, from below the least to the limit or the greatest.
func timeAxis(s *study.Study, title string) axis {
	a := axis{Title: title, Log: true, spell: text.Seconds, Min: math.Inf(1)}
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

// hues is the number of colours of lines, and dashes the number of line styles: neighbours differ
// in both, so that they can be told apart without colours.
const hues, dashes = 8, 3

// cactus plots how many puzzles each backend solves within a time; nil if none is solved.
func cactus(s *study.Study) *plot {
	n := s.Counted
	p := &plot{
		Title: "Puzzles solved within a time each",
		Note:  "Further to the right and lower is better.",
		X:     axis{Title: "puzzles solved", Max: float64(n), spell: integer},
		Y:     timeAxis(s, "time of a puzzle, logarithmic"),
		Label: "Cactus plot:",
	}
	if s.Best.Solved == 0 {
		return nil
	}
	solved := func(st *study.Standing) []float64 {
		return slices.Sorted(slices.Values(st.Times))[:st.Solved]
	}
	if len(s.Standings) > 1 {
		p.draw(s.Best.Backend, "broad", solved(&s.Best)) // visible behind those after it
	}
	for k := range s.Standings {
		st := &s.Standings[k]
		p.draw(st.Backend, fmt.Sprintf("hue%d dash%d", k%hues, k%dashes), solved(st))
		p.Label += fmt.Sprintf(" %s solves %d of %d.", st.Backend, st.Solved, n)
	}
	return p
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
func scatterOf(s *study.Study) (*plot, *scatter) {
	if len(s.Standings) < 2 || s.Counted == 0 {
		return nil, nil
	}
	beyond := "; at the edge: not solved"
	if s.Timeout > 0 {
		beyond = fmt.Sprintf("; at the edge: not solved in %v", s.Limit())
	}
	a, b := &s.Standings[0], &s.Standings[1]
	p := &plot{
		Title: "Two backends, puzzle by puzzle",
		Note: "A dot a puzzle: below the line the one on the vertical axis is faster" +
			beyond + ".",
		X: timeAxis(s, a.Backend), Y: timeAxis(s, b.Backend),
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
			places, times = append(places, p.X.place(t)), append(times, solvedText(t))
		}
		data.Places, data.Times = append(data.Places, places), append(data.Times, times)
	}
	faster := 0
	for k, name := range data.Puzzles {
		p.Dots = append(p.Dots, dot{
			Path: fmt.Sprintf("M%.0f %.0fh0", data.Places[0][k], wide-data.Places[1][k]),
			Text: fmt.Sprintf("%s: %s, %s", name, data.Times[0][k], data.Times[1][k]),
		})
		if a.Times[k] < b.Times[k] {
			faster++
		}
	}
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
