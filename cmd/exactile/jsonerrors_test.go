package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
)

// printedError is an error as it is printed.
type printedError struct {
	Code, Message, File string
	Line, Column        int
}

// errorOf runs a command line and returns the error that it prints as JSON, and its status.
func errorOf(t *testing.T, line string) (e printedError, code int) {
	t.Helper()
	code, stdout, stderr := ran(t, nil, strings.Fields(line)...)
	var object struct {
		Format int
		Error  *printedError
	}
	if err := json.Unmarshal([]byte(stdout), &object); err != nil || object.Error == nil || object.Format != 1 {
		t.Errorf("%s: status %d, prints %.300s%.300s", line, code, stdout, stderr)
		return e, code
	}
	return *object.Error, code
}

// An error at a place has it as fields, whatever the file is: the message is for people.
func TestErrorsHaveTheirPlace(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"bad.yaml": "name: bad\nboard: |\n  ..\npieces: [{name: A, shpae: [XX]}]\n", "cap.cfg": "[8,8]\n(4,2)[Q]\n",
		"model.dlx": "a b\nc\n", "pegs.json": `{"board_size":6,"pegs":[[1,0]]}`, "drawn": "dd\nxd\n",
		"solution.json": "{\"placements\":[\n{\"piece\": 3}]}", "report": "\nhello\n", "profiles": "nope: [1\n",
		"results": "{\n", "model": "s SATISFIABLE\nv 1 x\n", "plan/plan.json": "{",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	exactile(t, cli.Done, "", "certify", "dominoes:2x2", "-o", "forged")
	if err := os.WriteFile("forged/solutions.txt", []byte("nothing\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]printedError{
		"solve --json bad.yaml":                           {File: "bad.yaml", Line: 4, Column: 20},
		"count --json cap.cfg":                            {File: "cap.cfg", Line: 3, Column: 1},
		"show --json model.dlx":                           {File: "model.dlx", Line: 2, Column: 1},
		"solve -f jsonl pegs.json":                        {File: "pegs.json", Line: 1, Column: 15},
		"count --json -":                                  {File: "-", Line: 1, Column: 1},
		"check --json dominoes:2x2 drawn":                 {File: "drawn", Line: 2, Column: 1},
		"check --json dominoes:2x2 solution.json":         {File: "solution.json", Line: 2, Column: 11},
		"check --json dominoes:2x2 -":                     {File: "-", Line: 1, Column: 1},
		"decode --json dominoes:2x2 model":                {File: "model", Line: 2, Column: 6},
		"merge --json report":                             {File: "report", Line: 2},
		"list --json --solver-profile profiles":           {File: "profiles", Line: 1, Column: 7},
		"compare --json --from-results --results results": {File: "results", Line: 1},
		"work --json plan":                                {File: filepath.Join("plan", "plan.json")},
		"merge --json plan":                               {File: filepath.Join("plan", "plan.json")},
		"count --json dominoes:2x2 --checkpoint report":   {File: "report"},
		"certify --json --check nothing":                  {File: filepath.Join("nothing", "certificate.json")},
		"certify --json --check forged":                   {File: filepath.Join("forged", "solutions.txt"), Line: 1},
		"count --json dominoes:2x2 -o no/folder.json":     {File: "no/folder.json"},
		"merge --json missing":                            {File: "missing"},
	} {
		e, code := errorOf(t, line)
		got := printedError{File: e.File, Line: e.Line, Column: e.Column}
		if got != want || code != 1 && code != 3 {
			t.Errorf("%s: %+v and status %d, want %+v; message %s", line, got, code, want, e.Message)
		}
	}
}

// Wrong usage is JSON where JSON is asked for, wherever the mistake stands, and the status is that
// of wrong usage.
func TestUsageErrorsAreJSON(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"nope --json": `unknown verb "nope"`, "coutn -f json x": `did you mean "count"?`, "--json nope": "--json", "-f json": "-f",
		"count --nope --json": "--nope", "count --json --nope": "--nope", "count x --nope -f json": "--nope",
		"count -f=json --nope": "--nope", "count -fjson --nope": "--nope", "count -qf json --nope": "--nope",
		"count --format json --nope": "--nope", "count --format=json --nope": "--nope", "count --json=true --nope": "--nope",
		"count -n 3 --json": "'n'", "count --timeout soon --json x": `"soon"`, "count --json --timeout soon x": `"soon"`,
		"solve -n few -f jsonl x": `"few"`, "solve x -f json --index": "--index", "count --json": "at least one", "list x --json": `"x"`,
		"count -f text --json x": "exclude each other", "count --json --progress x x": "--progress", "count --json -b nope x": `"nope"`,
		"certify --json": "PUZZLE", "check --json x": "SOLUTION", "show --json": "PUZZLE", "decode --json": "PUZZLE", "jobs --json": "jobs",
		"help nope --json": "--json", "completion nope --json": "--json", "schema nope --json": `"nope"`,
		"export -f json --encoding pairwise dominoes:2x2": "--encoding", "convert -f json --nope": "--nope", "play --json": "--json",
	} {
		if e, code := errorOf(t, line); code != 2 || e.Code != "usage" || !strings.Contains(e.Message, want) {
			t.Errorf("%s: status %d, %+v", line, code, e)
		}
	}
	for _, line := range []string{
		"nope", "count --nope x", "count --nope -- --json", "count --nope --json=false",
		"count --nope -f text", "schema nope", "schema output output",
	} {
		if code, stdout, stderr := ran(t, nil, strings.Fields(line)...); code != 2 || stdout != "" || stderr == "" {
			t.Errorf("%s: status %d, prints %s%s", line, code, stdout, stderr)
		}
	}
}

// What is read again is read with the key "format" and without it, as older versions wrote it.
func TestReadersTakeObjectsWithoutFormat(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	for made, read := range map[string]string{
		"solve --json dominoes:2x3": "check dominoes:2x3 FILE", "solve --json -n 1 dominoes:2x3": "check dominoes:2x3 FILE",
		"solve -f jsonl dominoes:2x3": "check dominoes:2x3 FILE", "count --json --shard 1/1 dominoes:4x4": "merge FILE",
	} {
		text := exactile(t, cli.Done, "", strings.Fields(made)...)
		without := strings.Replace(text, `"format":1,`, "", 1)
		if without == text {
			t.Fatalf("%s prints no format", made)
		}
		for _, data := range []string{text, without} {
			if err := os.WriteFile(file, []byte(data), 0o600); err != nil {
				t.Fatal(err)
			}
			exactile(t, cli.Done, "", strings.Fields(strings.ReplaceAll(read, "FILE", file))...)
		}
	}
}
