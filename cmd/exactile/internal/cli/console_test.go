package cli

import (
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/formats"
)

// Long names do not make long notes and warnings.
func TestNotesAreBounded(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 85000)
	var b strings.Builder
	c := NewConsole(nil, nil, &b)
	c.Note("%s: a note", long)
	c.Warn(formats.Warning{Place: formats.Place{File: long, Line: 1, Col: 2}, Text: long})
	if b.Len() > 3000 || !strings.HasSuffix(strings.SplitN(b.String(), "\n", 2)[0], ": a note") {
		t.Errorf("%d bytes: %.200q", b.Len(), b.String())
	}
}
