package remote

import (
	"strconv"
	"strings"

	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

// NewJob returns what does the units of a plan by the backend of a name.
func NewJob(
	p *plan.Plan, name string, o registry.Options, t *puzzle.Tiling, program string,
) (*plan.Job, error) {
	b, err := registry.Lookup(name, o)
	if err != nil {
		return nil, err
	}
	j, err := plan.NewJob(p, b, t.Model, program)
	if err == nil && name == p.Backend && o.Native.Engine != "" {
		name += " by " + o.Native.Engine
	}
	if err == nil {
		j.Name = name
	}
	return j, err
}

// Another returns a backend for an audit that is not the one of the plan.
func Another(p *plan.Plan) (name string, o registry.Options) {
	if p.States == nil {
		if strings.HasPrefix(p.Backend, "gini") {
			return "gophersat", o
		}
		return "gini", o
	}
	if p.Backend != "native" {
		return "native", o
	}
	o.Native = native.Choice{Engine: "words"}
	if e := p.States.Engine; e == "words" || e == "links" {
		o.Native.Engine = "wide"
	}
	return "native", o
}

// ParseShare reads a share such as 2% or 0.02.
func ParseShare(text string) (float64, error) {
	number, percent := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(number, 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share >= 0 && share <= 1) {
		return 0, usage.Errorf("--audit %q: want a share such as 2%%", text)
	}
	return share, nil
}
