package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
)

func TestUnicodeLocale(t *testing.T) {
	for _, test := range []struct {
		system, all, ctype, lang string
		want                     bool
	}{
		{"linux", "", "", "de_DE.UTF-8", true},
		{"linux", "", "en_GB.utf8", "C", true},
		{"linux", "C", "en_GB.utf8", "en_GB.utf8", false},
		{"linux", "", "", "", false},
		{"linux", "", "", "de_DE.ISO-8859-1", false},
		{"darwin", "", "", "", true},
		{"darwin", "C", "", "", false},
		{"windows", "", "", "", true},
	} {
		getenv := func(name string) string {
			return map[string]string{"LC_ALL": test.all, "LC_CTYPE": test.ctype, "LANG": test.lang}[name]
		}
		if got := unicodeLocale(test.system, getenv); got != test.want {
			t.Errorf("%+v: %t", test, got)
		}
	}
}

// A spool gives back what it got, in memory or from a file.
func TestSpool(t *testing.T) {
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
