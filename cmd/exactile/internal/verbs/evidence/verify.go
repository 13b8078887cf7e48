// Package evidence holds the verbs that give evidence for counts: verify, check and certify.
package evidence

import (
	"context"
	"encoding/xml"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/engine"
	"github.com/exactile/exactile/cmd/exactile/internal/limits"
	"github.com/exactile/exactile/cmd/exactile/internal/output"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/cmd/internal/words"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/internal/visible"
)

// Verify is the verb that checks the claims of puzzle files.
func Verify(c *console.Console) *cobra.Command {
	var f verifyFlags
	cmd := &cobra.Command{
		Use:   "verify PATH...",
		Short: "Check what puzzle files claim about their solutions",
		Long: `verify reads puzzle files (of a folder, all below it) and checks their claims by
every backend asked for. A claim is ok when a complete run confirms it and none
contradicts it, broken when any run contradicts it, unfinished otherwise. For a
puzzle that claims nothing no engine runs: it is unclaimed. A solver that should
prove that nothing is left, and refuses to, confirms nothing without --trust:
the puzzle is unfinished.

The exit status is 3 if anything is broken, 1 if a file cannot be read or no
puzzle at all claims anything, 4 if something is unfinished or unclaimed;
--allow-unclaimed lets puzzles without claims pass. --update checks the claims
that there are and writes those that are missing, with the engines that agree as
their source; a file with a broken claim is left as it is. YAML keeps its
layout, JSON is written anew.

A backend has --timeout of CPU time for a puzzle, so that a busy machine leaves
nothing unfinished, and of the clock where it does not use it, or where the
system does not tell.`,
		Example: `  exactile verify puzzles
  exactile verify -b native --timeout 1m --strict puzzle.yaml
  exactile verify --update puzzle.yaml`,
		Args: usage.AtLeastOne("PATH"),
		RunE: output.Running(c, &f.output, f.resolve),
	}
	flags := cmd.Flags()
	preset := strings.Join(verify.DefaultBackends(), ",")
	f.backends.Add(flags, "backend", "b", preset, usage.Backends)
	flags.BoolVar(&f.strict, "strict", false,
		"require that every backend finishes")
	flags.BoolVar(&f.unclaimed, "allow-unclaimed", false,
		"let puzzles without claims pass")
	flags.BoolVar(&f.update, "update", false,
		"check the claims and write those that are missing into the files")
	f.engine.AddLimits(flags, verify.DefaultTimeout)
	engine.LeftOut(flags, "timeout", "`TIME` of a processor for each puzzle and backend; "+
		"where left out 10s, 0: no limit")
	f.output.Add(flags, "text", "json", "junit", "github")
	return cmd
}

// verifyFlags are the flags of verify, as they were given.
type verifyFlags struct {
	backends                  usage.List
	strict, unclaimed, update bool
	engine                    engine.Flags
	output                    output.Flags
}

// A verifyJob is a verification, resolved from its flags.
type verifyJob struct {
	options   []verify.Option
	timeout   time.Duration
	paths     []string
	unclaimed bool // puzzles without claims pass
	update    bool
}

func (f *verifyFlags) resolve(
	c *console.Console, cmd *cobra.Command, t output.Target, paths []string,
) (j *verifyJob, err error) {
	cfg, err := f.engine.Resolve(cmd.Context(), c.Progress.Watched(false))
	if err != nil {
		return j, err
	}
	j = &verifyJob{
		timeout: cfg.Timeout, paths: paths, unclaimed: f.unclaimed, update: f.update,
	}
	if j.timeout == 0 {
		j.timeout = -1 // no limit: for the library 0 is the default
	}
	names, err := f.backends.Names()
	if err != nil {
		return j, err
	}
	for _, name := range names {
		if _, err := registry.Lookup(name, cfg.Work); err != nil {
			return j, usage.Errorf("%v", err)
		}
	}
	for _, path := range paths {
		if _, err := os.Stat(path); err == nil {
			continue
		}
		switch { // any other missing file is a result
		case path == "-":
			return j, usage.Errorf("verify reads files and folders, and not standard input")
		case catalogue.Has(path):
			return j, usage.Errorf("verify reads files and folders, and %s is built in", path)
		}
	}
	read, err := limits.FromEnvironment()
	if err != nil {
		return j, err
	}
	j.options = []verify.Option{
		verify.Backends(names...), verify.Timeout(j.timeout), verify.Work(cfg.Work, read),
	}
	if f.strict {
		j.options = append(j.options, verify.Strict())
	}
	if f.update && t.Format != "text" {
		return j, usage.Errorf("--update says in text what it wrote, and not as %s", t.Format)
	}
	return j, nil
}

func (j *verifyJob) Run(ctx context.Context, c *console.Console, w *output.Writer) error {
	if j.update {
		return j.updateFiles(ctx, c, w)
	}
	return j.verify(ctx, c, w)
}

