package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
)

// A sheet of thousands is well-formed, whole, and the same whatever the number of
// workers.
func TestSheetOfThousands(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("9356 solutions, twice")
	}
	one, err := os.ReadFile(made(t, "one.svg", "solve", "--all", "-j", "1", "pentominoes:6x10"))
	if err != nil {
		t.Fatal(err)
	}
	two, err := os.ReadFile(made(t, "two.svg", "solve", "--all", "-j", "2", "pentominoes:6x10"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one, two) {
		t.Error("two workers draw another sheet than one")
	}
	boards, pieces := 0, 0
	d := xml.NewDecoder(bytes.NewReader(one))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range start.Attr {
			switch {
			case a.Name.Local == "href" && a.Value == "#board":
				boards++
			case a.Name.Local == "href" && strings.HasPrefix(a.Value, "#p"), a.Name.Local == "id" && strings.HasPrefix(a.Value, "p"):
				pieces++
			}
		}
	}
	if boards != 9356 || pieces != 12*9356 {
		t.Errorf("%d boards and %d pieces, want 9356 and %d", boards, pieces, 12*9356)
	}
}

// Messages show control characters in names escaped, so that a terminal does not obey them.
func TestMessagesAreOnlyText(t *testing.T) {
	t.Parallel()
	var stdout, stderr bytes.Buffer
	run(t.Context(), []string{"solve", "no\x1b[31m such\u009b file.yaml"}, strings.NewReader(""), &stdout, &stderr)
	if text := stderr.String(); text == "" || strings.ContainsAny(text, "\x1b\u009b") {
		t.Errorf("the message is %q", text)
	}
	run(t.Context(), []string{"solve", "--timeout", "x\x1b[31m", "dominoes:2x2"}, strings.NewReader(""), &stdout, &stderr)
	if text := stderr.String(); strings.ContainsAny(text, "\x1b") {
		t.Errorf("the messages are %q", text)
	}
}
