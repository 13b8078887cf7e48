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
	"github.com/exactile/exactile/encode/visible"
)

// note prints a remark on standard error unless --quiet.
func (a *app) note(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintf(a.stderr, "exactile: %s\n", visible.Text(fmt.Sprintf(format, args...)))
	}
}

// warn prints what a puzzle file may not mean, with its place, unless --quiet.
func (a *app) warn(w formats.Warning) {
	if !a.quiet {
		fmt.Fprintf(a.stderr, "exactile: %s\n", visible.Text(fmt.Sprint(w)))
		showPlace(a.stderr, "    ", w.Place)
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
		explain(a.stderr, "exactile: ", err)
		if advice := limitAdvice(err); advice != "" {
			fmt.Fprintf(a.stderr, "exactile: %s\n", advice)
		}
		if statusOf(err) == statusUsage {
			fmt.Fprintf(a.stderr, "exactile: see %s --help\n", a.path)
		}
		return
	}
	data, marshalErr := marshal(map[string]any{"error": errorObject(err)})
	if marshalErr != nil {
		explain(a.stderr, "exactile: ", err)
		return
	}
	if a.printed != nil && a.printed.file == nil {
		_ = a.printed.Flush() // what came before; its error is that of the verb
	}
	if _, failed := fmt.Fprintf(a.stdout, "%s\n", data); failed != nil {
		explain(a.stderr, "exactile: ", err)
	}
}

// explain prints an error as text, a line with the prefix for each error that is
// joined in it, and no other lines: what looks like one may be the name of a file.
// Below each mistake in a puzzle file stands the line that it is in, with a caret at
// the place.
func explain(w io.Writer, prefix string, err error) {
	if parts := joined(err); parts != nil {
		for _, one := range parts {
			explain(w, prefix, one)
		}
		return
	}
	text := err.Error()
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(inner) {
		if parts := joined(inner); parts != nil && strings.HasSuffix(text, inner.Error()) {
			head := strings.TrimSuffix(text, inner.Error())
			explain(w, prefix+visible.Text(head), parts[0])
			for _, one := range parts[1:] {
				explain(w, prefix, one)
			}
			return
		}
	}
	fmt.Fprintf(w, "%s%s\n", prefix, visible.Text(text))
	if mistake, ok := err.(*formats.Error); ok {
		if strings.TrimSpace(prefix) != "" {
			prefix = "    "
		}
		showPlace(w, prefix, mistake.Place)
	}
}

// joined returns the parts of an error that says nothing more than they do, else nil.
func joined(err error) []error {
	whole, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return nil
	}
	parts := whole.Unwrap()
	if _, ok := err.(formats.Errors); ok {
		return parts
	}
	var all []string
	for _, one := range parts {
		all = append(all, one.Error())
	}
	if err.Error() != strings.Join(all, "\n") {
		return nil
	}
	return parts
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

// marshal returns a value as JSON in which everything can be seen.
func marshal(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	return visible.JSON(data), err
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
