package verbs

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/manual"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/cmd/internal/answers"
	"github.com/exactile/exactile/internal/contain"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A Connect returns the network of a program, as [cli.Console.Network] does.
type Connect = func() (network.Network, error)

// Run executes the command line args and returns the exit status.
func Run(
	ctx context.Context, connect Connect, args []string, stdin io.Reader, out, stderr io.Writer,
) int {
	printed := answers.New(out)
	c := cli.NewConsole(stdin, printed, stderr)
	c.Network = connect
	defer c.Close()
	root := Root(c, Named(args))
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		cli.CompleteFlags(root) // a function for each flag: only completion needs them
	}
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	c.Path = cmd.CommandPath()
	if cause := context.Cause(ctx); cause != nil && errors.Is(err, context.Canceled) {
		err = cli.WithStatus(cli.Stopped, cause)
	}
	if err = withOutputError(printed, err); err != nil {
		if cli.StatusOf(err) == cli.Misuse {
			// it may be found before flags are read
			c.ErrorsAsJSON = c.ErrorsAsJSON || asksForJSON(args)
		}
		c.Report(err)
	}
	return cli.StatusOf(err)
}

// asksForJSON reports whether a command line with a mistake requests JSON.
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

// withOutputError returns err, the result of a verb, together with the error of its output if that
// could not be written: then the answer is lost.
func withOutputError(printed *answers.Writer, err error) error {
	failed := printed.Err()
	if failed == nil || errors.Is(err, failed) {
		return err
	}
	if cli.IsSilent(err) {
		err = nil // a mere exit status adds nothing
	}
	return cli.WithStatus(cli.Bad, errors.Join(err, failed))
}

// Root is the command with some of its verbs, or with all and the topics of the help.
func Root(c *cli.Console, with []Verb) *cobra.Command {
	root := manual.Page("exactile")
	root.DisableFlagsInUseLine = true
	root.Version = cli.Version()
	root.SilenceErrors, root.SilenceUsage = true, true
	root.Args = cobra.ArbitraryArgs
	root.PersistentPreRun = func(*cobra.Command, []string) { c.Begin() }
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		return manual.UnknownVerb(cmd, args[0])
	}
	c.Program = func() *cobra.Command { return Root(new(cli.Console), Verbs) }
	root.SetIn(c.Stdin)
	root.SetOut(c.Stdout)
	root.SetErr(c.Stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if flags := cmd.Flags(); cmd == root && flags.NArg() > 0 { // no verb, so no flags of a verb
			return manual.UnknownVerb(root, flags.Arg(0))
		}
		return cli.FlagError(c, cmd, err)
	})
	root.SetHelpCommand(manual.Command())
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		bold := func(heading string) string { return heading }
		if c.Screen(true).Colour {
			bold = func(heading string) string { return "\x1b[1m" + heading + "\x1b[m" }
		}
		manual.Write(cmd.OutOrStdout(), cmd, !slices.Contains(args, "-h"), bold)
	})
	root.SetVersionTemplate("exactile version {{.Version}}\n")
	root.Flags().BoolP("version", "V", false, "print the version")
	flags := root.PersistentFlags()
	flags.BoolVarP(&c.Quiet, "quiet", "q", false, "print no warnings and notes")
	when := []string{"auto", "always", "never"}
	cli.ChoiceVar(flags, &c.Colour, "color", "auto",
		"colour drawings `WHEN`: auto, always, never; auto follows NO_COLOR", when...)
	cli.ChoiceVar(flags, &c.ProgressMode, "progress", "auto",
		"show progress on standard error `WHEN`: auto, always, never; auto: on a terminal", when...)
	flags.BoolVarP(&c.Verbose, "verbose", "v", false,
		"report steps and times on standard error")
	for _, v := range with {
		if v.Group != "" && !root.ContainsGroup(v.Group) {
			root.AddGroup(&cobra.Group{ID: v.Group, Title: v.Group + ":"})
		}
		cmd := manual.Page(v.Name)
		cmd.GroupID = v.Group
		v.Define(c, cmd)
		root.AddCommand(cmd)
	}
	if len(with) < len(Verbs) {
		root.CompletionOptions.DisableDefaultCmd = true
		return root
	}
	root.AddCommand(manual.TopicCommands()...)
	root.InitDefaultCompletionCmd() // now, not at Execute
	manual.OnlyKnownShells(root)
	return root
}

// Main runs the command line of this process and ends the process.
func Main(connect Connect) {
	runtime.MemProfileRate = 0 // nothing here reads a heap profile, only a linked library could
	contain.Watch()
	cli.DelayGC()
	os.Exit(runInterruptible(func(ctx context.Context) int {
		return Run(ctx, connect, os.Args[1:], os.Stdin, answers.Stdout(), os.Stderr)
	}))
}

// runInterruptible runs the command with a context that the first interrupt cancels, so that the
// results so far are printed. A second interrupt ends the process at once.
func runInterruptible(command func(context.Context) int) int {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	go func() {
		var all interrupts
		for range signals {
			if all.isSecond(time.Now()) {
				os.Exit(cli.Killed)
			}
			cancel(cli.ErrInterrupted)
		}
	}()
	return command(ctx)
}

// interrupts tells a second interrupt from an echo of the first: timeout(1), for example,
// signals the program and then its process group.
type interrupts struct{ first time.Time }

// isSecond reports whether an interrupt at a time is a second one.
func (i *interrupts) isSecond(at time.Time) bool {
	const echoes = 200 * time.Millisecond
	if i.first.IsZero() {
		i.first = at
	}
	return at.Sub(i.first) >= echoes
}
