package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/internal/text"
)

// mapTexts returns texts with spell applied to each.
func mapTexts(texts []string, spell func(string) string) []string {
	all := make([]string, len(texts))
	for k, text := range texts {
		all[k] = spell(text)
	}
	return all
}

// CSV prints rows as comma-separated values (RFC 4180). No cell can act as a formula.
func CSV(w io.Writer, rows [][]string) error {
	c := csv.NewWriter(w)
	for _, row := range rows {
		if err := c.Write(mapTexts(row, text.VisibleCell)); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// orDash returns a text, or a dash if the figure is not known.
func orDash(known bool, text string) string {
	if !known {
		return "-"
	}
	return text
}

// spread formats the median of figures, with the least and the greatest if their texts differ.
func spread(s study.Spread, text func(float64) string) string {
	if text(s.Min) == text(s.Max) {
		return text(s.Median)
	}
	return fmt.Sprintf("%s (%s–%s)", text(s.Median), text(s.Min), text(s.Max))
}

// markUnproved returns a text about a row, marked if its engine should have proved its answer and
// did not.
func markUnproved(text string, row *study.Row) string {
	if row.Typical.Unproved != "" {
		return text + ", unproved"
	}
	return text
}

// megabytes formats bytes as megabytes.
func megabytes(v float64) string { return fmt.Sprintf("%.0f", v/1e6) }

// seconds formats seconds with about three digits.
func seconds(s float64) string {
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

// number formats seconds, or a dash if they are infinite or not known.
func number(s study.Number) string {
	v := float64(s)
	return orDash(!math.IsNaN(v) && !math.IsInf(v, 0), seconds(v))
}

// gain formats what a backend adds to the virtual best, which may be very small.
func gain(s study.Number) string {
	if s > 0 && s < .0001 {
		return "<0.0001"
	}
	return number(s)
}

// bounded formats a time that may be beyond the limit.
func bounded(s study.Number, limit float64) string {
	if !study.Solved(float64(s)) && limit > 0 {
		return ">" + seconds(limit)
	}
	return number(s)
}

// short formats a number with about three digits.
func short(n float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		switch {
		case n >= 100*unit.size:
			return fmt.Sprintf("%.0f%s", n/unit.size, unit.name)
		case n >= 10*unit.size:
			return fmt.Sprintf("%.1f%s", n/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%.0f", n)
}

// withFullStop adds a full stop, unless the text ends with a shortened digest.
func withFullStop(text string) string {
	if strings.HasSuffix(text, "…") {
		return text
	}
	return text + "."
}
