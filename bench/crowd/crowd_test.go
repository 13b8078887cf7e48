package main

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

// TestCrowds compares simulations with what can be said without one.
func TestCrowds(t *testing.T) {
	t.Parallel()
	even := []float64{1}
	for name, tc := range map[string]struct {
		crowd
		useful float64
	}{
		"one worker does one unit after another":    {crowd{1, 10000, 10, 1000, even}, 1},
		"a fast store keeps all of them busy":       {crowd{100, 36000, 10, 1e6, even}, 1},
		"a slow store hands out what it can":        {crowd{1000, 36000, 10, 10, even}, .1},
		"all wait for the last unit":                {crowd{100, 101, 3600, 1e6, even}, .5},
		"what it takes is workers a mean, a second": {crowd{1000, 360000, 10, 100, even}, 1},
	} {
		if useful := tc.crowd.useful(); math.Abs(useful-tc.useful) > .05 {
			t.Errorf("%s: %v useful, want %v", name, useful, tc.useful)
		}
	}
}

// TestTable prints a table, and refuses what is none.
func TestTable(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := run(strings.Fields("-workers 100 -rates 50,500 -seconds 1,60"), &out); err != nil {
		t.Fatal(err)
	}
	if rows := strings.Split(strings.TrimSpace(out.String()), "\n"); len(rows) != 4 || !strings.HasPrefix(rows[2], "| 100 | 1 s | 48 % | 9") {
		t.Errorf("the table is\n%s", out.String())
	}
	for _, bad := range []string{"-workers x", "-rates 0", "-seconds -1", "-units nowhere", "-rates NaN"} {
		if err := run(strings.Fields(bad), &out); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}
