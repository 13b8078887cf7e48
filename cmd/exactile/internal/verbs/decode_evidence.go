package verbs

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/printer"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/proof/check/sat"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/text"
)

// A decodeRun is a run of decode.
type decodeRun struct {
	*cli.Call
	formula      formula
	drawing      printer.Flags
	all          bool   // the solutions of all models are printed
	proof        string // its file, "": none
	requireProof bool   // on a proof

	entry *cli.Entry
	file  string // of the answer; "-": standard input
}

// name is the name of the answer in messages.
func (r *decodeRun) name() string { return cli.InputName(r.file) }

// A decodedAnswer is a solver's answer and its solutions, each once: a formula with free auxiliary
// variables can have several models of one solution.
type decodedAnswer struct {
	cnf.Answer
	models    int
	solutions []cover.Solution
}

// An answerResult is what an answer states about the number of solutions, and on whose word.
type answerResult struct {
	n       *big.Int
	exact   bool // there are no others
	counted bool // by a model counter
	basis   backends.Completeness
	claims  []verify.ClaimResult
}

// evaluate judges an answer, checks its proof if it states that there is no solution, and compares
// it with what the puzzle claims.
func (r *decodeRun) evaluate(
	ctx context.Context, a decodedAnswer,
) (f answerResult, err error) {
	options := len(r.entry.Tiling.Options)
	f = answerResult{n: big.NewInt(int64(len(a.solutions)))}
	switch {
	case a.Approximate:
		return f, fmt.Errorf("%s: the counter states an estimate, which confirms nothing", r.name())
	case a.Count != nil && a.Count.Cmp(new(big.Int).Lsh(big.NewInt(1), uint(options))) > 0:
		return f, fmt.Errorf("%s: a count of %d digits: %d placements have fewer subsets",
			r.name(), len(a.Count.String()), options)
	case a.Count != nil && a.models == 0:
		f.n, f.exact, f.counted = a.Count, true, true
	case a.Status == cnf.Unknown:
		return f, fmt.Errorf("%s: the solver prints neither SATISFIABLE nor "+
			"UNSATISFIABLE", r.name())
	case a.Status == cnf.Satisfiable && len(a.solutions) == 0:
		return f, fmt.Errorf("%s: the solver says SATISFIABLE but prints no model", r.name())
	default:
		f.exact = a.Complete && (r.all || len(a.solutions) == 0)
	}
	if f.exact {
		f.basis = backends.ByEngine
	}
	switch none := f.exact && f.n.Sign() == 0; {
	case none && r.proof != "":
		if err := r.refute(ctx); err != nil {
			return f, err
		}
		f.basis = backends.ByProof
	case none && r.requireProof:
		return f, fmt.Errorf("%s: there is no solution, without a proof: add --check-proof FILE",
			r.name())
	case f.exact && r.requireProof:
		return f, fmt.Errorf("%s: that there are %v solutions and no others is not proved: "+
			"--check-proof is for answers without a solution; see exactile certify",
			r.name(), f.n)
	case r.proof != "":
		r.Note("%s is not needed: a proof shows that there is no solution", cli.InputName(r.proof))
	}
	f.claims = r.compareClaims(f)
	return f, nil
}

// compareClaims compares a finding with the claims. The models of a part are a lower bound, and so
// are those that symmetry breaking leaves, of which there is one for each orbit.
func (r *decodeRun) compareClaims(f answerResult) []verify.ClaimResult {
	exact, orbits := f.exact, (*big.Int)(nil)
	if r.entry.Tiling.Puzzle.Goal.Best != "" && f.n.Sign() > 0 {
		return nil // they are about the best solutions
	}
	switch none := f.n.Sign() == 0; {
	case r.formula.part != "":
		exact = false
	case f.counted && r.formula.encoding.FreeAux:
		return nil // it may have counted auxiliary variables
	case exact && r.formula.encoding.BreakSymmetry:
		if exact = none; none || r.entry.Symmetry == "all" {
			orbits = f.n
		}
	}
	return verify.Judge(r.entry.Tiling.Puzzle.Claims, r.program(f), f.n, exact, orbits)
}

// program is the program that answered.
func (r *decodeRun) program(f answerResult) string {
	switch {
	case f.basis == backends.ByProof:
		return "the proof"
	case f.counted:
		return "the counter"
	}
	return "the solver"
}

