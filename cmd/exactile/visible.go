package main

import (
	"io"
	"strings"
	"unicode"
)

// visible writes messages so that a terminal shows what is in them and obeys none
// of it: names of files may hold escape sequences. Each Write is whole text.
type visible struct{ w io.Writer }

func (v visible) Write(p []byte) (int, error) {
	_, err := io.WriteString(v.w, strings.Map(func(c rune) rune {
		if unicode.IsControl(c) && c != '\n' && c != '\t' {
			return unicode.ReplacementChar
		}
		return c
	}, string(p)))
	return len(p), err
}
