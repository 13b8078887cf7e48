package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/auto"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/internal/file"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A Call is a run of a verb: the flags that verbs share, and what these and the arguments ask for.
// A verb adds the flags that mean something for it, and then resolves them in this order.
type Call struct {
	*Console
	Flags *pflag.FlagSet // of the verb
	cmd   *cobra.Command

	Args []string
	Out  *Writer // where the verb prints, see Print
	JSON bool    // --json was given, see Plain

	Input   InputFlags
	Engine  EngineFlags
	Output  OutputFlags
	Config  // set by Resolve
	Backend backends.Backend
	Named   bool // a backend was named that must do the work itself, see EngineFlags.Named
	Entries []*Entry
}

// NewCall returns the call of a verb's command.
func NewCall(c *Console, cmd *cobra.Command) *Call {
	return &Call{Console: c, Flags: cmd.Flags(), cmd: cmd}
}

// Print adds the flags of the output in these formats, the default first, and has the command call
// run with Args and Out. The output is kept or discarded by the result of run.
func (c *Call) Print(run func(context.Context) error, formats ...string) {
	c.Output.Add(c.Flags, formats...)
	c.cmd.RunE = func(cmd *cobra.Command, args []string) error {
		target, err := c.Output.Resolve()
		if err != nil {
			return c.writtenElsewhere(cmd, target.Format, err)
		}
		c.ErrorsAsJSON, c.Args = target.IsJSON(), args
		if err := CheckUses(c.Flags, target.Format); err != nil {
			return err
		}
		if !target.ToStandardOutput() {
			file.RemoveLeft(target.Path)
		}
		c.Out, err = OpenOutput(cmd.Context(), target, c.Progress.Above(c.Stdout))
		if err != nil {
			return err
		}
		if c.Out.file == nil {
			c.Printed = c.Out
		}
		return c.Out.Finish(run(cmd.Context()))
	}
}

// Plain is [Call.Print] for a verb without a format, which prints to Stdout. If usage is not "" it
// adds --json with it.
func (c *Call) Plain(run func(context.Context) error, usage string) {
	if usage != "" {
		c.Flags.BoolVar(&c.JSON, "json", false, usage)
	}
	c.cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c.ErrorsAsJSON, c.Args = c.JSON, args
		return run(cmd.Context())
	}
}

// Given reports whether a flag was given.
func (c *Call) Given(flag string) bool { return c.Flags.Changed(flag) }

// Resolve sets the backend and its limits. whole is set for a search for all solutions, whose
// progress can be measured. The checks of the settings
// come before the backend is looked up.
func (c *Call) Resolve(ctx context.Context, whole bool, checks ...func() error) (err error) {
	c.Named = c.Engine.Named(c.Flags)
	if c.Config, err = c.Engine.Resolve(ctx, c.Progress.Watched(whole)); err != nil {
		return err
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return WithStatus(Misuse, err)
		}
	}
	c.Backend, err = c.Lookup()
	return err
}

// For returns what answers for a puzzle: the backend, if it was named, and else what decides. won,
// if not nil, then gets the name of what has the answer, before any solution comes.
func (c *Call) For(e *Entry, won func(name string)) backends.Backend {
	b, decides := c.Backend.(auto.Backend)
	if c.Named {
		return c.Backend
	}
	if !decides { // then native has the last word
		b = c.Work.Auto()
		b.Alone = true
	}
	b.Colourings, b.Reason, b.Won = e.Tiling.Colourings(), e.Reason, won
	b.Compared, b.Argument = e.compared.Value(), e.argument
	return Announcing(c.Console, b, e.Name)
}

// ResolveLister is Resolve for a verb whose backend must list solutions; why is the reason.
func (c *Call) ResolveLister(ctx context.Context, whole bool, why string) error {
	err := c.Resolve(ctx, whole)
	if err == nil && backends.CountsOnly(c.Backend) {
		err = Misusef("-b %s: %v, and %s", c.Name, backends.ErrCountsOnly, why)
	}
	return err
}

// Load reads the puzzles that the arguments name, each within the time limit.
func (c *Call) Load(ctx context.Context) (err error) {
	c.Entries, err = c.Input.Puzzles(ctx, c.Console, c.Timeout, c.Args...)
	return err
}

// One reads and opens a puzzle, for a verb that takes one, within the time limit.
func (c *Call) One(ctx context.Context, arg string) (*Entry, error) {
	entries, err := c.Input.Puzzles(ctx, c.Console, c.Timeout, arg)
	switch {
	case err != nil:
		return nil, err
	case len(entries) == 1:
		return entries[0], entries[0].Open(ctx)
	case catalogue.Has(arg):
		return nil, Misusef("%s is %d puzzles: name one, such as %s",
			arg, len(entries), entries[0].Name)
	}
	return nil, Misusef("%s holds %d puzzles; put the one you want into a file of its own",
		arg, len(entries))
}

// Begin shows the progress of a puzzle until end is called, and bounds its time by what loading it
// has left.
func (c *Call) Begin(ctx context.Context, e *Entry) (_ context.Context, end func()) {
	ctx, cancel := c.Limited(ctx, e.Spent)
	shown := c.Progress.Begin(ctx, e.Name)
	return ctx, func() {
		shown()
		cancel()
	}
}

// Late returns the error of a run that the time limit ended as one that says so, and what was not
// done.
func (c *Call) Late(err error, nothing string) error {
	if c.Timeout > 0 && errors.Is(err, context.DeadlineExceeded) {
		return WithStatus(Stopped, fmt.Errorf("stopped after %v; %s", c.Timeout, nothing))
	}
	return err
}

// Each opens the puzzles one after the other, and calls do for each; see [EachEntry].
func (c *Call) Each(ctx context.Context, do func(n int, e *Entry) error) error {
	return EachEntry(ctx, c.Console, c.Entries, func(n int, e *Entry) error {
		if err := e.Open(ctx); err != nil {
			return err
		}
		return do(n, e)
	})
}
