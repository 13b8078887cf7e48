package evidence

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/engine"
	"github.com/exactile/exactile/cmd/exactile/internal/load"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/cmd/exactile/internal/version"
	"github.com/exactile/exactile/cmd/internal/words"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/internal/visible"
)

// Certify is the verb that writes certificates, and checks them.
func Certify(c *console.Console) *cobra.Command {
	var f certifyFlags
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

The puzzle in the folder claims nothing that the proof refutes: a puzzle with a
claim that the search contradicts gets no certificate, and --check refuses a
folder with one. A claim up to symmetry implies --up-to-symmetry.

The exit status is 3 if a claim is refuted, and that of --check also if the
certificate does not prove what it claims.`,
		Example: `  exactile certify pentominoes:8x8-center -o centre
  exactile certify --check centre`,
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case f.timeout < 0:
				return usage.Errorf("--timeout %v is below zero", f.timeout)
			case f.check != "" && (len(args) > 0 || f.dir != ""):
				return usage.Errorf("certify takes either PUZZLE and -o DIR, or --check DIR")
			case f.check == "" && (len(args) != 1 || f.dir == ""):
				return usage.Errorf("certify takes PUZZLE and -o DIR, or --check DIR")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			c.ErrorsAsJSON = f.json
			ctx, cancel := engine.Within(cmd.Context(), f.timeout, f.timeout)
			defer cancel()
			var err error
			if f.check != "" {
				err = checkCertificate(ctx, c, f.check, f.json)
			} else {
				err = f.write(ctx, c, args[0])
			}
			if f.timeout > 0 && errors.Is(err, context.DeadlineExceeded) {
				return status.With(status.Stopped,
					fmt.Errorf("stopped after %v: nothing is proved", f.timeout))
			}
			return err
		},
	}
	flags := cmd.Flags()
	usage.AddSingle(flags, &f.dir, "output", "o", "", "`DIR` to write the certificate into", "")
	flags.StringVar(&f.check, "check", "", "check the certificate in `DIR`")
	flags.BoolVar(&f.options.UpToSymmetry, "up-to-symmetry", false, "prove the number of orbits, too")
	flags.BoolVar(&f.drat, "drat", false,
		"add puzzle.cnf and proof.drat, for checkers of SAT proofs")
	flags.BoolVar(&f.sat.LRAT, "lrat", false, "add proof.lrat, the same with hints")
	flags.BoolVar(&f.sat.Blocked, "blocked", false,
		"add blocked.cnf, the formula with a blocking clause for each solution")
	flags.BoolVar(&f.options.Uncompressed, "no-compress", false, "leave large files as they are")
	flags.IntVarP(&f.options.Workers, "workers", "j", 0, "`N` cores for the search; 0: all of them")
	flags.DurationVar(&f.timeout, "timeout", 0,
		"`TIME` after which to give up, such as 10m; 0: no limit")
	flags.BoolVar(&f.json, "json", false, "print certificate.json, or the verdict, as JSON")
	f.input.Add(flags)
	return cmd
}

// certifyFlags are the flags of certify, as they were given.
type certifyFlags struct {
	dir     string
	check   string
	options proof.Options
	drat    bool
	sat     proof.SAT
	json    bool
	timeout time.Duration
	input   load.Flags
}

// write writes a certificate and prints its claim.
func (f *certifyFlags) write(ctx context.Context, c *console.Console, arg string) error {
	e, err := f.input.One(ctx, c, f.timeout, arg)
	if err != nil {
		return err
	}
	if err := f.complete(ctx, e); err != nil {
		return err
	}
	end := c.Progress.Begin(ctx, "certifying "+e.Name)
	certificate, err := proof.Write(ctx, f.dir, e.Tiling.Model, f.options)
	end()
	if err != nil {
		return err
	}
	if f.json {
		return console.WriteJSON(c.Stdout, certificate)
	}
	claim := certificate.Claim
	fmt.Fprintf(c.Stdout, "%s has exactly %s", claim.Puzzle, words.Count(claim.Solutions, "solution"))
	if claim.Orbits != "" {
		fmt.Fprintf(c.Stdout, ", %s up to %s motions", claim.Orbits, claim.Motions)
	}
	if slices.ContainsFunc(certificate.Files, isArgument) {
		fmt.Fprintln(c.Stdout, "; the proof is an argument without a search")
	} else {
		fmt.Fprintf(c.Stdout, "; the proof has %s\n", words.Count(certificate.Nodes, "node"))
	}
	table := tabwriter.NewWriter(c.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, file := range certificate.Files {
		fmt.Fprintf(table, "  %d\tbytes\t  %s\n", file.Bytes, file.Name)
	}
	return table.Flush()
}

func isArgument(f proof.File) bool {
	return strings.HasPrefix(f.Name, proof.FileNames.Argument)
}

// complete adds to the options what a puzzle's certificate holds.
func (f *certifyFlags) complete(ctx context.Context, e *load.Entry) error {
	o := &f.options
	o.Puzzle, o.Generator = e.Name, "exactile "+version.String()
	o.Colourings = e.Tiling.Colourings()
	if e.Tiling.Puzzle.Cover == nil {
		t, all := e.Tiling, e.Symmetry == "all" // claims are about all symmetries
		if !all {
			var err error
			if t, err = t.Puzzle.Compile(); err != nil {
				return err
			}
		}
		o.UpToSymmetry = o.UpToSymmetry || all && slices.ContainsFunc(t.Puzzle.Claims, func(c puzzle.Claim) bool { return c.Kind == puzzle.UpToSymmetry })
		o.Accept = func(found proof.Claim) error {
			_, err := holdClaims(t, found, all)
			if err != nil {
				err = status.With(status.Disagree, fmt.Errorf("%s: not certified: %w", e.Name, err))
			}
			return err
		}
		var text bytes.Buffer
		if err := formats.Write(&text, "yaml", e.Tiling.Puzzle); err != nil {
			return err
		}
		o.PuzzleText = text.Bytes()
	}
	if !f.drat && !f.sat.LRAT && !f.sat.Blocked {
		return nil
	}
	encoding, err := forProofs()
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
	o.SAT.Formula, o.SAT.Notes, o.SAT.Block = &formula.Formula, formulaNotes(e.Tiling), formula.Block
	return nil
}

// checkCertificate checks a certificate and prints what was checked, what was trusted and what
// was not checked.
func checkCertificate(ctx context.Context, c *console.Console, dir string, asJSON bool) error {
	from := &certificateSources{ctx: ctx}
	sources := check.Sources{Puzzle: from.puzzle, Formula: from.formula}
	verdict, err := check.Folder(ctx, os.DirFS(dir), sources)
	var refusal *check.Refusal
	if errors.As(err, &refusal) {
		line := 0
		_, _ = fmt.Sscanf(refusal.Place, "line %d", &line) // the place may be another
		return status.With(status.Disagree, located.Known(
			fmt.Errorf("%s: not proved: %w", dir, err), filepath.Join(dir, refusal.Part), line))
	}
	if missing := (*fs.PathError)(nil); errors.As(err, &missing) { // its path is within the folder
		return located.Known(fmt.Errorf("%s: %w", dir, err), filepath.Join(dir, missing.Path), 0)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	if t := from.tiling; t != nil && len(t.Puzzle.Claims) > 0 {
		open, err := holdClaims(t, proof.Claim(verdict.Certificate.Claim), verdict.Result.Motions == len(t.Sym))
		if err != nil {
			return status.With(status.Disagree, fmt.Errorf("%s: not proved: %s: %w", dir, proof.FileNames.Puzzle, err))
		}
		if n := len(t.Puzzle.Claims) - len(open); n > 0 {
			verdict.Checked = append(verdict.Checked,
				fmt.Sprintf("%s: %s of its solutions, which the proof confirms", proof.FileNames.Puzzle, words.Plural(n, "claim")))
		}
		for _, c := range open {
			verdict.NotChecked = append(verdict.NotChecked,
				fmt.Sprintf("%s: its claim %s: %s", proof.FileNames.Puzzle, c.Claim, c.Reason))
		}
	}
	if asJSON {
		return printVerdict(c, verdict)
	}
	out := visible.Writer(c.Stdout) // the name is the certificate's, so it is escaped
	n := verdict.Result.Solutions
	fmt.Fprintf(out, "proved: %s has exactly %s", subjectOf(verdict), words.Plural(n, "solution"))
	if verdict.Result.Motions > 0 {
		fmt.Fprintf(out, ", %d up to %d motions", verdict.Result.Orbits, verdict.Result.Motions)
	}
	fmt.Fprintln(out)
	for _, part := range []struct {
		title string
		lines []string
	}{
		{"checked", verdict.Checked}, {"trusted", verdict.Trusted},
		{"not checked", verdict.NotChecked},
	} {
		if len(part.lines) > 0 {
			fmt.Fprintf(out, "%s:\n  %s\n", part.title, strings.Join(part.lines, "\n  "))
		}
	}
	return nil
}

// holdClaims holds the claims of a puzzle against what was proved, and returns those that the
// proof leaves open. all is set if its orbits are those of all symmetries. The error names the
// claims that are refuted.
func holdClaims(t *puzzle.Tiling, found proof.Claim, all bool) (open []verify.ClaimResult, err error) {
	n, _ := new(big.Int).SetString(found.Solutions, 10)
	var orbits *big.Int
	switch {
	case all && found.Orbits != "":
		orbits, _ = new(big.Int).SetString(found.Orbits, 10)
	case len(t.Sym) <= 1:
		orbits = n
	}
	var faults []string
	for _, r := range verify.Proved(t.Puzzle.Claims, n, orbits, len(t.Sym), found.Digest) {
		switch r.Verdict {
		case verify.Broken:
			faults = append(faults, fmt.Sprintf("line %d claims %s: %s (source: %s)", r.Line, r.Claim, r.Reason, r.Source))
		case verify.Unfinished:
			open = append(open, r)
		}
	}
	if len(faults) > 0 {
		err = errors.New(strings.Join(faults, "; "))
	}
	return open, err
}

// subjectOf names the subject of a count: the puzzle, if the certificate holds it.
func subjectOf(v *check.Verdict) string {
	if v.Puzzle != "" {
		return v.Puzzle
	}
	return fmt.Sprintf("a model that calls itself %q", v.Certificate.Claim.Puzzle)
}

// printVerdict prints a verdict as JSON. The puzzle is null if the certificate holds none;
// name is the name in the model, proved or not.
func printVerdict(c *console.Console, v *check.Verdict) error {
	var puzzle any
	if v.Puzzle != "" {
		puzzle = v.Puzzle
	}
	return console.WriteJSON(c.Stdout, map[string]any{
		"proved": true, "completeness": "proof", "puzzle": puzzle, "name": v.Certificate.Claim.Puzzle,
		"solutions": fmt.Sprint(v.Result.Solutions),
		"motions":   v.Result.Motions, "orbits": fmt.Sprint(v.Result.Orbits), "digest": v.Result.Digest,
		"checked": v.Checked, "trusted": slices.Concat([]string{}, v.Trusted),
		"not_checked": slices.Concat([]string{}, v.NotChecked),
	})
}
