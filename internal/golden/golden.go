// Package golden compares what a test draws with a file that a person has looked at.
// Only tests import it: it gives them the flag -update.
package golden

import (
	"bytes"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew; look at what changed")

// Check fails the test if got is not what the file holds. With -update it writes
// the file instead.
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
