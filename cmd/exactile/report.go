package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/formats"
)

// note prints a remark on standard error unless --quiet.
func (a *app) note(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintf(visible{a.stderr}, "exactile: "+format+"\n", args...)
	}
}

// warn prints what a puzzle file may not mean, with its place, unless --quiet.
func (a *app) warn(w formats.Warning) {
	if !a.quiet {
		fmt.Fprintf(visible{a.stderr}, "exactile: %v\n", w)
		showPlace(visible{a.stderr}, "    ", w.Place)
	}
}

// report prints an error: as text on standard error or, where the verb prints
// JSON, as an object on standard output, unless that cannot be written.
func (a *app) report(err error) {
	var se *statusError
	if errors.As(err, &se) && se.err == nil {
		return // nothing to say that was not printed
	}
	if !a.asJSON {
		explain(visible{a.stderr}, "exactile: ", err)
		if advice := limitAdvice(err); advice != "" {
			fmt.Fprintf(a.stderr, "exactile: %s\n", advice)
		}
		if statusOf(err) == statusUsage {
			fmt.Fprintf(a.stderr, "exactile: see %s --help\n", a.path)
		}
		return
	}
	data, marshalErr := json.Marshal(map[string]any{"error": errorObject(err)})
	if marshalErr != nil {
		fmt.Fprintf(a.stderr, "exactile: %v\n", err)
		return
	}
	if a.printed != nil && a.printed.file == nil {
		_ = a.printed.Flush() // what came before; its error is that of the verb
	}
	if _, failed := fmt.Fprintf(a.stdout, "%s\n", data); failed != nil {
		explain(visible{a.stderr}, "exactile: ", err)
	}
}

// explain prints an error as text, every line with the prefix. Below each mistake
// in a puzzle file stands the line that it is in, with a caret at the place.
func explain(w io.Writer, prefix string, err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		if _, wrapped := err.(formats.Errors); wrapped || isJoin(err, joined.Unwrap()) {
			for _, one := range joined.Unwrap() {
				explain(w, prefix, one)
			}
			return
		}
	}
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(w, "%s%s\n", prefix, strings.TrimSuffix(line, "\n"))
	}
	if mistake, ok := err.(*formats.Error); ok {
		if strings.TrimSpace(prefix) != "" {
			prefix = "    "
		}
		showPlace(w, prefix, mistake.Place)
	}
}

// isJoin reports whether an error says nothing more than its parts do.
func isJoin(err error, parts []error) bool {
	var all []string
	for _, one := range parts {
		all = append(all, one.Error())
	}
	return err.Error() == strings.Join(all, "\n")
}

// placeWidth is how many columns the line of a mistake may take; a longer one is
// cut around the caret.
const placeWidth = 76

// showPlace prints a line of a file and a caret below it, set in by the indent so
// that it stands apart from messages. A file read from standard input is gone by now, so
// the line is all there is to see.
func showPlace(w io.Writer, indent string, p formats.Place) {
	if runes := []rune(p.Excerpt); len(runes) > placeWidth {
		start := max(0, min(p.Col-placeWidth/2, len(runes)-placeWidth))
		p.Excerpt = string(runes[start:min(start+placeWidth, len(runes))])
		p.Col -= start
	}
	caret := p.Caret()
	if caret == "" || !utf8.ValidString(caret) {
		return
	}
	for line := range strings.Lines(caret) {
		fmt.Fprintf(w, "%s%s\n", indent, strings.TrimSuffix(line, "\n"))
	}
}

// jsonError is an error as JSON output shows it.
type jsonError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func errorObject(err error) any {
	var pegs *catalogue.PegsError
	if errors.As(err, &pegs) {
		whole := *pegs
		whole.Message = err.Error() // with the place, if they are from a file
		return &whole
	}
	e := jsonError{Code: "error", Message: err.Error()}
	var bad *formats.Error
	switch status := statusOf(err); {
	case errors.As(err, &bad):
		e.Code = "invalid_input"
	case status == statusUsage:
		e.Code = "usage"
	case status == statusStopped:
		e.Code = "stopped"
	}
	return e
}
