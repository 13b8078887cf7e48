package study

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
)

// served is the answer to a trial as its process gives it, from dominoes on 4x4 cells.
func served(t *testing.T, backend string, first bool, settings cli.Settings) answer {
	t.Helper()
	document := "board: |\n  ....\n  ....\n  ....\n  ....\npieces: [{name: d, shape: [\"XX\"], count: 8}]\n"
	request, err := json.Marshal(Trial{[]byte(document), "yaml", backend, first, settings})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	c := cli.NewConsole(bytes.NewReader(request), &out, io.Discard)
	if err := ServeTrial(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	var a answer
	if err := json.Unmarshal(out.Bytes(), &a); err != nil {
		t.Fatalf("%v: %s", err, &out)
	}
	return a
}

// All settings arrive in the process of a run, and each does what its flag does.
func TestSettingsTravel(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, backend string
		first         bool
		settings      cli.Settings
		count         string // "": it fails
		complete      bool
		fails         string
	}{
		{name: "all", backend: "native", count: "36", complete: true},
		{name: "first", backend: "gini", first: true, count: "1"},
		{name: "no time", backend: "native", settings: cli.Settings{Timeout: time.Nanosecond}, count: "0"},
		{name: "proof", backend: "native", settings: cli.Settings{Proof: true}, fails: "proof"},
		{name: "both", backend: "gini", settings: cli.Settings{Proof: true, Trust: true}, fails: "exclude each other"},
		{name: "no reduction", backend: "gini", settings: cli.Settings{NoReduce: true}, fails: "--no-reduce needs --enumerate whole"},
		{name: "whole", backend: "gini", settings: cli.Settings{NoReduce: true, Enumerate: "whole"}, count: "36", complete: true},
		{name: "switch", backend: "native", settings: cli.Settings{Switches: "nonsense"}, fails: "--switch"},
		{name: "profiles", backend: "native", settings: cli.Settings{Profiles: "nowhere.yaml"}, fails: "nowhere.yaml"},
		{name: "memory", backend: "native", settings: cli.Settings{Memory: "much"}, fails: "--memory"},
		{name: "backend", backend: "nobody", fails: "nobody"},
	} {
		a := served(t, test.backend, test.first, test.settings)
		if !strings.Contains(a.Failed, test.fails) || (a.Failed == "") != (test.fails == "") {
			t.Errorf("%s: it failed with %q, want %q", test.name, a.Failed, test.fails)
		}
		if r := a.Report; test.fails == "" && (r.Count.String() != test.count || r.Complete != test.complete || r.Checked != r.Count.Int64()) {
			t.Errorf("%s: %+v, want %s", test.name, r, test.count)
		}
	}
	one, other := served(t, "native/plain", true, cli.Settings{}), served(t, "native/plain", true, cli.Settings{Seed: 3})
	if *one.Report.Digest == *other.Report.Digest {
		t.Error("another seed finds the same first solution")
	}
}
