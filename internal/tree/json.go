package tree

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/exactile/exactile/internal/fault"
)

// ParseJSON reads the values of a JSON text, one document each. It uses the tokens of the standard
// library and not the YAML reader, so that only text that every JSON reader accepts passes.
func ParseJSON(text string, limits Limits) (documents []*Node, err error) {
	j := &jsonReader{count: count{limits: limits}, text: text, decoder: json.NewDecoder(strings.NewReader(text)), here: fault.Pos{Line: 1, Col: 1}}
	j.decoder.UseNumber()
	for {
		n := j.value(1)
		if n == nil && j.err == nil {
			return documents, nil
		}
		if j.document(n); j.err != nil {
			return nil, j.err
		}
		documents = append(documents, n)
	}
}

type jsonReader struct {
	count
	text    string
	decoder *json.Decoder
	here    fault.Pos // the place of byte offset
	offset  int
}

// value reads a value with all that is in it. It returns nil at a closing bracket, after a mistake,
// and at the end of the text.
func (j *jsonReader) value(depth int) *Node {
	start := int(j.decoder.InputOffset())
	for start < len(j.text) && strings.IndexByte(" \t\n,:", j.text[start]) >= 0 {
		start++
	}
	n := &Node{Pos: j.advance(start), JSON: true}
	t, err := j.decoder.Token()
	if err != nil {
		j.broken(err, start, depth)
		return nil
	}
	switch t := t.(type) {
	case json.Delim:
		switch n.Kind = List; t {
		case '{':
			n.Kind = Mapping
		case ']', '}':
			return nil
		}
		if !j.add(n, depth) {
			return nil
		}
		for item := j.value(depth + 1); item != nil; item = j.value(depth + 1) {
			// The decoder accepts only strings as keys.
			if n.Kind == Mapping && len(n.Keys) == len(n.Items) {
				n.Keys = append(n.Keys, item)
			} else {
				n.Items = append(n.Items, item)
			}
		}
		return n
	case string:
		n.Text = t
		if strings.HasPrefix(j.text[start+1:], t) && !strings.Contains(t, "\n") {
			n.Rows = []fault.Pos{n.After(1)}
		}
	case json.Number:
		n.Text, n.Bare = t.String(), true
	case bool:
		n.Text, n.Bare = strconv.FormatBool(t), true
	default:
		n.Kind = Nothing
	}
	j.add(n, depth)
	return n
}

// broken records an error of the decoder, whose token begins at start. The end of the text between
// two documents is none.
func (j *jsonReader) broken(err error, start, depth int) {
	var syntax *json.SyntaxError
	switch {
	case err == io.EOF && depth == 1:
	case err == io.EOF, errors.Is(err, io.ErrUnexpectedEOF):
		j.fail(fault.At(j.advance(len(j.text)), "the file ends inside a JSON value"))
	case errors.As(err, &syntax):
		j.fail(fault.At(j.advance(j.placeOf(syntax, start)), "this is not JSON: %s", clearerJSON(syntax.Error())))
	default:
		j.fail(fault.At(j.here, "this is not JSON: %v", err))
	}
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
func (j *jsonReader) advance(offset int) fault.Pos {
	if offset > j.offset {
		passed := j.text[j.offset:offset]
		if k := strings.LastIndexByte(passed, '\n'); k >= 0 {
			j.here = fault.Pos{Line: j.here.Line + strings.Count(passed, "\n"), Col: 1}
			passed = passed[k+1:]
		}
		j.here.Col += fault.Column(passed, len(passed)) - 1
		j.offset = offset
	}
	return j.here
}
