package process

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/scanner"
	"github.com/goccy/go-yaml/token"
)

// The limits of a file of profiles.
const (
	maxProfileBytes  = 1 << 18
	maxProfileTokens = 1 << 14
	maxProfileDepth  = 8
	maxBlankLines    = 100
)

// With returns the table with the programs of a YAML text in the form of
// profiles.yaml; one of a name that is known already takes its place. The name is
// for errors, which say the line and column. A key or a placeholder that is not
// known is an error, and so is a program that can do nothing.
func (p Profiles) With(name string, text []byte) (with Profiles, err error) {
	f := &profileFile{name: name}
	// The library is not ours: a mistake of its parser must not end the program.
	defer func() {
		if problem := recover(); problem != nil {
			with, err = Profiles{}, f.errorf(nil, "this cannot be read as YAML: %v", problem)
		}
	}()
	if err := f.read(text); err != nil {
		return Profiles{}, err
	}
	for k := range f.Programs {
		program := f.Programs[k]
		if err := f.check(k, program); err != nil {
			return Profiles{}, err
		}
		program.complete()
		p = p.add(program)
	}
	return p, nil
}

// profileFile is a file of profiles.
type profileFile struct {
	Programs []Profile `yaml:"programs"`

	name string
	body ast.Node
}

// errorf returns an error with a place.
func (f *profileFile) errorf(t *token.Token, format string, args ...any) error {
	line, column := 1, 1
	if t != nil && t.Position != nil {
		line, column = t.Position.Line, t.Position.Column
	}
	return fmt.Errorf("%s:%d:%d: %s", f.name, line, column, fmt.Sprintf(format, args...))
}

// read reads the file, which is an error if anything in it is not of its form.
func (f *profileFile) read(text []byte) error {
	if len(text) > maxProfileBytes {
		return f.errorf(nil, "a file of profiles of more than %d bytes", maxProfileBytes)
	}
	// Inside a block the lexer takes time in the square of the empty lines.
	blank, longest := 0, 0
	for line := range strings.Lines(string(text)) {
		if blank++; strings.TrimSpace(line) != "" {
			blank = 0
		}
		longest = max(longest, blank)
	}
	if longest > maxBlankLines {
		return f.errorf(nil, "more than %d empty lines in a row", maxBlankLines)
	}
	tokens, err := f.tokens(string(text))
	if err != nil {
		return err
	}
	file, err := parser.Parse(tokens, 0)
	if err != nil {
		return f.yamlError(err)
	}
	if len(file.Docs) > 1 {
		return f.errorf(file.Docs[1].Start, "more than one document")
	}
	if len(file.Docs) == 0 || file.Docs[0].Body == nil {
		return f.errorf(nil, "no programs: want a list under the key programs")
	}
	f.body = file.Docs[0].Body
	if err := yaml.NewDecoder(bytes.NewReader(nil), yaml.Strict()).DecodeFromNode(f.body, f); err != nil {
		return f.yamlError(err)
	}
	if len(f.Programs) == 0 {
		return f.errorf(f.body.GetToken(), "no programs: want a list under the key programs")
	}
	return nil
}

// tokens reads the tokens of the text and refuses what could do harm: whatever
// the YAML library repeats or nests for its writer.
func (f *profileFile) tokens(text string) (token.Tokens, error) {
	var s scanner.Scanner
	s.Init(text)
	var tokens token.Tokens
	for {
		part, err := s.Scan()
		if err == io.EOF {
			break
		}
		for _, t := range part {
			switch t.Type {
			case token.InvalidType:
				return nil, f.errorf(t, "%s", t.Error)
			case token.AnchorType, token.AliasType, token.MergeKeyType, token.TagType, token.DirectiveType:
				return nil, f.errorf(t, "found %q: anchors, aliases, tags and directives are not read; put a text in quotes", t.Value)
			}
			tokens.Add(t)
		}
		if err != nil {
			return nil, f.errorf(nil, "this cannot be read as YAML: %v", err)
		}
		if len(tokens) > maxProfileTokens {
			return nil, f.errorf(tokens[maxProfileTokens], "more than %d YAML tokens", maxProfileTokens)
		}
	}
	depth := 0
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			depth++
		case token.SequenceEndType, token.MappingEndType:
			depth--
		}
		// Block lists nest by columns: more than so many never come in a sound file.
		if depth > maxProfileDepth || t.Type == token.SequenceEntryType && t.Position.IndentNum > 8*maxProfileDepth {
			return nil, f.errorf(t, "lists within lists within lists")
		}
	}
	return tokens, nil
}

