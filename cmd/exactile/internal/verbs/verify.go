package verbs

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/report"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/proof/check"
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
		report.Verified(w, one)
		if w.Format == "github" {
			report.Annotate(w, one, r.unclaimed)
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
		err = report.JUnit(w, summary, results, r.unclaimed)
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
		files := s.Left
		if left != nil {
			files = int(left.Load())
		}
		return fmt.Sprintf("%s by %s, %s left", text.Visible(s.File), text.Visible(s.Backend),
			text.Plural(files, "file"))
	})
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
				report.Verified(w, one)
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