// verify checks the files, prints the results as they come and returns the exit status as an
// error.
func (j *verifyJob) verify(ctx context.Context, c *console.Console, w *output.Writer) error {
	defer c.Progress.Begin(ctx, "verifying")()
	var summary verify.Summary
	results := []verify.Result{}
	noteTrust := engine.NoteTrustOnce(c)
	late := false
	for r := range verify.Files(ctx, j.paths, j.options...) {
		summary.Add(r)
		noteTrust(r.Runs...)
		late = late || r.Late
		if w.Format != "text" && w.Format != "github" {
			results = append(results, r)
			continue
		}
		fmt.Fprint(w, resultText(r))
		if w.Format == "github" {
			annotate(w, r, j.unclaimed)
		}
		if err := w.Flush(); err != nil { // show each line at once
			return err
		}
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	var err error
	switch w.Format {
	case "json":
		err = w.JSON(struct {
			Summary verify.Summary  `json:"summary"`
			Results []verify.Result `json:"results"`
		}{summary, results})
	case "junit":
		err = writeJUnit(w, summary, results, j.unclaimed)
	default:
		_, err = fmt.Fprintf(w, "%v\n", summary)
	}
	all := strings.Join(j.paths, ", ")
	switch {
	case err != nil:
		return err
	case len(j.paths) > 0 && summary == (verify.Summary{}):
		return fmt.Errorf("no puzzle file in %s", all)
	case summary.Claimless() && !j.unclaimed:
		// On standard error even if the results are JSON: their JSON is complete.
		console.Explain(c.Stderr, "exactile: ", fmt.Errorf(
			"nothing is claimed in %s: exactile verify --update writes claims", all))
		return status.Exit(status.Bad)
	}
	j.noteTimeout(c, late)
	return status.Exit(verifyStatus(summary, j.unclaimed))
}

// noteTimeout notes how to get more time, if a check was late.
func (j *verifyJob) noteTimeout(c *console.Console, late bool) {
	if late {
		c.Note("a backend had %v of CPU time for a puzzle; --timeout %v gives it more",
			j.timeout, 6*j.timeout)
	}
}

// verifyStatus is the exit status; unclaimed is whether puzzles without claims pass.
func verifyStatus(s verify.Summary, unclaimed bool) int {
	switch {
	case s.Broken > 0:
		return status.Disagree
	case s.Failed > 0:
		return status.Bad
	case s.Unfinished > 0, !unclaimed && s.Unclaimed > 0:
		return status.Stopped
	}
	return status.Done
}

// resultText formats a result like a test runner: a line, and below it all that is not ok.
func resultText(r verify.Result) string {
	var b strings.Builder
	name := visible.Text(r.File)
	if r.Puzzle != "" {
		name += "  " + visible.Text(r.Puzzle)
	}
	fmt.Fprintf(&b, "%-10s  %s", r.Verdict, name)
	switch {
	case r.Puzzle == "":
	case r.Verdict == verify.Unclaimed:
		b.WriteString("  (no claims)")
	default:
		fmt.Fprintf(&b, "  (%s, %.2f s)", words.Plural(len(r.Claims), "claim"), r.Elapsed)
	}
	b.WriteByte('\n')
	for _, c := range r.Claims {
		if c.Verdict != verify.OK {
			fmt.Fprintf(&b, "            %s:%d: %s is %s: %s (source: %s)\n", visible.Text(r.File),
				c.Line, c.Claim, c.Verdict, visible.Text(c.Reason), visible.Text(c.Source))
		}
	}
	if r.Err != nil {
		console.Explain(&b, "            ", r.Err)
		return b.String()
	}
	for _, reason := range r.Reasons {
		fmt.Fprintf(&b, "            %s\n", visible.Text(reason))
	}
	return b.String()
}

// updateFiles writes missing claims into the files. For each file it prints what it did, and
// below all that is not ok.
func (j *verifyJob) updateFiles(
	ctx context.Context, c *console.Console, w *output.Writer,
) error {
	var codes []int
	late := false
	for file, err := range verify.PuzzleFiles(j.paths...) {
		var u verify.Update
		if err == nil {
			u, err = verify.UpdateFile(ctx, file, j.options...)
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
			fmt.Fprintf(w, "%s: %s written\n", visible.Text(file), words.Plural(u.Written, "claim"))
		}
		if cause := context.Cause(ctx); cause != nil {
			return cause
		}
		c.Report(err)
		codes = append(codes, status.Of(err), verifyStatus(summary, j.unclaimed))
	}
	j.noteTimeout(c, late)
	return status.Exit(status.Worst(codes))
}

// The JUnit format is for continuous integration servers: a test case for each puzzle.
// Unfinished puzzles are skipped test cases, unclaimed ones failures unless they pass.
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

func writeJUnit(
	w *output.Writer, s verify.Summary, results []verify.Result, unclaimed bool,
) error {
	suite := junitSuite{
		Name: "exactile verify", Tests: len(results),
		Failures: s.Broken, Errors: s.Failed, Skipped: s.Unfinished,
	}
	if unclaimed {
		suite.Skipped += s.Unclaimed
	} else {
		suite.Failures += s.Unclaimed
	}
	for _, r := range results {
		c := junitCase{
			File: visible.Text(r.File), Name: visible.Text(r.Puzzle),
			Time: fmt.Sprintf("%.3f", r.Elapsed),
		}
		text := &junitText{visible.Text(r.String())}
		switch {
		case r.Verdict == verify.Broken, r.Verdict == verify.Unclaimed && !unclaimed:
			c.Failure = text
		case r.Verdict == verify.Failed:
			c.Error = text
		case r.Verdict != verify.OK:
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
