package tree

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// What is said of mistakes.
const (
	noAnchors  = "anchors and aliases are not read; a text that starts with & or * needs quotes"
	noTags     = "tags are not read; a text that starts with ! needs quotes"
	noQuestion = "'? ' is not read; write KEY: VALUE, and put a text that starts with ? in quotes"
	noPair     = "this is no KEY: VALUE; is it indented like the lines that it belongs to?"
	noBlank    = "want a blank after \"%s:\", so that it is a key"
)

// Errors of the library where a value, a key or an element should be.
const (
	noContent = "did not find expected node content"
	noKey     = "did not find expected key"
	noElement = "did not find expected '-' indicator"
	noStart   = "did not find expected <document start>"
)

// A slip is an error of the YAML library.
type slip struct {
	text string
	// at is where the library stopped, and from where the token or the brackets begin in which it
	// was.
	at, from Pos
}

// slipOf returns an error of a decoder. The error itself names only a line, and often that where
// the values around the mistake begin. The places are in fields of the library's parser; with
// another version of the library, which has no such fields, they are the start of the text.
func slipOf(decoder *yaml.Decoder, err error) slip {
	field := func(v reflect.Value, name string) reflect.Value {
		if v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		if v.Kind() != reflect.Struct {
			return reflect.Value{}
		}
		return v.FieldByName(name)
	}
	place := func(mark reflect.Value) (p Pos) {
		if line, column := field(mark, "line"), field(mark, "column"); line.CanInt() &&
			column.CanInt() {
			p = Pos{Line: int(line.Int()) + 1, Col: int(column.Int()) + 1}
		}
		return p
	}
	events := field(reflect.ValueOf(decoder), "parser")
	parser := field(events, "parser")
	s := slip{
		err.Error(), place(field(parser, "problem_mark")), place(field(parser, "context_mark")),
	}
	switch problem := field(parser, "problem"); {
	case strings.Contains(s.text, "unknown anchor"):
		s.from = place(field(field(events, "event"), "start_mark"))
	case problem.Kind() == reflect.String && problem.String() != "":
		s.text = problem.String()
	}
	if marks := field(parser, "marks"); s.text == noContent && marks.Kind() == reflect.Slice &&
		marks.Len() > 0 {
		s.from = place(marks.Index(marks.Len() - 1)) // the innermost list or mapping that is open
	}
	return s
}

// explain turns an error of the library into one that names the mistake, which is often elsewhere,
// and how to mend it. keys are the words that are keys.
func (s slip) explain(l *lines, keys []string, limits Limits) error {
	before, rest := l.around(s.at)
	_, start := l.around(s.from)
	begins := func(text, chars string) bool {
		return text != "" &&
			strings.IndexByte(chars, text[0]) >= 0
	}
	switch {
	case strings.Contains(s.text, "exceeded max depth"):
		return Beyond(s.at, "depth", "nested more than %d deep", limits.Depth)
	case begins(rest, "\t"):
		return At(s.at, "a tab: lines of YAML are indented by blanks")
	case begins(start, "!"):
		return At(s.from, noTags)
	case begins(start, "&*"):
		return At(s.from, noAnchors)
	case begins(start, "[{") && (s.text == noContent ||
		strings.HasPrefix(s.text, "did not find expected ',' or ")):
		return s.bracket(l, keys, before, start, rest)
	}
	if mistake := l.misspelt(max(s.at.Line, s.from.Line), keys); mistake != nil {
		return mistake
	}
	switch s.text {
	case "found unexpected end of stream", "found unexpected document indicator":
		return At(s.from, "these quotes are never closed")
	case "found character that cannot start any token":
		return At(s.at, "a text that starts with %.1s needs quotes", rest)
	case "mapping values are not allowed in this context":
		// The key begins behind the last colon. In a line with one colon, it continues with a text
		// above.
		if above := l.line(s.at.Line - 1); !strings.Contains(before, ": ") &&
			indent(before) <= indent(above) {
			return At(Pos{Line: s.at.Line - 1, Col: indent(above) + 1}, noPair)
		}
		key := strings.TrimLeft(before[strings.LastIndex(before, ": ")+1:], " ")
		return At(Pos{Line: s.at.Line, Col: Column(before, len(before)-len(key))},
			"there is a second colon here: want { and }, or a line for each key, and a blank "+
				"after '-'")
	case "could not find expected ':'":
		return At(s.from, noPair)
	case noContent, noKey, noElement, noStart:
		if begins(rest, "]}") {
			return At(s.at, "this %.1s closes nothing", rest)
		}
		if l.belowBlock(s.at.Line) {
			return At(s.at, "this line is indented less than the one above it; "+
				"a board whose first row starts with a blank needs 'board: |2', or '#' in place "+
				"of the blank")
		}
		return At(s.at,
			"this does not belong to the line above; is that line complete, and this one "+
				"indented as it should be?")
	}
	return At(s.at, "this cannot be read as YAML: %s", s.text)
}

