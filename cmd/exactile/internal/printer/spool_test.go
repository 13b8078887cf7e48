package printer

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
)

// A spool gives back what it got, in memory or from a file.
func TestSpool(t *testing.T) {
	t.Parallel()
	for _, size := range []int{10, spoolMemory - 1, spoolMemory + 1, 3 * spoolMemory} {
		s := &spool{}
		defer s.remove()
		text := strings.Repeat("0123456789abcde\n", size/16+1)[:size]
		for rest := text; rest != ""; {
			n := min(len(rest), 70000)
			if _, err := io.WriteString(s, rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if (s.file != nil) != (size > spoolMemory) {
			t.Errorf("%d bytes: in a file: %t", size, s.file != nil)
		}
		var out bytes.Buffer
		if _, err := s.WriteTo(&out); err != nil {
			t.Fatal(err)
		}
		if out.String() != text {
			t.Errorf("%d bytes came back as %d others", size, out.Len())
		}
		s.remove()
		if s.file != nil {
			if _, err := os.Stat(s.file.Name()); err == nil {
				t.Errorf("%s stays behind", s.file.Name())
			}
		}
	}
}
