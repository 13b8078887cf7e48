package console

import (
	"os"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/term"

	"github.com/exactile/exactile/cmd/exactile/internal/progress"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
)

// A Screen describes where drawings are shown.
type Screen struct {
	Terminal bool // a person looks at it, not a program or a file
	Columns  int
	Unicode  bool // it shows lines and marks, not only letters
	Colour   bool
}

// screenOf describes the screen behind stdout; nil if output goes elsewhere. colour is
// --color: auto, always, never.
func screenOf(stdout *os.File, colour string) (Screen, error) {
	s := Screen{Columns: progress.DefaultColumns, Unicode: unicodeLocale(runtime.GOOS, os.Getenv)}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		s.Columns = n
	}
	if stdout != nil && term.IsTerminal(int(stdout.Fd())) {
		s.Terminal = true
		if width, _, err := term.GetSize(int(stdout.Fd())); err == nil && width > 0 {
			s.Columns = width
		}
	}
	switch colour {
	case "auto":
		s.Colour = wantsColour(s.Terminal, os.Getenv)
	case "always":
		s.Colour = true
	case "never":
	default:
		return s, usage.Errorf("--color %q: want auto, always or never", colour)
	}
	return s, nil
}

// wantsColour reports what the environment says of colours, in the order of its variables: see
// no-color.org, force-color.org and bixense.com/clicolors.
func wantsColour(terminal bool, getenv func(string) string) bool {
	switch {
	case getenv("NO_COLOR") != "":
		return false
	case getenv("FORCE_COLOR") != "", getenv("CLICOLOR_FORCE") != "" && getenv("CLICOLOR_FORCE") != "0":
		return true
	}
	return terminal && getenv("TERM") != "dumb" && getenv("CLICOLOR") != "0"
}

// unicodeLocale reports whether the locale's characters are UTF-8. The first of the three
// variables that is set decides, as in the C library. If none is set, the locale is "C",
// except on Windows and macOS, whose terminals read UTF-8.
func unicodeLocale(system string, getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := getenv(name); value != "" {
			value = strings.ToLower(strings.ReplaceAll(value, "-", ""))
			return strings.Contains(value, "utf8")
		}
	}
	return system == "windows" || system == "darwin"
}