// bracket explains why the list or mapping in brackets from s.from does not continue at s.at. start
// and rest are the lines from there on, before is what stands before rest.
func (s slip) bracket(l *lines, keys []string, before, start, rest string) error {
	closer := map[byte]string{'[': "]", '{': "}"}[start[0]]
	if k := strings.IndexByte(start, '#'); k > 0 && strings.Contains(start[k:], closer) &&
		strings.IndexByte(" [{,", start[k-1]) >= 0 && strings.Count(start[:k], `"`)%2 == 0 {
		return At(s.from.After(utf8.RuneCountInString(start[:k])),
			"from this # on the line is a comment, "+
				"also the %s that closes the %.1s: put a text that begins with # in quotes", closer,
			start)
	}
	key, colon := strings.CutSuffix(before, ":")
	key = key[len(strings.TrimRightFunc(key, isWordRune)):]
	switch {
	case colon && slices.Contains(keys, key):
		return At(s.at.After(-1), noBlank, key)
	case strings.HasPrefix(rest, "]"), strings.HasPrefix(rest, "}"):
		return At(s.at, "this %.1s comes before the %s that closes the %.1s of line %d, column %d",
			rest, closer, start, s.from.Line, s.from.Col)
	case s.at.Line > s.from.Line && indent(l.line(s.at.Line)) <= indent(l.line(s.from.Line)):
		return At(s.from, "this %.1s is never closed: no %s follows that is its own", start, closer)
	}
	return At(s.at, "want a comma here, or a bracket that closes")
}

// indent is the number of blanks at the start of a line.
func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// belowBlock reports whether a line ends a block of rows that it could belong to: the nearest line
// above that is indented less begins the block.
func (l *lines) belowBlock(n int) bool {
	for above := n - 1; above > 0; above-- {
		if line := l.line(above); indent(line) < indent(l.line(n)) {
			return strings.HasSuffix(strings.TrimRight(line, " "), "|")
		}
	}
	return false
}

// misspelt returns an error for a line, at most number last, that begins with a key but has no
// colon and blank after it, or has a blank that YAML takes for a letter; or nil.
func (l *lines) misspelt(last int, keys []string) error {
	for k, line := range l.all[:min(last, len(l.all))] {
		rest := strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(line, " "), "- "), " ")
		word := rest[:len(rest)-len(strings.TrimLeftFunc(rest, isWordRune))]
		if word != "" && !slices.Contains(keys, word) {
			continue
		}
		rest = rest[len(word):]
		p := Pos{Line: k + 1, Col: Column(line, len(line)-len(rest))}
		value, after := strings.CutPrefix(rest, ":")
		switch r, _ := utf8.DecodeRuneInString(value); {
		case r > unicode.MaxASCII && unicode.IsSpace(r):
			return At(p.After(len(rest)-len(value)),
				"a blank that YAML takes for a letter (%U): write an ordinary one", r)
		case word == "":
		case !after && !strings.HasPrefix(strings.TrimLeft(rest, " "), ":"):
			return At(p, "a key is followed by a colon: want \"%s:\"", word)
		case after && value != "" && r != ' ':
			return At(p, noBlank, word)
		}
	}
	return nil
}

// isWordRune: [\pL\pN_]
func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }
