package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/exactile/exactile/internal/contain"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func TestMain(m *testing.M) {
	contain.Watch() // before this binary takes itself for another program
	testscript.Main(m, map[string]func(){"exactile": main})
}

// TestScripts runs the verbs that need a network.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", RequireExplicitExec: true, RequireUniqueNames: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"fits": fits},
	})
}

// fits is the command "fits VERB FILE": it fails unless the schema of the verb's output describes
// the file.
func fits(ts *testscript.TestScript, _ bool, args []string) {
	text, err := exec.Command("exactile", "schema", "output").Output()
	ts.Check(err)
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	ts.Check(err)
	compiler := jsonschema.NewCompiler()
	ts.Check(compiler.AddResource("output.json", document))
	schema, err := compiler.Compile("output.json#/$defs/" + args[0])
	ts.Check(err)
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(ts.ReadFile(args[1])))
	ts.Check(err)
	ts.Check(schema.Validate(value))
}
