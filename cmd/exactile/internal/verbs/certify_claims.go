package verbs

import (
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"path/filepath"
	"strings"

	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/text"
)

// A certifyRun is a run of certify.
type certifyRun struct {
	*cli.Call
	dir     string // of a new certificate
	check   string // the folder of --check
	most    check.Limits
	memory  string // of most
	options proof.Options
	by      []string
	byUse   bool
	claim   bool
	coq     bool // write theorems
	drat    bool
	sat     proof.SAT
}

// addClaims writes what the certificate proves into the puzzle's file.
// value is that of the best solutions, nil if the puzzle has no goal.
func (r *certifyRun) addClaims(
	file string, e *cli.Entry, proved proof.Claim, value *int,
) error {
	claim := puzzle.Claim{
		Kind: puzzle.Solutions, Source: "exactile certify",
		Certificate: certificateFrom(file, r.dir),
	}
	if claim.Certificate == "" {
		r.Note("%s: is not below the folder of %s, so the claim does not name it", r.dir, file)
	}
	claim.Count, _ = new(big.Int).SetString(proved.Solutions, 10)
	claims := []puzzle.Claim{claim}
	if value != nil {
		claim.Kind, claim.Count = puzzle.Best, big.NewInt(int64(*value))
		claims = append(claims, claim)
	}
	if proved.Orbits != "" && e.Symmetry != "none" {
		claim.Kind = puzzle.UpToSymmetry
		claim.Count, _ = new(big.Int).SetString(proved.Orbits, 10)
		if e.Symmetry != "all" {
			claim.Symmetry = e.Symmetry
		}
		claims = append(claims, claim)
	}
	n, err := verify.AddClaims(file, e.Tiling.Puzzle, r.Input.Limits, claims...)
	if err != nil {
		return fmt.Errorf("%s is complete, but nothing is claimed: %w", r.dir, err)
	}
	if n == 0 {
		r.Note("%s: claims this already", file)
	} else {
		r.Note("%s: %s written", file, text.Plural(n, "claim"))
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
