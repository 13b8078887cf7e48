package cli

import (
	"context"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/auto"
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
// run with Args and Out.
func (c *Call) Print(run func(context.Context) error, formats ...string) {
	c.Output.Add(c.Flags, formats...)
	c.cmd.RunE = Printing(c.Console, &c.Output,
		func(w *Writer, cmd *cobra.Command, args []string) error {
			c.Out, c.Args = w, args
			return run(cmd.Context())
		})
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

// Each opens the puzzles one after the other, and calls do for each; see [EachEntry].
func (c *Call) Each(ctx context.Context, do func(n int, e *Entry) error) error {
	return EachEntry(ctx, c.Console, c.Entries, func(n int, e *Entry) error {
		if err := e.Open(ctx); err != nil {
			return err
		}
		return do(n, e)
	})
}
