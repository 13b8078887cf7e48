package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// outputs are command lines that print JSON, by the definition of the schema that describes it.
// DIR is a folder with the files below.
var outputs = map[string][]string{
	"solve": {
		"solve -f json DIR/one.yaml", "solve -f jsonl --all DIR/one.yaml", "solve -f json --all DIR/one.yaml", "solve -f json dominoes:3x3",
		"solve -f json -n 2 DIR/model.dlx", "solve -f json DIR/model.dlx", "solve -f json --unique DIR/one.yaml", "solve -f json --random 1 DIR/one.yaml", "solve -f json --by-use DIR/one.yaml",
		"solve -f json -b gini --all --up-to-symmetry DIR/one.yaml", "solve -f json DIR/goal.yaml", "decode --json DIR/two.yaml DIR/no", "decode --json DIR/two.yaml DIR/model",
	},
	"count": {
		"count --json DIR/goal.yaml", "count --json DIR/one.yaml", "count --json DIR/one.yaml DIR/two.yaml", "count --json --list -b gini --up-to-symmetry DIR/one.yaml",
		"count --json dominoes:3x3", "count --json --limit 2 DIR/one.yaml", "count --json --timeout 1ns dominoes:8x8", "count --json --shard 1/2 DIR/one.yaml",
		"count --json -b gophersat DIR/one.yaml", "count --json -b native/plain --timeout 100ms dominoes:8x8", "merge --json DIR/plan",
		"count --json --checkpoint DIR/checkpoint DIR/one.yaml", "count --json tetrominoes:5x4", "count --json -b portfolio DIR/one.yaml",
	},
	"groups": {
		"count --json --by L DIR/one.yaml", "count --json --by-use DIR/one.yaml", "count --json --by-use --up-to-symmetry DIR/one.yaml",
		"count --json --cells DIR/one.yaml", "count --json --by L --all-groups -b gini DIR/one.yaml",
		"count --json --by a DIR/model.dlx", "count --json --by month,U calendar:Oct-06", "count --json --cells --place U=Jan calendar:Oct-06", "count --json --by-use DIR/model.dlx",
	},
	"compare": {
		"compare --json DIR/one.yaml", "compare --json --encodings all -b gini dominoes:2x2", "compare --json --first DIR/one.yaml",
		"compare --json --repeat 2 -b native DIR/one.yaml", "compare --json --timeout 100ms -b native/plain dominoes:8x8", "compare --json dominoes:3x3",
		"compare --json -b native,process:DIR/liar.sh --trust DIR/one.yaml", "compare --json -b native,process:DIR/fails.sh DIR/one.yaml", "compare --json -b portfolio DIR/one.yaml",
	},
	"study": {
		"compare --json DIR/one.yaml DIR/two.yaml --results DIR/results.jsonl",
		"compare --json DIR/one.yaml DIR/two.yaml -b native,process:DIR/fails.sh --results DIR/outside.jsonl",
		"compare --json --from-results --results DIR/results.jsonl",
		"compare --json DIR/one.yaml -b gini/totalizer,gini/mtotalizer,native --seeds 1..2 --results DIR/more.jsonl",
	},
	"verify": {
		"verify --json DIR/goal.yaml", "verify --json DIR/one.yaml", "verify --json DIR/lies.yaml", "verify --json DIR/bad.yaml", "verify --json DIR/two.yaml DIR/one.yaml",
		"verify --json --strict --timeout 1ns DIR/one.yaml", "verify --json -b process:DIR/finds.sh DIR/none.yaml",
	},
	"certify":       {"certify --json -o DIR/certificate DIR/one.yaml", "certify --json --up-to-symmetry -o DIR/orbits dominoes:2x2", "certify --json -o DIR/argued tetrominoes:5x4", "certify --json -o DIR/merged dominoes:8x8", "certify --json -o DIR/grouped --by-use DIR/one.yaml"},
	"certify_check": {"certify --json --check DIR/certificate", "certify --json --check DIR/orbits", "certify --json --check DIR/argued", "certify --json --check DIR/merged", "certify --json --check DIR/grouped"},
	"rate":          {"rate --json DIR/one.yaml", "rate --json dominoes:3x3", "rate --json --max-nodes 20 DIR/two.yaml"},
	"design":        {"design --json --hints 1 DIR/one.yaml", "design --json -n 2 -o DIR/designs DIR/one.yaml", "design --json --rate nodes=0..1000 dominoes:2x4"},
	"list":          {"list --json"},
	"sizes":         {"list --json --size 20,5"},
	"decode":        {"decode --json DIR/one.yaml DIR/counted", "decode --json DIR/one.yaml DIR/miscounted"},
	"check":         {"check --json DIR/one.yaml DIR/solution.json", "check --json DIR/one.yaml DIR/none.json", "check --json DIR/goal.yaml DIR/goal.json"},
	"show":          {"show --json dominoes:2x2:torus", "show --json DIR/one.yaml", "show --json DIR/goal.yaml", "show --json DIR/model.dlx", "show --json soma", "show --json --place U=Jan calendar", "show --json calendar:Oct-06", "show --json cilada:7", "show --json DIR/ruled.yaml"},
	"export":        {"export --json DIR/one.yaml", "export --json DIR/model.dlx"},
	"plan":          {"plan --json --units 2 -o DIR/plan DIR/one.yaml"},
	"plan_text":     {"plan --json DIR/one.yaml", "plan --json -b gini DIR/one.yaml", "plan --json -b native/plain --units 2 DIR/one.yaml"},
	"work":          {"work --json DIR/plan"},
	"error": {
		"count --json nofile", "count --json DIR/bad.yaml", "count --json --nope", "solve -f json DIR/pegs.json", "count -f json --timeout soon dominoes:2x2",
		"solve -f json pegs:1,1", "check --json DIR/one.yaml DIR/nothing", "show --json DIR/bad.yaml", "decode --json DIR/one.yaml DIR/bad.yaml",
	},
}

