package main

import (
	"os"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/term"

	"github.com/exactile/exactile/cmd/internal/answers"
)

// A screen is what is known of where drawings are looked at.
type screen struct {
	terminal bool // a person looks at it, not a program or a file
	columns  int
	unicode  bool // it shows lines and marks, not only letters
	colour   bool
}

// defaultColumns is the width of a screen that does not tell.
const defaultColumns = 80

// screen describes where the output goes. colour is --color: auto, always, never.
func (a *app) screen(out *outputFlags, colour string) (screen, error) {
	s := screen{columns: defaultColumns, unicode: unicodeLocale(runtime.GOOS, os.Getenv)}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		s.columns = n
	}
	if file := answers.File(a.stdout); file != nil && out.toStandardOutput() && term.IsTerminal(int(file.Fd())) {
		s.terminal = true
		if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
			s.columns = width
		}
	}
	switch colour {
	case "auto":
		s.colour = s.terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	case "always":
		s.colour = true
	case "never":
	default:
		return s, usage("--color %q: want auto, always or never", colour)
	}
	return s, nil
}

// ascii spells what tables show for a terminal that shows ASCII alone, in as many
// columns.
var ascii = strings.NewReplacer("≥ ", ">=", "≈ ", "~ ", "–", "-", "…", "...")

// unicodeLocale reports whether the locale's characters are UTF-8. The first of
// the three variables that is set decides, as for the C library; without any, it
// is the locale "C", except on Windows and macOS, whose terminals read UTF-8.
func unicodeLocale(system string, getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := getenv(name); value != "" {
			value = strings.ToLower(strings.ReplaceAll(value, "-", ""))
			return strings.Contains(value, "utf8")
		}
	}
	return system == "windows" || system == "darwin"
}
