package formats

import (
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/scanner"
	"github.com/goccy/go-yaml/token"
)

// parseYAML reads the documents of a YAML text. It rejects everything that puzzles do not need, so
// that it cannot do harm: anchors and aliases, tags, directives, merge keys and keys that are not
// plain words.
//
// The tokens of the YAML library are checked first: whatever makes its parser recurse or take long
// is bounded before the parser runs.
func parseYAML(s *source) ([]*node, error) {
	if len(s.text) > s.limits.YAMLBytes {
		return nil, s.beyond(pos{1, 1}, "yaml-bytes", "a YAML text of more than %d bytes", s.limits.YAMLBytes)
	}
	s.comments = make(map[int]pos)
	y := &yamlReader{source: s, lines: strings.Split(s.text, "\n")}
	blank := 0
	for k, line := range y.lines {
		if blank++; strings.TrimSpace(line) != "" {
			blank = 0
		}
		if blank > maxBlankLines {
			return nil, s.errorf(pos{k + 1, 1}, "more than %d empty lines in a row", maxBlankLines)
		}
	}
	tokens, err := y.tokens()
	if err != nil {
		return nil, err
	}
	var documents []*node
	for _, part := range split(tokens) {
		n, err := y.document(part)
		if err != nil {
			return nil, err
		}
		if n != nil {
			documents = append(documents, n)
		}
		if len(documents) > s.limits.Documents {
			return nil, s.beyond(n.pos, "documents", "more than %d puzzles in one file", s.limits.Documents)
		}
	}
	return documents, nil
}

type yamlReader struct {
	*source
	lines []string
	err   error // the first mistake in a tree
}

// tokens returns the tokens of the text, comments left out.
func (y *yamlReader) tokens() (token.Tokens, error) {
	var s scanner.Scanner
	s.Init(y.text)
	var tokens token.Tokens
	for {
		part, err := s.Scan()
		if err == io.EOF {
			return tokens, nil
		}
		for _, t := range part {
			if t.Type == token.CommentType {
				if p := at(t); y.comments[p.line] == (pos{}) {
					y.comments[p.line] = p
				}
				continue
			}
			if err := y.refuse(t); err != nil {
				return nil, err
			}
			if tokens.Add(t); len(tokens) > y.limits.Nodes {
				return nil, y.beyond(at(t), "nodes", "more than %d YAML tokens in one file", y.limits.Nodes)
			}
		}
		if err != nil {
			return nil, y.errorf(pos{1, 1}, "this cannot be read as YAML: %v", err)
		}
	}
}

// refuse returns an error for a token that puzzles do not need.
func (y *yamlReader) refuse(t *token.Token) error {
	switch t.Type {
	case token.InvalidType:
		return y.errorf(at(t), "%s", clearer(t.Error))
	case token.AnchorType, token.AliasType:
		return y.errorf(at(t), "anchors and aliases are not read; a text that starts with & or * needs quotes")
	case token.TagType:
		return y.errorf(at(t), "tags are not read; a text that starts with ! needs quotes")
	case token.DirectiveType:
		return y.errorf(at(t), "directives are not read; a text that starts with %% needs quotes")
	case token.MergeKeyType:
		return y.errorf(at(t), "merge keys are not read")
	case token.MappingKeyType:
		return y.errorf(at(t), "'? ' is not read; write KEY: VALUE, and put a text that starts with ? in quotes")
	}
	return nil
}

// split splits the tokens at the document marks.
func split(tokens token.Tokens) []token.Tokens {
	var parts []token.Tokens
	start := 0
	for k, t := range tokens {
		if t.Type == token.DocumentHeaderType || t.Type == token.DocumentEndType {
			parts = append(parts, tokens[start:k:k])
			start = k + 1
		}
	}
	return append(parts, tokens[start:])
}

// document reads one document; nil if it is empty.
func (y *yamlReader) document(tokens token.Tokens) (n *node, err error) {
	if len(tokens) == 0 {
		return nil, nil
	}
	if err := y.checkSize(tokens); err != nil {
		return nil, err
	}
	if err := brackets(y.source, tokens); err != nil {
		return nil, err
	}
	// A panic of the library's parser must not end the program.
	defer func() {
		if problem := recover(); problem != nil {
			n, err = nil, y.errorf(at(tokens[0]), "this cannot be read as YAML: %v", problem)
		}
	}()
	file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, y.syntaxError(tokens, err)
	}
	for _, document := range file.Docs {
		if document.Body == nil {
			continue
		}
		if n != nil {
			return nil, y.errorf(at(document.Body.GetToken()), "this does not belong to the document above; separate documents by ---")
		}
		if n = y.node(document.Body); y.err != nil {
			return nil, y.err
		}
	}
	return n, nil
}

