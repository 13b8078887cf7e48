package console

import (
	"testing"
)

func TestUnicodeLocale(t *testing.T) {
	t.Parallel()
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
