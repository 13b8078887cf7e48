package verbs

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/proof"
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

// What the topics say of the program is true of it.
func TestTopicsAreTrue(t *testing.T) {
	t.Parallel()
	worst := strings.Trim(fmt.Sprint(cli.StatusesWorstFirst()), "[]")
	want := map[string][]string{
		"encodings":  {"The default is " + encode.Default + "."},
		"exit-codes": {"the first of " + strings.ReplaceAll(worst, " ", ", ")},
		"counts":     {fmt.Sprintf("exits with status %d,", cli.Stopped), fmt.Sprintf("at once, with status %d.", cli.Killed)},
	}
	names := reflect.ValueOf(proof.FileNames)
	for k := range names.NumField() {
		if name := names.Field(k).String(); name != proof.FileNames.LRAT { // of older versions
			want["certificates"] = append(want["certificates"], name)
		}
	}
	for _, topic := range Topics() {
		text := strings.Join(strings.Fields(topic.String()), " ")
		for _, fact := range want[topic.Name] {
			if !strings.Contains(text, fact) {
				t.Errorf("%s does not say %q", topic.Name, fact)
			}
		}
	}
}