var outputFiles = map[string]string{
	"one.yaml":      "name: two trominoes\nboard: |\n  ....\n  ....\npieces:\n  - {name: L, shape: [X., XX], count: 2}\n  - {name: I, shape: [XX], count: 0..1}\nclaims:\n  - {solutions: 6, source: by hand}\n",
	"goal.yaml":     "name: goal\ngoal: fewest pieces\nboard: |\n  ...\npieces:\n  - {name: A, shape: [X], count: any}\n  - {name: B, shape: [XX], count: any}\nclaims: [{best: 2, source: by hand}]\n",
	"goal.json":     `{"placements":[{"piece":"A","cells":[[0,0]]},{"piece":"B","cells":[[1,0],[2,0]]}]}`,
	"two.yaml":      "name: two\nboard: |\n  ....\npieces:\n  - {name: A, shape: [XX]}\n  - {name: B, shape: [XX]}\n",
	"ruled.yaml":    "name: ruled\nboard: |\n  ....\npieces: [{name: A, shape: [XX], count: 0..1, color: red}]\ngroups: [{pieces: [A], count: 1}]\nrules: [{at: sides, most: 1, of: color, diagonal: true}, {at: fits, least: 1}]\n",
	"lies.yaml":     "name: lies\nboard: |\n  ..\npieces: [{name: A, shape: [XX]}]\nclaims: [{solutions: 7, source: nobody}, {up_to_symmetry: 1}]\n",
	"bad.yaml":      "name: bad\nboard: |\n  ..\npieces: [{name: A, shpae: [XX]}]\n",
	"model.dlx":     "a b c\na b\nc\na\nb c\n",
	"pegs.json":     `{"board_size":6,"pegs":[[1,0],[3,2],[4,4]]}`,
	"none.json":     `{"placements":[]}`,
	"counted":       "s mc 6\n",
	"miscounted":    "s mc 7\n",
	"liar.sh":       "#!/bin/sh\necho s UNSATISFIABLE\n",
	"finds.sh":      "#!/bin/sh\necho s SATISFIABLE; echo v 1 -2 -3 4 0\n",
	"none.yaml":     "name: none\nboard: |\n  ....\npieces:\n  - {name: A, shape: [XX]}\n  - {name: B, shape: [XX]}\nclaims: [{solutions: 0, source: nobody}]\n",
	"fails.sh":      "#!/bin/sh\nexit 7\n",
	"no":            "s UNSATISFIABLE\n",
	"model":         "s SATISFIABLE\nv 1 -2 -3 -4 -5 6 0\n",
	"solution.json": `{"placements":[{"piece":"L","origin":[0,0],"orientation_index":0,"cells":[[0,0],[0,1],[1,1]]}]}`,
}

