package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/await"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/encode/visible"
)

// certifyFlags say what goes into a certificate.
type certifyFlags struct {
	dir          string
	check        string
	upToSymmetry bool
	drat         bool
	lrat         bool
	blocked      bool
	uncompressed bool
	workers      int
	json         bool
	timeout      time.Duration
}

func (a *app) certifyCommand() *cobra.Command {
	var f certifyFlags
	var in inputFlags
	cmd := &cobra.Command{
		Use:   "certify PUZZLE -o DIR | certify --check DIR",
		Short: "Write a proof that there are exactly N solutions, or check one",
		Long: `certify searches all solutions of a puzzle and writes a certificate that there
are no others: the puzzle, its model, the solutions, and a search tree that a
small independent checker replays. --check checks one, and says what is proved,
what was trusted and what in the folder was not checked. The separate program
exactile-check does the same without knowing what a puzzle is.

--drat adds a formula and a refutation for checkers of SAT proofs such as
drat-trim. The certificate of a puzzle without a solution is a proof of that,
and one of a puzzle with a single solution a proof that it is unique.

The exit status of --check is 0 if the claim is proved and 3 if it is not.`,
		Example: `  exactile certify pentominoes:8x8-center -o centre
  exactile certify --check centre`,
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case f.timeout < 0:
				return usage("--timeout %v is below zero", f.timeout)
			case f.check != "" && (len(args) > 0 || f.dir != ""):
				return usage("certify takes either PUZZLE and -o DIR, or --check DIR")
			case f.check == "" && (len(args) != 1 || f.dir == ""):
				return usage("certify takes PUZZLE and -o DIR, or --check DIR")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			a.asJSON = f.json
			ctx := cmd.Context()
			if f.timeout > 0 {
				limited, cancel := context.WithTimeout(ctx, f.timeout)
				defer cancel()
				ctx = limited
			}
			return f.stopped(ctx, func() error {
				if f.check != "" {
					return a.checkCertificate(ctx, &f)
				}
				in.within = f.timeout
				e, err := a.onePuzzle(&in, args[0])
				if err != nil {
					return err
				}
				return a.writeCertificate(ctx, &f, e)
			}())
		},
	}
	flags := cmd.Flags()
	addSingle(flags, &f.dir, "output", "o", "", "`DIR` to write the certificate into", "")
	flags.StringVar(&f.check, "check", "", "check the certificate in `DIR`")
	flags.BoolVar(&f.upToSymmetry, "up-to-symmetry", false, "prove the number of orbits, too")
	flags.BoolVar(&f.drat, "drat", false, "add puzzle.cnf and proof.drat, for checkers of SAT proofs")
	flags.BoolVar(&f.lrat, "lrat", false, "add proof.lrat, the same with hints")
	flags.BoolVar(&f.blocked, "blocked", false, "add blocked.cnf, the formula with a blocking clause for each solution")
	flags.BoolVar(&f.uncompressed, "no-compress", false, "leave large files as they are")
	flags.IntVarP(&f.workers, "workers", "j", 0, "`N` cores for the search; 0: all of them")
	flags.DurationVar(&f.timeout, "timeout", 0, "`TIME` after which to give up, such as 10m; 0: no limit")
	flags.BoolVar(&f.json, "json", false, "print certificate.json, or the verdict, as JSON")
	in.add(flags)
	return cmd
}

// stopped turns the end of the time into the exit status for it.
func (f *certifyFlags) stopped(ctx context.Context, err error) error {
	if f.timeout > 0 && errors.Is(err, context.DeadlineExceeded) {
		return &statusError{statusStopped, fmt.Errorf("stopped after %v: nothing is proved", f.timeout)}
	}
	return err
}

