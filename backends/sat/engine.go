package sat

import (
	"cmp"
	"context"
	"io"
	"iter"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/proof/check/sat"
	"github.com/exactile/exactile/internal/contain"
)

// An Engine decides whether clauses can be satisfied. A SAT solver needs only
// these methods to become a backend. An engine is for one goroutine.
type Engine interface {
	// Add adds the clause that at least one of the literals holds; no literals make
	// the formula unsatisfiable. It does not keep the slice. Clauses may be added
	// after Solve as well as before it.
	Add(clause ...cnf.Lit)
	// Solve reports whether all clauses added so far can be satisfied at once. An
	// engine that finds no answer returns an error; err is ctx.Err() if ctx ended
	// it, within 200 ms. After an error the engine is of no further use.
	Solve(ctx context.Context) (sat bool, err error)
	// Value reports whether l holds in the model that Solve has just found. It is valid
	// after Solve has returned true, until the next Add or Solve. Variables in no clause
	// may have either value, but a literal and its negation have opposite ones.
	Value(l cnf.Lit) bool
}

// A CardinalityEngine also accepts bounds directly, without clauses for them.
type CardinalityEngine interface {
	Engine
	// AddAtMost adds that at most k of the literals, which are of distinct
	// variables, hold. It does not keep the slice.
	AddAtMost(lits []cnf.Lit, k int)
}

// A ListingEngine may be able to yield all models in one run, faster than by
// repeated queries.
type ListingEngine interface {
	Engine
	// Lists reports whether it is able to, and after how many models it gets slow, 0
	// for never: beyond that it should be queried about parts.
	Lists() (most int, ok bool)
	// Reserve makes the variables up to vars part of the formula, in a clause or not.
	Reserve(vars int)
	// Models yields each model of the clauses, over all variables, once, as a function
	// that gives the value of a literal and is valid until the next. A listing that
	// ends without an error is complete; one that was cut short ends with one pair
	// (nil, err), as for Solve.
	Models(ctx context.Context) iter.Seq2[func(cnf.Lit) bool, error]
}

// A projectingEngine searches exhaustively for the models projected on the first variables: of
// models that differ only in others it yields one. It is slow after no number of them.
type projectingEngine interface {
	ListingEngine
	// Show makes Models project on the variables up to shown.
	Show(shown int)
	// Held appends the shown variables that hold in the model that Models yields, in order.
	Held(to []int) []int
}

// A ProvingEngine may be able to prove its answer when Solve returns false.
type ProvingEngine interface {
	Engine
	// Proves reports whether it is able to.
	Proves() bool
	// Proof returns a proof that the clauses added so far cannot be satisfied at once, once Solve
	// has returned false. It is read before the engine is queried again. The error is the reason
	// why there is no whole proof.
	Proof() (sat.Format, io.Reader, error)
}

// Optional abilities of an engine. An engine that holds resources frees them by Close.
type (
	// measured counts its conflicts, its guesses, and its propagated literals; a
	// number below 0 means not counted.
	measured interface {
		Effort() (conflicts, decisions, propagations int64)
	}
	// costly reports what its processes have used so far.
	costly interface{ Used() contain.Usage }
	// refusing reports why Solve runs without a proof although the engine is able to write
	// one, "" if it does not.
	refusing interface{ Refusal() string }
)

func refusal(engine any) string {
	if e, ok := engine.(refusing); ok {
		return e.Refusal()
	}
	return ""
}

// charge adds the cost of an engine that is no longer needed, and closes it.
func charge(st *backends.Stats, engine any) {
	if e, ok := engine.(measured); ok {
		conflicts, decisions, propagations := e.Effort()
		st.Conflicts.Add(conflicts)
		st.Decisions.Add(decisions)
		st.Propagations.Add(propagations)
	}
	if e, ok := engine.(costly); ok {
		used := e.Used()
		st.ChildCPU += used.CPU.Seconds()
		st.ChildPeak = max(st.ChildPeak, used.Memory)
		st.ChildMemory = max(st.ChildMemory, used.Together)
	}
	st.Unproved = cmp.Or(st.Unproved, refusal(engine))
	if e, ok := engine.(io.Closer); ok {
		_ = e.Close()
	}
}
