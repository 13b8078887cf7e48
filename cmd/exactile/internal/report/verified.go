package report

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/internal/text"
)

// Verified writes a result like a test runner: a line, and below it all that is not ok.
func Verified(w io.Writer, r verify.Result) {
	name := text.Visible(r.File)
	if r.Puzzle != "" {
		name += "  " + text.Visible(r.Puzzle)
	}
	fmt.Fprintf(w, "%-10s  %s", r.Verdict, name)
	switch {
	case r.Puzzle == "":
	case r.Verdict == verify.Unclaimed:
		io.WriteString(w, "  (no claims)")
	default:
		fmt.Fprintf(w, "  (%s, %.2f s)", text.Plural(len(r.Claims), "claim"), r.Elapsed)
	}
	fmt.Fprintln(w)
	for _, c := range r.Claims {
		if c.Verdict != verify.OK {
			fmt.Fprintf(w, "            %s:%d: %s is %s: %s (source: %s)\n", text.Visible(r.File),
				c.Line, c.Claim, c.Verdict, text.Visible(c.Reason), text.Visible(c.Source))
		}
	}
	if r.Err != nil {
		cli.Explain(w, "            ", r.Err)
		return
	}
	for _, reason := range r.Reasons {
		fmt.Fprintf(w, "            %s\n", text.Visible(reason))
	}
}

// A junitSuite is what verify prints for continuous integration servers: a test case for each
// puzzle. Unfinished puzzles are skipped test cases, unclaimed ones failures unless they pass.
type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	File    string        `xml:"file,attr"`
	Line    int           `xml:"line,attr,omitempty"`
	Time    string        `xml:"time,attr"`
	Claims  []junitClaims `xml:"properties"` // at most one
	Failure *junitText    `xml:"failure"`
	Error   *junitText    `xml:"error"`
	Skipped *junitText    `xml:"skipped"`
}

type junitText struct {
	Message string `xml:"message,attr"`
}

// junitClaims are the broken claims of a puzzle as data: for each the same properties, in this
// order: line, column, expected, found, backend.
type junitClaims struct {
	Properties []junitProperty `xml:"property"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// brokenClaims returns the broken claims of a result, nil if none is broken.
func brokenClaims(r verify.Result) []junitClaims {
	var all junitClaims
	add := func(name, value string) {
		all.Properties = append(all.Properties, junitProperty{name, text.Visible(value)})
	}
	for _, c := range r.Claims {
		if c.Verdict != verify.Broken {
			continue
		}
		add("line", strconv.Itoa(c.Line))
		add("column", strconv.Itoa(c.Column))
		add("expected", c.Expected)
		add("found", c.Found)
		add("backend", c.Backend)
	}
	if all.Properties == nil {
		return nil
	}
	return []junitClaims{all}
}

// firstLine is the line of the first fault of a puzzle, 0 if it has no line.
func firstLine(r verify.Result) int {
	for _, c := range r.Claims {
		if c.Verdict != verify.OK {
			return c.Line
		}
	}
	return r.Line
}

// JUnit writes results for continuous integration servers. unclaimed is set if puzzles without
// claims pass.
func JUnit(
	w io.Writer, s verify.Summary, results []verify.Result, unclaimed bool,
) error {
	suite := junitSuite{
		Name: "exactile verify", Tests: len(results),
		Failures: s.Broken, Errors: s.Failed, Skipped: s.Unfinished + s.Skipped,
	}
	if unclaimed {
		suite.Skipped += s.Unclaimed
	} else {
		suite.Failures += s.Unclaimed
	}
	for _, r := range results {
		c := junitCase{
			Class: text.Visible(r.File), Name: text.Visible(cmp.Or(r.Puzzle, r.File)),
			File: text.Visible(r.File), Line: firstLine(r),
			Time: fmt.Sprintf("%.3f", r.Elapsed), Claims: brokenClaims(r),
		}
		reason := &junitText{text.Visible(r.String())}
		switch {
		case r.Verdict == verify.Broken, r.Verdict == verify.Unclaimed && !unclaimed:
			c.Failure = reason
		case r.Verdict == verify.Failed:
			c.Error = reason
		case r.Verdict != verify.OK:
			c.Skipped = reason
		}
		suite.Cases = append(suite.Cases, c)
	}
	fmt.Fprint(w, xml.Header)
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(suite); err != nil {
		return err
	}
	fmt.Fprintln(w)
	return nil
}

// Annotate writes a result as commands that make GitHub's runners show a message beside a line
// of a file: an error for a broken claim or an unreadable file, a warning for an unfinished
// check, and an error for a puzzle without claims, or a notice if those pass.
//
// Source: GitHub Docs, Workflow commands for GitHub Actions.
func Annotate(w io.Writer, r verify.Result, unclaimed bool) {
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
	at := func(line int, s string) {
		place := "file=" + property(r.File)
		if line > 0 {
			place += fmt.Sprintf(",line=%d", line)
		}
		if r.Puzzle != "" {
			place += ",title=" + property(text.Visible(r.Puzzle))
		}
		fmt.Fprintf(w, "::%s %s::%s\n", level, place, message.Replace(text.Visible(s)))
	}
	said := false
	for _, c := range r.Claims {
		if c.Verdict != verify.OK {
			at(c.Line, fmt.Sprintf("%s is %s: %s (source: %s)", c.Claim, c.Verdict, c.Reason,
				c.Source))
			said = true
		}
	}
	var fault *located.Error
	if errors.As(r.Err, &fault) {
		at(fault.Line, fault.Err.Error())
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
