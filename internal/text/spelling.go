package text

import (
	"fmt"
	"strings"
)

// maxLength is the longest word, in bytes, that is compared: beyond it the
// quadratic comparison is not worth a hint.
const maxLength = 64

// Nearest returns the candidate that word was most likely meant to be, the first of several that
// are equally near, and whether one is near enough: at most one mistake in three letters. Case does
// not count as a mistake. Nearest makes every "did you mean" of exactile, for keys of puzzle files,
// built-in names, backends and verbs alike.
//
// Two words are compared by the optimal string alignment distance: the least number of letters to
// insert, delete, replace, or swap with a neighbour.
//
// Source: F. J. Damerau, A technique for computer detection and correction of spelling errors,
// Communications of the ACM 7, 1964.
func Nearest(word string, candidates []string) (string, bool) {
	if word == "" || len(word) > maxLength {
		return "", false
	}
	nearest, least := "", len(word)/3+1
	for _, c := range candidates {
		if len(c) > maxLength {
			continue
		}
		allowed := max(len(word), len(c)) / 3
		if d := distance(strings.ToLower(word), strings.ToLower(c)); d <= allowed && d < least {
			nearest, least = c, d
		}
	}
	return nearest, nearest != ""
}

// Hint returns `; did you mean "WORD"?` for the nearest candidate, for the end of
// a message, or "" if none is near enough.
func Hint(word string, candidates []string) string {
	nearest, ok := Nearest(word, candidates)
	if !ok {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", nearest)
}

// distance is the optimal string alignment distance in characters.
func distance(from, to string) int {
	a, b := []rune(from), []rune(to)
	// The last three rows of the table: for the prefixes of a that are two and
	// one shorter, and the present one.
	older, old, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		older, old, row = old, row, older
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(old[j+1]+1, row[j]+1, old[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], older[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
