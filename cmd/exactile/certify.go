package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/await"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/export"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
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
small independent checker replays. --check checks one. The separate program
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
	flags.StringVarP(&f.dir, "output", "o", "", "`DIR` to write the certificate into")
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
		data, err := json.Marshal(certificate)
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
		Notes:   export.Notes(e.tiling.Model, e.tiling.PlacementName),
		Block:   formula.Block,
		Blocked: f.blocked,
		LRAT:    f.lrat,
	}, nil
}

// deriveModel makes the model of a certificate's puzzle once more.
func deriveModel(text []byte) (*cover.Model, error) {
	file, err := formats.Read(proof.PuzzleFile, bytes.NewReader(text), formats.Options{Format: "yaml"})
	if err != nil {
		return nil, err
	}
	if len(file.Documents) != 1 {
		return nil, fmt.Errorf("%s holds %d puzzles, not one", proof.PuzzleFile, len(file.Documents))
	}
	t, err := file.Documents[0].Compile()
	if err != nil {
		return nil, err
	}
	return t.Model, nil
}

// holdsPuzzle reports whether a certificate has a puzzle file, as it is or
// compressed.
func holdsPuzzle(dir fs.FS) bool {
	for _, name := range []string{proof.PuzzleFile, proof.PuzzleFile + ".zst"} {
		if _, err := fs.Stat(dir, name); !errors.Is(err, fs.ErrNotExist) {
			return true
		}
	}
	return false
}

// checkCertificate checks a certificate and says what was checked and what was
// trusted.
func (a *app) checkCertificate(ctx context.Context, f *certifyFlags) error {
	dir := os.DirFS(f.check)
	derive := deriveModel
	if !holdsPuzzle(dir) {
		derive = nil // a model without geometry is its own puzzle; the verdict says so
	}
	verdict, err := check.Folder(ctx, dir, derive)
	var refusal *check.Refusal
	if errors.As(err, &refusal) {
		return &statusError{statusDisagree, fmt.Errorf("%s: not proved: %w", f.check, err)}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.check, err)
	}
	if f.json {
		data, err := json.Marshal(map[string]any{
			"proved": true, "puzzle": verdict.Certificate.Claim.Puzzle, "solutions": fmt.Sprint(verdict.Result.Solutions),
			"motions": verdict.Result.Motions, "orbits": fmt.Sprint(verdict.Result.Orbits), "digest": verdict.Result.Digest,
			"checked": verdict.Checked, "trusted": slices.Concat([]string{}, verdict.Trusted),
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(a.stdout, "%s\n", data)
		return nil
	}
	out := visible{a.stdout} // the name is what the certificate says
	n := verdict.Result.Solutions
	fmt.Fprintf(out, "proved: %s has exactly %d %s", verdict.Certificate.Claim.Puzzle, n, pluralOf(n == 1, "solution"))
	if verdict.Result.Motions > 0 {
		fmt.Fprintf(out, ", %d up to %d motions", verdict.Result.Orbits, verdict.Result.Motions)
	}
	fmt.Fprintf(out, "\nchecked:\n  %s\n", strings.Join(verdict.Checked, "\n  "))
	if len(verdict.Trusted) > 0 {
		fmt.Fprintf(out, "trusted:\n  %s\n", strings.Join(verdict.Trusted, "\n  "))
	}
	return nil
}
