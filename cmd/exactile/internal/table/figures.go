package table

import (
	"fmt"
	"strings"
)

// OrDash spells a figure that is not known.
func OrDash(known bool, text string) string {
	if !known {
		return "-"
	}
	return text
}

// Figure spells a figure for other programs; one that nobody tells is empty, since 0 would be a
// figure.
func Figure(format string, value float64, told bool) string {
	if !told {
		return ""
	}
	return fmt.Sprintf(format, value)
}

// Megabytes spells bytes as megabytes.
func Megabytes(v float64) string { return fmt.Sprintf("%.0f", v/1e6) }

// Seconds spells seconds with three figures or so.
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

// Short spells a number of things with three figures or so.
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

// Sentence ends a text that may end with a digest that goes on.
func Sentence(text string) string {
	if strings.HasSuffix(text, "…") {
		return text
	}
	return text + "."
}
