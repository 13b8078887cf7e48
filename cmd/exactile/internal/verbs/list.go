package verbs

import (
	"context"
	"fmt"

	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/internal/game"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/cobra"
)

// inventory is what list prints as JSON.
type inventory struct {
	Puzzles   []catalogue.Entry `json:"puzzles"`
	Backends  []listedBackend   `json:"backends"`
	Encodings []listedEncoding  `json:"encodings"`
}

type listedBackend struct {
	Name string `json:"name"`
	Path string `json:"path,omitempty"` // of an outside program; empty if built in or not found
	// Installed is false for outside programs that are not on the PATH.
	Installed bool   `json:"installed"`
	Text      string `json:"text,omitempty"`
	// Version is reported by an outside program; empty if it cannot be queried.
	Version string `json:"version,omitempty"`
	// Kind is engine for built-in engines; solver, lister (a solver that lists all models in
	// one run), counter or estimator for outside programs.
	Kind string `json:"kind"`
}

type listedEncoding struct {
	Name    string `json:"name"`
	General bool   `json:"general"` // it can encode any bound, not only 1
	Text    string `json:"text"`
}

// listVerb is the verb that lists puzzles, backends and encodings.
func listVerb(c *cli.Console, cmd *cobra.Command) {
	r := cli.NewCall(c, cmd)
	cmd.Args = cli.Exactly()
	profiles := r.Flags.String("solver-profile", "", cli.ProfileUsage)
	size := r.Flags.String("size", "",
		"print the size of each encoding for at most K of N literals, `N,K`, and nothing else")
	r.Print(func(ctx context.Context) error {
		if r.Flags.Changed("size") {
			return printSizes(ctx, r.Out, *size)
		}
		var o registry.Options
		if err := cli.LoadProfiles(ctx, *profiles, &o); err != nil {
			return err
		}
		inv := takeInventory(ctx, o.Known())
		if r.Out.Format == "json" {
			return r.Out.JSON(inv)
		}
		_, err := r.Out.WriteString(inv.text())
		return err
	}, "text", "json")
}

func takeInventory(ctx context.Context, known registry.Profiles) inventory {
	inv := inventory{Puzzles: append(catalogue.Entries(), game.DailyEntry)}
	for _, name := range registry.Names() {
		b := listedBackend{Name: name, Text: registry.Text(name), Installed: true, Kind: "engine"}
		inv.Backends = append(inv.Backends, b)
	}
	for _, found := range known.Installed(ctx) {
		b := listedBackend{
			Name: "process:" + found.Name, Version: found.Version, Kind: kindOf(found.Profile),
		}
		if found.Program != nil {
			b.Path, b.Installed = found.Program.Path, true
		}
		inv.Backends = append(inv.Backends, b)
	}
	for _, e := range encode.Encodings() {
		inv.Encodings = append(inv.Encodings, listedEncoding{e.Name, e.Bounds != nil, e.Text})
	}
	return inv
}

// kindOf is the kind of an outside program.
func kindOf(p registry.Profile) string {
	switch {
	case p.Approximate:
		return "estimator"
	case p.Count != nil:
		return "counter"
	case p.List != nil:
		return "lister"
	}
	return "solver"
}

// text is the inventory for people.
func (inv *inventory) text() string {
	var puzzles, backends, encodings [][2]string
	for _, e := range inv.Puzzles {
		puzzles = append(puzzles, [2]string{e.Pattern, e.Text})
	}
	for _, b := range inv.Backends {
		backends = append(backends, [2]string{text.Visible(b.Name), text.Visible(b.state())})
	}
	backends = append(backends, [2]string{"process:PROGRAM",
		"any other program that reads DIMACS or, as a profile says, OPB"})
	for _, e := range inv.Encodings {
		bounds := "bound 1"
		if e.General {
			bounds = "any bound"
		}
		encodings = append(encodings, [2]string{e.Name, e.Text + " (" + bounds + ")"})
	}
	return "BUILT-IN PUZZLES\n" + cli.TextTable(puzzles) + "\nBACKENDS\n" +
		cli.TextTable(backends) +
		"\nAT-MOST ENCODINGS, AS IN GINI/SEQUENTIAL\n" + cli.TextTable(encodings)
}

// state is the state of a backend, for people.
func (b *listedBackend) state() string {
	state := "not installed"
	switch {
	case b.Version != "":
		state = fmt.Sprintf("version %s, found: %s", b.Version, b.Path)
	case b.Path != "":
		state = "found: " + b.Path
	case b.Installed:
		state = b.Text
	}
	if b.Kind != "engine" {
		state = b.Kind + ", " + state
	}
	return state
}
