package process

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/exactile/exactile/encode/proof/check/sat"
	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/internal/tree"
)

// profileLimits bound a file of profiles.
var profileLimits = tree.Limits{YAMLBytes: 1 << 14, Documents: 2, Depth: 8, Nodes: 1 << 13}

// parse reads a file of profiles.
func parse(name string, text []byte) (programs []Profile, err error) {
	f := &profileFile{name: name}
	documents, err := tree.ParseYAML(string(text), profileLimits, nil)
	if known, ok := errors.AsType[*located.Error](err); ok {
		return nil, f.errorf(tree.Pos{Line: known.Line, Col: known.Column}, "%w", known.Err)
	}
	body := append(documents, &tree.Node{})[0]
	if len(documents) > 1 {
		return nil, f.errorf(documents[1].Pos, "more than one document")
	}
	at := body.Pos
	for k, key := range body.Keys {
		if key.Text != "programs" {
			return nil, f.errorf(key.Pos, "unknown field %q", key.Text)
		}
		if k > 0 {
			return nil, f.errorf(key.Pos, "the key %q occurs twice", key.Text)
		}
		at = key.After(len(key.Text))
	}
	if list := body.Get("programs"); list != nil {
		f.programs = list.Items
	}
	if len(f.programs) == 0 {
		return nil, f.errorf(at, "no programs: want a list under the key programs")
	}
	for k, n := range f.programs {
		p, err := f.profile(n)
		if err != nil {
			return nil, err
		}
		programs = append(programs, p)
		if err := f.check(programs, k); err != nil {
			return nil, err
		}
		programs[k].complete()
	}
	return programs, nil
}

// profileFile is a file of profiles.
type profileFile struct {
	name     string
	programs []*tree.Node
}

// errorf returns an error with a place.
func (f *profileFile) errorf(at tree.Pos, format string, args ...any) error {
	return located.Errorf(f.name, max(at.Line, 1), max(at.Col, 1), format, args...)
}

// profile returns the profile of a program, field by field. Anything that is not of its form is an
// error.
func (f *profileFile) profile(n *tree.Node) (p Profile, _ error) {
	if n.Kind != tree.Mapping {
		return p, f.errorf(n.Pos, "a program is %s; want a mapping", n.Kind)
	}
	for k, key := range n.Keys {
		if n.Get(key.Text) != n.Items[k] {
			return p, f.errorf(key.Pos, "the key %q occurs twice", key.Text)
		}
		var field bytes.Buffer
		tree.WriteJSON(&field, &tree.Node{Keys: n.Keys[k : k+1], Items: n.Items[k : k+1]})
		d := json.NewDecoder(&field)
		d.DisallowUnknownFields()
		err := d.Decode(&p)
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return p, f.errorf(n.Items[k].Pos, "%s has a %s; want %v", key.Text, wrong.Value,
				wrong.Type)
		} else if err != nil || key.Text != strings.ToLower(key.Text) {
			return p, f.errorf(key.Pos, "unknown field %q", key.Text)
		}
	}
	return p, nil
}

// at returns the place of a field of program k, or of the program.
func (f *profileFile) at(k int, field string) tree.Pos {
	if v := f.programs[k].Get(field); v != nil {
		return v.Pos
	}
	return f.programs[k].Pos
}

// check returns an error if program k is wrong.
func (f *profileFile) check(all []Profile, k int) error {
	p := all[k]
	fail := func(field, format string, args ...any) error {
		return f.errorf(f.at(k, field), format, args...)
	}
	if p.Name == "" || strings.ContainsAny(p.Name, `/\#`) {
		return fail("name", "a program needs a name, without slashes and #")
	}
	for _, earlier := range all[:k] {
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
		return fail("input", "%s: input is %q: want %s, %s or %s", p.Name, p.Input, CNF, OPB,
			Either)
	case p.Input == OPB && p.Prove != nil:
		return fail("prove",
			"%s: prove is for programs that read clauses: proofs of constraints are not checked",
			p.Name)
	case p.Prove != nil && p.Solve == nil:
		return fail("prove", "%s: prove is for programs that solve", p.Name)
	case p.Proof != "" && (p.Prove == nil || !slices.Contains(sat.Formats(), p.Proof)):
		return fail("proof", "%s: proof is %q: want one of %v, for programs with prove", p.Name,
			p.Proof, sat.Formats())
	case p.ProofBytes < 0 || p.ProofBytes > 0 && p.Prove == nil:
		return fail("proofbytes", "%s: proofbytes is a number of bytes, for programs with prove",
			p.Name)
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
		if found != formulaPlace && found != resultPlace && found != proofPlace &&
			found != dirPlace {
			return found
		}
	}
	return ""
}
