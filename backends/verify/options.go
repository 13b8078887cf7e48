package verify

import (
	"time"

	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode/formats"
)

// DefaultTimeout is the time for each puzzle and backend if none is given; see Timeout.
const DefaultTimeout = 10 * time.Second

// DefaultBackends are independent of each other: a search and two SAT solvers.
func DefaultBackends() []string { return []string{"native", "gini", "gophersat"} }

// An Option changes how puzzles are checked. The zero Option changes nothing.
type Option struct{ set func(*options) }

// Backends returns the option to check by these backends in place of DefaultBackends. Without
// names it changes nothing.
func Backends(names ...string) Option { return Option{func(o *options) { o.names = names }} }

// Timeout returns the option of another time for each puzzle and backend, including reading,
// than DefaultTimeout; below 0 there is no limit. It is CPU time of this process and its
// children if the system reports that, so that a busy machine takes nothing away; the wall
// clock may then show up to 20 times as much. A backend that hardly runs gets wall time.
func Timeout(d time.Duration) Option { return Option{func(o *options) { o.timeout = d }} }

// Strict returns the option that a puzzle is OK only if every backend finishes.
func Strict() Option { return Option{func(o *options) { o.strict = true }} }

// AllowUnclaimed returns the option that Claims skips puzzles without claims. Their verdict
// stays Unclaimed.
func AllowUnclaimed() Option { return Option{func(o *options) { o.unclaimed = true }} }

// Work returns the option of how the backends work, and of the limits of what is read.
func Work(w registry.Options, read formats.Limits) Option {
	return Option{func(o *options) { o.work, o.limits = w, read }}
}

// options are the ways to check puzzles. The zero value is the default.
type options struct {
	names             []string // DefaultBackends if empty
	timeout           time.Duration
	strict, unclaimed bool
	work              registry.Options
	limits            formats.Limits
}

func resolve(all []Option) (o options) {
	for _, one := range all {
		if one.set != nil {
			one.set(&o)
		}
	}
	return o
}

func (o options) backends() []string {
	if len(o.names) == 0 {
		return DefaultBackends()
	}
	return o.names
}

func (o options) limit() limit {
	if o.timeout == 0 {
		return limit(DefaultTimeout)
	}
	return limit(max(o.timeout, unlimited))
}
