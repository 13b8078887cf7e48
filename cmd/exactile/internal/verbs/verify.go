package verbs

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/cobra"
)

// A verifyRun is a run of verify.
type verifyRun struct {
	*cli.Call
	backends  cli.NameList
	strict    bool
	unclaimed bool // puzzles without claims pass
	update    bool
	certified bool
	steps     int64 // of a recount
	checker   verify.Checker
	limit     time.Duration // -1: none
}

// verifyVerb is the verb that checks the claims of puzzle files.
func verifyVerb(c *cli.Console, cmd *cobra.Command) {
	r := &verifyRun{Call: cli.NewCall(c, cmd)}
	cmd.Args = cli.AtLeastOne("PATH")
	preset := strings.Join(verify.Checker{}.Asked(), ",")
	r.backends.Add(r.Flags, "backend", "b", preset, cli.BackendsUsage)
	r.Flags.BoolVar(&r.strict, "strict", false,
		"require that every backend finishes")
	r.Flags.BoolVar(&r.unclaimed, "allow-unclaimed", false,
		"let puzzles without claims pass")
	r.Flags.BoolVar(&r.update, "update", false,
		"check the claims and write those that are missing into the files")
	r.Flags.BoolVar(&r.certified, "certified", false,
		"check the certificates that the claims name, and run no backend")
	cli.NumberVar(r.Flags, &r.steps, "steps", "", check.Limits{}.Usual().Steps, 1, 0,
		"with --certified: stop the recount of a certificate after `N` steps")
	r.Engine.AddLimits(r.Flags, 10*time.Second)
	r.Engine.AddListing(r.Flags)
	cli.DescribeUnset(r.Flags, "timeout",
		"limit CPU time for each puzzle and backend to `TIME` (default 10s; 0: no limit)")
	r.Print(r.run, "text", "json", "junit", "github")
	cli.SetRules(cmd, cli.Needs("steps", "certified"))
}

func (r *verifyRun) run(ctx context.Context) error {
	cfg, err := r.Engine.Resolve(ctx, r.Progress.Watched(false))
	if err != nil {
		return err
	}
	r.limit = cmp.Or(cfg.Timeout, -1) // for the library 0 is the default
	names, err := r.backends.Names()
	if err != nil {
		return err
	}
	if !r.Flags.Changed("backend") {
		names = nil // and the last one runs only where it is needed
	}
	for _, name := range names {
		if _, err := registry.Lookup(name, cfg.Work); err != nil {
			return cli.Misusef("%v", err)
		}
	}
	for _, path := range r.Args {
		if _, err := os.Stat(path); err == nil {
			continue
		}
		switch { // any other missing file is a result
		case path == "-":
			return cli.Misusef("verify reads files and folders, not standard input")
		case catalogue.Has(path):
			return cli.Misusef("verify reads files and folders; %s is built in", path)
		}
	}
	read, err := cli.LimitsFromEnvironment()
	if err != nil {
		return err
	}
	r.checker = verify.Checker{
		Backends: names, Timeout: r.limit, Strict: r.strict, Certified: r.certified, Work: cfg.Work,
		Limits: read, Recount: check.Limits{Steps: r.steps, Memory: cfg.Work.Memory},
	}
	switch {
	case r.certified && (r.update || r.strict || r.Flags.Changed("backend")):
		return cli.Misusef(
			"--certified runs no backend: it does not go with --backend, --strict or --update",
		)
	case r.update && r.Out.Format != "text":
		return cli.Misusef("--update prints text, not %s", r.Out.Format)
	case r.update:
		return r.updateFiles(ctx)
	}
	return r.verify(ctx)
}

// verify checks the files, prints the results as they come and returns the exit status as an
// error.
func (r *verifyRun) verify(ctx context.Context) error {
	w := r.Out
	defer r.watch(ctx, nil)()
	var summary verify.Summary
	results := []verify.Result{}
	noteTrust := cli.NoteTrustOnce(r.Console)
	late := false
	for one := range r.checker.Files(ctx, r.Args...) {
		summary.Add(one)
		noteTrust(one.Runs...)
		late = late || one.Late
		if w.Format != "text" && w.Format != "github" {
			results = append(results, one)
			continue
		}
		if one.Verdict == verify.Skipped {
			continue // the summary and a note say how many
		}
		fmt.Fprint(w, resultText(one))
		if w.Format == "github" {
			annotate(w, one, r.unclaimed)
		}
		if err := w.Flush(); err != nil { // show each line at once
			return err
		}
	}
	var err error
	switch w.Format {
	case "json":
		err = w.JSON(struct {
			Summary verify.Summary  `json:"summary"`
			Results []verify.Result `json:"results"`
		}{summary, results})
	case "junit":
		err = writeJUnit(w, summary, results, r.unclaimed)
	default:
		_, err = fmt.Fprintf(w, "%v\n", summary)
	}
	all := strings.Join(r.Args, ", ")
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		r.noteInterrupt(ctx, summary.Skipped)
		return cli.Exit(verifyStatus(summary, r.unclaimed))
	case len(r.Args) > 0 && summary == (verify.Summary{}):
		return fmt.Errorf("no puzzle file in %s", all)
	case summary.Claimless() && !r.unclaimed:
		// On standard error even if the results are JSON: their JSON is complete.
		cli.Explain(r.Stderr, "exactile: ", fmt.Errorf(
			"nothing is claimed in %s: exactile verify --update writes claims", all))
		return cli.Exit(cli.Bad)
	}
	r.noteTimeout(late)
	return cli.Exit(verifyStatus(summary, r.unclaimed))
}

