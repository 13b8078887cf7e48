// Package command is the command line of exactile: its verbs, and a run of one of them from the
// arguments to the exit status.
package command

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/exactile/exactile/cmd/exactile/internal/complete"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/help"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/cmd/exactile/internal/version"
	"github.com/exactile/exactile/cmd/internal/answers"
)

// A Connect returns the network of a program, as [console.Console.Network] does.
type Connect = func() (network.Network, error)

// Run executes the command line args and returns the exit status.
func Run(
	ctx context.Context, connect Connect, args []string, stdin io.Reader, stdout, stderr io.Writer,
) int {
	printed := answers.New(stdout)
	c := console.New(stdin, printed, stderr)
	c.Network = connect
	defer c.Close()
	root := Root(c, Named(args))
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		complete.All(root) // a function for each flag: only completion needs them
	}
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	c.Path = cmd.CommandPath()
	if cause := context.Cause(ctx); cause != nil && errors.Is(err, context.Canceled) {
		err = status.With(status.Stopped, cause)
	}
	if err = answered(printed, err); err != nil {
		if status.Of(err) == status.Misuse {
			c.ErrorsAsJSON = c.ErrorsAsJSON || asksForJSON(args) // it may be found before flags are read
		}
		c.Report(err)
	}
	return status.Of(err)
}

// asksForJSON reports whether a command line with a mistake asks for JSON.
func asksForJSON(args []string) bool {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.ParseErrorsAllowlist.UnknownFlags = true
	asked := flags.Bool("json", false, "")
	format := flags.StringP("format", "f", "", "")
	flags.BoolP("quiet", "q", false, "") // it may stand before: -qf json
	flags.BoolP("verbose", "v", false, "")
	_ = flags.Parse(args) // the mistake is known
	return *asked || *format == "json" || *format == "jsonl"
}

// answered returns err, the result of a verb, together with the error of its output if that
// could not be written: then the answer is lost.
func answered(printed *answers.Writer, err error) error {
	failed := printed.Err()
	if failed == nil || errors.Is(err, failed) {
		return err
	}
	if status.Silent(err) {
		err = nil // a mere exit status adds nothing
	}
	return status.With(status.Bad, errors.Join(err, failed))
}

// Root is the command with some of its verbs, or with all and the topics of the help.
func Root(c *console.Console, with []Verb) *cobra.Command {
	root := &cobra.Command{
		Use:   "exactile VERB [ARGUMENTS]",
		Short: "Solve, count and compare tile-placement puzzles",
		Long: `exactile solves, counts, draws and makes tile-placement puzzles on squares,
hexagons, triangles and cubes. Every puzzle becomes one exact-cover model, which
goes to the native engine, to the SAT solvers gini and gophersat, or to any
program that reads DIMACS. Every solution that is printed or listed is checked;
exactile help counts says what each verb checks.

A PUZZLE is a file, - for standard input, or a built-in name such as
pentominoes:6x10, cilada:7 or "pegs:1,0 3,2 4,4"; exactile list shows them all.
exactile new begins a puzzle file of your own.`,
		Example: `  exactile solve pentominoes:6x10
  exactile count cilada
  exactile compare "pegs:1,0 3,2 4,4"`,
		DisableFlagsInUseLine: true,
		Version:               version.String(),
		SilenceErrors:         true,
		SilenceUsage:          true,
		Args:                  cobra.ArbitraryArgs,
		PersistentPreRunE:     func(*cobra.Command, []string) error { return c.Begin() },
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return help.UnknownVerb(cmd, args[0])
		},
	}
	root.SetIn(c.Stdin)
	root.SetOut(c.Stdout)
	root.SetErr(c.Stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if flags := cmd.Flags(); cmd == root && flags.NArg() > 0 { // no verb, so no flags of a verb
			return help.UnknownVerb(root, flags.Arg(0))
		}
		return usage.FlagError(cmd, err)
	})
	root.SetHelpCommand(help.Command())
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		bold := func(heading string) string { return heading }
		if s, err := c.Screen(true); err == nil && s.Colour {
			bold = func(heading string) string { return "\x1b[1m" + heading + "\x1b[m" }
		}
		help.Verb(cmd.OutOrStdout(), cmd, !slices.Contains(args, "-h"), bold)
	})
	root.SetVersionTemplate("exactile version {{.Version}}\n")
	root.Flags().BoolP("version", "V", false, "print the version")
	flags := root.PersistentFlags()
	flags.BoolVarP(&c.Quiet, "quiet", "q", false, "print no warnings and notes")
	flags.StringVar(&c.Colour, "color", "auto",
		"`WHEN` drawings have colours: auto, always, never; auto minds NO_COLOR")
	flags.StringVar(&c.ProgressMode, "progress", "auto",
		"`WHEN` progress is shown on standard error: auto, always, never; auto on a terminal")
	usage.Choose(flags, "color", "auto", "always", "never")
	usage.Choose(flags, "progress", "auto", "always", "never")
	flags.BoolVarP(&c.Verbose, "verbose", "v", false,
		"say on standard error what is done and how long it took")
	for _, v := range with {
		if v.Group != "" && !root.ContainsGroup(v.Group) {
			root.AddGroup(&cobra.Group{ID: v.Group, Title: v.Group + ":"})
		}
		cmd := v.New(c)
		cmd.GroupID = v.Group
		root.AddCommand(cmd)
	}
	if len(with) < len(Verbs) {
		root.CompletionOptions.DisableDefaultCmd = true
		return root
	}
	root.AddCommand(help.Commands()...)
	root.InitDefaultCompletionCmd() // now, not at Execute
	help.OnlyKnownShells(root)
	return root
}
