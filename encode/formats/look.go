package formats

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a line or a word looks like. These are regular languages, each quoted
// above its function, and the tests hold them to that; but compiling the six
// expressions took longer than reading and solving a small puzzle does.

// isJSON: ^\s*([{]\s*["}]|\[\s*[{"]), an object or a list of them, or of texts.
func isJSON(text string) bool {
	const space = "\t\n\f\r "
	text = strings.TrimLeft(text, space)
	if text == "" {
		return false
	}
	next := strings.TrimLeft(text[1:], space)
	if next == "" {
		return false
	}
	switch text[0] {
	case '{':
		return next[0] == '"' || next[0] == '}'
	case '[':
		return next[0] == '{' || next[0] == '"'
	}
	return false
}

// isYAMLKey: ^[ \t]*([-?] )?[{]?["']?[\pL_][\pL\pN_-]*["']?[ \t]*:([ \t]|$)
func isYAMLKey(line string) bool {
	line = strings.TrimLeft(line, " \t")
	if len(line) > 1 && (line[0] == '-' || line[0] == '?') && line[1] == ' ' {
		line = line[2:]
	}
	line = strings.TrimPrefix(line, "{")
	line = trimQuote(line)
	key := strings.TrimLeftFunc(line, func(r rune) bool { return isWordRune(r) || r == '-' })
	if first, _ := utf8.DecodeRuneInString(line); len(key) == len(line) || first == '-' || unicode.IsNumber(first) {
		return false
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(trimQuote(key), " \t"), ":")
	return ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}

func trimQuote(s string) string {
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		return s[1:]
	}
	return s
}

// isWordRune: [\pL\pN_]
func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }

// isYAMLMark: ^([?%]|#.*[^-#]), a key or directive of the rarer kind, or a
// comment that is no row of a grid.
func isYAMLMark(line string) bool {
	switch {
	case line == "":
		return false
	case line[0] == '#':
		return strings.Trim(line, "-#") != ""
	}
	return line[0] == '?' || line[0] == '%'
}

// isGridRow: ^[-#]+[ \t]*$
func isGridRow(line string) bool {
	line = strings.TrimRight(line, " \t")
	return line != "" && strings.Trim(line, "-#") == ""
}

// isPlainYAML: ^[\pL_][\pL\pN_]*([ /+.;()-]+[\pL\pN_]+)*$, the texts that are
// safe without quotes wherever they stand.
func isPlainYAML(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	return isWordRune(first) && !unicode.IsNumber(first) && isWordRune(last) &&
		strings.TrimLeftFunc(text, func(r rune) bool { return isWordRune(r) || strings.ContainsRune(" /+.;()-", r) }) == ""
}

// isNumber: ^(0|[1-9][0-9]*|-[1-9][0-9]*)$, what JSON writes without quotes.
func isNumber(text string) bool {
	if text == "0" {
		return true
	}
	text = strings.TrimPrefix(text, "-")
	return text != "" && text[0] != '0' && strings.Trim(text, "0123456789") == ""
}