// noteTimeout notes how to get more time, if a check was late.
func (r *verifyRun) noteTimeout(late bool) {
	if late {
		r.Note("a backend had %v of CPU time for a puzzle; use --timeout %v",
			r.limit, 6*r.limit)
	}
}

// noteInterrupt notes what ended the checks, and how many files or puzzles they have not reached.
func (r *verifyRun) noteInterrupt(ctx context.Context, skipped int) {
	if skipped == 0 {
		r.Note("%v", context.Cause(ctx))
		return
	}
	r.Note("%v: %d skipped", context.Cause(ctx), skipped)
}

// watch shows the file and the backend at work, and how many files are left: those of the step
// unless left is not nil. The caller must call end.
func (r *verifyRun) watch(ctx context.Context, left *atomic.Int64) (end func()) {
	var present atomic.Pointer[verify.Step]
	r.checker.Watch = func(s verify.Step) { present.Store(&s) }
	return r.Progress.BeginWithStatus(ctx, "verifying", func() string {
		s := present.Load()
		if s == nil {
			return ""
		}
		step := *s
		if left != nil {
			step.Left = int(left.Load())
		}
		return stepText(step)
	})
}

// stepText names the file and the backend at work, and says how many files are left.
func stepText(s verify.Step) string {
	return fmt.Sprintf("%s by %s, %s left",
		text.Visible(s.File), text.Visible(s.Backend), text.Plural(s.Left, "file"))
}

// verifyStatus is the exit status; unclaimed is whether puzzles without claims pass.
func verifyStatus(s verify.Summary, unclaimed bool) int {
	switch {
	case s.Broken > 0:
		return cli.Disagree
	case s.Failed > 0:
		return cli.Bad
	case s.Unfinished > 0, s.Skipped > 0, !unclaimed && s.Unclaimed > 0:
		return cli.Stopped
	}
	return cli.Done
}

// resultText formats a result like a test runner: a line, and below it all that is not ok.
func resultText(r verify.Result) string {
	var b strings.Builder
	name := text.Visible(r.File)
	if r.Puzzle != "" {
		name += "  " + text.Visible(r.Puzzle)
	}
	fmt.Fprintf(&b, "%-10s  %s", r.Verdict, name)
	switch {
	case r.Puzzle == "":
	case r.Verdict == verify.Unclaimed:
		b.WriteString("  (no claims)")
	default:
		fmt.Fprintf(&b, "  (%s, %.2f s)", text.Plural(len(r.Claims), "claim"), r.Elapsed)
	}
	b.WriteByte('\n')
	for _, c := range r.Claims {
		if c.Verdict != verify.OK {
			fmt.Fprintf(&b, "            %s:%d: %s is %s: %s (source: %s)\n", text.Visible(r.File),
				c.Line, c.Claim, c.Verdict, text.Visible(c.Reason), text.Visible(c.Source))
		}
	}
	if r.Err != nil {
		cli.Explain(&b, "            ", r.Err)
		return b.String()
	}
	for _, reason := range r.Reasons {
		fmt.Fprintf(&b, "            %s\n", text.Visible(reason))
	}
	return b.String()
}

// updateFiles writes missing claims into the files. For each file it prints what it did, and
// below all that is not ok.
func (r *verifyRun) updateFiles(ctx context.Context) error {
	w := r.Out
	var codes []int
	late, skipped := false, 0
	type entry struct {
		path string
		err  error
	}
	var files []entry
	for path, err := range verify.PuzzleFiles(r.Args...) {
		files = append(files, entry{path, err})
	}
	var left atomic.Int64
	defer r.watch(ctx, &left)()
	for n, one := range files {
		file, err := one.path, one.err
		left.Store(int64(len(files) - n - 1))
		var u verify.Update
		if err == nil {
			u, err = r.checker.UpdateFile(ctx, file)
		}
		var summary verify.Summary
		for _, one := range u.Results {
			summary.Add(one)
			late = late || one.Late
			if one.Verdict != verify.OK {
				fmt.Fprint(w, resultText(one))
			}
		}
		if summary.Broken > 0 || summary.Failed > 0 {
			fmt.Fprintf(w, "%s: not changed\n", text.Visible(file))
		}
		if u.Written > 0 {
			fmt.Fprintf(w, "%s: %s written\n", text.Visible(file), text.Plural(u.Written, "claim"))
		}
		if ctx.Err() != nil {
			skipped = len(files) - n - 1
			codes = append(codes, cli.Stopped, verifyStatus(summary, r.unclaimed))
			break
		}
		r.Report(err)
		codes = append(codes, cli.StatusOf(err), verifyStatus(summary, r.unclaimed))
	}
	if ctx.Err() != nil {
		r.noteInterrupt(ctx, skipped)
	}
	r.noteTimeout(late)
	return cli.Exit(cli.WorstStatus(codes))
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

func writeJUnit(
	w *cli.Writer, s verify.Summary, results []verify.Result, unclaimed bool,
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
