package main

import (
	"context"
	"encoding/xml"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/visible"
)

func (a *app) verifyCommand() *cobra.Command {
	var list nameList
	var strict, update bool
	var out outputFlags
	engine := engineFlags{life: a.life()}
	cmd := &cobra.Command{
		Use:   "verify PATH...",
		Short: "Check what puzzle files claim about their solutions",
		Long: `verify reads puzzle files (of a folder, all below it) and checks their claims by
every backend asked for. A claim is ok when a complete run confirms it and none
contradicts it, broken when any run contradicts it, unfinished otherwise. For a
puzzle that claims nothing no engine runs: it is unclaimed.

The exit status is 3 if anything is broken, 1 if a file cannot be read or no
puzzle at all claims anything, 4 if something is unfinished or, with --strict,
unclaimed. --update checks the claims that there are and writes those that are
missing, with the engines that agree as their source; a file with a broken claim
is left as it is.

A backend has --timeout of CPU time for a puzzle, so that a busy machine leaves
nothing unfinished, and of the clock where it does not use it, or where the
system does not tell.`,
		Example: `  exactile verify puzzles
  exactile verify -b native --timeout 1m --strict puzzle.yaml
  exactile verify --update puzzle.yaml`,
		Args: atLeastOne("PATH"),
		RunE: a.verb(&out, func(w *output, cmd *cobra.Command, args []string) error {
			engine.monitor = a.progress.watched(false)
			work, err := engine.options()
			if err != nil {
				return err
			}
			names, err := list.backends(work)
			if err != nil {
				return err
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
			if cmd.Flags().Changed("timeout") && engine.timeout == 0 {
				engine.timeout = -1 // 0 is the default to the library
			}
			o := verify.Options{Backends: names, Timeout: engine.timeout, Strict: strict, Work: work, Limits: limits}
			if update {
				if out.format != "text" {
					return usage("--update says in text what it wrote, and not as %s", out.format)
				}
				return a.update(cmd.Context(), w, o, args)
			}
			return a.verify(cmd.Context(), w, out.format, o, args)
		}),
	}
	flags := cmd.Flags()
	list.add(flags, "backend", "b", strings.Join(verify.DefaultBackends(), ","), backendsUsage)
	flags.BoolVar(&strict, "strict", false, "ask that every puzzle have claims and every backend finish")
	flags.BoolVar(&update, "update", false, "check the claims and write those that are missing into the files")
	engine.addLimits(flags)
	flags.Lookup("timeout").Usage = "`TIME` of a processor for each puzzle and backend; " +
		"where left out 10s, 0: no limit"
	out.add(flags, "text", "json", "junit")
	return cmd
}

// verify checks the files, prints the results as they come and returns the exit
// status as an error.
func (a *app) verify(ctx context.Context, w *output, format string, o verify.Options, paths []string) error {
	defer a.progress.begin(ctx, "verifying")()
	var summary verify.Summary
	results := []verify.Result{}
	noteWords := a.noteWords()
	late := false
	for r := range verify.Files(ctx, o, paths...) {
		summary.Add(r)
		noteWords(r.Runs)
		late = late || r.Late
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
		data, err := marshal(struct {
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
	if summary.Claimless() {
		// On standard error also where the results are JSON: they are whole.
		explain(a.stderr, "exactile: ", fmt.Errorf(
			"nothing is claimed in %s: exactile verify --update writes claims", strings.Join(paths, ", ")))
		return exit(statusBad)
	}
	if late {
		a.noteTimeout(o)
	}
	return exit(verifyStatus(summary, o.Strict))
}

// noteTimeout says how to have more time.
func (a *app) noteTimeout(o verify.Options) {
	limit := o.Timeout
	if limit == 0 {
		limit = verify.DefaultTimeout
	}
	a.note("a backend had %v of CPU time for a puzzle; --timeout %v gives it more", limit, 6*limit)
}

func verifyStatus(s verify.Summary, strict bool) int {
	switch {
	case s.Broken > 0:
		return statusDisagree
	case s.Failed > 0:
		return statusBad
	case s.Unfinished > 0, strict && s.Unclaimed > 0:
		return statusStopped
	}
	return statusDone
}

// resultText prints a result like a test runner: a line, and below it what is
// not ok.
func resultText(r verify.Result) string {
	var b strings.Builder
	name := visible.Text(r.File)
	if r.Puzzle != "" {
		name += "  " + visible.Text(r.Puzzle)
	}
	fmt.Fprintf(&b, "%-10s  %s", r.Verdict, name)
	if r.Puzzle != "" {
		if r.Verdict == verify.Unclaimed {
			b.WriteString("  (no claims)")
		} else {
			fmt.Fprintf(&b, "  (%s, %.2f s)", plural(len(r.Claims), "claim"), r.Elapsed)
		}
	}
	b.WriteByte('\n')
	for _, c := range r.Claims {
		if c.Verdict != verify.OK {
			fmt.Fprintf(&b, "            %s:%d: %s is %s: %s (source: %s)\n",
				visible.Text(r.File), c.Line, c.Claim, c.Verdict, visible.Text(c.Reason), visible.Text(c.Source))
		}
	}
	if r.Err != nil {
		explain(&b, "            ", r.Err)
		return b.String()
	}
	for _, reason := range r.Reasons {
		fmt.Fprintf(&b, "            %s\n", visible.Text(reason))
	}
	return b.String()
}

// The JUnit form is what continuous integration servers read: a test case a
// puzzle; unfinished and unclaimed puzzles are skipped ones.
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
	suite := junitSuite{
		Name: "exactile verify", Tests: len(results),
		Failures: s.Broken, Errors: s.Failed, Skipped: s.Unfinished + s.Unclaimed,
	}
	for _, r := range results {
		c := junitCase{File: visible.Text(r.File), Name: visible.Text(r.Puzzle), Time: fmt.Sprintf("%.3f", r.Elapsed)}
		text := &junitText{visible.Text(r.String())}
		switch r.Verdict {
		case verify.Broken:
			c.Failure = text
		case verify.Failed:
			c.Error = text
		case verify.Unfinished, verify.Unclaimed:
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

// update writes missing claims into the files and says for each what it did, and
// below that what is not ok with it.
func (a *app) update(ctx context.Context, w *output, o verify.Options, paths []string) error {
	var statuses []int
	late := false
	for file, err := range verify.PuzzleFiles(paths...) {
		var u verify.Update
		if err == nil {
			u, err = verify.UpdateFile(ctx, o, file)
		}
		var summary verify.Summary
		for _, r := range u.Results {
			summary.Add(r)
			late = late || r.Late
			if r.Verdict != verify.OK {
				fmt.Fprint(w, resultText(r))
			}
		}
		if summary.Broken > 0 || summary.Failed > 0 {
			fmt.Fprintf(w, "%s: left as it is\n", visible.Text(file))
		}
		if u.Written > 0 {
			fmt.Fprintf(w, "%s: %s written\n", visible.Text(file), plural(u.Written, "claim"))
		}
		if cause := context.Cause(ctx); cause != nil {
			return cause
		}
		if err != nil {
			a.report(err)
		}
		statuses = append(statuses, statusOf(err), verifyStatus(summary, false))
	}
	if late {
		a.noteTimeout(o)
	}
	return exit(worst(statuses))
}
