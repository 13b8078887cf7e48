// Package letters draws puzzles in plain characters, a character a cell. Programs
// read these drawings back.
package letters

import (
	"unicode"

	"github.com/exactile/exactile/encode/puzzle"
)

// Of gives every piece a letter of its own: in file order, the first letter
// of its name that no piece before it has, else the first free one of A-Z, a-z
// and 0-9, else the first free letter of Unicode from U+00C0 on.
func Of(pieces []puzzle.Piece) []rune {
	used := make(map[rune]bool, len(pieces))
	letters := make([]rune, len(pieces))
	spare := spareLetters()
	for k, piece := range pieces {
		for _, c := range piece.Name {
			if unicode.IsLetter(c) && !used[c] {
				letters[k] = c
				break
			}
		}
		for letters[k] == 0 {
			if c := spare(); !used[c] {
				letters[k] = c
			}
		}
		used[letters[k]] = true
	}
	return letters
}

// spareLetters returns a function that returns one letter after another. It never goes back: a
// letter that it skipped was in use and stays in use.
func spareLetters() func() rune {
	next := 0
	const first = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	return func() rune {
		if next < len(first) {
			next++
			return rune(first[next-1])
		}
		for {
			next++
			if c := rune(0xC0 + next - 1 - len(first)); unicode.IsLetter(c) {
				return c
			}
		}
	}
}