// Whatever is printed as JSON is described by the schema, to its last key: a program that reads
// it can rely on that. The order of the command lines is that of the slice below, since some
// write what others read.
func TestOutputSchema(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("processes for compare, which the race detector makes slow")
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(exactile(t, cli.Done, "", "schema", "output")))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("output.json", document); err != nil {
		t.Fatal(err)
	}
	whole := compiler.MustCompile("output.json")
	dir := t.TempDir()
	for name, text := range outputFiles {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	first := []string{"plan", "work", "certify"} // others read what these write
	for name := range outputs {
		first = append(first, name)
	}
	done, seen := map[string]bool{}, map[string]bool{}
	for _, name := range first {
		if done[name] {
			continue
		}
		done[name] = true
		schema := compiler.MustCompile("output.json#/$defs/" + name)
		for _, line := range outputs[name] {
			var stdout, stderr bytes.Buffer
			args := strings.Fields(strings.ReplaceAll(line, "DIR", dir))
			cmd := exec.Command("exactile", args...) // compare starts itself again
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
				t.Fatal(err)
			}
			if !bytes.HasPrefix(stdout.Bytes(), []byte(`{"format":1,`)) && !strings.HasPrefix(line, "plan ") {
				t.Errorf("%s prints %.300s%.300s", line, &stdout, &stderr)
			}
			objects := json.NewDecoder(&stdout)
			objects.UseNumber()
			n := 0
			for ; ; n++ {
				var value any
				if err := objects.Decode(&value); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%s: %v", line, err)
				}
				keysOf(value, seen)
				if err := errors.Join(schema.Validate(value), whole.Validate(value)); err != nil {
					t.Errorf("%s: %v", line, err)
				}
			}
			if n == 0 {
				t.Errorf("%s prints nothing: %.300s", line, &stderr)
			}
		}
	}
	for _, cmd := range allVerbs() {
		if cmd.Flags().Lookup("json") == nil || slices.Contains(ofTheirOwn, cmd.Name()) {
			continue
		}
		lines := slices.Concat(slices.Collect(maps.Values(outputs))...)
		if !slices.ContainsFunc(lines, func(line string) bool {
			return strings.HasPrefix(line, cmd.Name()+" ")
		}) {
			t.Errorf("what %s --json prints has no definition in output.schema.json, or no line "+
				"in outputs", cmd.Name())
		}
	}
	definitions := document.(map[string]any)["anyOf"].([]any)
	if len(definitions) != len(outputs)+1 { // jobs needs a server: exactile-nats tests it
		t.Errorf("%d definitions, and %d kinds of output are tested", len(definitions), len(outputs))
	}
	delete(document.(map[string]any)["$defs"].(map[string]any), "jobs")
	documented := map[string]bool{}
	closedObjects(t, document, "", documented)
	for key := range documented {
		if !seen[key] && !slices.Contains(unseen, key) {
			t.Errorf("%q is in the schema and in no output", key)
		}
	}
}

// ofTheirOwn are the verbs whose JSON is none of ours: a puzzle, a schema, and what needs a server.
var ofTheirOwn = []string{"convert", "jobs", "schema"}

// unseen are keys that no command line above prints for sure: of programs that estimate, report
// their propagations, refuse a proof (see proofs.txtar) or are too short to be measured, of states
// on disk or given up, of a build of a commit, of units that are split, of reports made by a program in Go,
// and of recounts beyond the usual limits.
var unseen = []string{
	"approximate", "propagations", "unproved", "child_peak", "child_memory", "away", "estimate", "merging",
	"commit", "split", "want", "steps",
}

// keysOf adds the keys of all objects in a value.
func keysOf(value any, keys map[string]bool) {
	switch value := value.(type) {
	case map[string]any:
		for key, inner := range value {
			keys[key] = true
			keysOf(inner, keys)
		}
	case []any:
		for _, inner := range value {
			keysOf(inner, keys)
		}
	}
}

// closedObjects tests that each object of a schema documents all of its keys, and adds them. Only
// the plan itself is open, and report, which is closed where it is used.
func closedObjects(t *testing.T, schema any, path string, keys map[string]bool) {
	switch schema := schema.(type) {
	case map[string]any:
		properties, object := schema["properties"].(map[string]any)
		_, closed := schema["additionalProperties"]
		_, after := schema["unevaluatedProperties"]
		open := path == "/$defs/plan_text" || path == "/$defs/report"
		used := schema["$ref"] == "#/$defs/report"
		if !after && (used || (object || schema["type"] == "object") && !closed && !open) {
			t.Errorf("%s is open", path)
		}
		for key := range properties {
			keys[key] = true
		}
		for name, inner := range schema {
			closedObjects(t, inner, path+"/"+name, keys)
		}
	case []any:
		for _, inner := range schema {
			closedObjects(t, inner, path, keys)
		}
	}
}
