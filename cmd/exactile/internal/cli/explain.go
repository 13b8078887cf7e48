package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode/utf8"

	"github.com/exactile/exactile/encode/pegs"
	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/internal/text"
)

// Explain prints an error as text: one line with the prefix for each of the first joined errors,
// one that says how many more there are, and no other lines, since a line break may be part of a
// file name. Below a mistake in a puzzle file it prints the line of the mistake, with a caret at
// the place.
func Explain(w io.Writer, prefix string, err error) {
	s := err.Error()
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		if parts := joinedErrors(inner); parts != nil && strings.HasSuffix(s, inner.Error()) {
			head := text.Visible(strings.TrimSuffix(s, inner.Error()))
			head = text.Brief(head)
			for n, one := range parts {
				// More than one, since the reader of a file may say that itself.
				if more := len(parts) - n; n >= text.MostListed && more > 1 {
					fmt.Fprintf(w, "%sand %d more errors\n", prefix, more)
					return
				}
				Explain(w, prefix+head, one)
				head = ""
			}
			return
		}
	}
	fmt.Fprintf(w, "%s%s\n", prefix, text.Brief(text.Visible(s)))
	if mistake, ok := err.(*located.Error); ok {
		if strings.TrimSpace(prefix) != "" {
			prefix = "    "
		}
		showPlace(w, prefix, *mistake)
	}
}

// joinedErrors returns the parts of an error whose text is only theirs, else nil.
func joinedErrors(err error) []error {
	whole, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return nil
	}
	parts := whole.Unwrap()
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

// showPlace prints a line of a file and a caret below it, set in by the indent to set them
// apart from messages. Standard input cannot be read again, so the line is all that can be
// shown of it.
func showPlace(w io.Writer, indent string, p located.Error) {
	if runes := []rune(p.Excerpt); len(runes) > placeWidth {
		start := max(0, min(p.Column-placeWidth/2, len(runes)-placeWidth))
		p.Excerpt = string(runes[start:min(start+placeWidth, len(runes))])
		p.Column -= start
	}
	caret := p.Caret()
	if caret == "" || !utf8.ValidString(caret) {
		return
	}
	for line := range strings.Lines(caret) {
		fmt.Fprintf(w, "%s%s\n", indent, strings.TrimSuffix(line, "\n"))
	}
}

// JSON returns a value as JSON with invisible characters escaped.
func JSON(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	return text.VisibleJSON(data), err
}

// Opening begins every JSON object that is printed, up to its next key: the version of what
// keys there are and what they mean. It changes when a key changes its name or its type.
const Opening = `{"format":1,`

// WriteJSON writes a value as a line of JSON with invisible characters escaped. An object begins
// with [Opening], unless it has a format of its own.
func WriteJSON(w io.Writer, v any) error {
	data, err := JSON(v)
	if err != nil {
		return err
	}
	if rest, ok := bytes.CutPrefix(data, []byte("{")); ok &&
		!bytes.HasPrefix(rest, []byte(`"format":`)) {
		data = append([]byte(Opening), rest...)
	}
	_, err = fmt.Fprintf(w, "%s\n", data)
	return err
}

// An ErrorObject is an error as JSON shows it. File, Line and Column are its place, where it has
// one: of several mistakes, the first.
type ErrorObject struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	// Domains are those of the pegs puzzle, see [pegs.Error].
	Domains [][][2]int `json:"domains,omitempty"`
}

func errorObject(err error) ErrorObject {
	e := ErrorObject{Code: "error", Message: text.Brief(err.Error())}
	switch code := StatusOf(err); code {
	case Misuse:
		e.Code = "usage"
	case Stopped:
		e.Code = "stopped"
	}
	var at *located.Error
	var missing *fs.PathError
	switch {
	case errors.As(err, &at):
		e.File, e.Line, e.Column = at.File, at.Line, at.Column
		if e.Line > 0 && e.Code == "error" && StatusOf(err) == Bad {
			e.Code = "invalid_input"
		}
	case errors.As(err, &missing):
		e.File = missing.Path
	}
	if e.File = text.Brief(e.File); e.File == InputName("-") {
		e.File = "-"
	}
	var pegs *pegs.Error
	if errors.As(err, &pegs) {
		e.Code, e.Domains = pegs.Code, pegs.Domains
	}
	return e
}

// InputName is the name of an input in messages.
func InputName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}
