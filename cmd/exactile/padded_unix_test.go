//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/exactile/exactile/internal/testkit"
)

// A solver cannot have its word accepted by a proof that is longer than what is kept: neither by
// one that is longer than a small limit nor, in a thorough run, by the 1.1 GB of the case.
func TestPaddedProof(t *testing.T) {
	t.Parallel()
	const from = "testdata/field/padded"
	dir := t.TempDir()
	small := func(file, text string) string {
		switch {
		case testkit.Thorough():
		case file == "padded.sh":
			return strings.Replace(text, "1100000000", "1100000", 1)
		case file == "prof.yaml":
			return text + "    proofbytes: 1000000\n"
		}
		return text
	}
	for _, file := range []string{"false.yaml", "padded.sh", "prof.yaml"} {
		text, err := os.ReadFile(filepath.Join(from, file))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, file), []byte(small(file, string(text))), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	in := func(file string) string { return filepath.Join(dir, file) }
	var out, errs strings.Builder
	got := run(t.Context(), []string{
		"verify", "--timeout", "60s", "--solver-profile", in("prof.yaml"),
		"-b", "process:" + in("padded.sh"), in("false.yaml"),
	}, nil, &out, &errs)
	said := out.String() + errs.String()
	if got != 1 || !strings.Contains(said, "padded.sh: it reports no further solution, and its proof cannot be checked: ") {
		t.Errorf("it ended with %d: %s", got, said)
	}
}
