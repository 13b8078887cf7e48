package verify

import (
	"bytes"
	"cmp"
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

var (
	errNoObject = errors.New("it is not one JSON object a puzzle")
	errNoList   = errors.New("its claims are no list")
)

// A span is the elements of an object or an array: how many there are, where the last begins,
// and where it ends, or the opening bracket if there is none.
type span struct{ n, last, end int }

// elements reads an object or an array; each reads one of its elements.
func (s *jsonScan) elements(open json.Delim, wrong error, each func() error) (in span, err error) {
	if t, err := s.decoder.Token(); err != nil || t != open {
		return in, errors.Join(err, wrong)
	}
	for in.end = int(s.decoder.InputOffset()); s.decoder.More(); in.n++ {
		in.last = s.skipped(in.end)
		if err := each(); err != nil {
			return in, err
		}
		in.end = int(s.decoder.InputOffset())
	}
	_, err = s.decoder.Token() // the closing bracket
	return in, err
}

// object reads the next object and returns the offset at which to insert claims, and the text to
// insert.
func (s *jsonScan) object(claims []puzzle.Claim) (at int, made string, err error) {
	found := false
	in, err := s.elements('{', errNoObject, func() error {
		key, err := s.decoder.Token()
		if err != nil {
			return err
		}
		if key != "claims" {
			return s.value()
		}
		found = true
		list, err := s.elements('[', errNoList, s.value)
		at, made = list.end, s.added(list, spelt(claims)...)
		return err
	})
	if err != nil || found {
		return at, made, err
	}
	open, between, shut := `"claims": [`, ", ", "]"
	if indent, alone := s.indent(in.last); in.n == 0 {
		open = " " + open
	} else if alone {
		inner := indent + cmp.Or(indent, "  ")
		open, between, shut = open+s.eol+inner, ","+s.eol+inner, s.eol+indent+shut
	}
	return in.end, s.added(in, open+strings.Join(spelt(claims), between)+shut), nil
}

// added returns the text that adds elements behind those of a span, laid out like the last one.
func (s *jsonScan) added(to span, elements ...string) string {
	if to.n == 0 {
		return strings.Join(elements, ", ")
	}
	between := ", "
	if indent, alone := s.indent(to.last); alone {
		between = "," + s.eol + indent
	}
	return between + strings.Join(elements, between)
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
