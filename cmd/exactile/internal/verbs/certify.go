package verbs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/groups"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/cobra"
)

// certifyVerb is the verb that writes certificates, and checks them.
func certifyVerb(c *cli.Console, cmd *cobra.Command) {
	var f certifyFlags
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch {
		case f.check.dir != "" && (len(args) > 0 || f.dir != ""):
			return cli.Misusef("certify takes either PUZZLE and -o DIR, or --check DIR")
		case f.check.dir == "" && (len(args) != 1 || f.dir == ""):
			return cli.Misusef("certify takes PUZZLE and -o DIR, or --check DIR")
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c.ErrorsAsJSON = f.check.json
		ctx, cancel := cli.Within(cmd.Context(), f.timeout, f.timeout)
		defer cancel()
		var err error
		if f.check.dir != "" {
			if f.check.most.Memory, err = cli.ParseMemory(f.memory); err == nil {
				err = f.check.run(ctx, c)
			}
		} else {
			err = f.write(ctx, c, args[0])
		}
		if f.timeout > 0 && errors.Is(err, context.DeadlineExceeded) {
			return cli.WithStatus(cli.Stopped,
				fmt.Errorf("stopped after %v; nothing was proved", f.timeout))
		}
		return err
	}

	flags := cmd.Flags()
	cli.AddSingle(flags, &f.dir, "output", "o", "", "write the certificate to `DIR`", "")
	flags.StringVar(&f.check.dir, "check", "", "check the certificate in `DIR`")
	flags.BoolVar(&f.claim, "claim", false,
		"write what is proved into the puzzle's file, as claims that name the certificate")
	flags.StringVar(&f.memory, "memory", "",
		"with --check: limit the memory of a recount to `SIZE`, such as 2G (default: 300M)")
	cli.NumberVar(flags, &f.check.most.Steps, "steps", "", check.Limits{}.Usual().Steps, 1, 0,
		"with --check: stop a recount after `N` steps")
	flags.BoolVar(&f.options.UpToSymmetry, "up-to-symmetry", false,
		"prove the number of orbits, too")
	cli.ChoiceVar(flags, &f.options.Form, "proof-form", "",
		"write the proof as `FORM`: layers, tree or both (default: what takes less to check)",
		"layers", "tree", "both")
	flags.BoolVar(&f.options.List, "full-list", false,
		"list the solutions, even if they are more than 100000")
	flags.StringArrayVar(&f.by, "by", nil,
		"prove the number for each placement of `PIECE[,PIECE...]`")
	flags.BoolVar(&f.byUse, "by-use", false,
		"prove the number for each combination of piece counts")
	flags.BoolVar(&f.drat, "drat", false,
		"add puzzle.cnf and proof.drat, for checkers of SAT proofs")
	flags.BoolVar(&f.sat.Blocked, "blocked", false,
		"add blocked.cnf, the formula with a blocking clause for each solution")
	flags.BoolVar(&f.options.Uncompressed, "no-compress", false, "do not compress large files")
	cli.NumberVar(flags, &f.options.Workers, "workers", "j", 0, 0, cli.MaxWorkers,
		"use `N` CPU cores; 0: all")
	cli.NumberVar(flags, &f.timeout, "timeout", "", 0, 0, 0,
		"stop after `TIME`, such as 10m; 0: no limit")
	flags.BoolVar(&f.check.json, "json", false, "print certificate.json, or the verdict, as JSON")
	f.input.Add(flags)
	f.input.AddSymmetry(flags)
	cli.SetRules(cmd,
		cli.Needs("memory", "check"), cli.Needs("steps", "check"),
		cli.Excludes("by", "by-use", "up-to-symmetry", "drat", "blocked"),
		cli.Excludes("by-use", "up-to-symmetry", "drat", "blocked"),
		cli.Excludes("check", "claim", "by", "by-use", "full-list", "proof-form", "up-to-symmetry",
			"drat",
			"blocked"))
}

// certifyFlags are the flags of certify, as they were given.
type certifyFlags struct {
	dir     string
	check   certificateCheck
	memory  string // of --check
	options proof.Options
	by      []string
	byUse   bool
	claim   bool
	drat    bool
	sat     proof.SAT
	timeout time.Duration
	input   cli.InputFlags
}

