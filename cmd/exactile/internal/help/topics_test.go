package help

import (
	"strings"
	"testing"
)

// Every table that a topic names is there, and every table is named by a topic.
func TestTopicsNameTables(t *testing.T) {
	t.Parallel()
	unused := tables()
	for _, topic := range Topics() {
		for line := range strings.Lines(topic.markup) {
			name, ok := strings.CutPrefix(strings.TrimSpace(line), "@")
			if !ok {
				continue
			}
			if len(unused[name]) == 0 {
				t.Errorf("%s: there is no table %q", topic.Name, name)
			}
			delete(unused, name)
		}
	}
	for name := range unused {
		t.Errorf("no topic has the table %q", name)
	}
}
