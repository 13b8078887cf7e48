package cli

import (
	"strings"
	"testing"

	"github.com/exactile/exactile/internal/located"
)

// Long names do not make long notes and warnings.
func TestNotesAreBounded(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 85000)
	var b strings.Builder
	c := NewConsole(nil, nil, &b)
	c.Note("%s: a note", long)
	c.Warn(located.Errorf(long, 1, 2, "%s", long))
	if b.Len() > 3000 || !strings.HasSuffix(strings.SplitN(b.String(), "\n", 2)[0], ": a note") {
		t.Errorf("%d bytes: %.200q", b.Len(), b.String())
	}
}
