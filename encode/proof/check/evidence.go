package check

import (
	"cmp"
	"fmt"
	"io"
	"math/big"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/proof/check/internal/layers"
)

// Evidence is the input of [Model]: the parts of a certificate beside the model, uncompressed. A
// part may be nil. One or both of Tree and Layers, or an Argument alone, show the number of
// solutions. Without Symmetry no orbits are counted.
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
type Limits struct {
	// Steps are the states of all layers. A step also pays for 64 tests: whether an option fits a
	// state, or a look at a place of a table. The usual limit is ten million.
	Steps int64
	// Memory is in bytes; the default is 300 MiB. Tables of states may take seven eighths of it.
	Memory int64
}

// Usual returns the limits with the usual ones in place of zeros.
func (l Limits) Usual() Limits {
	l.Steps, l.Memory = cmp.Or(l.Steps, layers.DefaultSteps), cmp.Or(l.Memory, layers.DefaultMemory)
	return l
}

// An Excess is the error of a recount that takes more than its limits, or more than any allow.
type Excess struct {
	Memory bool  // it is of memory, and not of steps
	Limit  int64 // in steps or bytes; 0: no limit allows it
	Stated int64 // the steps that the certificate states, unchecked; 0: none

	text string
}

func (e *Excess) Error() string { return e.text }

// Advice names the flag of exactile-check, certify --check and verify --certified that allows more:
// ": --steps N allows more". It is empty if none does.
func (e *Excess) Advice() string {
	switch {
	case e.Limit == 0:
		return ""
	case e.Memory:
		return ": --memory SIZE allows more"
	case e.Stated > e.Limit:
		return fmt.Sprintf(": --steps %d allows more", e.Stated)
	}
	return ": --steps N allows more"
}
