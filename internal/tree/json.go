package tree

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
)

// ParseJSON reads the values of a JSON text, one document each. It uses the tokens of the standard
// library and not the YAML reader, so that only text that every JSON reader accepts passes.
func ParseJSON(text string, limits Limits) (documents []*Node, err error) {
	j := &jsonReader{
		count: count{limits: limits}, text: text, decoder: json.NewDecoder(strings.NewReader(text)),
		here: Pos{Line: 1, Col: 1},
	}
	j.decoder.UseNumber()
	for {
		j.begin = int(j.decoder.InputOffset())
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
	begin   int // byte offset of the document
	here    Pos // the place of byte offset
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
		if err != io.EOF || depth > 1 { // no end of the text between two documents
			j.broken(err)
		}
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
			n.Rows = []Pos{n.After(1)}
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

// broken records the error of a document. The offset in an error of the decoder depends on how far
// it looked ahead; that of a whole text is exact.
func (j *jsonReader) broken(err error) {
	var all json.RawMessage
	syntax, ok := errors.AsType[*json.SyntaxError](json.Unmarshal([]byte(j.text[j.begin:]), &all))
	switch {
	case !ok:
		j.fail(At(j.here, "this is not JSON: %v", err))
	case strings.HasPrefix(syntax.Error(), "unexpected end"):
		j.fail(At(j.advance(len(j.text)), "the file ends inside a JSON value"))
	default:
		j.fail(At(j.advance(j.begin+int(syntax.Offset)-1), "this is not JSON: %s",
			clearerJSON(syntax.Error())))
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

// advance moves on to a byte offset and returns its place. Each line is counted once, whatever the
// number of tokens.
func (j *jsonReader) advance(offset int) Pos {
	if offset > j.offset {
		passed := j.text[j.offset:offset]
		if k := strings.LastIndexByte(passed, '\n'); k >= 0 {
			j.here = Pos{Line: j.here.Line + strings.Count(passed, "\n"), Col: 1}
			passed = passed[k+1:]
		}
		j.here.Col += Column(passed, len(passed)) - 1
		j.offset = offset
	}
	return j.here
}
