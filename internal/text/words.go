// Package text makes text for people: counts, times and sizes with their nouns, names and lists
// from elsewhere at a bounded length and with all their characters visible, and the word that was
// probably meant. It also reads sizes.
package text

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Plural is a number with a noun: "1 cell", "2 cells".
func Plural[N int | int64 | uint64](n N, thing string) string {
	return Count(fmt.Sprint(n), thing)
}

// Count is [Plural] for a number that is text already.
func Count(n, thing string) string {
	if n != "1" {
		thing += "s"
	}
	return n + " " + thing
}

// Shell quotes an argument for a shell where that is needed.
func Shell(arg string) string {
	if arg == "" || strings.ContainsAny(arg, " \t\n'\"\\$&|;<>()*?[]#~`!{}") {
		return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
	}
	return arg
}

// Seconds formats seconds for people.
func Seconds(s float64) string {
	switch {
	case s == 0:
		return "0"
	case s < .001:
		return figure(s*1e6, 0) + " µs"
	case s < .01:
		return figure(s*1e3, 1) + " ms"
	case s < 1:
		return figure(s*1e3, 0) + " ms"
	case s < 10:
		return figure(s, 2) + " s"
	case s < 100:
		return figure(s, 1) + " s"
	}
	return figure(s, 0) + " s"
}

// figure formats a number with at most digits digits after the point, without trailing zeros.
func figure(v float64, digits int) string {
	text := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// ParseSize reads a size in bytes: a number, or one with K, M or G for powers of 1024.
func ParseSize(text string) (int64, error) {
	digits := strings.TrimRight(text, "KMG")
	n, err := strconv.ParseInt(digits, 10, 64)
	shift, known := map[string]int{"": 0, "K": 10, "M": 20, "G": 30}[text[len(digits):]]
	if err != nil || !known || n < 1 || n > math.MaxInt64>>shift {
		return 0, errors.New("want a number of bytes, or one with K, M or G")
	}
	return n << shift, nil
}

// Bytes formats bytes for people.
func Bytes(n float64) string {
	switch {
	case n == 0:
		return "0"
	case n < 1e4:
		return figure(n, 0) + " B"
	case n < 1e6:
		return figure(n/1e3, 0) + " kB"
	case n < 1e7:
		return figure(n/1e6, 1) + " MB"
	}
	return figure(n/1e6, 0) + " MB"
}

// UpTo appends to a number of solutions, or a word for it, how many symmetries count as the same,
// and the total, 0 if unknown: "65 solutions up to 8 symmetries (520 in all)".
func UpTo(solutions string, symmetries int, total int64) string {
	if symmetries > 1 {
		solutions += fmt.Sprintf(" up to %d symmetries", symmetries)
		if total > 0 {
			solutions += fmt.Sprintf(" (%d in all)", total)
		}
	}
	return solutions
}
