package proof

import (
	"context"
	"io"

	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
)

// Options say how a certificate is written. The zero value is usable.
type Options struct {
	Puzzle    string // name of the puzzle in the claim
	Generator string // program and version
	// PuzzleText is stored as puzzle.yaml; nil: the certificate is of the model alone.
	PuzzleText []byte
	// Colourings are passed to [argument.Find].
	Colourings []argument.Colouring
	// UpToSymmetry adds the motions of the model (Model.Sym; only the identity if that is nil) and
	// the number of orbits.
	UpToSymmetry bool
	// Uncompressed leaves large parts uncompressed.
	Uncompressed bool
	// Workers is the number of goroutines that search; 0: one a core. The files do
	// not depend on it.
	Workers int
	// Form is "tree" for a search tree, "layers" for an order along which a checker counts again,
	// "both", or "" for the one that takes less to check: the tree, without Recount.
	Form string
	// Recount is a checker's: it counts along the orders of a proof.layers of a model, for the
	// motions if there are some, and returns the words of the totals, each after a space, and the
	// steps that a check takes; nil if it takes more tests or bytes.
	Recount func(
		ctx context.Context, m *cover.Model, motions [][]int, text []byte, tests, bytes int64,
	) (totals []string, steps int64, err error)
	// RecountSteps are the steps that a checker takes by default. The certificate states its own if
	// they are more; 0: never.
	RecountSteps int64
	// Theorems is a checker's, too: it writes the count along a proof.layers as theorems for a
	// proof assistant. With it the certificate has layers, these, and what they rest on.
	Theorems func(w io.Writer, m *cover.Model, motions [][]int, layers io.Reader) error
	// Orders are orders of items to try for layers, beside those that the model suggests.
	Orders [][]int
	// Grouping makes layers that count each group of solutions.
	Grouping cover.Grouping
	// List lists the solutions even if they are more than MostListed.
	List bool
	// Accept, if not nil, is called with what was found before it is claimed. Its error ends
	// Write: then there is no certificate.
	Accept func(Claim) error
	// SAT adds the files for checkers of SAT proofs; nil: none.
	SAT *SAT
	// sorterWords is for tests; 0: the default.
	sorterWords int
}

// SAT describes the files with which a checker of SAT proofs can verify the count: the formula, and
// a refutation of the formula with one blocking clause for each solution.
type SAT struct {
	// Formula is equivalent to the model; option o is its variable o+1. Unit propagation on it must
	// do what the search does: when Max options of an item are true, the others become false, and
	// when only Min options are left, they become true. Pairwise clauses do that for the bound 1,
	// and counters for others if they count in both directions. The proof of a formula that
	// propagates less is one that the checker refuses.
	Formula *cnf.Formula
	// Notes are written at the head of puzzle.cnf.
	Notes cnf.Comments
	// Block returns the clause that excludes a solution, over the options alone.
	Block func(cover.Solution) []cnf.Lit
	// Blocked adds blocked.cnf: the formula and the blocking clauses in the order of solutions.txt.
	// The proof refutes it. A reader can make it from puzzle.cnf and solutions.txt.
	Blocked bool
}
