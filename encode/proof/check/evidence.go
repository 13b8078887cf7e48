package check

import (
	"io"

	"github.com/exactile/exactile/encode/cover"
)

// Evidence is the input of [Model]: the parts of a certificate beside the model, uncompressed.
// Symmetry may be nil; then no orbits are counted. Where Argument is not nil, it stands for the
// Tree.
type Evidence struct {
	Solutions, Tree, Argument, Symmetry io.Reader
}

// A Result is what a check has established about a model.
type Result struct {
	Solutions int64 // the exact number of solutions of the model: those listed
	Motions   int   // the size of the group of motions, 0 without symmetry
	Orbits    int64 // orbits of the solutions under the motions, 0 without symmetry
	Nodes     int64 // nodes of the search tree
	Digest    cover.Digest
}

// A Refusal is the reason why the evidence does not establish the claim.
type Refusal struct {
	Part    string // a file: "proof.tree"
	Place   string // "line 3", "byte 17"
	Message string
}

func (r *Refusal) Error() string { return r.Part + ": " + r.Place + ": " + r.Message }

// The limits of Model, so that sums of weights fit 64 bits and memory is bounded for hostile input;
// honest certificates stay far below.
const (
	maxItems, maxOptions = 1 << 18, 1 << 21
	maxWeight            = 1 << 20
)
