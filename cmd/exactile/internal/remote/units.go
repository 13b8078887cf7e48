package remote

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/backends/process"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

// Portable returns an error for settings that a plan cannot pass on to its workers: flags that
// it does not store, and programs that workers would not start.
func Portable(given func(flag string) bool, name string, o registry.Options) error {
	for _, flag := range []string{"enumerate", "isolate", "proof", "trust"} {
		if given(flag) {
			return cli.Misusef("--%s is not kept in a plan: its workers do as they do without", flag)
		}
	}
	if err := startable(name, o); err != nil {
		return cli.Misusef("%v", err)
	}
	return nil
}

// startable returns an error for a backend that is a program without a profile. The author of
// a plan chooses what is counted, but must not choose which programs run on other machines.
func startable(name string, o registry.Options) error {
	program, outside := registry.Program(name)
	known := process.Builtin()
	if o.Profiles != nil {
		known = *o.Profiles
	}
	if !outside || program == "" || slices.Contains(known.Names(), program) {
		return nil
	}
	short := filepath.Base(program)
	if slices.Contains(known.Names(), short) {
		return fmt.Errorf("backend %q: workers find programs by their names: want process:%s", name, short)
	}
	return fmt.Errorf("backend %q: of the programs that a plan names, workers start those that they know: "+
		"describe %q by its name alone in a file of --solver-profile, here and for exactile work",
		name, short)
}

// NewJob returns the job that runs the units of a plan, or audits them by another backend.
func NewJob(
	p *plan.Plan, audit bool, o registry.Options, t *puzzle.Tiling, program string,
) (*plan.Job, error) {
	name := p.Backend
	if audit {
		name, o.Native = another(p)
	}
	if err := startable(name, o); err != nil {
		return nil, err
	}
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

// another returns a backend for audits other than the plan's, and the engine to use if it is
// native, then also other than the plan's.
func another(p *plan.Plan) (name string, engine native.Choice) {
	if p.States == nil {
		if strings.HasPrefix(p.Backend, "gini") {
			return "gophersat", engine
		}
		return "gini", engine
	}
	if p.Backend != "native" {
		return "native", engine
	}
	engine.Engine = "words"
	if e := p.States.Engine; e == "words" || e == "links" {
		engine.Engine = "wide"
	}
	return "native", engine
}

// ParseShare reads a share such as 2% or 0.02.
func ParseShare(text string) (float64, error) {
	number, percent := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(number, 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share >= 0 && share <= 1) {
		return 0, cli.Misusef("--audit %q: want a share such as 2%%", text)
	}
	return share, nil
}
