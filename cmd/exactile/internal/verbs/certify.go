package verbs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/export"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/encode/proof/check/sat"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/cobra"
)

// certifyVerb is the verb that writes certificates, and checks them.
func certifyVerb(c *cli.Console, cmd *cobra.Command) {
	var f certifyFlags
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch {
		case f.check != "" && (len(args) > 0 || f.dir != ""):
			return cli.Misusef("certify takes either PUZZLE and -o DIR, or --check DIR")
		case f.check == "" && (len(args) != 1 || f.dir == ""):
			return cli.Misusef("certify takes PUZZLE and -o DIR, or --check DIR")
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c.ErrorsAsJSON = f.json
		ctx, cancel := cli.Within(cmd.Context(), f.timeout, f.timeout)
		defer cancel()
		var err error
		if f.check != "" {
			if f.most.Memory, err = cli.ParseMemory(f.memory); err == nil {
				err = f.checkCertificate(ctx, c)
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
	flags.StringVar(&f.check, "check", "", "check the certificate in `DIR`")
	flags.BoolVar(&f.claim, "claim", false,
		"write what is proved into the puzzle's file, as claims that name the certificate")
	flags.StringVar(&f.memory, "memory", "",
		"with --check: limit the memory of a recount to `SIZE`, such as 2G (default: 300M)")
	cli.NumberVar(flags, &f.most.Steps, "steps", "", check.Limits{}.Usual().Steps, 1, 0,
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
	flags.BoolVar(&f.json, "json", false, "print certificate.json, or the verdict, as JSON")
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
	check   string
	most    check.Limits // of --check
	memory  string
	options proof.Options
	by      []string
	byUse   bool
	claim   bool
	drat    bool
	sat     proof.SAT
	json    bool
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
		err = f.addClaims(c, arg, e, certificate.Claim)
	}
	if err != nil {
		return err
	}
	if certificate.Steps > 0 {
		c.Note("a check of %s takes %d steps, more than the limit: --steps %d allows them", f.dir,
			certificate.Steps, certificate.Steps)
	}
	if f.json {
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

// addClaims writes what is proved into the puzzle's file.
func (f *certifyFlags) addClaims(
	c *cli.Console, file string, e *cli.Entry, proved proof.Claim,
) error {
	claim := puzzle.Claim{
		Kind: puzzle.Solutions, Source: "exactile certify",
		Certificate: certificateFrom(file, f.dir),
	}
	if claim.Certificate == "" {
		c.Note("%s: is not below the folder of %s, so the claim does not name it", f.dir, file)
	}
	claim.Count, _ = new(big.Int).SetString(proved.Solutions, 10)
	claims := []puzzle.Claim{claim}
	if proved.Orbits != "" && e.Symmetry != "none" {
		claim.Kind = puzzle.UpToSymmetry
		claim.Count, _ = new(big.Int).SetString(proved.Orbits, 10)
		if e.Symmetry != "all" {
			claim.Symmetry = e.Symmetry
		}
		claims = append(claims, claim)
	}
	n, err := verify.AddClaims(file, e.Tiling.Puzzle, f.input.Limits, claims...)
	if err != nil {
		return fmt.Errorf("%s is complete, but nothing is claimed: %w", f.dir, err)
	}
	if n == 0 {
		c.Note("%s: claims this already", file)
	} else {
		c.Note("%s: %s written", file, text.Plural(n, "claim"))
	}
	return nil
}

// certificateFrom is the path of a certificate as the claims of a file name it, "" if it is not
// below the folder of the file.
func certificateFrom(file, dir string) string {
	from, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return ""
	}
	to, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	path, err := filepath.Rel(from, to)
	if path = filepath.ToSlash(path); err != nil || path == "." || !fs.ValidPath(path) {
		return ""
	}
	return path
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
		o.Grouping.Use = varyingPieces(t)
		return nil
	}
	o.Grouping.By, err = piecesNamed(t, f.by)
	for _, i := range o.Grouping.By {
		if err == nil && t.Items[i].Max > 1 {
			err = cli.Misusef(
				"--by: %s may be placed more than once, and groups are proved for pieces that "+
					"are placed once", pieceNames(t)[i],
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

// checkCertificate checks a certificate and prints what was checked, what was trusted and what
// was not checked.
func (f *certifyFlags) checkCertificate(ctx context.Context, c *cli.Console) error {
	dir := f.check
	from := &certificateSources{ctx: ctx}
	sources := check.Sources{Puzzle: from.puzzle, Formula: from.formula, Limits: f.most}
	verdict, err := check.Folder(ctx, os.DirFS(dir), sources)
	var refusal *check.Refusal
	if errors.As(err, &refusal) {
		line := 0
		_, _ = fmt.Sscanf(refusal.Place, "line %d", &line) // the place may be another
		return cli.WithStatus(cli.Disagree, located.Known(
			fmt.Errorf("%s: not proved: %w", dir, err), filepath.Join(dir, refusal.Part), line))
	}
	if excess := (*check.Excess)(nil); errors.As(err, &excess) {
		return cli.WithStatus(cli.Stopped, fmt.Errorf("%s: not checked: %w%s", dir, err,
			excess.Advice()))
	}
	if missing := (*fs.PathError)(nil); errors.As(err, &missing) { // its path is within the folder
		return located.Known(fmt.Errorf("%s: %w", dir, err), filepath.Join(dir, missing.Path), 0)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	if t := from.tiling; t != nil && len(t.Puzzle.Claims) > 0 {
		open, err := compareWithClaims(t, proof.Claim(verdict.Certificate.Claim),
			verdict.Result.Motions == len(t.Sym))
		if err != nil {
			return cli.WithStatus(cli.Disagree,
				fmt.Errorf("%s: not proved: %s: %w", dir, proof.FileNames.Puzzle, err))
		}
		if n := len(t.Puzzle.Claims) - len(open); n > 0 {
			verdict.Checked = append(verdict.Checked,
				fmt.Sprintf("%s: %s of its solutions, which the proof confirms",
					proof.FileNames.Puzzle, text.Plural(n, "claim")))
		}
		for _, c := range open {
			verdict.NotChecked = append(verdict.NotChecked,
				fmt.Sprintf("%s: its claim %s: %s", proof.FileNames.Puzzle, c.Claim, c.Reason))
		}
	}
	groups := provedGroups(from.tiling, verdict)
	if f.json {
		return printVerdict(c, verdict, groups)
	}
	out := text.VisibleWriter(c.Stdout) // the name is the certificate's, so it is escaped
	n := verdict.Result.Solutions
	fmt.Fprintf(out, "proved: %s has exactly %s", subjectOf(verdict),
		text.Count(n.String(), "solution"))
	if verdict.Result.Motions > 0 {
		fmt.Fprintf(out, ", %v up to %d motions", verdict.Result.Orbits, verdict.Result.Motions)
	}
	fmt.Fprintln(out)
	if groups != nil {
		fmt.Fprintf(out, "%s:\n", text.Plural(len(groups.Rows), "group"))
		if err := groups.Text(out); err != nil {
			return err
		}
	}
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

// provedGroups are the groups that the layers count, nil if they count none.
func provedGroups(t *puzzle.Tiling, v *check.Verdict) *groupTable {
	g := v.Result.Grouping
	if g.By == nil && g.Use == nil {
		return nil
	}
	if t == nil {
		t = &puzzle.Tiling{Model: v.Model, Puzzle: &puzzle.Puzzle{Cover: v.Model}}
	}
	table := &groupTable{Tiling: t, By: g.By, Uses: g.Use != nil, Count: v.Result.Solutions}
	if table.Uses {
		table.AddUses(v.Result.Groups, g.Use)
	} else {
		table.AddBy(v.Result.Groups)
	}
	return table
}

// compareWithClaims holds the claims of a puzzle against what was proved, and returns those that
// the proof leaves open. all is set if its orbits are those of all symmetries. The error names the
// claims that are refuted.
func compareWithClaims(
	t *puzzle.Tiling, found proof.Claim, all bool,
) (open []verify.ClaimResult, err error) {
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
			faults = append(faults, fmt.Sprintf("line %d claims %s: %s (source: %s)", r.Line,
				r.Claim, r.Reason, r.Source))
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
func printVerdict(c *cli.Console, v *check.Verdict, groups *groupTable) error {
	var puzzle any
	if v.Puzzle != "" {
		puzzle = v.Puzzle
	}
	var digest, orbits any
	if v.Result.Listed {
		digest = v.Result.Digest
	}
	if orbits = "0"; v.Result.Orbits != nil { // without motions
		orbits = v.Result.Orbits.String()
	}
	verdict := map[string]any{
		"proved": true, "completeness": "proof", "puzzle": puzzle,
		"name":      v.Certificate.Claim.Puzzle,
		"solutions": fmt.Sprint(v.Result.Solutions), "shown": v.Shown,
		"motions": v.Result.Motions, "orbits": orbits, "digest": digest,
		"checked": v.Checked, "trusted": slices.Concat([]string{}, v.Trusted),
		"not_checked": slices.Concat([]string{}, v.NotChecked),
	}
	if groups != nil {
		verdict["groups"] = groups.Groups()
	}
	return cli.WriteJSON(c.Stdout, verdict)
}

// certificateSources rebuild the model and the formula of a certificate.
type certificateSources struct {
	ctx    context.Context
	tiling *puzzle.Tiling // of the certificate's puzzle; nil: none
}

// puzzle rebuilds the model from a certificate's puzzle.
func (s *certificateSources) puzzle(text []byte) (name string, m *cover.Model, err error) {
	if s.tiling, err = cli.ReadBack(proof.FileNames.Puzzle, text, "yaml"); err != nil {
		return "", nil, err
	}
	return s.tiling.Puzzle.Name, s.tiling.Model, nil
}

// maxFormulaText is the greatest length in bytes of a formula that is rebuilt.
const maxFormulaText = 1 << 30

// formula rebuilds the formula of a certificate's model.
func (s *certificateSources) formula(w io.Writer, m *cover.Model) error {
	t := s.tiling
	if t == nil {
		t = &puzzle.Tiling{Model: m, Puzzle: &puzzle.Puzzle{Cover: m}}
	}
	encoding, err := proofEncodingOf()
	if err != nil {
		return err
	}
	formula, err := await.Value(s.ctx, func() (*cnf.Stream, error) {
		return encode.Stream(m, encoding)
	})
	switch {
	case err != nil:
		return err
	case formula.Bytes() > maxFormulaText:
		return sat.ErrTooLarge
	}
	return formula.WriteDIMACS(w, formulaNotes(t))
}

// formulaNotes are the comments of a certificate's formula.
func formulaNotes(t *puzzle.Tiling) cnf.Comments {
	return export.Comments(t.Model,
		t.PlacementName)
}

// proofEncoding is the encoding whose unit propagation does the same as the proof's search:
// pairs for the bound 1, counters in both directions for others.
const proofEncoding = "pairwise+totalizer"

// proofEncodingOf returns proofEncoding with clauses also for redundant bounds: the proof's search
// uses them, and unit propagation cannot derive them from sums.
func proofEncodingOf() (encode.Encoding, error) {
	e, err := encode.Lookup(proofEncoding)
	e.Redundant = true
	return e, err
}
