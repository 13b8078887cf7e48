package tree

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/formats/internal/fault"
)

// ParseJSON reads the values of a JSON text, one document each. It uses the tokens of the standard
// library and not the YAML reader, so that only text that every JSON reader accepts passes.
func ParseJSON(text string, limits Limits) ([]*Node, error) {
	j := &jsonReader{text: text, decoder: json.NewDecoder(strings.NewReader(text)), here: fault.Pos{Line: 1, Col: 1}}
	j.decoder.UseNumber()
	documents := &Node{Kind: List}
	open := []*Node{documents} // the lists and mappings around the next value
	for nodes := 0; ; {
		t, p, err := j.token()
		if err == io.EOF && len(open) == 1 {
			return documents.Items, nil
		} else if err == io.EOF {
			return nil, fault.At(j.advance(len(j.text)), "the file ends inside a JSON value")
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
		case nodes > limits.Nodes:
			return nil, fault.Beyond(p, "nodes", "more than %d JSON values in one file", limits.Nodes)
		case len(open) > limits.Depth:
			return nil, fault.Beyond(p, "depth", "nested more than %d deep", limits.Depth)
		// The decoder accepts only strings as keys.
		case around.Kind == Mapping && len(around.Keys) == len(around.Items):
			around.Keys = append(around.Keys, n)
		default:
			around.Items = append(around.Items, n)
		}
		if len(documents.Items) > limits.Documents {
			return nil, fault.Beyond(p, "documents", "more than %d puzzles in one file", limits.Documents)
		}
		if n.Kind == List || n.Kind == Mapping {
			open = append(open, n)
		}
	}
}

type jsonReader struct {
	text    string
	decoder *json.Decoder
	here    fault.Pos // the place of byte offset
	offset  int
}

// token returns the next token and its place. At the end of the text between
// two values the error is io.EOF.
func (j *jsonReader) token() (json.Token, fault.Pos, error) {
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
		return nil, p, fault.At(j.advance(len(j.text)), "the file ends inside a JSON value")
	case errors.As(err, &syntax):
		p := j.advance(j.placeOf(syntax, start))
		return nil, p, fault.At(p, "this is not JSON: %s", clearerJSON(syntax.Error()))
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
func (j *jsonReader) advance(offset int) fault.Pos {
	if offset > j.offset {
		passed := j.text[j.offset:offset]
		if k := strings.LastIndexByte(passed, '\n'); k >= 0 {
			j.here = fault.Pos{Line: j.here.Line + strings.Count(passed, "\n"), Col: 1}
			passed = passed[k+1:]
		}
		j.here.Col = j.here.Col + fault.Column(passed, len(passed)) - 1
		j.offset = offset
	}
	return j.here
}

// node returns the value that a token is or begins.
func (j *jsonReader) node(t json.Token, p fault.Pos) *Node {
	n := &Node{Pos: p, JSON: true}
	switch t := t.(type) {
	case json.Delim:
		n.Kind = List
		if t == '{' {
			n.Kind = Mapping
		}
	case string:
		n.Text = t
		if start := j.offset + 1; strings.HasPrefix(j.text[start:], t) && !strings.Contains(t, "\n") {
			n.Rows = []fault.Pos{p.After(1)}
		}
	case json.Number:
		n.Text, n.Bare = t.String(), true
	case bool:
		n.Text, n.Bare = strconv.FormatBool(t), true
	default:
		n.Kind = Nothing
	}
	return n
}
