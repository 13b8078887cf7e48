package verbs

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/groups"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/text"
)

// writeFolder writes a certificate into a folder.
func (r *certifyRun) writeFolder(
	ctx context.Context, e *cli.Entry, dir string,
) (*proof.Certificate, error) {
	defer r.Progress.Begin(ctx, "certifying "+e.Name)()
	return proof.Write(ctx, dir, e.Tiling.Model, r.options)
}

// printClaim prints what a certificate in a folder claims.
func (r *certifyRun) printClaim(certificate *proof.Certificate, dir string) error {
	if certificate.Steps > 0 {
		r.Note("a check of %s takes %d steps, more than the limit: --steps %d allows them", dir,
			certificate.Steps, certificate.Steps)
	}
	if r.JSON {
		return cli.WriteJSON(r.Stdout, certificate)
	}
	claim := certificate.Claim
	fmt.Fprintf(r.Stdout, "%s has exactly %s", claim.Puzzle,
		text.Count(claim.Solutions, "solution"))
	if claim.Orbits != "" {
		fmt.Fprintf(r.Stdout, ", %s up to %s motions", claim.Orbits, claim.Motions)
	}
	has := func(part string) bool {
		return slices.ContainsFunc(certificate.Files,
			func(f proof.File) bool { return strings.HasPrefix(f.Name, part) })
	}
	switch {
	case has(proof.FileNames.Argument):
		fmt.Fprintln(r.Stdout, "; the proof is an argument without a search")
	case has(proof.FileNames.Tree) && has(proof.FileNames.Layers):
		fmt.Fprintf(r.Stdout, "; the proofs are a tree of %s, and an order for a recount\n",
			text.Count(certificate.Nodes, "node"))
	case has(proof.FileNames.Layers):
		fmt.Fprintln(r.Stdout, "; the proof is an order for a recount")
	default:
		fmt.Fprintf(r.Stdout, "; the proof has %s\n", text.Count(certificate.Nodes, "node"))
	}
	table := tabwriter.NewWriter(r.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, file := range certificate.Files {
		fmt.Fprintf(table, "  %d\tbytes\t  %s\n", file.Bytes, file.Name)
	}
	return table.Flush()
}

// complete adds to the options what a puzzle's certificate holds.
func (r *certifyRun) complete(ctx context.Context, e *cli.Entry) error {
	o := &r.options
	o.Puzzle, o.Generator = e.Name, "exactile "+cli.Version()
	o.Colourings, o.Orders, o.Recount = e.Tiling.Colourings(), cellOrders(e.Tiling), check.Recount
	o.RecountSteps = check.Limits{}.Usual().Steps
	if r.coq {
		o.Theorems = check.WriteTheorems
	}
	if err := r.group(e.Tiling); err != nil {
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
		claimed := slices.ContainsFunc(t.Puzzle.Claims,
			func(c puzzle.Claim) bool { return c.Kind == puzzle.UpToSymmetry })
		grouped := len(r.by) > 0 || r.byUse // groups are not proved up to symmetry
		o.UpToSymmetry = o.UpToSymmetry || all && claimed && !grouped
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
		again, err := cli.ReadBack(proof.FileNames.Puzzle, o.PuzzleText, "yaml")
		if err != nil {
			return err
		}
		if g := again.Puzzle.Goal; g.Of != "" {
			again = again.Within(g.Bounds)
		}
		if again.Fingerprint() != e.Tiling.Fingerprint() {
			return fmt.Errorf("internal error: as yaml, %s has another model", e.Name)
		}
	}
	if !r.drat && !r.sat.Blocked {
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
	o.SAT = &r.sat
	o.SAT.Formula, o.SAT.Notes, o.SAT.Block = &formula.Formula, formulaNotes(e.Tiling),
		formula.Block
	return nil
}

// group sets the grouping of the layers.
func (r *certifyRun) group(t *puzzle.Tiling) (err error) {
	o := &r.options
	if len(r.by) == 0 && !r.byUse {
		return nil
	}
	if o.Form == "tree" {
		return cli.Misusef("--by, --by-use: a tree has no groups, only layers have")
	}
	if r.byUse {
		o.Grouping.Use = groups.Varying(t)
		return nil
	}
	o.Grouping.By, err = groups.Pieces(t, r.by)
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
