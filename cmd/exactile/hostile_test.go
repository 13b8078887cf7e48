package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/cmd/exactile/internal/limits"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/internal/thorough"
)

// endless repeats a text for ever.
type endless struct {
	text string
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.text[e.at:])
	e.at = (e.at + n) % len(e.text)
	return n, nil
}

// On endless input a verb ends with an error that names the place, prints nothing else, and
// takes no more memory than a limit allows.
func TestEndlessInput(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("one goroutine, and long under the race detector")
	}
	inputs := []string{"\x00", "x", " ", "\n", "[", "[[", "{", "- ", "-\n", "#\n", "a b\n", "a: &a\n", "\xff", "\xff\xfe", "format: 1\n", "0\n", "v 1 0\n", "v 99999999999 0\n", "s SATISFIABLE\n", "c\n"}
	for _, args := range [][]string{
		{"count", "-"}, {"show", "-"}, {"check", "pegs:1,0 3,2 4,4", "-"}, {"decode", "--all", "pegs:1,0 3,2 4,4", "-"},
		{"count", "--from", "yaml", "-"}, {"count", "--from", "json", "-"}, {"count", "--from", "cap", "-"}, {"count", "--from", "grid", "-"},
		{"count", "--from", "pegs", "-"}, {"count", "--from", "dlx", "-"},
	} {
		some := inputs
		if args[0] == "show" || args[1] == "--from" {
			some = inputs[:3] // they read a file as count does, whatever its format
		} else if args[0] != "count" && !thorough.Asked() {
			some = slices.Concat(inputs[:3], inputs[len(inputs)-5:]) // junk, and an answer's own lines
		}
		for _, input := range some {
			var stdout, stderr bytes.Buffer
			code := run(context.Background(), args, &endless{text: strings.Repeat(input, 4096)}, &stdout, &stderr)
			if code != status.Bad || stdout.Len() > 0 || !strings.HasPrefix(stderr.String(), "exactile: ") {
				t.Errorf("%v of %q without end: status %d, output %.100q, errors %.200q", args, input, code, stdout.String(), stderr.String())
			}
		}
	}
}

// With the greatest number of pieces, each is drawn with its own placements.
func TestShowManyPieces(t *testing.T) {
	t.Parallel()
	board := strings.TrimSuffix(strings.Repeat(`......\n`, 6), `\n`)
	var pieces []string
	for k := range 4096 {
		pieces = append(pieces, fmt.Sprintf(`{"name":"P%d","shape":["XX"]}`, k))
	}
	text := `{"format":1,"board":"` + board + `","pieces":[` + strings.Join(pieces, ",") + `]}`
	var stdout, stderr bytes.Buffer
	code := run(context.Background(), []string{"show", "-"}, strings.NewReader(text), &stdout, &stderr)
	if code != 0 || strings.Count(stdout.String(), "30x") != 2*4096 {
		t.Errorf("status %d, %d orientations, errors %.200q", code, strings.Count(stdout.String(), "30x"), stderr.String())
	}
}

// A puzzle of an absurd size is refused before anything of that size is allocated.
func TestAbsurdSizes(t *testing.T) {
	t.Parallel()
	board := strings.Repeat(strings.Repeat(".", 500)+`\n`, 500)
	var pieces []string
	for k := range 3000 {
		pieces = append(pieces, fmt.Sprintf(`{"name":"P%d","shape":["XXXXX","X"]}`, k))
	}
	for name, c := range map[string]struct{ text, want string }{
		"columns":     {"[1000000000,1000000000]\n(1,1)[A]\n1\n", "file:1:2: the number of columns is 1000000000"},
		"negative":    {"[-8,-8]\n(1,1)[A]\n1\n", "file:1:2: expected the number of columns"},
		"pegs":        {`{"board_size":1000000000,"pegs":[[1,0],[3,2],[4,4]]}`, "the pegs board is 5 by 5"},
		"coordinate":  {`{"board_size":5,"pegs":[[1,0],[3,2],[4,99999999999999999999]]}`, "is no coordinate"},
		"copies":      {`{"format":1,"board":"....","pieces":[{"name":"A","shape":["XX"],"count":99999999999999999999}]}`, "a count of more than"},
		"fewer":       {`{"format":1,"board":"....","pieces":[{"name":"A","shape":["XX"],"count":-1}]}`, "a count below zero"},
		"placements":  {`{"format":1,"board":"` + board + `","pieces":[` + strings.Join(pieces, ",") + `]}`, "the placements cover more than"},
		"bomb":        {"a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n", "anchors and aliases are not read"},
		"deep":        {`{"format":1,"pieces":` + strings.Repeat("[", 100000), "nested more than 16 deep"},
		"million":     {"format: 1\nboard: \"....\"\npieces: [{name: A, shape: [\"" + strings.Repeat("X", 400000) + "\"]}]\n", "the shape takes more than 4096 characters"},
		"UTF-16":      {"\xff\xfef\x00o\x00", "UTF-16"},
		"NUL":         {"format: 1\nname: \x00\n", "file:2:7: a NUL byte"},
		"old Mac":     {"format: 1\rname: x\r", "a carriage return without a line feed"},
		"many claims": {`{"format":1,"board":"..","pieces":[{"name":"A","shape":["XX"]}],"claims":[` + strings.TrimSuffix(strings.Repeat(`{"solutions":1,"source":"x"},`, 2000), ",") + `]}`, "claims has more than 1000 elements"},
	} {
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		code := run(context.Background(), []string{"count", file}, nil, &stdout, &stderr)
		if code != status.Bad || stdout.Len() > 0 || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%s: status %d, output %.100q, errors %.300q, want %q", name, code, stdout.String(), stderr.String(), c.want)
		}
	}
}

// A limit can be raised, and the message says how.
func TestRaisedLimits(t *testing.T) {
	const puzzle = `{"format":1,"board":"....","pieces":[{"name":"A","shape":["X"],"count":4}]}`
	count := func() (int, string) {
		var out bytes.Buffer
		code := run(context.Background(), []string{"count", "-"}, strings.NewReader(puzzle), &out, &out)
		return code, out.String()
	}
	t.Setenv(limits.Variable, "cells=3")
	if code, out := count(); code != status.Bad || !strings.Contains(out, "EXACTILE_LIMITS=cells=NUMBER raises this limit above 3") {
		t.Errorf("status %d, %q", code, out)
	}
	t.Setenv(limits.Variable, "cells=4")
	if code, out := count(); code != 0 || out != "1\n" {
		t.Errorf("status %d, %q", code, out)
	}
	t.Setenv(limits.Variable, "cell=4")
	if code, out := count(); code != status.Bad || !strings.Contains(out, `EXACTILE_LIMITS: no limit is called "cell"`) {
		t.Errorf("status %d, %q", code, out)
	}
}
