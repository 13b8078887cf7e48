package main

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/encode/catalogue"
)

func (a *app) verifyCommand() *cobra.Command {
	var list string
	var strict, update bool
	var out outputFlags
	engine := engineFlags{life: a.life()}
	cmd := &cobra.Command{
		Use:   "verify PATH...",
		Short: "Check what puzzle files claim about their solutions",
		Long: `verify reads puzzle files (of a folder, all below it) and checks their claims by
every backend asked for. A claim is ok when a complete run confirms it and none
contradicts it, broken when any run contradicts it, unfinished otherwise.

The exit status is 3 if anything is broken, 1 if a file cannot be read, 4 if
something is unfinished. --update writes the claims that are missing, with the
engines that agree as their source.`,
		Example: `  exactile verify puzzles
  exactile verify -b native --timeout 1m --strict puzzle.yaml
  exactile verify --update puzzle.yaml`,
		Args: atLeastOne("PATH"),
		RunE: a.verb(&out, func(w *output, cmd *cobra.Command, args []string) error {
			names, err := splitNames(list)
			if err != nil {
				return err
			}
			engine.monitor = a.progress.watched(false)
			work, err := engine.options()
			if err != nil {
				return err
			}
			for _, name := range names {
				if _, err := work.Lookup(name); err != nil {
					return usage("%v", err)
				}
			}
			for _, path := range args {
				if _, err := os.Stat(path); err == nil {
					continue
				}
				switch { // what is missing otherwise is a result
				case path == "-":
					return usage("verify reads files and folders, and not standard input")
				case catalogue.Has(path):
					return usage("verify reads files and folders, and %s is built in", path)
				}
			}
			limits, err := inputLimits()
			if err != nil {
				return err
			}
			o := verify.Options{Backends: names, Timeout: engine.timeout, Strict: strict, Work: work, Limits: limits}
			if update {
				return a.update(cmd.Context(), w, o, args)
			}
			return a.verify(cmd.Context(), w, out.format, o, args)
		}),
	}
	flags := cmd.Flags()
	flags.StringVarP(&list, "backend", "b", strings.Join(verify.DefaultBackends(), ","), "`BACKENDS`, separated by commas; see exactile list")
	flags.BoolVar(&strict, "strict", false, "ask that every backend finish")
	flags.BoolVar(&update, "update", false, "write missing claims into the files")
	engine.addLimits(flags)
	flags.Lookup("timeout").Usage = "`TIME` for each puzzle and backend; where left out 10s"
	out.add(flags, "text", "json", "junit")
	return cmd
}

// verify checks the files, prints the results as they come and returns the exit
// status as an error.
func (a *app) verify(ctx context.Context, w *output, format string, o verify.Options, paths []string) error {
	defer a.progress.begin(ctx, "verifying")()
	var summary verify.Summary
	results := []verify.Result{}
	for r := range verify.Files(ctx, o, paths...) {
		summary.Add(r)
		if format != "text" {
			results = append(results, r)
			continue
		}
		fmt.Fprint(w, resultText(r))
		if err := w.Flush(); err != nil { // each line is news
			return err
		}
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	switch format {
	case "json":
		data, err := json.Marshal(struct {
			Summary verify.Summary  `json:"summary"`
			Results []verify.Result `json:"results"`
		}{summary, results})
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\n", data)
	case "junit":
		if err := writeJUnit(w, summary, results); err != nil {
			return err
		}
	default:
		fmt.Fprintf(w, "%v\n", summary)
	}
	if len(paths) > 0 && summary == (verify.Summary{}) {
		return fmt.Errorf("no puzzle file in %s", strings.Join(paths, ", "))
	}
	return exit(verifyStatus(summary))
}

func verifyStatus(s verify.Summary) int {
	switch {
	case s.Broken > 0:
		return statusDisagree
	case s.Failed > 0:
		return statusBad
	case s.Unfinished > 0:
		return statusStopped
	}
	return statusDone
}

// resultText prints a result like a test runner: a line, and below it what is
// not ok.
func resultText(r verify.Result) string {
	var b strings.Builder
	name := r.File
	if r.Puzzle != "" {
		name += "  " + r.Puzzle
	}
	fmt.Fprintf(&b, "%-10s  %s", r.Verdict, name)
	if r.Puzzle != "" {
		claims := "no claims"
		if len(r.Claims) > 0 {
			claims = plural(len(r.Claims), "claim")
		}
		fmt.Fprintf(&b, "  (%s, %.2f s)", claims, r.Elapsed)
	}
	b.WriteByte('\n')
	for _, c := range r.Claims {
		if c.Verdict != verify.OK {
			fmt.Fprintf(&b, "            %s:%d: %s is %s: %s (source: %s)\n", r.File, c.Line, c.Claim, c.Verdict, c.Reason, c.Source)
		}
	}
	if r.Err != nil {
		explain(&b, "            ", r.Err)
		return b.String()
	}
	for _, reason := range r.Reasons {
		for line := range strings.Lines(reason) {
			fmt.Fprintf(&b, "            %s\n", strings.TrimSuffix(line, "\n"))
		}
	}
	return b.String()
}

// The JUnit form is what continuous integration servers read: a test case a
// puzzle; unfinished puzzles are skipped ones.
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
	File    string     `xml:"classname,attr"`
	Name    string     `xml:"name,attr"`
	Time    string     `xml:"time,attr"`
	Failure *junitText `xml:"failure"`
	Error   *junitText `xml:"error"`
	Skipped *junitText `xml:"skipped"`
}

type junitText struct {
	Message string `xml:"message,attr"`
}

func writeJUnit(w *output, s verify.Summary, results []verify.Result) error {
	suite := junitSuite{Name: "exactile verify", Tests: len(results), Failures: s.Broken, Errors: s.Failed, Skipped: s.Unfinished}
	for _, r := range results {
		c := junitCase{File: r.File, Name: r.Puzzle, Time: fmt.Sprintf("%.3f", r.Elapsed)}
		text := &junitText{r.String()}
		switch r.Verdict {
		case verify.Broken:
			c.Failure = text
		case verify.Failed:
			c.Error = text
		case verify.Unfinished:
			c.Skipped = text
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

// update writes missing claims into the files and says for each what it did.
func (a *app) update(ctx context.Context, w *output, o verify.Options, paths []string) error {
	var statuses []int
	for file, err := range verify.PuzzleFiles(paths...) {
		n := 0
		if err == nil {
			n, err = verify.UpdateFile(ctx, o, file)
		}
		switch {
		case err != nil && ctx.Err() == nil:
			a.report(err)
		case n > 0:
			fmt.Fprintf(w, "%s: %s written\n", file, plural(n, "claim"))
		}
		statuses = append(statuses, statusOf(err))
		if cause := context.Cause(ctx); cause != nil {
			return cause
		}
	}
	return exit(worst(statuses))
}
