package main

import (
	"context"
	"errors"
	"io"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/cmd/internal/answers"
)

// An app is one run of the command.
type app struct {
	ctx            context.Context // its end is that of the run; nil: it has none
	stdin          io.Reader
	stdout, stderr io.Writer
	quiet          bool
	verbose        bool
	colour         string // --color: auto, always, never
	progressMode   string // --progress: auto, always, never
	progress       *progress
	printed        *output  // where the verb prints; nil: it has not begun
	asJSON         bool     // errors go to standard output as JSON
	atEnd          []func() // what to tidy away when the verb is done
	path           string   // the verb as it is called: "exactile count"

	begun  time.Time // when the command began
	loaded bool      // the first puzzle has been, or is being, loaded
}

// life returns the context of the run.
func (a *app) life() context.Context {
	if a.ctx == nil {
		return context.Background()
	}
	return a.ctx
}

// run executes the command line args and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	printed := answers.New(stdout)
	a := &app{ctx: ctx, stdin: stdin, stdout: printed, stderr: stderr, begun: time.Now()}
	defer func() {
		for _, tidy := range a.atEnd {
			tidy()
		}
	}()
	root := a.rootCommand()
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	a.path = cmd.CommandPath()
	if cause := context.Cause(ctx); cause != nil && errors.Is(err, context.Canceled) {
		err = &statusError{statusStopped, cause}
	}
	if err = answered(printed, err); err != nil {
		a.report(err)
	}
	return statusOf(err)
}

// answered returns how a verb ended, err, unless what it printed could not be written:
// then nobody has its answer, whatever that was.
func answered(printed *answers.Writer, err error) error {
	failed := printed.Err()
	if failed == nil || errors.Is(err, failed) {
		return err
	}
	var bare *statusError
	if errors.As(err, &bare) && bare.err == nil {
		err = nil // an exit status says nothing that was not printed
	}
	return &statusError{statusBad, errors.Join(err, failed)}
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "exactile VERB [ARGUMENTS]",
		Short: "Solve, count and compare tile-placement puzzles",
		Long: `exactile solves, counts and compares tile-placement puzzles: polyominoes,
patterned boards, packings. Every puzzle becomes one exact-cover model, which
goes to the native engine, to the SAT solvers gini and gophersat, or to any
program that reads DIMACS; every solution is checked before it is believed.

A PUZZLE is a file, - for standard input, or a built-in name such as
pentominoes:6x10, cilada:7 or "pegs:1,0 3,2 4,4"; exactile list shows them all.
exactile new begins a puzzle file of your own.`,
		Example: `  exactile solve pentominoes:6x10
  exactile count cilada
  exactile compare "pegs:1,0 3,2 4,4"`,
		DisableFlagsInUseLine: true,
		Version:               version(),
		SilenceErrors:         true,
		SilenceUsage:          true,
		Args:                  cobra.ArbitraryArgs,
		PersistentPreRunE:     func(*cobra.Command, []string) error { return a.startProgress() },
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknownVerb(cmd, args[0])
		},
	}
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(helpCommand())
	root.SetUsageTemplate(usageTemplate)
	root.PersistentFlags().BoolVarP(&a.quiet, "quiet", "q", false, "print no warnings and notes")
	root.PersistentFlags().StringVar(&a.colour, "color", "auto", "`WHEN` drawings have colours: auto, always, never; auto minds NO_COLOR")
	root.PersistentFlags().StringVar(&a.progressMode, "progress", "auto", "`WHEN` progress is shown on standard error: auto, always, never; auto on a terminal")
	root.PersistentFlags().BoolVarP(&a.verbose, "verbose", "v", false, "say on standard error what is done and how long it took")
	for _, g := range []struct {
		title string
		verbs []*cobra.Command
	}{
		{"Solve", []*cobra.Command{a.solveCommand(), a.countCommand(), a.compareCommand(), a.playCommand()}},
		{"Puzzles", []*cobra.Command{a.listCommand(), a.showCommand(), a.newCommand(), a.convertCommand(), a.schemaCommand()}},
		{"Evidence", []*cobra.Command{a.verifyCommand(), a.checkCommand(), a.certifyCommand()}},
		{"Other solvers", []*cobra.Command{a.exportCommand(), a.decodeCommand()}},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title + ":"})
		for _, verb := range g.verbs {
			verb.GroupID = g.title
			root.AddCommand(verb)
		}
	}
	root.AddCommand(a.manCommand(), a.engineCommand())
	root.AddCommand(topicCommands()...)
	root.InitDefaultCompletionCmd() // now, and not when it runs
	onlyKnownShells(root)
	return root
}

// version is the module's version as the build recorded it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// exactly and atLeastOne are cobra argument checks that end in wrong usage and
// name what is missing.
func exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != len(names) {
			if len(names) == 0 {
				return usage("%s takes no arguments, only flags; what is %q?", cmd.Name(), args[0])
			}
			return usage("%s takes %s, not %s", cmd.Name(), strings.Join(names, " and "), plural(len(args), "argument"))
		}
		return nil
	}
}

func atLeastOne(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage("%s takes at least one %s", cmd.Name(), name)
		}
		return nil
	}
}

// verb wraps what a verb does: it settles the output flags, opens the output,
// and closes it according to how the verb ended.
func (a *app) verb(out *outputFlags, do func(w *output, cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := out.resolve(); err != nil {
			return err
		}
		a.asJSON = out.format == "json" || out.format == "jsonl"
		w, err := out.open(cmd.Context(), &besides{a.progress, a.stdout})
		if err != nil {
			return err
		}
		a.printed = w
		return w.finish(do(w, cmd, args))
	}
}