// syntaxError turns an error of the library into an *Error with its place.
func (y *yamlReader) syntaxError(tokens token.Tokens, err error) error {
	var placed interface {
		GetToken() *token.Token
		GetMessage() string
	}
	if errors.As(err, &placed) && placed.GetToken() != nil {
		if mistake := misspelt(y.source, placed.GetToken().Position.Line); mistake != nil {
			return mistake
		}
		if t := placed.GetToken(); strings.HasPrefix(t.Value, "]") || strings.HasPrefix(t.Value, "}") {
			return y.errorf(at(t), "this %s closes nothing", t.Value[:1])
		}
		return y.errorf(at(placed.GetToken()), "%s", clearer(placed.GetMessage()))
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	return y.errorf(at(tokens[0]), "this cannot be read as YAML: %s", text)
}

// checkSize bounds the number of tokens of a document and how deep they nest.
func (y *yamlReader) checkSize(tokens token.Tokens) error {
	if len(tokens) > y.limits.Tokens {
		return y.beyond(at(tokens[y.limits.Tokens]), "tokens", "more than %d YAML tokens in one document", y.limits.Tokens)
	}
	flow := 0       // open brackets
	var block []int // columns of the lists and mappings around a token
	for k, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			flow++
		case token.SequenceEndType, token.MappingEndType:
			flow--
		case token.SequenceEntryType, token.MappingValueType:
			first := t
			if t.Type == token.MappingValueType && k > 0 {
				first = tokens[k-1] // the key
			}
			column := first.Position.Column
			for len(block) > 0 && block[len(block)-1] > column {
				block = block[:len(block)-1]
			}
			if flow <= 0 && (len(block) == 0 || block[len(block)-1] < column) {
				block = append(block, column)
			}
		}
		if flow+len(block) > y.limits.Depth {
			return y.beyond(at(t), "depth", "nested more than %d deep", y.limits.Depth)
		}
	}
	return nil
}

// node turns a value of the library's tree into a node.
func (y *yamlReader) node(value ast.Node) *node {
	if value == nil {
		return &node{kind: nothing}
	}
	n := &node{pos: at(value.GetToken())}
	switch v := value.(type) {
	case *ast.MappingNode:
		n.kind = mapping
		for _, pair := range v.Values {
			y.pair(n, pair)
		}
	case *ast.MappingValueNode:
		n.kind = mapping
		y.pair(n, v)
	case *ast.SequenceNode:
		n.kind = list
		for _, item := range v.Values {
			n.items = append(n.items, y.node(item))
		}
	case *ast.NullNode:
		n.kind = nothing
	case *ast.LiteralNode:
		n.text = v.Value.Value
		n.wrapped = v.Start.Type == token.FoldedType
		y.placeBlock(n)
	case ast.ScalarNode:
		y.scalar(n, value.GetToken())
	default:
		y.fail(n.pos, "this is not read here: %s", value.Type())
	}
	if t := value.GetToken(); n.kind == mapping && t.Type == token.MappingValueType && len(n.keys) > 0 {
		n.pos = n.keys[0].pos // the library places a block mapping at its first colon
	}
	return n
}

// fail records a mistake in a tree, unless there is one already.
func (y *yamlReader) fail(p pos, format string, args ...any) {
	if y.err == nil {
		y.err = y.errorf(p, format, args...)
	}
}

// pair appends a key and its value to the mapping n.
func (y *yamlReader) pair(n *node, pair *ast.MappingValueNode) {
	key := y.node(pair.Key)
	if key.kind != scalar {
		y.fail(key.pos, "a key must be a plain word, not %s", key.kind)
	}
	value := y.node(pair.Value)
	if value.kind == nothing {
		value.pos = key.pos
	}
	n.keys = append(n.keys, key)
	n.items = append(n.items, value)
}

// scalar fills in a scalar that is not a block.
func (y *yamlReader) scalar(n *node, t *token.Token) {
	n.text = t.Value
	n.bare = t.Type != token.SingleQuoteType && t.Type != token.DoubleQuoteType
	n.wrapped = strings.Contains(strings.TrimSpace(t.Origin), "\n")
	first := n.pos
	if !n.bare {
		first = n.after(1)
	}
	if !n.wrapped && y.stands(n.text, first) {
		n.rows = []pos{first}
	}
}

// stands reports whether the text occurs unchanged at the place, which it does not if it is quoted
// with escapes. Beyond column maxSearch it reports false.
func (y *yamlReader) stands(text string, p pos) bool {
	if p.line > len(y.lines) || p.col > maxSearch {
		return false
	}
	line := y.lines[p.line-1]
	for range p.col - 1 {
		_, size := utf8.DecodeRuneInString(line)
		line = line[size:]
	}
	return strings.HasPrefix(line, text)
}

// maxSearch is the last column at which the text of a scalar is searched: a line can be long, and
// have many scalars.
const maxSearch = 4096

// placeBlock sets the places of the lines of a block below its header.
func (y *yamlReader) placeBlock(n *node) {
	if n.wrapped {
		return
	}
	for k, row := range strings.Split(strings.TrimSuffix(n.text, "\n"), "\n") {
		line := n.line + k // k counts from 0: line 0 is the one below the header
		if line >= len(y.lines) || row != "" && !strings.HasSuffix(y.lines[line], row) {
			n.rows = nil
			return
		}
		n.rows = append(n.rows, pos{line + 1, columnOf(y.lines[line], max(0, len(y.lines[line])-len(row)))})
	}
}

// maxBlankLines bounds the empty lines in a row of a YAML text: inside a block the lexer takes
// quadratic time for them.
const maxBlankLines = 100

// The signs that a text is YAML: a line with a key and its colon; or a first line that is a
// directive, a key marked by "?", or a comment that is not a row of a grid.
var (
	yamlKey  = pattern(`^[ \t]*([-?] )?[{]?["']?[\pL_][\pL\pN_-]*["']?[ \t]*:([ \t]|$)`)
	yamlMark = pattern(`^([?%]|#.*[^-#])`)
)

// showsYAML reports whether a line has a key, or the text begins as only YAML does. An empty text
// is taken as YAML: its reader reports that there is no puzzle.
func showsYAML(l look) bool {
	switch {
	case l.text == "":
		return true
	case showsJSON(l), showsPolycube(l), l.begins("[|"):
		return false
	}
	return l.begins("{") || slices.ContainsFunc(l.lines, yamlKey().MatchString) || yamlMark().MatchString(l.lines[0])
}
