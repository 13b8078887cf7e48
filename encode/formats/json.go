package formats

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
)

// parseJSON reads the values of a JSON text, one document each. It uses the tokens of the standard
// library and not the YAML reader, so that only text that every JSON reader accepts passes.
func parseJSON(s *source) ([]*node, error) {
	j := &jsonReader{source: s, decoder: json.NewDecoder(strings.NewReader(s.text)), here: pos{1, 1}}
	j.decoder.UseNumber()
	documents := &node{kind: list}
	open := []*node{documents} // the lists and mappings around the next value
	for nodes := 0; ; {
		t, p, err := j.token()
		if err == io.EOF && len(open) == 1 {
			return documents.items, nil
		} else if err == io.EOF {
			return nil, j.errorf(j.advance(len(j.text)), "the file ends inside a JSON value")
		} else if err != nil {
			return nil, err
		}
		around := open[len(open)-1]
		if t == json.Delim(']') || t == json.Delim('}') {
			open = open[:len(open)-1]
			continue
		}
		n := j.node(t, p)
		switch nodes++; {
		case nodes > s.limits.Nodes:
			return nil, s.beyond(p, "nodes", "more than %d JSON values in one file", s.limits.Nodes)
		case len(open) > s.limits.Depth:
			return nil, s.beyond(p, "depth", "nested more than %d deep", s.limits.Depth)
		// The decoder accepts only strings as keys.
		case around.kind == mapping && len(around.keys) == len(around.items):
			around.keys = append(around.keys, n)
		default:
			around.items = append(around.items, n)
		}
		if len(documents.items) > s.limits.Documents {
			return nil, s.beyond(p, "documents", "more than %d puzzles in one file", s.limits.Documents)
		}
		if n.kind == list || n.kind == mapping {
			open = append(open, n)
		}
	}
}

type jsonReader struct {
	*source
	decoder *json.Decoder
	here    pos // the place of byte offset
	offset  int
}

// token returns the next token and its place. At the end of the text between
// two values the error is io.EOF.
func (j *jsonReader) token() (json.Token, pos, error) {
	start := int(j.decoder.InputOffset())
	for start < len(j.text) && strings.IndexByte(" \t\n,:", j.text[start]) >= 0 {
		start++
	}
	p := j.advance(start)
	t, err := j.decoder.Token()
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return t, p, nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, p, j.errorf(j.advance(len(j.text)), "the file ends inside a JSON value")
	case errors.As(err, &syntax):
		p := j.advance(j.placeOf(syntax, start))
		return nil, p, j.errorf(p, "this is not JSON: %s", clearerJSON(syntax.Error()))
	}
	return nil, p, err
}

// clearerJSON explains how to fix a mistake that the decoder names.
func clearerJSON(message string) string {
	character, context, _ := strings.Cut(strings.TrimPrefix(message, "invalid character "), " ")
	switch {
	case context == "after object key:value pair":
		return "want a comma here, or a } that closes"
	case context == "after array element":
		return "want a comma here, or a ] that closes"
	case context == "after object key":
		return "want a colon after the key"
	case character == "'/'" || character == "'#'":
		return "it has no comments (YAML has)"
	case character == `'\''`:
		return "texts stand in double quotes"
	case context == "looking for beginning of object key string" && character == "'}'",
		context == "looking for beginning of value" && (character == "']'" || character == "'}'"):
		return "no comma follows the last element"
	case context == "looking for beginning of object key string":
		return "a key stands in double quotes"
	}
	return message
}

// placeOf returns the offset of a mistake in a value that begins at start. The decoder's own offset
// is between one too low and two too high, depending on whether it looked ahead; so the character
// that its message quotes is searched there.
func (j *jsonReader) placeOf(syntax *json.SyntaxError, start int) int {
	wrong := min(max(int(syntax.Offset), start), len(j.text))
	_, quoted, _ := strings.Cut(syntax.Error(), "invalid character ")
	if quoted, err := strconv.QuotedPrefix(quoted); err == nil {
		c, _ := strconv.Unquote(quoted) // cannot fail: the prefix is quoted
		near := max(start, wrong-1)
		if k := strings.Index(j.text[near:min(near+4, len(j.text))], c); k >= 0 {
			return near + k
		}
	}
	return wrong
}

// advance moves on to a byte offset and returns its place. Each line is counted once, whatever the
// number of tokens.
func (j *jsonReader) advance(offset int) pos {
	if offset > j.offset {
		passed := j.text[j.offset:offset]
		if k := strings.LastIndexByte(passed, '\n'); k >= 0 {
			j.here = pos{j.here.line + strings.Count(passed, "\n"), 1}
			passed = passed[k+1:]
		}
		j.here.col = j.here.col + columnOf(passed, len(passed)) - 1
		j.offset = offset
	}
	return j.here
}

// node returns the value that a token is or begins.
func (j *jsonReader) node(t json.Token, p pos) *node {
	n := &node{pos: p, json: true}
	switch t := t.(type) {
	case json.Delim:
		n.kind = list
		if t == '{' {
			n.kind = mapping
		}
	case string:
		n.text = t
		if start := j.offset + 1; strings.HasPrefix(j.text[start:], t) && !strings.Contains(t, "\n") {
			n.rows = []pos{p.after(1)}
		}
	case json.Number:
		n.text, n.bare = t.String(), true
	case bool:
		n.text, n.bare = strconv.FormatBool(t), true
	default:
		n.kind = nothing
	}
	return n
}

// jsonStart matches the start of an object, a list of objects, or a list of texts.
var jsonStart = pattern(`^\s*([{]\s*["}]|\[\s*[{"])`)

// showsJSON: the text begins as JSON does; a list is a list of pegs puzzles, or a mistake that the
// reader explains.
func showsJSON(l look) bool { return jsonStart().MatchString(l.text) }
