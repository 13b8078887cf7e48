package check

import (
	"io"
	"math/big"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/proof/check/internal/layers"
)

// Evidence is the input of [Model]: the parts of a certificate beside the model, uncompressed. A part
// may be nil. One or both of Tree and Layers, or an Argument alone, show the number of solutions.
// Without Symmetry no orbits are counted.
type Evidence struct {
	Solutions, Tree, Layers, Argument, Symmetry io.Reader
	// Limits are those of the layers.
	Limits Limits
}

// A Result is what a check has established about a model.
type Result struct {
	Solutions *big.Int // the exact number of solutions of the model
	Listed    bool     // they are the listed ones, which have this Digest
	Digest    cover.Digest
	Motions   int      // the size of the group of motions, 0 without symmetry
	Orbits    *big.Int // orbits of the solutions under the motions, nil without symmetry
	Nodes     int64    // nodes of the search tree
	// States are those of all layers, and Largest those of the largest one.
	States, Largest int64
	Steps           int64 // of the recount, see Limits
	// Groups has the solutions of the layers by their groups under the Grouping, if they have one.
	Groups   []cover.Group
	Grouping cover.Grouping
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

// Limits bound a recount along layers. A field that is 0 is the default.
type Limits = layers.Limits

// The default limits, in steps and bytes.
const (
	DefaultSteps  = layers.DefaultSteps
	DefaultMemory = layers.DefaultMemory
)

// An Excess is the error of a recount that takes more than its limits. It is an [ErrTooLarge].
type Excess = layers.Excess
