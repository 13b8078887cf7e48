package tree

import (
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/scanner"
	"github.com/goccy/go-yaml/token"

	"github.com/exactile/exactile/encode/formats/internal/fault"
)

// ParseYAML reads the documents of a YAML text. It rejects everything that puzzles do not need, so
// that it cannot do harm: anchors and aliases, tags, directives, merge keys and keys that are not
// plain words.
//
// The tokens of the YAML library are checked first: whatever makes its parser recurse or take long
// is bounded before the parser runs. keys are the words that are keys, to tell which mistakes are
// made with one.
func ParseYAML(text string, limits Limits, keys []string) ([]*Node, error) {
	if len(text) > limits.YAMLBytes {
		return nil, fault.Beyond(fault.Pos{}, "yaml-bytes", "a YAML text of more than %d bytes", limits.YAMLBytes)
	}
	y := &yamlReader{
		limits: limits, keys: keys,
		lines: strings.Split(text, "\n"), comments: make(map[int]*Comment),
	}
	blank := 0
	for k, line := range y.lines {
		if blank++; strings.TrimSpace(line) != "" {
			blank = 0
		}
		if blank > maxBlankLines {
			return nil, fault.At(fault.Pos{Line: k + 1}, "more than %d empty lines in a row", maxBlankLines)
		}
	}
	tokens, err := y.tokens(text)
	if err != nil {
		return nil, err
	}
	var documents []*Node
	for _, part := range split(tokens) {
		n, err := y.document(part)
		if err != nil {
			return nil, err
		}
		if n != nil {
			documents = append(documents, n)
		}
		if len(documents) > limits.Documents {
			return nil, fault.Beyond(n.Pos, "documents", "more than %d puzzles in one file", limits.Documents)
		}
	}
	return documents, nil
}

type yamlReader struct {
	limits   Limits
	keys     []string
	lines    []string
	comments map[int]*Comment // the first of each line
	err      error            // the first mistake in a tree
}

// tokens returns the tokens of the text, comments left out.
func (y *yamlReader) tokens(text string) (token.Tokens, error) {
	var s scanner.Scanner
	s.Init(text)
	var tokens token.Tokens
	for {
		part, err := s.Scan()
		if err == io.EOF {
			return tokens, nil
		}
		for _, t := range part {
			if t.Type == token.CommentType {
				if p := at(t); y.comments[p.Line] == nil {
					y.comments[p.Line] = &Comment{p, y.rest(p)}
				}
				continue
			}
			if err := y.refuse(t); err != nil {
				return nil, err
			}
			if tokens.Add(t); len(tokens) > y.limits.Nodes {
				return nil, fault.Beyond(at(t), "nodes", "more than %d YAML tokens in one file", y.limits.Nodes)
			}
		}
		if err != nil {
			return nil, fault.At(fault.Pos{}, "this cannot be read as YAML: %v", err)
		}
	}
}