// text is the text about the finding, and on whose word it is.
func (r *decodeRun) text(f answerResult) string {
	s := text.Count(f.n.String(), "solution")
	if f.n.Sign() == 0 {
		s = "no solution"
	}
	if r.formula.part != "" {
		s += " in part " + r.formula.part
	} else if f.n.Sign() > 0 && r.formula.encoding.BreakSymmetry {
		s += " up to symmetry"
	}
	if f.basis == backends.ByProof {
		return fmt.Sprintf("%s: the proof %s holds", s, cli.InputName(r.proof))
	}
	if !f.counted && f.n.Sign() > 0 {
		s += " and no others"
	}
	return fmt.Sprintf("%s, says %s; it is not verified", s, r.program(f))
}

// printCount prints the count of a model counter.
func (r *decodeRun) printCount(f answerResult) error {
	if !r.Out.IsJSON() {
		_, err := fmt.Fprintln(r.Out, f.n)
		r.Note("%s: %s", r.entry.Name, r.text(f))
		return err
	}
	return r.Out.JSON(struct {
		Puzzle       string                `json:"puzzle"`
		Backend      string                `json:"backend"`
		Count        string                `json:"count"`
		Complete     bool                  `json:"complete"`
		Completeness backends.Completeness `json:"completeness"`
		Claims       []verify.ClaimResult  `json:"claims,omitempty"`
	}{r.entry.Name, "decode", f.n.String(), true, f.basis, f.claims})
}

// printClaims prints how the finding and the claims agree, and returns the exit status.
func (r *decodeRun) printClaims(f answerResult) error {
	for _, claim := range f.claims {
		source := ""
		if claim.Source != "" {
			source = fmt.Sprintf(" (%s)", claim.Source)
		}
		switch {
		case claim.Verdict == verify.OK && f.exact:
			r.Note("%s: it agrees with the claim %q%s", r.entry.Name, claim.Claim, source)
		case claim.Verdict == verify.Broken && f.counted && r.Out.IsJSON():
			return cli.Exit(cli.Disagree)
		case claim.Verdict == verify.Broken:
			return cli.WithStatus(cli.Disagree, fmt.Errorf("%s: the claim %q%s is broken: %s",
				r.entry.Name, claim.Claim, source, claim.Reason))
		}
	}
	if f.exact && f.n.Sign() == 0 {
		return cli.Exit(cli.NoSolution)
	}
	return nil
}

const (
	// maxProof bounds a proof in bytes. A proof is read once and not held.
	maxProof = 1 << 34
	// maxLiterals bounds the formula of a proof: the checker holds it.
	maxLiterals = 1 << 26
)

// refute checks the proof that the formula is not satisfiable. The error is nil only if the proof
// holds.
func (r *decodeRun) refute(ctx context.Context) error {
	from, err := r.OpenInput(ctx, r.proof)
	if err != nil {
		return err
	}
	defer from.Close()
	name := cli.InputName(r.proof)
	tooLong := fmt.Errorf("%s: a proof of more than %d bytes is not checked", name, int64(maxProof))
	if f, ok := from.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Size() > maxProof {
			return tooLong
		}
	}
	m, err := r.formula.model(ctx, r.entry.Tiling.Model)
	if err != nil {
		return err
	}
	defer r.Progress.Begin(ctx, "checking "+name)()
	_, err = await.Value(ctx, func() (none struct{}, err error) {
		size, err := encode.Size(m, r.formula.encoding)
		if err != nil {
			return none, err
		}
		if size.Literals > maxLiterals {
			return none, fmt.Errorf("the formula has %d literals: %w", size.Literals,
				sat.ErrTooLarge)
		}
		all, err := encode.Encode(m, r.formula.encoding)
		if err != nil {
			return none, err
		}
		text := &bounded{from, maxProof, tooLong}
		return none, sat.Refutation(ctx, all.NumVars(), all.Clauses(), "", text)
	})
	if refusal := (*sat.Refusal)(nil); errors.As(err, &refusal) {
		return fmt.Errorf("%s: %s: the proof does not hold: %s; decode needs the same flags as "+
			"export",
			name, refusal.Place, refusal.Message)
	}
	if errors.Is(err, sat.ErrTooLarge) {
		return fmt.Errorf("%s: the proof is not checked: %w", name, err)
	}
	return err
}
