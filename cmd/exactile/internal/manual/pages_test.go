package manual

import (
	"regexp"
	"testing"
)

var tableNames = regexp.MustCompile(`{{table "([^"]*)"}}`)

// Every table that a topic names is there, and every table is named by a topic.
func TestTopicsNameTables(t *testing.T) {
	t.Parallel()
	unused := topicTables()
	for _, topic := range Topics() {
		for _, found := range tableNames.FindAllStringSubmatch(topic.text, -1) {
			if len(unused[found[1]]) == 0 {
				t.Errorf("%s: there is no table %q", topic.Name, found[1])
			}
			delete(unused, found[1])
		}
	}
	for name := range unused {
		t.Errorf("no topic has the table %q", name)
	}
}
