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

// scatter plots the times of the first two backends, a dot a puzzle; nil if there are fewer.
func scatter(s *study.Study) *plot {
	if len(s.Standings) < 2 || s.Counted == 0 {
		return nil
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
	faster := 0
	for _, puzzle := range s.Puzzles {
		if !puzzle.Whole {
			continue
		}
		k := len(p.Dots)
		one, two := a.Times[k], b.Times[k]
		p.Dots = append(p.Dots, dot{
			Path: fmt.Sprintf("M%.0f %.0fh0", p.X.place(one), wide-p.Y.place(two)),
			Text: fmt.Sprintf("%s: %s, %s", puzzle.Name, solvedText(one), solvedText(two)),
		})
		if one < two {
			faster++
		}
	}
	p.Label = fmt.Sprintf("Of %s, %s is faster than %s on %d.",
		text.Plural(len(p.Dots), "puzzle"), a.Backend, b.Backend, faster)
	return p
}

// solvedText formats a time for people.
func solvedText(t float64) string {
	if !study.Solved(t) {
		return "not solved"
	}
	return text.Seconds(t)
}
