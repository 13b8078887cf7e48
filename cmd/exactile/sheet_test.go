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
