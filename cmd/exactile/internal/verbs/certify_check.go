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

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/groups"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/export"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/encode/proof/check/sat"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/internal/text"
)

// verdict checks a certificate and prints what was checked, what was trusted and what was not
// checked.
func (r *certifyRun) verdict(ctx context.Context) error {
	folders, err := check.Folders(os.DirFS(r.check))
	if err != nil {
		return fmt.Errorf("%s: %w", r.check, err)
	}
	for k, name := range folders {
		dir := r.check
		if name != "." {
			dir = filepath.Join(dir, name)
		}
		if k > 0 && !r.JSON {
			fmt.Fprintln(r.Stdout)
		}
		if err := r.folderVerdict(ctx, dir); err != nil {
			return err
		}
	}
	return nil
}

// folderVerdict is verdict for one certificate.
func (r *certifyRun) folderVerdict(ctx context.Context, dir string) error {
	from := &certificateSources{ctx: ctx}
	sources := check.Sources{Puzzle: from.puzzle, Formula: from.formula, Limits: r.most}
	verdict, err := check.Folder(ctx, os.DirFS(dir), sources)
	isPart := dir != r.check
	if err == nil && isPart && strings.HasPrefix(filepath.Base(dir), "beyond") {
		err = verdict.Exactly(new(big.Int))
	}
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
	table := provedGroups(from.of(verdict.Model), verdict)
	if r.JSON {
		return cli.WriteJSON(r.Stdout, verdictObject(verdict, table))
	}
	out := text.VisibleWriter(r.Stdout) // the name is the certificate's, so it is escaped
	n := verdict.Result.Solutions
	with := ""
	if t := from.tiling; t != nil && t.Puzzle.Goal.Of != "" {
		with = " with " + t.Puzzle.Goal.String()
	}
	if isPart {
		fmt.Fprintf(out, "%s: ", dir)
	}
	fmt.Fprintf(out, "proved: %s%s has exactly %s", subjectOf(verdict), with,
		text.Count(n.String(), "solution"))
	if verdict.Result.Motions > 0 {
		fmt.Fprintf(out, ", %v up to %d motions", verdict.Result.Orbits, verdict.Result.Motions)
	}
	fmt.Fprintln(out)
	if table != nil {
		fmt.Fprintf(out, "%s:\n", text.Plural(len(table.Rows), "group"))
		if err := table.Text(out); err != nil {
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
func provedGroups(t *puzzle.Tiling, v *check.Verdict) *groups.Table {
	switch g := v.Result.Grouping; {
	case g.Use != nil:
		return groups.Uses(t, g.Use, v.Result.Groups)
	case g.By != nil:
		return groups.By(t, g.By, v.Result.Groups)
	}
	return nil
}

// subjectOf names the subject of a count: the puzzle, if the certificate holds it.
func subjectOf(v *check.Verdict) string {
	if v.Puzzle != "" {
		return v.Puzzle
	}
	return fmt.Sprintf("a model that calls itself %q", v.Certificate.Claim.Puzzle)
}

// verdictObject is a verdict as JSON. The puzzle is null if the certificate holds none;
// name is the name in the model, proved or not.
func verdictObject(v *check.Verdict, table *groups.Table) map[string]any {
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
	if table != nil {
		verdict["groups"] = table.Groups()
	}
	return verdict
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
	if g := s.tiling.Puzzle.Goal; g.Of != "" && g.Best == "" {
		s.tiling = s.tiling.Within(g.Bounds)
	}
	return s.tiling.Puzzle.Name, s.tiling.Model, nil
}

// maxFormulaText is the greatest length in bytes of a formula that is rebuilt.
const maxFormulaText = 1 << 30

// formula rebuilds the formula of a certificate's model.
func (s *certificateSources) formula(w io.Writer, m *cover.Model) error {
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
	return formula.WriteDIMACS(w, formulaNotes(s.of(m)))
}

// of returns the certificate's puzzle, or its model alone as a puzzle.
func (s *certificateSources) of(m *cover.Model) *puzzle.Tiling {
	if s.tiling != nil {
		return s.tiling
	}
	return &puzzle.Tiling{Model: m, Puzzle: &puzzle.Puzzle{Cover: m}}
}

// formulaNotes are the comments of a certificate's formula.
func formulaNotes(t *puzzle.Tiling) cnf.Comments {
	return export.Comments(t.Model, t.PlacementName)
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
