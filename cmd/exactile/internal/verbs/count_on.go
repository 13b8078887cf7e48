package verbs

import (
	"context"
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/spf13/pflag"
)

// remoteFlags are the flags of a count by remote workers.
type remoteFlags struct {
	url    string
	access natsAccess
	units  int
	audit  string

	share   float64
	network network.Network
	store   network.Store
}

func (f *remoteFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.url, "on", "", "count on the workers of a NATS server at `ADDRESS`")
	f.access.Add(flags)
	cli.NumberVar(flags, &f.units, "units", "", 0, 0, 0,
		"divide the count of --on into `N` units; 0: automatic")
	flags.StringVar(&f.audit, "audit", "0%", "repeat and compare this `SHARE` of the units of --on")
}

// check checks the values of the flags.
func (f *remoteFlags) check() (err error) {
	if f.share, err = parseShare(f.audit); err == nil && f.url != "" && !network.IsURL(f.url) {
		err = cli.Misusef("--on %q: want an address such as nats://127.0.0.1:4222", f.url)
	}
	return err
}

// count counts one puzzle by remote workers. The report is valid even with an error.
func (f *remoteFlags) count(
	ctx context.Context, c *cli.Console, b backends.Backend, e *cli.Entry, task backends.Task,
) (backends.Report, error) {
	none := emptyReport(task)
	program, err := cli.ProgramVersion()
	if err != nil {
		return none, err
	}
	text, err := storedText(e)
	if err != nil {
		return none, err
	}
	again, err := compileStoredText(ctx, e.Name, text)
	if err != nil {
		return none, err
	}
	end := c.Progress.Begin(ctx, e.Name)
	p, advice, err := plan.New(ctx, b, again.Model, plan.Request{
		Version: program, Task: task, Units: f.units,
	})
	end()
	if err != nil {
		return none, err
	}
	if advice.Factor > costlyFactor {
		c.Note("%s: %d units take about %.1f times as long as the whole", e.Name, p.Units,
			advice.Factor)
	}
	job, err := f.store.Submit(ctx, p, text)
	if err != nil {
		return none, withContradictionStatus(err)
	}
	if c.Verbose {
		c.Note("%s: job %s, %d units", e.Name, job.Name, p.Units)
	}
	r, err := waitFor(ctx, c, f.store, job, program, f.share)
	if r.Count == nil {
		r = none
	}
	cli.NoteTrust(c, r)
	return r, err
}

// emptyReport is the report of a count that found nothing.
func emptyReport(task backends.Task) backends.Report {
	return backends.Report{
		Puzzle: task.Puzzle, Backend: task.Backend, Count: new(big.Int),
		UpToSymmetry: task.UpToSymmetry,
	}
}

// costlyFactor is the least factor of extra work by parts that is noted.
const costlyFactor = 1.3
