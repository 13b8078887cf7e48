package verbs

import (
	"context"
	"fmt"

	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/spf13/cobra"
)

// certifyVerb is the verb that writes certificates, and checks them.
func certifyVerb(c *cli.Console, cmd *cobra.Command) {
	r := &certifyRun{Call: cli.NewCall(c, cmd)}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch {
		case r.check != "" && (len(args) > 0 || r.dir != ""):
			return cli.Misusef("certify takes either PUZZLE and -o DIR, or --check DIR")
		case r.check == "" && (len(args) != 1 || r.dir == ""):
			return cli.Misusef("certify takes PUZZLE and -o DIR, or --check DIR")
		}
		return nil
	}
	flags := r.Flags
	cli.AddSingle(flags, &r.dir, "output", "o", "", "write the certificate to `DIR`", "")
	flags.StringVar(&r.check, "check", "", "check the certificate in `DIR`")
	flags.BoolVar(&r.claim, "claim", false,
		"write what is proved into the puzzle's file, as claims that name the certificate")
	flags.StringVar(&r.memory, "memory", "",
		"with --check: limit the memory of a recount to `SIZE`, such as 2G (default: 300M)")
	cli.NumberVar(flags, &r.most.Steps, "steps", "", check.Limits{}.Usual().Steps, 1, 0,
		"with --check: stop a recount after `N` steps")
	flags.BoolVar(&r.options.UpToSymmetry, "up-to-symmetry", false,
		"prove the number of orbits, too")
	cli.ChoiceVar(flags, &r.options.Form, "proof-form", "",
		"write the proof as `FORM`: layers, tree or both (default: what takes less to check)",
		"layers", "tree", "both")
	flags.BoolVar(&r.options.List, "full-list", false,
		"list the solutions, even if they are more than 100000")
	flags.StringArrayVar(&r.by, "by", nil,
		"prove the number for each placement of `PIECE[,PIECE...]`")
	flags.BoolVar(&r.byUse, "by-use", false,
		"prove the number for each combination of piece counts")
	flags.BoolVar(&r.coq, "coq", false,
		"add count.v and Recount.v: the number as a theorem, for coqc")
	flags.BoolVar(&r.drat, "drat", false,
		"add puzzle.cnf and proof.drat, for checkers of SAT proofs")
	flags.BoolVar(&r.sat.Blocked, "blocked", false,
		"add blocked.cnf, the formula with a blocking clause for each solution")
	flags.BoolVar(&r.options.Uncompressed, "no-compress", false, "do not compress large files")
	cli.NumberVar(flags, &r.options.Workers, "workers", "j", 0, 0, cli.MaxWorkers,
		"use `N` CPU cores; 0: all")
	cli.NumberVar(flags, &r.Timeout, "timeout", "", 0, 0, 0,
		"stop after `TIME`, such as 10m; 0: no limit")
	r.Plain(r.run, "print certificate.json, or the verdict, as JSON")
	r.Input.Add(flags)
	r.Input.Goals = true
	r.Input.AddSymmetry(flags)
	cli.SetRules(cmd,
		cli.Needs("memory", "check"), cli.Needs("steps", "check"),
		cli.Excludes("by", "by-use", "up-to-symmetry", "drat", "blocked"),
		cli.Excludes("by-use", "up-to-symmetry", "drat", "blocked"),
		cli.Excludes("coq", "proof-form", "drat", "blocked"),
		cli.Excludes("check", "claim", "by", "by-use", "full-list", "proof-form", "up-to-symmetry",
			"coq", "drat", "blocked"))
}

func (r *certifyRun) run(ctx context.Context) (err error) {
	ctx, cancel := r.Limited(ctx, 0)
	defer cancel()
	if r.check == "" {
		err = r.write(ctx, r.Args[0])
	} else if r.most.Memory, err = cli.ParseMemory(r.memory); err == nil {
		err = r.verdict(ctx)
	}
	return r.Late(err, "nothing was proved")
}

// write writes a certificate and prints its claim.
func (r *certifyRun) write(ctx context.Context, arg string) error {
	e, err := r.One(ctx, arg)
	if err != nil {
		return err
	}
	goal := e.Tiling.Puzzle.Goal.Of != ""
	if !goal {
		err = r.complete(ctx, e)
	}
	if err != nil {
		return err
	}
	if r.claim { // before a proof that may take hours
		if e.BuiltIn() || arg == "-" {
			return cli.Misusef("--claim writes into the file of the puzzle, and %s has none",
				cli.InputName(arg))
		}
		if _, err := verify.AddClaims(arg, e.Tiling.Puzzle, r.Input.Limits); err != nil {
			return fmt.Errorf("--claim: %w", err)
		}
	}
	if goal {
		return r.writeBest(ctx, arg, e)
	}
	certificate, err := r.writeFolder(ctx, e, r.dir)
	if err == nil && r.claim {
		err = r.addClaims(arg, e, certificate.Claim, nil)
	}
	if err != nil {
		return err
	}
	return r.printClaim(certificate, r.dir)
}
