package process

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/internal/located"
)

// maxProfileBytes bounds a file of profiles, and with it the time that the YAML library,
// whose lexer is quadratic in places, can take for one.
const maxProfileBytes = 1 << 14

// parse reads a file of profiles.
func parse(name string, text []byte) (programs []Profile, err error) {
	f := &profileFile{name: name}
	// The library is not ours: a bug in its parser must not end the program.
	defer func() {
		if problem := recover(); problem != nil {
			programs, err = nil, f.errorf(nil, "this cannot be read as YAML: %v", problem)
		}
	}()
	if err := f.read(text); err != nil {
		return nil, err
	}
	for k := range f.Programs {
		if err := f.check(k, f.Programs[k]); err != nil {
			return nil, err
		}
		f.Programs[k].complete()
	}
	return f.Programs, nil
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
	return located.Errorf(f.name, line, column, format, args...)
}

// read reads the file. Anything in it that is not of its form is an error.
func (f *profileFile) read(text []byte) error {
	if len(text) > maxProfileBytes {
		return f.errorf(nil, "a file of profiles of more than %d bytes", maxProfileBytes)
	}
	tokens := lexer.Tokenize(string(text))
	for _, t := range tokens {
		switch t.Type {
		case token.AnchorType, token.AliasType, token.MergeKeyType, token.TagType, token.DirectiveType:
			// An alias could stand for more than fits into memory.
			return f.errorf(t, "found %q: anchors, aliases, tags and directives are not read; put a text in quotes",
				t.Value)
		}
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

// yamlError adds its place to an error of the YAML library.
func (f *profileFile) yamlError(err error) error {
	var known yaml.Error
	if errors.As(err, &known) {
		return f.errorf(known.GetToken(), "%s", known.GetMessage())
	}
	return f.errorf(nil, "%v", err)
}

// at returns the token of a field of program k, or of the program.
func (f *profileFile) at(k int, field string) *token.Token {
	program := fmt.Sprintf("$.programs[%d]", k)
	for _, text := range []string{program + "." + field, program} {
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

// check returns an error if program k is wrong.
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
		return fail("name",
			"%s needs one of solve and count: a program is a solver or a counter", p.Name)
	}
	for _, verb := range []struct {
		name string
		args []string
	}{{"solve", p.Solve}, {"prove", p.Prove}, {"list", p.List}, {"count", p.Count}} {
		if verb.args == nil {
			continue
		}
		field, joined := verb.name, strings.Join(verb.args, " ")
		if !strings.Contains(joined, formulaPlace) {
			return fail(field, "%s: %s has no %s among its arguments", p.Name, field, formulaPlace)
		}
		if (field == "solve" || field == "prove") &&
			strings.Contains(joined, resultPlace) != (p.Model == modelResult) {
			return fail(field, "%s: %s is for programs with model: result, and those need it",
				p.Name, resultPlace)
		}
		if strings.Contains(joined, proofPlace) != (field == "prove") {
			return fail(field, "%s: %s is for prove, which needs it", p.Name, proofPlace)
		}
		if left := unknownPlace(joined); left != "" {
			return fail(field, "%s: no place is called %s: want %s, %s, %s or %s",
				p.Name, left, formulaPlace, resultPlace, proofPlace, dirPlace)
		}
	}
	switch {
	case p.Input != "" && !slices.Contains([]Input{CNF, OPB, Either}, p.Input):
		return fail("input", "%s: input is %q: want %s, %s or %s", p.Name, p.Input, CNF, OPB, Either)
	case p.Input == OPB && p.Prove != nil:
		return fail("prove", "%s: prove is for programs that read clauses: proofs of constraints are not checked", p.Name)
	case p.Prove != nil && p.Solve == nil:
		return fail("prove", "%s: prove is for programs that solve", p.Name)
	case p.Proof != "" && (p.Prove == nil || !slices.Contains(check.Formats(), p.Proof)):
		return fail("proof", "%s: proof is %q: want one of %v, for programs with prove", p.Name, p.Proof, check.Formats())
	case p.ProofBytes < 0 || p.ProofBytes > 0 && p.Prove == nil:
		return fail("proofbytes", "%s: proofbytes is a number of bytes, for programs with prove", p.Name)
	case p.Model != "" && p.Model != modelLines && p.Model != modelResult:
		return fail("model",
			"%s: model is %q: want %s or %s", p.Name, p.Model, modelLines, modelResult)
	case p.List != nil && (p.Solve == nil || p.Model == modelResult):
		return fail("list",
			"%s: list is for programs that solve and print their models as lines", p.Name)
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
			return fail("match",
				"%s: match has %d groups: want one, of the version", p.Name, expression.NumSubexp())
		}
	}
	return nil
}

// place is compiled on first use, since most commands never need it.
var place = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{[a-z]*\}`) })

// unknownPlace returns the first placeholder that is not known, or "".
func unknownPlace(args string) string {
	for _, found := range place().FindAllString(args, -1) {
		if found != formulaPlace && found != resultPlace && found != proofPlace && found != dirPlace {
			return found
		}
	}
	return ""
}
