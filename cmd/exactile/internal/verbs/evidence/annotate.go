package evidence

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/internal/visible"
)

// annotate writes a result as commands that make GitHub's runners show a message beside a line
// of a file: an error for a broken claim or an unreadable file, a warning for an unfinished
// check, and an error for a puzzle without claims, or a notice if those pass.
//
// Source: GitHub Docs, Workflow commands for GitHub Actions.
func annotate(w io.Writer, r verify.Result, unclaimed bool) {
	level := "error"
	switch r.Verdict {
	case verify.OK:
		return
	case verify.Unfinished:
		level = "warning"
	case verify.Unclaimed:
		if unclaimed {
			level = "notice"
		}
	}
	at := func(line int, text string) {
		place := "file=" + property(r.File)
		if line > 0 {
			place += fmt.Sprintf(",line=%d", line)
		}
		if r.Puzzle != "" {
			place += ",title=" + property(visible.Text(r.Puzzle))
		}
		fmt.Fprintf(w, "::%s %s::%s\n", level, place, message.Replace(visible.Text(text)))
	}
	said := false
	for _, c := range r.Claims {
		if c.Verdict != verify.OK {
			at(c.Line, fmt.Sprintf("%s is %s: %s (source: %s)", c.Claim, c.Verdict, c.Reason, c.Source))
			said = true
		}
	}
	var fault *formats.Error
	if errors.As(r.Err, &fault) {
		at(fault.Line, fault.Text)
		return
	}
	for _, reason := range r.Reasons {
		at(0, reason)
		said = true
	}
	if !said {
		at(0, r.String())
	}
}

// message and property escape the characters that are syntax in a command.
var message = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")

func property(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(message.Replace(text))
}
