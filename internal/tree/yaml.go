package tree

import (
	"io"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// ParseYAML reads the documents of a YAML text; an empty one is Nothing. It rejects what nothing
// here needs: anchors and aliases, tags, directives, merge keys, and keys that are not plain words.
// keys are the words that are keys, to find those that are misspelt.
func ParseYAML(text string, limits Limits, keys []string) (documents []*Node, err error) {
	if len(text) > limits.YAMLBytes {
		return nil, Beyond(Pos{}, "yaml-bytes", "a YAML text of more than %d bytes",
			limits.YAMLBytes)
	}
	y := &yamlReader{count{limits: limits}, lines{all: strings.Split(text, "\n")}}
	for k, line := range y.all {
		if strings.HasPrefix(line, "%") {
			return nil, At(Pos{Line: k + 1},
				"directives are not read; a text that starts with %% needs quotes")
		}
	}
	// A panic of the library must not end the program.
	defer func() {
		if problem := recover(); problem != nil {
			documents, err = nil, At(Pos{}, "this cannot be read as YAML: %v", problem)
		}
	}()
	decoder := yaml.NewDecoder(strings.NewReader(prepared(text)))
	for {
		var root yaml.Node
		if err := decoder.Decode(&root); err == io.EOF {
			return documents, nil
		} else if err != nil {
			return nil, slipOf(decoder, err).explain(&y.lines, keys, limits)
		}
		n := y.node(root.Content[0], 1)
		if n.Kind == Nothing && root.Content[0].Value == "" {
			n.Pos = Pos{Line: root.Line, Col: root.Column}
		}
		if y.document(n); y.err != nil {
			return nil, y.err
		}
		documents = append(documents, n)
	}
}

// spared stands for a question mark in a text, which ends a bare text in brackets for the library.
const spared = '\ufdd0'

// prepared returns a text for the library, with as many characters in each line. It has no
// characters that end a line for the library and not here, and none that it refuses even in
// comments; no puzzle has any of them.
func prepared(text string) string {
	var b strings.Builder
	before := byte('\n')
	for k, r := range text {
		switch {
		case r == '?' && (strings.IndexByte("\n\t [{,", before) < 0 || k+1 < len(text) &&
			strings.IndexByte("\n\t ", text[k+1]) < 0):
			b.WriteRune(spared)
		case r != '\n' && r != '\t' && unicode.IsControl(r), r == '\u2028', r == '\u2029',
			r == '\ufffe', r == '\uffff', r == spared:
			b.WriteRune(unicode.ReplacementChar)
		default:
			b.WriteRune(r)
		}
		before = byte(min(r, utf8.RuneSelf))
	}
	return b.String()
}

type yamlReader struct {
	count
	lines
}

// node turns a value of the library's tree into a node.
func (y *yamlReader) node(v *yaml.Node, depth int) *Node {
	n := &Node{Pos: Pos{Line: v.Line, Col: v.Column}}
	switch v.Kind {
	case yaml.MappingNode:
		n.Kind = Mapping
	case yaml.SequenceNode:
		n.Kind = List
	}
	if !y.add(n, depth) {
		return n
	}
	before, rest := y.around(n.Pos)
	switch {
	case v.Anchor != "" || v.Kind == yaml.AliasNode:
		y.fail(At(n.Pos, noAnchors))
	case v.Value != "" && strings.HasPrefix(rest, "!") || v.Style&yaml.TaggedStyle != 0:
		y.fail(At(n.Pos, noTags))
	case n.Kind == Mapping:
		for k := 0; k < len(v.Content); k += 2 {
			y.pair(n, v.Content[k], v.Content[k+1], depth+1)
		}
	case n.Kind == List:
		for _, item := range v.Content {
			n.Items = append(n.Items, y.node(item, depth+1))
		}
	case v.Style == 0 && v.ShortTag() == "!!null":
		n.Kind, n.Text, n.Comment = Nothing, v.Value, commentOf(n.Pos, rest)
		if strings.HasSuffix(before, "-") {
			n.Pos = n.After(1) // an element begins a blank behind its dash
		}
	default:
		n.Text = strings.ReplaceAll(v.Value, string(spared), "?")
		y.scalar(n, v.Style, rest)
	}
	return n
}

// pair appends a key and its value to the mapping n.
func (y *yamlReader) pair(n *Node, k, v *yaml.Node, depth int) {
	key := y.node(k, depth)
	before, _ := y.around(key.Pos)
	before = strings.TrimRight(before, " \t")
	switch {
	case strings.HasSuffix(before, "?"):
		y.fail(At(Pos{Line: key.Line, Col: Column(before, len(before)-1)}, noQuestion))
	case k.Style == 0 && k.Value == "<<":
		y.fail(At(key.Pos, "merge keys are not read"))
	case key.Kind != Scalar:
		y.fail(At(key.Pos, "a key must be a plain word, not %s", key.Kind))
	}
	value := y.node(v, depth)
	if value.Kind == Nothing {
		value.Pos = key.Pos
	}
	n.Keys = append(n.Keys, key)
	n.Items = append(n.Items, value)
}

// scalar fills in how and where the text of a scalar is written. rest is its line from its place
// on.
func (y *yamlReader) scalar(n *Node, style yaml.Style, rest string) {
	switch style {
	case yaml.FoldedStyle:
		n.Wrapped = true
	case yaml.LiteralStyle:
		y.placeBlock(n)
	case 0:
		n.Bare = true
		if n.Wrapped = !strings.HasPrefix(rest, n.Text); !n.Wrapped {
			n.Rows = []Pos{n.Pos}
		}
	default:
		if n.Wrapped = !oneLine().MatchString(rest); !n.Wrapped &&
			strings.HasPrefix(rest[1:], n.Text) {
			n.Rows = []Pos{n.After(1)}
		}
	}
}

// oneLine matches a text in quotes that ends in its line.
var oneLine = sync.OnceValue(
	func() *regexp.Regexp { return regexp.MustCompile(`^("([^"\\]|\\.)*"|'[^']*')`) },
)

// placeBlock sets the places of the lines of a block below its header.
func (y *yamlReader) placeBlock(n *Node) {
	for k, row := range strings.Split(strings.TrimSuffix(n.Text, "\n"), "\n") {
		line := y.line(n.Line + 1 + k)
		if !strings.HasSuffix(line, row) {
			n.Rows = nil
			return
		}
		n.Rows = append(n.Rows, Pos{Line: n.Line + 1 + k, Col: Column(line, len(line)-len(row))})
	}
}

// commentOf returns the comment that begins a line from the place p on, or nil.
func commentOf(p Pos, rest string) *Comment {
	text := strings.TrimLeft(rest, " \t")
	if !strings.HasPrefix(text, "#") {
		return nil
	}
	return &Comment{
		p.After(utf8.RuneCountInString(rest[:len(rest)-len(text)])), strings.TrimRight(text, " \t"),
	}
}
