package tree

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml/token"

	"github.com/exactile/exactile/encode/formats/internal/fault"
)

// The YAML library reports where its parser gave up, in the parser's words. The mistake is often
// elsewhere: this file finds the most common ones.

// brackets returns an error for a bracket that is not closed, or closed by another kind of bracket.
// The library reports the end of the file, or whatever token it met.
func brackets(tokens token.Tokens, comments map[int]*Comment) error {
	var open []*token.Token
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			open = append(open, t)
			continue
		case token.SequenceEndType, token.MappingEndType:
			if len(open) == 0 {
				continue // the library's message is good enough
			}
			last := open[len(open)-1]
			if closer(last) == t.Value {
				open = open[:len(open)-1]
				continue
			}
			if err := swallowed(last, comments); err != nil {
				return err
			}
			p := at(last)
			return fault.At(at(t), "this %s comes before the %s that closes the %s of line %d, column %d",
				t.Value, closer(last), last.Value, p.Line, p.Col)
		case token.SequenceEntryType:
			if len(open) == 0 {
				continue
			}
		default:
			continue
		}
		break // an element of a list of lines cannot begin inside brackets
	}
	if len(open) == 0 {
		return nil
	}
	last := open[len(open)-1]
	if err := swallowed(last, comments); err != nil {
		return err
	}
	return fault.At(at(last), "this %s is never closed: no %s follows that is its own",
		last.Value, closer(last))
}

func closer(opener *token.Token) string {
	if opener.Type == token.SequenceStartType {
		return "]"
	}
	return "}"
}

// swallowed returns an error if the closing bracket is part of a comment.
func swallowed(opener *token.Token, comments map[int]*Comment) error {
	c := comments[opener.Position.Line]
	if c == nil || c.Col < at(opener).Col || !strings.Contains(c.Text, closer(opener)) {
		return nil
	}
	return fault.At(c.Pos, "from this # on the line is a comment, also the %s that closes the %s: "+
		"put a text that begins with # in quotes", closer(opener), opener.Value)
}

// misspelt returns an error for a line, at most number last, that begins with a key but has no
// colon and blank after it, or has a blank that YAML takes for a letter; or nil.
func misspelt(lines, keys []string, last int) error {
	for k, line := range lines[:min(last, len(lines))] {
		rest := strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(line, " "), "- "), " ")
		word := rest[:len(rest)-len(strings.TrimLeftFunc(rest, isWordRune))]
		value := strings.TrimPrefix(rest[len(word):], ":")
		if word != "" && !slices.Contains(keys, word) {
			continue
		}
		// value is the start of a line without a key, or follows the key.
		if r, _ := utf8.DecodeRuneInString(value); r > unicode.MaxASCII && unicode.IsSpace(r) {
			p := fault.Pos{Line: k + 1, Col: fault.Column(line, len(line)-len(value))}
			return fault.At(p, "a blank that YAML takes for a letter (%U): write an ordinary one", r)
		}
		if word == "" {
			continue
		}
		p := fault.Pos{Line: k + 1, Col: fault.Column(line, len(line)-len(rest)+len(word))}
		colon, after := strings.CutPrefix(strings.TrimRight(rest[len(word):], " "), ":")
		switch {
		case !after && !strings.HasPrefix(strings.TrimLeft(colon, " "), ":"):
			return fault.At(p, "a key is followed by a colon: want \"%s:\"", word)
		case after && colon != "" && colon[0] != ' ':
			return fault.At(p, "want a blank after \"%s:\", so that it is a key", word)
		}
	}
	return nil
}

// clearer explains how to fix a mistake that the library names in the words of its parser.
func clearer(message string) string {
	switch message {
	case "non-map value is specified":
		return "this is no KEY: VALUE; is it indented like the lines that it belongs to?"
	case "value is not allowed in this context. map key-value is pre-defined":
		return "this line is indented less than the one above it; a board whose first row starts with a blank needs 'board: |2', or '#' in place of the blank"
	case "value is not allowed in this context":
		return "this does not belong to the line above; is that line complete, and this one indented as it should be?"
	case "could not find end character of double-quoted text",
		"could not find end character of single-quoted text":
		return "these quotes are never closed"
	case "mapping value is not allowed in this context":
		return "there is a second colon here: want { and }, or a line for each key, and a blank after '-'"
	case "could not find map value":
		return "this key has no value"
	case "unexpected key name":
		return "this is no KEY: VALUE"
	case "',' or ']' must be specified", "',' or '}' must be specified":
		return "want a comma here, or a bracket that closes"
	case "found character '\t' that cannot start any token", "found a tab character where an indentation space is expected":
		return "a tab: lines of YAML are indented by blanks"
	}
	if strings.HasPrefix(message, "found invalid tag character") {
		return "tags are not read; a text that starts with ! needs quotes"
	}
	return message
}

// at returns the place of a token.
func at(t *token.Token) fault.Pos {
	if t == nil || t.Position == nil {
		return fault.Pos{Line: 1, Col: 1}
	}
	return fault.Pos{Line: t.Position.Line, Col: max(t.Position.Column, 1)}
}

// isWordRune: [\pL\pN_]
func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }
