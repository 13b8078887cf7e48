package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/exactile/exactile/encode/puzzle"
)

// insertJSON puts claims into the text of a JSON file: behind the last claim of their
// object, or as its last key. The rest of the text remains, as in YAML.
func insertJSON(text []byte, missing [][]puzzle.Claim) ([]byte, error) {
	mark := text[:len(text)-len(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))]
	text = text[len(mark):]
	s := &jsonScan{text: text, decoder: json.NewDecoder(bytes.NewReader(text)), eol: lineEnd(text)}
	s.decoder.UseNumber()
	var out bytes.Buffer
	out.Write(mark)
	copied := 0
	for _, claims := range missing {
		at, made, err := s.object(claims)
		if err != nil {
			return nil, err
		}
		if len(claims) == 0 {
			continue
		}
		out.Write(text[copied:at])
		out.WriteString(made)
		copied = at
	}
	out.Write(text[copied:])
	return out.Bytes(), nil
}

// A jsonScan reads the tokens of a JSON text that is known to be valid.
type jsonScan struct {
	text    []byte
	decoder *json.Decoder
	eol     string // how its lines end
}

// errNoObject means that a text has other values than objects at its top level.
var errNoObject = errors.New("it is not one JSON object a puzzle")

// object reads the next object and returns the offset at which to insert claims, and the text to
// insert.
func (s *jsonScan) object(claims []puzzle.Claim) (at int, made string, err error) {
	if t, err := s.decoder.Token(); err != nil || t != json.Delim('{') {
		return 0, "", errors.Join(err, errNoObject)
	}
	last, keys := int(s.decoder.InputOffset()), 0 // where the last value ends
	keyed := 0                                    // where the last key begins
	found := false
	for s.decoder.More() {
		key, err := s.decoder.Token()
		if err != nil {
			return 0, "", err
		}
		keys++
		keyed = s.skipped(last)
		if key == "claims" {
			found = true
			if at, made, err = s.array(claims); err != nil {
				return 0, "", err
			}
		} else if err := s.value(); err != nil {
			return 0, "", err
		}
		last = int(s.decoder.InputOffset())
	}
	if _, err := s.decoder.Token(); err != nil { // the brace
		return 0, "", err
	}
	if found {
		return at, made, nil
	}
	comma := ","
	if keys == 0 {
		comma = ""
	}
	indent, alone := s.indent(keyed)
	if !alone || keys == 0 {
		return last, comma + ` "claims": [` + strings.Join(spelt(claims), ", ") + "]", nil
	}
	inner := indent + indentStep(indent)
	list := strings.Join(spelt(claims), ","+s.eol+inner)
	return last, comma + s.eol + indent + `"claims": [` + s.eol + inner + list + s.eol + indent + "]", nil
}

// array reads the array of claims.
func (s *jsonScan) array(claims []puzzle.Claim) (at int, made string, err error) {
	if t, err := s.decoder.Token(); err != nil || t != json.Delim('[') {
		return 0, "", errors.Join(err, errors.New("its claims are no list"))
	}
	at = int(s.decoder.InputOffset())
	started, items := 0, 0
	for s.decoder.More() {
		started = s.skipped(at)
		if err := s.value(); err != nil {
			return 0, "", err
		}
		items++
		at = int(s.decoder.InputOffset())
	}
	if _, err := s.decoder.Token(); err != nil { // the bracket
		return 0, "", err
	}
	if items == 0 {
		return at, strings.Join(spelt(claims), ", "), nil
	}
	between := ", "
	if indent, alone := s.indent(started); alone {
		between = "," + s.eol + indent
	}
	return at, between + strings.Join(spelt(claims), between), nil
}

// value reads one value.
func (s *jsonScan) value() error {
	var any json.RawMessage
	err := s.decoder.Decode(&any)
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// skipped returns where the next token begins, from an offset on.
func (s *jsonScan) skipped(at int) int {
	for at < len(s.text) && strings.IndexByte(" \t\r\n,:", s.text[at]) >= 0 {
		at++
	}
	return at
}

// indent returns the blanks before the token at an offset, and whether the token is the first of
// its line.
func (s *jsonScan) indent(at int) (blanks string, alone bool) {
	line := s.text[bytes.LastIndexByte(s.text[:at], '\n')+1 : at]
	return string(line), len(bytes.TrimLeft(line, " \t")) == 0 && len(line) < at
}

// indentStep is the indent of the items of an array beyond that of the array.
func indentStep(indent string) string {
	if indent == "" {
		return "  "
	}
	return indent
}

// spelt returns claims as the text of JSON objects.
func spelt(claims []puzzle.Claim) []string {
	var all []string
	for _, c := range claims {
		source, err := json.Marshal(c.Source)
		if err != nil {
			source = []byte(`""`) // no string fails to marshal
		}
		all = append(all, fmt.Sprintf(`{"%s": %v, "source": %s}`, c.Kind, c.Count, source))
	}
	return all
}

// lineEnd returns the line ending of a text.
func lineEnd(text []byte) string {
	if first, _, more := bytes.Cut(text, []byte("\n")); more && bytes.HasSuffix(first, []byte("\r")) {
		return "\r\n"
	}
	return "\n"
}
