package cli

import (
	"strings"
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

// The environment says whether drawings have colours.
func TestWantsColour(t *testing.T) {
	t.Parallel()
	for env, want := range map[string]bool{
		"": true, "NO_COLOR=1": false, "TERM=dumb": false, "CLICOLOR=0": false, "FORCE_COLOR=1 TERM=dumb": true,
		"CLICOLOR_FORCE=1 TERM=dumb": true, "CLICOLOR_FORCE=0 TERM=dumb": false, "NO_COLOR=1 FORCE_COLOR=1": false,
	} {
		getenv := func(name string) string {
			_, rest, _ := strings.Cut(" "+env, " "+name+"=")
			value, _, _ := strings.Cut(rest, " ")
			return value
		}
		if got := wantsColour(true, getenv); got != want {
			t.Errorf("%q: %t", env, got)
		}
	}
	if wantsColour(false, func(string) string { return "" }) {
		t.Error("a file has colours")
	}
}
