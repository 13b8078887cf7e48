package layers

import (
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// A System is what is counted: where it starts, and how a state goes on. It is used by one
// goroutine.
type System interface {
	Base() *run.Search
	Start() table.State
	// End is the layer of the final states. Children are in later layers than their state,
	// mostly not more than Reach later.
	End() int
	Reach() int
	// Bits is how many bits the states have in F above its lowest, which is 0, and in K.
	Bits() (f, k int)
	// Expand writes the children of a state to to, which has room for MostChildren, and
	// returns how many there are.
	Expand(st table.State, to []table.Child) int
	MostChildren() int
	// Weights are, by Child.At, how many solutions each solution below a child stands for;
	// nil if each stands for itself.
	Weights() []uint64
	// Sizes guess how many states the layers have, relative to one another.
	Sizes() []float64
	// Full reports whether a final state is a solution, and counts it.
	Full(st table.State) bool
}