// write writes a certificate and prints its claim.
func (f *certifyFlags) write(ctx context.Context, c *cli.Console, arg string) error {
	e, err := f.input.One(ctx, c, f.timeout, arg)
	if err != nil {
		return err
	}
	if err := f.complete(ctx, e); err != nil {
		return err
	}
	if f.claim { // before a proof that may take hours
		if e.BuiltIn() || arg == "-" {
			return cli.Misusef("--claim writes into the file of the puzzle, and %s has none",
				cli.InputName(arg))
		}
		if _, err := verify.AddClaims(arg, e.Tiling.Puzzle, f.input.Limits); err != nil {
			return fmt.Errorf("--claim: %w", err)
		}
	}
	end := c.Progress.Begin(ctx, "certifying "+e.Name)
	certificate, err := proof.Write(ctx, f.dir, e.Tiling.Model, f.options)
	end()
	if err == nil && f.claim {
		err = addClaims(c, arg, f.dir, e, f.input.Limits, certificate.Claim)
	}
	if err != nil {
		return err
	}
	if certificate.Steps > 0 {
		c.Note("a check of %s takes %d steps, more than the limit: --steps %d allows them", f.dir,
			certificate.Steps, certificate.Steps)
	}
	if f.check.json {
		return cli.WriteJSON(c.Stdout, certificate)
	}
	claim := certificate.Claim
	fmt.Fprintf(c.Stdout, "%s has exactly %s", claim.Puzzle,
		text.Count(claim.Solutions, "solution"))
	if claim.Orbits != "" {
		fmt.Fprintf(c.Stdout, ", %s up to %s motions", claim.Orbits, claim.Motions)
	}
	has := func(part string) bool {
		return slices.ContainsFunc(certificate.Files,
			func(f proof.File) bool { return strings.HasPrefix(f.Name, part) })
	}
	switch {
	case has(proof.FileNames.Argument):
		fmt.Fprintln(c.Stdout, "; the proof is an argument without a search")
	case has(proof.FileNames.Tree) && has(proof.FileNames.Layers):
		fmt.Fprintf(c.Stdout, "; the proofs are a tree of %s, and an order for a recount\n",
			text.Count(certificate.Nodes, "node"))
	case has(proof.FileNames.Layers):
		fmt.Fprintln(c.Stdout, "; the proof is an order for a recount")
	default:
		fmt.Fprintf(c.Stdout, "; the proof has %s\n", text.Count(certificate.Nodes, "node"))
	}
	table := tabwriter.NewWriter(c.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, file := range certificate.Files {
		fmt.Fprintf(table, "  %d\tbytes\t  %s\n", file.Bytes, file.Name)
	}
	return table.Flush()
}

// complete adds to the options what a puzzle's certificate holds.
func (f *certifyFlags) complete(ctx context.Context, e *cli.Entry) error {
	o := &f.options
	o.Puzzle, o.Generator = e.Name, "exactile "+cli.Version()
	o.Colourings, o.Orders, o.Recount = e.Tiling.Colourings(), cellOrders(e.Tiling), check.Recount
	o.RecountSteps = check.Limits{}.Usual().Steps
	if err := f.group(e.Tiling); err != nil {
		return err
	}
	if e.Tiling.Puzzle.Cover == nil {
		t, all := e.Tiling, e.Symmetry == "all" // claims are about all symmetries
		if !all {
			var err error
			if t, err = t.Puzzle.Compile(); err != nil {
				return err
			}
		}
		o.UpToSymmetry = o.UpToSymmetry || all && slices.ContainsFunc(t.Puzzle.Claims,
			func(c puzzle.Claim) bool { return c.Kind == puzzle.UpToSymmetry })
		o.Accept = func(found proof.Claim) error {
			_, err := compareWithClaims(t, found, all)
			if err != nil {
				err = cli.WithStatus(cli.Disagree, fmt.Errorf("%s: not certified: %w", e.Name, err))
			}
			return err
		}
		var err error
		if o.PuzzleText, err = cli.PuzzleText("yaml", e.Tiling.Puzzle); err != nil {
			return err
		}
	}
	if !f.drat && !f.sat.Blocked {
		return nil
	}
	encoding, err := proofEncodingOf()
	if err != nil {
		return err
	}
	formula, err := await.Value(ctx, func() (*encode.Formula, error) {
		return encode.Encode(e.Tiling.Model, encoding)
	})
	if err != nil {
		return err
	}
	o.SAT = &f.sat
	o.SAT.Formula, o.SAT.Notes, o.SAT.Block = &formula.Formula, formulaNotes(e.Tiling),
		formula.Block
	return nil
}

// group sets the grouping of the layers.
func (f *certifyFlags) group(t *puzzle.Tiling) (err error) {
	o := &f.options
	if len(f.by) == 0 && !f.byUse {
		return nil
	}
	if o.Form == "tree" {
		return cli.Misusef("--by, --by-use: a tree has no groups, only layers have")
	}
	if f.byUse {
		o.Grouping.Use = groups.Varying(t)
		return nil
	}
	o.Grouping.By, err = groups.Pieces(t, f.by)
	for _, i := range o.Grouping.By {
		if err == nil && t.Items[i].Max > 1 {
			err = cli.Misusef(
				"--by: %s may be placed more than once, and groups are proved for pieces that "+
					"are placed once", groups.Names(t)[i],
			)
		}
	}
	return err
}

// cellOrders are the cells of a board as items, by column and by diagonals.
func cellOrders(t *puzzle.Tiling) (orders [][]int) {
	if t.Placements == nil {
		return nil
	}
	first := len(t.Puzzle.Pieces)
	sites := t.Puzzle.Board.Sites
	for _, key := range []func(c lattice.Cell) [2]int{
		func(c lattice.Cell) [2]int { return [2]int{c[0], c[1]} },
		func(c lattice.Cell) [2]int { return [2]int{c[0] + c[1], c[0]} },
		func(c lattice.Cell) [2]int { return [2]int{c[0] - c[1], c[0]} },
		func(c lattice.Cell) [2]int { return [2]int{c[1], c[2]} },
	} {
		order := make([]int, len(sites))
		for k := range order {
			order[k] = first + k
		}
		slices.SortStableFunc(order, func(a, b int) int {
			p, q := key(sites[a-first].At), key(sites[b-first].At)
			return slices.Compare(p[:], q[:])
		})
		orders = append(orders, order)
	}
	return orders
}
