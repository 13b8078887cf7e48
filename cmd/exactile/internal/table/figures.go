package table

import (
	"fmt"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
)

// OrDash returns a text, or a dash if the figure is not known.
func OrDash(known bool, text string) string {
	if !known {
		return "-"
	}
	return text
}

// Figure formats a figure for other programs. An unknown figure is empty, since 0 would be a
// value.
func Figure(format string, value float64, told bool) string {
	if !told {
		return ""
	}
	return fmt.Sprintf(format, value)
}

// Spread formats the median of figures, with the least and the greatest if their texts differ.
func Spread(s comparison.Spread, text func(float64) string) string {
	if text(s.Min) == text(s.Max) {
		return text(s.Median)
	}
	return fmt.Sprintf("%s (%s–%s)", text(s.Median), text(s.Min), text(s.Max))
}

// Marked returns a text about a row, marked if its engine should have proved its answer and did
// not.
func Marked(text string, row *comparison.Row) string {
	if row.Typical().Unproved != "" {
		return text + ", unproved"
	}
	return text
}

// Figures returns the figures of a row for tables for other programs, by headings. A row with
// the formula of another was not run and has none.
func Figures(row *comparison.Row) map[string]string {
	if row.Same != "" {
		return map[string]string{
			"backend": row.Backend, "runs": "0", "same formula as": row.Same,
		}
	}
	r := row.Typical()
	all := map[string]string{
		"backend": row.Backend, "runs": fmt.Sprint(len(row.Runs)), "error": r.Error,
		"complete": fmt.Sprint(r.Complete), "completeness": string(r.Completeness), "unproved": r.Unproved,
		"conflicts": Figure("%.0f", float64(r.Stats.Conflicts.N), r.Stats.Conflicts.Told),
	}
	if r.Error == "" {
		all["count"] = r.Count.String()
	}
	if r.Digest != nil {
		all["digest"] = r.Digest.String()
	}
	time, known := row.Spread(comparison.Elapsed)
	all["seconds"] = Figure("%.6f", time.Median, known)
	all["seconds min"] = Figure("%.6f", time.Min, known)
	all["seconds max"] = Figure("%.6f", time.Max, known)
	first, known := row.Spread(comparison.ToFirst)
	all["first seconds"] = Figure("%.6f", first.Median, known)
	all["first min"] = Figure("%.6f", first.Min, known)
	all["first max"] = Figure("%.6f", first.Max, known)
	cpu, known := row.Spread(comparison.CPU)
	all["cpu seconds"] = Figure("%.6f", cpu.Median, known)
	solver, known := row.Spread(comparison.SolverCPU)
	all["solver cpu seconds"] = Figure("%.6f", solver.Median, known)
	all["exported variables"] = Figure("%.0f", float64(row.Formula.Variables),
		row.Formula.Variables > 0)
	all["exported clauses"] = Figure("%.0f", float64(row.Formula.Clauses), row.Formula.Clauses > 0)
	memory, known := row.Spread(comparison.Memory)
	all["memory bytes"] = Figure("%.0f", memory.Median, known)
	return all
}

// Under returns a row of figures in the order of their headings.
func Under(headings []string, figures map[string]string) []string {
	row := make([]string, len(headings))
	for k, heading := range headings {
		row[k] = figures[heading]
	}
	return row
}

// Megabytes formats bytes as megabytes.
func Megabytes(v float64) string { return fmt.Sprintf("%.0f", v/1e6) }

// Seconds formats seconds with about three digits.
func Seconds(s float64) string {
	switch {
	case s == 0:
		return "0"
	case s < .0001:
		return fmt.Sprintf("%.5f", s)
	case s < .01:
		return fmt.Sprintf("%.4f", s)
	case s < 10:
		return fmt.Sprintf("%.3f", s)
	case s < 100:
		return fmt.Sprintf("%.2f", s)
	}
	return fmt.Sprintf("%.0f", s)
}

// Short formats a number with about three digits.
func Short(n float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		switch {
		case n < 10*unit.size:
		case n < 100*unit.size:
			return fmt.Sprintf("%.1f%s", n/unit.size, unit.name)
		default:
			return fmt.Sprintf("%.0f%s", n/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%.0f", n)
}

// Sentence adds a full stop, unless the text ends with a shortened digest.
func Sentence(text string) string {
	if strings.HasSuffix(text, "…") {
		return text
	}
	return text + "."
}
