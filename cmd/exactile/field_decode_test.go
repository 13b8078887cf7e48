package main

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Every answer of testdata/field/decode is one of programs and libraries in use, and is drawn.
func TestFieldDecode(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("testdata", "field", "decode")
	answers, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	answers = slices.DeleteFunc(answers, func(name string) bool { return filepath.Base(name) == "CASE.txt" })
	if err != nil || len(answers) != 6 {
		t.Fatalf("%d answers, %v", len(answers), err)
	}
	for _, answer := range answers {
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), []string{"decode", filepath.Join(dir, "p.yaml"), answer},
			strings.NewReader(""), &stdout, &stderr)
		if code != 0 || stdout.String() != "III\nIII\n" {
			t.Errorf("%s: status %d: %s%s", answer, code, stdout.String(), stderr.String())
		}
	}
}
