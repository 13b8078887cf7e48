package formats

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml/token"
)

// The YAML library says where it gave up, in the words of its parser. What the mistake
// was often stands elsewhere: this file finds the commonest ones.

// brackets returns an error for a bracket that nothing closes, or that another kind of
// bracket does. The library names the end of the file, or what it met by then.
func (y *yamlReader) brackets(tokens token.Tokens) error {
	var open []*token.Token
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			open = append(open, t)
			continue
		case token.SequenceEndType, token.MappingEndType:
			if len(open) == 0 {
				continue // the library says enough
			}
			last := open[len(open)-1]
			if closer(last) == t.Value {
				open = open[:len(open)-1]
				continue
			}
			if err := y.swallowed(last); err != nil {
				return err
			}
			p := at(last)
			return y.errorf(at(t), "this %s comes before the %s that closes the %s of line %d, column %d",
				t.Value, closer(last), last.Value, p.line, p.col)
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
	if err := y.swallowed(last); err != nil {
		return err
	}
	return y.errorf(at(last), "this %s is never closed: no %s follows that is its own",
		last.Value, closer(last))
}

func closer(opener *token.Token) string {
	if opener.Type == token.SequenceStartType {
		return "]"
	}
	return "}"
}

// swallowed returns an error if a comment has swallowed what closes a bracket.
func (y *yamlReader) swallowed(opener *token.Token) error {
	p, ok := y.comments[opener.Position.Line]
	if !ok || p.col < at(opener).col || !strings.Contains(y.rest(p), closer(opener)) {
		return nil
	}
	return y.errorf(p, "from this # on the line is a comment, also the %s that closes the %s: "+
		"put a text that begins with # in quotes", closer(opener), opener.Value)
}

// comment returns the place of the comment that stands where a value is missing, and
// whether it looks like a drawing: a # at the start of a text begins a comment.
func (s *source) comment(line int) (p pos, drawn bool) {
	p, ok := s.comments[line]
	rest := s.rest(p)
	return p, ok && rest != "" && !strings.ContainsAny(rest, " \t")
}

// rest is what stands from a place on to the end of its line.
func (s *source) rest(p pos) string {
	line := s.line(p.line)
	return strings.TrimRight(line[min(byteOf(line, p.col), len(line)):], " \t")
}

// byteOf is the offset of a column, counted from 1, in a line.
func byteOf(line string, col int) int {
	for k := range line {
		if col--; col < 1 {
			return k
		}
	}
	return len(line)
}

// misspelt returns an error for a line, the given one or above, that begins with a key
// and goes on as no key does, or has a blank that YAML takes for a letter; or nil.
func (y *yamlReader) misspelt(last int) error {
	keys := slices.Concat(puzzleKeys, pieceKeys, hintKeys, claimKeys)
	for k, line := range y.lines[:min(last, len(y.lines))] {
		rest := strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(line, " "), "- "), " ")
		word := rest[:len(rest)-len(strings.TrimLeftFunc(rest, isWordRune))]
		value := strings.TrimPrefix(rest[len(word):], ":")
		if word != "" && !slices.Contains(keys, word) {
			continue
		}
		// Where the line begins, or right after its key.
		if r, _ := utf8.DecodeRuneInString(value); r > unicode.MaxASCII && unicode.IsSpace(r) {
			p := pos{k + 1, columnOf(line, len(line)-len(value))}
			return y.errorf(p, "a blank that YAML takes for a letter (%U): write an ordinary one", r)
		}
		if word == "" {
			continue
		}
		p := pos{k + 1, columnOf(line, len(line)-len(rest)+len(word))}
		colon, after := strings.CutPrefix(strings.TrimRight(rest[len(word):], " "), ":")
		switch {
		case !after && !strings.HasPrefix(strings.TrimLeft(colon, " "), ":"):
			return y.errorf(p, "a key is followed by a colon: want \"%s:\"", word)
		case after && colon != "" && colon[0] != ' ':
			return y.errorf(p, "want a blank after \"%s:\", so that it is a key", word)
		}
	}
	return nil
}

// whatRow says what stands in the place of a row of a drawing.
func (r *modelReader) whatRow(n *node, what string) (pos, string) {
	if p, ok := r.comments[n.line]; ok && n.kind == nothing {
		return p, fmt.Sprintf("this row of the %s is a comment, since it begins with #: "+
			"put it in quotes", what)
	}
	if n.kind == nothing {
		return n.pos, fmt.Sprintf("this row of the %s is missing; write \"\" for one that is empty", what)
	}
	return n.pos, fmt.Sprintf("a row of the %s is %s; want a text", what, n.kind)
}
