package formats_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

func compiledSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(formats.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft7) // so that the schema itself must say that it is of 2020-12
	if err := c.AddResource("schema.json", parsed); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if compiled.DraftVersion != 2020 {
		t.Fatalf("the schema is of draft %d", compiled.DraftVersion)
	}
	return compiled
}

// documents decodes the puzzles of a YAML or JSON text as an editor would, by
// other code than Read's. Numbers come as JSON has them.
func documents(name, text string) ([]any, error) {
	var all []any
	decode := json.NewDecoder(strings.NewReader(text)).Decode
	if filepath.Ext(name) == ".yaml" {
		decode = yaml.NewDecoder(strings.NewReader(strings.TrimPrefix(text, "\ufeff"))).Decode
	}
	for {
		var v any
		err := decode(&v)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		again, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		if v, err = jsonschema.UnmarshalJSON(bytes.NewReader(again)); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
}

func TestSchemaTakesEveryPuzzleFile(t *testing.T) {
	schema := compiledSchema(t)
	n := 0
	err := filepath.WalkDir("../../testdata", func(name string, d fs.DirEntry, err error) error {
		ext := filepath.Ext(name)
		if err != nil || ext != ".yaml" && ext != ".json" || strings.HasPrefix(d.Name(), "pegs.") {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		all, err := documents(name, string(text))
		if err != nil || len(all) == 0 {
			t.Errorf("%s: %d documents, %v", name, len(all), err)
		}
		for _, v := range all {
			n++
			if err := schema.Validate(v); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 40 {
		t.Errorf("only %d puzzles were looked at", n)
	}
}

// beyondSchema are the mistakes that a schema cannot express, or that the editor's YAML or JSON
// reader finds before it.
var beyondSchema = []string{
	"alias.yaml", "bare-exclamation.yaml", "board-nothing.yaml", "colour-unknown.yaml", "combining.yaml", "comment-for-board.yaml", "count-crossed.yaml", "empty-row.yaml", "fits.yaml",
	"folded-board.yaml", "goal-any.yaml", "goal-board.yaml", "goal-claim.yaml", "goal-exact.yaml", "goal-full.yaml", "goal-lattice.yaml", "goal-size.yaml", "hint-case.yaml", "hint-cell-in-space.yaml", "hint-nowhere.yaml", "hint-outside.yaml", "hint-shape.yaml", "hint-sizes.yaml", "hint-twice.yaml", "hint-unknown-piece.yaml", "invisible.yaml",
	"key-twice.json", "label-nowhere.yaml", "label-unknown.yaml", "labels-few.yaml", "labels-mark.yaml", "labels-none.yaml", "no-stick.yaml", "nothing.yaml", "optional-in-shape.yaml", "plain-board.yaml", "question.yaml", "regions-folded.yaml", "regions-off.yaml", "regions-small.yaml", "same-name.yaml", "second-question.yaml", "shape-matrix.yaml", "size.yaml", "surrogate.json", "symbol-without-piece.yaml", "tag.yaml", "two-lines-down.yaml", "within-nothing.yaml", "within-twice.yaml",
	"wrap-empty.yaml", "wrap-parity.yaml", "wrap-short.yaml", "wrap-twice.yaml", "wrap-twist.yaml",
}

func TestSchemaFindsMistakes(t *testing.T) {
	schema := compiledSchema(t)
	var missed []string
	found := 0
	badFiles(t, func(name, text, _ string) {
		if ext := filepath.Ext(name); ext != ".yaml" && ext != ".json" {
			return
		}
		all, err := documents(name, text)
		if err != nil {
			return
		}
		wrong := false
		for _, v := range all {
			wrong = wrong || schema.Validate(v) != nil
		}
		if wrong {
			found++
		} else {
			missed = append(missed, name)
		}
	})
	slices.Sort(missed)
	if diff := cmp.Diff(beyondSchema, missed); diff != "" {
		t.Errorf("mistakes that the schema does not find:\n%s", diff)
	}
	if found < 25 {
		t.Errorf("the schema finds only %d mistakes", found)
	}
}

// The keys and lattices of the schema are those of the reader, and all keys are
// described.
func TestSchemaKnowsEveryKey(t *testing.T) {
	for _, key := range formats.Keys() {
		if key.Text == "" {
			t.Errorf("the key %s of a %s has no description", key.Name, key.Of)
		}
	}
	type properties map[string]struct{ Enum []any }
	var s struct {
		Properties properties
		Defs       map[string]struct{ Properties properties } `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(formats.Schema()), &s); err != nil {
		t.Fatal(err)
	}
	for of, inSchema := range map[string]properties{
		"puzzle": s.Properties, "piece": s.Defs["piece"].Properties, "hint": s.Defs["hint"].Properties, "claim": s.Defs["claim"].Properties,
	} {
		known := 0
		for _, key := range formats.Keys() {
			if key.Of == of {
				known++
			}
		}
		if known == 0 || known != len(inSchema) {
			t.Errorf("a %s has %d keys, and %d in the schema", of, known, len(inSchema))
		}
	}
	var names []any
	for _, l := range lattice.All() {
		names = append(names, l.Name)
	}
	if diff := cmp.Diff(names, s.Properties["lattice"].Enum); diff != "" {
		t.Errorf("lattices: %s", diff)
	}
}
