package catalogue

import (
	"strings"
	"testing"
)

// Braces stand for several names, in order; what is wrong in them is said.
func TestExpand(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"dominoes:8x8":                 "dominoes:8x8",
		"dominoes:{4..6}x{4,5}":        "dominoes:4x4 dominoes:4x5 dominoes:5x4 dominoes:5x5 dominoes:6x4 dominoes:6x5",
		"pegs{,-fixed}:1":              "pegs:1 pegs-fixed:1",
		"a{1..2,7,9..9}":               "a1 a2 a7 a9",
		"a{b{1,2},{3..4}c}d":           "ab1d ab2d a3cd a4cd",
		"daily:2026-11-{08..11}":       "daily:2026-11-08 daily:2026-11-09 daily:2026-11-10 daily:2026-11-11",
		"a{0..1}{}":                    "a0 a1",
		"cilada:3..7":                  "cilada:3..7",
		"x{1..2":                       "x{1..2: column 2: a brace without its other one",
		"x1}":                          "x1}: column 3: a brace without its other one",
		"x}{":                          "x}{: column 2: a brace without its other one",
		"x{1..2}y{":                    "x{1..2}y{: column 2: a brace without its other one",
		"x{2..1}":                      `x{2..1}: "2..1": the range ends before it starts`,
		"x{a..c}":                      `x{a..c}: "a..c" is no range: want numbers, such as 4..12`,
		"x{1..}":                       `x{1..}: "1.." is no range: want numbers, such as 4..12`,
		"x{1..1001}":                   `x{1..1001}: "1..1001": these are more than 1000 puzzles: name fewer`,
		"x{1..32}{1..32}":              `x{1..32}{1..32}: these are more than 1000 puzzles: name fewer`,
		strings.Repeat("{1..999}", 50): strings.Repeat("{1..999}", 50) + ": these are more than 1000 puzzles: name fewer",
	} {
		names, err := Expand(text)
		got := strings.Join(names, " ")
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if names, err := Expand("{1..25}x{1..40}"); len(names) != 1000 {
		t.Errorf("%d names, %v", len(names), err)
	}
	if puzzles, err := Lookup("{dominoes,pentominoes}:{2..3}x20"); len(puzzles) != 4 || puzzles[3].Name != "pentominoes:3x20" {
		t.Errorf("%d puzzles, %v", len(puzzles), err)
	}
	for _, name := range []string{"dominoes:{4..", "{x,dominoes}:3x3"} {
		if !Has(name) {
			t.Errorf("%s is not built in", name)
		}
	}
	if Has("folder/{a,b}.yaml") {
		t.Error("a file is built in")
	}
}
