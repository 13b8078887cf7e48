// Package golden compares the output of a test with a file that a person has checked.
// Only tests import it: it gives them the flag -update.
package golden

import (
	"bytes"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew; look at what changed")

// Check fails the test unless got is the content of the file. With -update it
// writes the file instead.
func Check(t testing.TB, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from what is made now; -update writes it anew, this:\n%.20000s", file,
			got)
	}
}