// yamlError gives an error of the YAML library its place.
func (f *profileFile) yamlError(err error) error {
	var known yaml.Error
	if errors.As(err, &known) {
		return f.errorf(known.GetToken(), "%s", known.GetMessage())
	}
	return f.errorf(nil, "%v", err)
}

// at returns the token of a field of program k, or of the program.
func (f *profileFile) at(k int, field string) *token.Token {
	for _, text := range []string{fmt.Sprintf("$.programs[%d].%s", k, field), fmt.Sprintf("$.programs[%d]", k)} {
		path, err := yaml.PathString(text)
		if err != nil {
			continue
		}
		node, err := path.FilterNode(f.body)
		if err == nil && node != nil {
			return node.GetToken()
		}
	}
	return f.body.GetToken()
}

// check returns what is wrong with program k.
func (f *profileFile) check(k int, p Profile) error {
	fail := func(field, format string, args ...any) error {
		return f.errorf(f.at(k, field), format, args...)
	}
	if p.Name == "" || strings.ContainsAny(p.Name, `/\#`) {
		return fail("name", "a program needs a name, without slashes and #")
	}
	for _, earlier := range f.Programs[:k] {
		if earlier.Name == p.Name {
			return fail("name", "%s is there twice", p.Name)
		}
	}
	if (p.Solve == nil) == (p.Count == nil) {
		return fail("name", "%s needs one of solve and count: a program is a solver or a counter", p.Name)
	}
	for _, verb := range []struct {
		name string
		args []string
	}{{"solve", p.Solve}, {"list", p.List}, {"count", p.Count}} {
		field, args := verb.name, verb.args
		joined := strings.Join(args, " ")
		if args != nil && !strings.Contains(joined, formulaPlace) {
			return fail(field, "%s: %s has no %s among its arguments", p.Name, field, formulaPlace)
		}
		if field == "solve" && args != nil && strings.Contains(joined, resultPlace) != (p.Model == modelResult) {
			return fail(field, "%s: %s is for programs with model: result, and those need it", p.Name, resultPlace)
		}
		if left := unknownPlace(joined); left != "" {
			return fail(field, "%s: no place is called %s: want %s, %s or %s", p.Name, left, formulaPlace, resultPlace, dirPlace)
		}
	}
	switch {
	case p.Model != "" && p.Model != modelLines && p.Model != modelResult:
		return fail("model", "%s: model is %q: want %s or %s", p.Name, p.Model, modelLines, modelResult)
	case p.List != nil && (p.Solve == nil || p.Model == modelResult):
		return fail("list", "%s: list is for programs that solve and print their models as lines", p.Name)
	case p.Most != 0 && p.List == nil || p.Most < 0:
		return fail("most", "%s: most is a number of models, for programs that list", p.Name)
	case p.Approximate && p.Count == nil:
		return fail("approximate", "%s: approximate is for programs that count", p.Name)
	case p.Match != "" && p.Version == nil:
		return fail("match", "%s: match without version", p.Name)
	}
	if p.Match != "" {
		expression, err := regexp.Compile("(?m)" + p.Match)
		if err != nil {
			return fail("match", "%s: %v", p.Name, err)
		}
		if expression.NumSubexp() != 1 {
			return fail("match", "%s: match has %d groups: want one, of the version", p.Name, expression.NumSubexp())
		}
	}
	return nil
}

// place is compiled when it is first asked for: most commands never do.
var place = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{[a-z]*\}`) })

// unknownPlace returns a placeholder that means nothing, or "".
func unknownPlace(args string) string {
	for _, found := range place().FindAllString(args, -1) {
		if found != formulaPlace && found != resultPlace && found != dirPlace {
			return found
		}
	}
	return ""
}
