package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// outputs are command lines that print JSON, by the definition of the schema that describes it.
// DIR is a folder with the files below.
var outputs = map[string][]string{
	"solve": {
		"solve -f json DIR/one.yaml", "solve -f jsonl --all DIR/one.yaml", "solve -f json --all DIR/one.yaml", "solve -f json dominoes:3x3",
		"solve -f json -n 2 DIR/model.dlx", "solve -f json DIR/model.dlx", "solve -f json --unique DIR/one.yaml", "solve -f json --random 1 DIR/one.yaml",
		"solve -f json -b gini --all --up-to-symmetry DIR/one.yaml", "decode --json DIR/two.yaml DIR/no", "decode --json DIR/two.yaml DIR/model",
	},
	"count": {
		"count --json DIR/one.yaml", "count --json DIR/one.yaml DIR/two.yaml", "count --json --list -b gini --up-to-symmetry DIR/one.yaml",
		"count --json dominoes:3x3", "count --json --limit 2 DIR/one.yaml", "count --json --timeout 1ns dominoes:8x8", "count --json --shard 1/2 DIR/one.yaml",
		"count --json -b gophersat DIR/one.yaml", "count --json -b native/plain --timeout 100ms dominoes:8x8", "merge --json DIR/plan",
		"count --json --checkpoint DIR/checkpoint DIR/one.yaml", "count --json hexominoes:15x14", "count --json -b portfolio DIR/one.yaml",
	},
	"groups": {
		"count --json --by L DIR/one.yaml", "count --json --by-use DIR/one.yaml", "count --json --by-use --up-to-symmetry DIR/one.yaml",
		"count --json --cells DIR/one.yaml", "count --json --by L --all-groups -b gini DIR/one.yaml",
	},
	"compare": {
		"compare --json DIR/one.yaml", "compare --json --encodings all -b gini dominoes:2x2", "compare --json --first DIR/one.yaml",
		"compare --json --repeat 2 -b native DIR/one.yaml", "compare --json --timeout 100ms -b native/plain dominoes:8x8", "compare --json dominoes:3x3",
	},
	"study": {
		"compare --json DIR/one.yaml DIR/two.yaml --results DIR/results.jsonl", "compare --json --from-results --results DIR/results.jsonl",
		"compare --json DIR/one.yaml -b gini/totalizer,gini/mtotalizer,native --seeds 1..2 --results DIR/more.jsonl",
	},
	"verify": {
		"verify --json DIR/one.yaml", "verify --json DIR/lies.yaml", "verify --json DIR/bad.yaml", "verify --json DIR/two.yaml DIR/one.yaml",
		"verify --json --strict --timeout 1ns DIR/one.yaml",
	},
	"certify":       {"certify --json -o DIR/certificate DIR/one.yaml", "certify --json --up-to-symmetry -o DIR/orbits dominoes:2x2", "certify --json -o DIR/argued hexominoes:15x14"},
	"certify_check": {"certify --json --check DIR/certificate", "certify --json --check DIR/orbits", "certify --json --check DIR/argued"},
	"rate":          {"rate --json DIR/one.yaml", "rate --json dominoes:3x3"},
	"design":        {"design --json --hints 1 DIR/one.yaml", "design --json -n 2 -o DIR/designs DIR/one.yaml"},
	"list":          {"list --json"},
	"decode":        {"decode --json DIR/one.yaml DIR/counted"},
	"check":         {"check --json DIR/one.yaml DIR/solution.json", "check --json DIR/one.yaml DIR/none.json"},
	"show":          {"show --json DIR/one.yaml", "show --json DIR/model.dlx", "show --json soma", "show --json calendar:Oct-06", "show --json cilada:7"},
	"export":        {"export --json DIR/one.yaml", "export --json DIR/model.dlx"},
	"plan":          {"plan --json -n 2 -o DIR/plan DIR/one.yaml"},
	"plan_text":     {"plan DIR/one.yaml", "plan -b gini DIR/one.yaml", "plan -b native/plain -n 2 DIR/one.yaml"},
	"work":          {"work --json DIR/plan"},
	"error": {
		"count --json nofile", "count --json DIR/bad.yaml", "count --json --nope", "solve -f json DIR/pegs.json", "count -f json --timeout soon dominoes:2x2",
		"solve -f json pegs:1,1", "check --json DIR/one.yaml DIR/nothing", "show --json DIR/bad.yaml", "decode --json DIR/one.yaml DIR/bad.yaml",
	},
}

var outputFiles = map[string]string{
	"one.yaml":      "name: two trominoes\nboard: |\n  ....\n  ....\npieces:\n  - {name: L, shape: [X., XX], count: 2}\n  - {name: I, shape: [XX], count: 0..1}\nclaims:\n  - {solutions: 6, source: by hand}\n",
	"two.yaml":      "name: two\nboard: |\n  ....\npieces:\n  - {name: A, shape: [XX]}\n  - {name: B, shape: [XX]}\n",
	"lies.yaml":     "name: lies\nboard: |\n  ..\npieces: [{name: A, shape: [XX]}]\nclaims: [{solutions: 7, source: nobody}, {up_to_symmetry: 1}]\n",
	"bad.yaml":      "name: bad\nboard: |\n  ..\npieces: [{name: A, shpae: [XX]}]\n",
	"model.dlx":     "a b c\na b\nc\na\nb c\n",
	"pegs.json":     `{"board_size":6,"pegs":[[1,0],[3,2],[4,4]]}`,
	"none.json":     `{"placements":[]}`,
	"counted":       "s mc 6\n",
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
	var text, errs bytes.Buffer
	if code := run(context.Background(), []string{"schema", "output"}, nil, &text, &errs); code != 0 {
		t.Fatalf("status %d, %s", code, &errs)
	}
	document, err := jsonschema.UnmarshalJSON(&text)
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
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	first := []string{"plan", "work", "certify"} // others read what these write
	for name := range outputs {
		first = append(first, name)
	}
	done := map[string]bool{}
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
				if err := errors.Join(schema.Validate(value), whole.Validate(value)); err != nil {
					t.Errorf("%s: %v", line, err)
				}
			}
			if n == 0 {
				t.Errorf("%s prints nothing: %.300s", line, &stderr)
			}
		}
	}
	definitions := document.(map[string]any)["anyOf"].([]any)
	if len(definitions) != len(outputs)+1 { // jobs needs a server: exactile-nats tests it
		t.Errorf("%d definitions, and %d kinds of output are tested", len(definitions), len(outputs))
	}
}
