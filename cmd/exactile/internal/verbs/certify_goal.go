package verbs

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"

	"github.com/exactile/exactile/backends/best"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/proof"
)

// writeBest writes the certificates of a puzzle with a goal, each into a folder in the folder: that
// so many solutions have the best value, and that none is better.
func (r *certifyRun) writeBest(ctx context.Context, arg string, e *cli.Entry) error {
	if _, err := os.Stat(filepath.Join(r.dir, proof.FileNames.Certificate)); err == nil {
		return fmt.Errorf("%s: has a certificate of a puzzle without a goal: name another folder",
			r.dir)
	}
	t, one := e.Tiling, *e
	found, err := r.Best(ctx, &one)
	if err != nil {
		return err
	}
	e.NoteBest(r.Console, found)
	if err := found.Refuted(); err != nil {
		return cli.WithStatus(cli.Disagree, fmt.Errorf("%s: not certified: %w", e.Name, err))
	}
	if found.Tiling == nil {
		return fmt.Errorf("%s: there is no solution, and so no best one: certify that with "+
			"--goal none", e.Name)
	}
	parts, err := best.Parts(t, found.Value)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(r.dir, 0o777); err != nil {
		return err
	}
	slices.Reverse(parts) // the best come last: without them nothing is claimed
	total, options, first := new(big.Int), r.options, r.drat
	for _, part := range parts {
		r.options = options
		one.Tiling, one.Symmetry = part.Tiling, e.Symmetry
		dir := filepath.Join(r.dir, part.Name)
		if err := r.complete(ctx, &one); err != nil {
			return err
		}
		certificate, err := r.writeFolder(ctx, &one, dir)
		if err != nil {
			return err
		}
		n, _ := new(big.Int).SetString(certificate.Claim.Solutions, 10)
		if part.Best {
			total.Add(total, n)
		} else if n.Sign() > 0 {
			return fmt.Errorf("internal error: %s: %v solutions are better", e.Name, n)
		}
		if !r.JSON {
			fmt.Fprintf(r.Stdout, "%s: ", dir)
		}
		if err := r.printClaim(certificate, dir); err != nil {
			return err
		}
	}
	if r.drat = first; !r.claim {
		return nil
	}
	value := &found.Value
	if found.Goal() == nil {
		value = nil
	}
	return r.addClaims(arg, e, proof.Claim{Solutions: total.String()}, value)
}