// refuse returns an error for a token that puzzles do not need.
func (y *yamlReader) refuse(t *token.Token) error {
	switch t.Type {
	case token.InvalidType:
		return fault.At(at(t), "%s", clearer(t.Error))
	case token.AnchorType, token.AliasType:
		return fault.At(at(t), "anchors and aliases are not read; a text that starts with & or * needs quotes")
	case token.TagType:
		return fault.At(at(t), "tags are not read; a text that starts with ! needs quotes")
	case token.DirectiveType:
		return fault.At(at(t), "directives are not read; a text that starts with %% needs quotes")
	case token.MergeKeyType:
		return fault.At(at(t), "merge keys are not read")
	case token.MappingKeyType:
		return fault.At(at(t), "'? ' is not read; write KEY: VALUE, and put a text that starts with ? in quotes")
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
func (y *yamlReader) document(tokens token.Tokens) (n *Node, err error) {
	if len(tokens) == 0 {
		return nil, nil
	}
	if err := y.checkSize(tokens); err != nil {
		return nil, err
	}
	if err := brackets(tokens, y.comments); err != nil {
		return nil, err
	}
	// A panic of the library's parser must not end the program.
	defer func() {
		if problem := recover(); problem != nil {
			n, err = nil, fault.At(at(tokens[0]), "this cannot be read as YAML: %v", problem)
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
			return nil, fault.At(at(document.Body.GetToken()), "this does not belong to the document above; separate documents by ---")
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
		if mistake := misspelt(y.lines, y.keys, placed.GetToken().Position.Line); mistake != nil {
			return mistake
		}
		if t := placed.GetToken(); strings.HasPrefix(t.Value, "]") || strings.HasPrefix(t.Value, "}") {
			return fault.At(at(t), "this %s closes nothing", t.Value[:1])
		}
		return fault.At(at(placed.GetToken()), "%s", clearer(placed.GetMessage()))
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	return fault.At(at(tokens[0]), "this cannot be read as YAML: %s", text)
}

// checkSize bounds the number of tokens of a document and how deep they nest.
func (y *yamlReader) checkSize(tokens token.Tokens) error {
	if len(tokens) > y.limits.DocumentTokens {
		return fault.Beyond(at(tokens[y.limits.DocumentTokens]), "tokens", "more than %d YAML tokens in one document", y.limits.DocumentTokens)
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
			return fault.Beyond(at(t), "depth", "nested more than %d deep", y.limits.Depth)
		}
	}
	return nil
}

// node turns a value of the library's tree into a node.
func (y *yamlReader) node(value ast.Node) *Node {
	if value == nil {
		return &Node{Kind: Nothing}
	}
	n := &Node{Pos: at(value.GetToken())}
	switch v := value.(type) {
	case *ast.MappingNode:
		n.Kind = Mapping
		for _, pair := range v.Values {
			y.pair(n, pair)
		}
	case *ast.MappingValueNode:
		n.Kind = Mapping
		y.pair(n, v)
	case *ast.SequenceNode:
		n.Kind = List
		for _, item := range v.Values {
			n.Items = append(n.Items, y.node(item))
		}
	case *ast.NullNode:
		n.Kind, n.Comment = Nothing, y.comments[n.Line]
	case *ast.LiteralNode:
		n.Text = v.Value.Value
		n.Wrapped = v.Start.Type == token.FoldedType
		y.placeBlock(n)
	case ast.ScalarNode:
		y.scalar(n, value.GetToken())
	default:
		y.fail(n.Pos, "this is not read here: %s", value.Type())
	}
	if t := value.GetToken(); n.Kind == Mapping && t.Type == token.MappingValueType && len(n.Keys) > 0 {
		n.Pos = n.Keys[0].Pos // the library places a block mapping at its first colon
	}
	return n
}

// fail records a mistake in a tree, unless there is one already.
func (y *yamlReader) fail(p fault.Pos, format string, args ...any) {
	if y.err == nil {
		y.err = fault.At(p, format, args...)
	}
}

// pair appends a key and its value to the mapping n.
func (y *yamlReader) pair(n *Node, pair *ast.MappingValueNode) {
	key := y.node(pair.Key)
	if key.Kind != Scalar {
		y.fail(key.Pos, "a key must be a plain word, not %s", key.Kind)
	}
	value := y.node(pair.Value)
	if value.Kind == Nothing {
		value.Pos, value.Comment = key.Pos, y.comments[key.Line]
	}
	n.Keys = append(n.Keys, key)
	n.Items = append(n.Items, value)
}

// scalar fills in a scalar that is not a block.
func (y *yamlReader) scalar(n *Node, t *token.Token) {
	n.Text = t.Value
	n.Bare = t.Type != token.SingleQuoteType && t.Type != token.DoubleQuoteType
	n.Wrapped = strings.Contains(strings.TrimSpace(t.Origin), "\n")
	first := n.Pos
	if !n.Bare {
		first = n.After(1)
	}
	if !n.Wrapped && y.stands(n.Text, first) {
		n.Rows = []fault.Pos{first}
	}
}

// stands reports whether the text occurs unchanged at the place, which it does not if it is quoted
// with escapes. Beyond column maxSearch it reports false.
func (y *yamlReader) stands(text string, p fault.Pos) bool {
	if p.Col > maxSearch {
		return false
	}
	line := y.line(p.Line)
	for range p.Col - 1 {
		_, size := utf8.DecodeRuneInString(line)
		line = line[size:]
	}
	return strings.HasPrefix(line, text)
}

// line returns a line by its number, from 1; "" if there is none.
func (y *yamlReader) line(n int) string {
	if n < 1 || n > len(y.lines) {
		return ""
	}
	return y.lines[n-1]
}

// rest returns the text from a place to the end of its line.
func (y *yamlReader) rest(p fault.Pos) string {
	line := []rune(y.line(p.Line))
	return strings.TrimRight(string(line[min(p.Col-1, len(line)):]), " \t")
}

// maxSearch is the last column at which the text of a scalar is searched: a line can be long, and
// have many scalars.
const maxSearch = 4096

// placeBlock sets the places of the lines of a block below its header.
func (y *yamlReader) placeBlock(n *Node) {
	if n.Wrapped {
		return
	}
	for k, row := range strings.Split(strings.TrimSuffix(n.Text, "\n"), "\n") {
		line := n.Line + k // k counts from 0: line 0 is the one below the header
		if line >= len(y.lines) || row != "" && !strings.HasSuffix(y.lines[line], row) {
			n.Rows = nil
			return
		}
		n.Rows = append(n.Rows, fault.Pos{Line: line + 1, Col: fault.Column(y.lines[line], max(0, len(y.lines[line])-len(row)))})
	}
}

// maxBlankLines bounds the empty lines in a row of a YAML text: inside a block the lexer takes
// quadratic time for them.
const maxBlankLines = 100
