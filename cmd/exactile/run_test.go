package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// ran runs a command line in this process, and returns its exit status and what it printed.
func ran(t *testing.T, stdin io.Reader, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if stdin == nil {
		stdin = strings.NewReader("")
	}
	code = run(t.Context(), args, stdin, &out, &errs)
	return code, out.String(), errs.String()
}

// exactile runs a command line that must end with a status, and returns its output.
func exactile(t *testing.T, want int, stdin string, args ...string) string {
	t.Helper()
	code, stdout, stderr := ran(t, strings.NewReader(stdin), args...)
	if code != want {
		t.Fatalf("exactile %q: exit status %d, want %d: %.2000s%.2000s", args, code, want, stdout, stderr)
	}
	return stdout
}
