package cli

import (
	"testing"
)

// An ending is known in any case, and a name may be nothing but an ending.
func TestEndings(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"a.svg": "svg", "A.SVG": "svg", "a.b/c": "text", ".svg": "text", "a.txt": "text", "a.yml": "yaml", "-": "text", "./x.svg": "svg",
	} {
		out := OutputFlags{path: path, known: []string{"text", "svg", "yaml"}}
		if got, err := out.Resolve(); err != nil || got.Format != want {
			t.Errorf("-o %s is %q, %v; want %q", path, got.Format, err, want)
		}
	}
}