// writeCertificate writes a certificate and says what it claims.
func (a *app) writeCertificate(ctx context.Context, f *certifyFlags, e *entry) error {
	options := proof.Options{
		Puzzle: e.tiling.Puzzle.Name, Generator: "exactile " + version(),
		UpToSymmetry: f.upToSymmetry, Uncompressed: f.uncompressed, Workers: f.workers,
	}
	if e.tiling.Puzzle.Cover == nil {
		var text bytes.Buffer
		if err := formats.Write(&text, "yaml", e.tiling.Puzzle); err != nil {
			return err
		}
		options.PuzzleText = text.Bytes()
	}
	if f.drat || f.lrat || f.blocked {
		sat, err := await.Value(ctx, func() (*proof.SAT, error) { return f.sat(e) })
		if err != nil {
			return err
		}
		options.SAT = sat
	}
	end := a.progress.begin(ctx, "certifying "+e.tiling.Puzzle.Name)
	certificate, err := proof.Write(ctx, f.dir, e.tiling.Model, options)
	end()
	if err != nil {
		return err
	}
	if f.json {
		data, err := marshal(certificate)
		if err != nil {
			return err
		}
		fmt.Fprintf(a.stdout, "%s\n", data)
		return nil
	}
	claim := certificate.Claim
	fmt.Fprintf(a.stdout, "%s has exactly %s %s", claim.Puzzle, claim.Solutions, pluralOf(claim.Solutions == "1", "solution"))
	if claim.Orbits != "" {
		fmt.Fprintf(a.stdout, ", %s up to %s motions", claim.Orbits, claim.Motions)
	}
	fmt.Fprintf(a.stdout, "; the proof has %s %s\n", certificate.Nodes, pluralOf(certificate.Nodes == "1", "node"))
	table := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, file := range certificate.Files {
		fmt.Fprintf(table, "  %d\tbytes\t  %s\n", file.Bytes, file.Name)
	}
	return table.Flush()
}

// proofEncoding is the encoding on which unit propagation does what the proof's
// search does: pairs for the bound 1, counters in both directions for others.
const proofEncoding = "pairwise+totalizer"

func (f *certifyFlags) sat(e *entry) (*proof.SAT, error) {
	encoding, err := encode.Lookup(proofEncoding)
	if err != nil {
		return nil, err
	}
	formula, err := encode.Encode(e.tiling.Model, encoding)
	if err != nil {
		return nil, err
	}
	return &proof.SAT{
		Formula: &formula.Formula,
		Notes:   formulaNotes(e.tiling),
		Block:   formula.Block,
		Blocked: f.blocked,
		LRAT:    f.lrat,
	}, nil
}

// checkCertificate checks a certificate and says what was checked, what was trusted
// and what was not checked.
func (a *app) checkCertificate(ctx context.Context, f *certifyFlags) error {
	from := &certificateSources{ctx: ctx}
	sources := check.Sources{Puzzle: from.puzzle, Formula: from.formula}
	verdict, err := check.Folder(ctx, os.DirFS(f.check), sources)
	var refusal *check.Refusal
	if errors.As(err, &refusal) {
		return &statusError{statusDisagree, fmt.Errorf("%s: not proved: %w", f.check, err)}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.check, err)
	}
	if from.tiling != nil && len(from.tiling.Puzzle.Claims) > 0 {
		verdict.NotChecked = append(verdict.NotChecked, proof.PuzzleFile+": what it claims of its solutions")
	}
	if f.json {
		return a.printVerdict(verdict)
	}
	out := visible.Writer(a.stdout) // the name is what the certificate says
	n := verdict.Result.Solutions
	fmt.Fprintf(out, "proved: %s has exactly %d %s", subjectOf(verdict), n, pluralOf(n == 1, "solution"))
	if verdict.Result.Motions > 0 {
		fmt.Fprintf(out, ", %d up to %d motions", verdict.Result.Orbits, verdict.Result.Motions)
	}
	fmt.Fprintln(out)
	for _, part := range []struct {
		title string
		lines []string
	}{{"checked", verdict.Checked}, {"trusted", verdict.Trusted}, {"not checked", verdict.NotChecked}} {
		if len(part.lines) > 0 {
			fmt.Fprintf(out, "%s:\n  %s\n", part.title, strings.Join(part.lines, "\n  "))
		}
	}
	return nil
}

// subjectOf names what a count is of: the puzzle, if the certificate holds it.
func subjectOf(v *check.Verdict) string {
	if v.Puzzle != "" {
		return v.Puzzle
	}
	return fmt.Sprintf("a model that calls itself %q", v.Certificate.Claim.Puzzle)
}

// printVerdict prints a verdict as JSON. The puzzle is null where the certificate
// holds none; name is what the model calls itself, proved or not.
func (a *app) printVerdict(v *check.Verdict) error {
	var puzzle any
	if v.Puzzle != "" {
		puzzle = v.Puzzle
	}
	data, err := marshal(map[string]any{
		"proved": true, "completeness": "proof", "puzzle": puzzle, "name": v.Certificate.Claim.Puzzle,
		"solutions": fmt.Sprint(v.Result.Solutions),
		"motions":   v.Result.Motions, "orbits": fmt.Sprint(v.Result.Orbits), "digest": v.Result.Digest,
		"checked": v.Checked, "trusted": slices.Concat([]string{}, v.Trusted),
		"not_checked": slices.Concat([]string{}, v.NotChecked),
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "%s\n", data)
	return nil
}
