package backends

import (
	"cmp"
	"encoding/json"

	"github.com/exactile/exactile/native"
)

// Stats describes what a search worked on and what it cost. What a backend does not report is 0.
type Stats struct {
	// Options and Items are those of the searched model.
	Options int `json:"options"`
	Items   int `json:"items"`
	// Variables and Clauses are those of the largest formula that an engine was given, the one with
	// the most clauses, and Formulas is how many it was given.
	Variables int   `json:"variables"`
	Clauses   int   `json:"clauses"`
	Formulas  int64 `json:"formulas,omitempty"`
	// Solving is how many seconds SAT engines of exactile's own spent in looking for models.
	Solving float64 `json:"solving,omitempty"`
	// Nodes counts the choices that a searcher tried, Conflicts those that a SAT
	// engine met, Decisions its guesses and Propagations what followed from them.
	Nodes        int64  `json:"nodes"`
	Conflicts    Figure `json:"conflicts"`
	Decisions    Figure `json:"decisions,omitzero"`
	Propagations Figure `json:"propagations,omitzero"`
	// ChildCPU is how many seconds of user and system time outside programs and isolated
	// searches took, ChildPeak the peak of resident bytes of the largest of them, and
	// ChildMemory the sum of the peaks of those that ran side by side.
	ChildCPU    float64 `json:"child_cpu,omitempty"`
	ChildPeak   int64   `json:"child_peak,omitempty"`
	ChildMemory int64   `json:"child_memory,omitempty"`
	// Engine is the engine that a searcher chose, Order the order in which it scanned
	// the cells, Away how many bytes of merged states it wrote to disk, Estimate how many
	// nodes it expected, and Merging how many seconds a count by merged states was expected
	// to take that was given up; of several searches, those of the first.
	Engine   string  `json:"engine,omitempty"`
	Order    string  `json:"order,omitempty"`
	Away     int64   `json:"away,omitempty"`
	Estimate float64 `json:"estimate,omitempty"`
	Merging  float64 `json:"merging,omitempty"`
	// Searched is set if a search of our own took part, Asked if the end of the search
	// rests on the word of an engine, and Proved if an engine's word was proved. They
	// become a report's Completeness.
	Searched bool `json:"-"`
	Trusted  bool `json:"-"`
	Proved   bool `json:"-"`
	// Formula is set if the number is that of a formula.
	Formula bool `json:"-"`
	// Unproved is why an engine that is able to write proofs ran without them, "" if none did.
	Unproved string `json:"-"`
	// Argument is why there is no solution, found without a search; empty if nothing is.
	Argument string `json:"-"`
}

// A Figure is a number that an engine may report or not. Its JSON is null if it is not
// reported.
type Figure struct {
	N        int64
	Reported bool
}

// Add adds a reported number; a number below 0 reports nothing.
func (f *Figure) Add(n int64) {
	if n >= 0 {
		f.N, f.Reported = f.N+n, true
	}
}

// plus adds another figure.
func (f *Figure) plus(other Figure) {
	if other.Reported {
		f.Add(other.N)
	}
}

// MarshalJSON gives a number or null.
func (f Figure) MarshalJSON() ([]byte, error) {
	if !f.Reported {
		return []byte("null"), nil
	}
	return json.Marshal(f.N)
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (f *Figure) UnmarshalJSON(text []byte) error {
	var n *int64
	err := json.Unmarshal(text, &n)
	if *f = (Figure{}); n != nil {
		f.Add(*n)
	}
	return err
}

// Completeness is the evidence for the result of the searches, if they finished.
func (st Stats) Completeness() Completeness {
	switch {
	case st.Trusted:
		return ByEngine
	case st.Proved:
		return ByProof
	case st.Searched:
		return BySearch
	case st.Formula:
		return ByFormula
	case st.Argument != "":
		return ByArgument
	}
	return ByEngine
}

// AddSearch adds what a search of package native cost.
func (st *Stats) AddSearch(s native.Stats) {
	st.Add(Stats{
		Nodes: s.Nodes, Engine: s.Engine, Order: s.Order, Away: s.Away, Estimate: s.Estimate,
		Merging: s.Merging, Searched: true,
	})
}

// AddFormula adds a formula that an engine was given.
func (st *Stats) AddFormula(variables, clauses int) {
	st.Formulas++
	st.largest(variables, clauses)
}

func (st *Stats) largest(variables, clauses int) {
	if clauses > st.Clauses || clauses == st.Clauses && variables > st.Variables {
		st.Variables, st.Clauses = variables, clauses
	}
}

// Add adds what another search on the same model, or a part of it, cost.
func (st *Stats) Add(other Stats) {
	st.Options = max(st.Options, other.Options)
	st.Items = max(st.Items, other.Items)
	st.Formulas += other.Formulas
	st.largest(other.Variables, other.Clauses)
	st.Solving += other.Solving
	st.Nodes += other.Nodes
	st.Conflicts.plus(other.Conflicts)
	st.Decisions.plus(other.Decisions)
	st.Propagations.plus(other.Propagations)
	st.ChildCPU += other.ChildCPU
	st.ChildPeak = max(st.ChildPeak, other.ChildPeak)
	st.ChildMemory = max(st.ChildMemory, other.ChildMemory)
	st.Searched = st.Searched || other.Searched
	st.Trusted = st.Trusted || other.Trusted
	st.Proved = st.Proved || other.Proved
	st.Formula = st.Formula || other.Formula
	st.Unproved = cmp.Or(st.Unproved, other.Unproved)
	st.Argument = cmp.Or(st.Argument, other.Argument)
	if st.Engine == "" {
		st.Engine, st.Order, st.Away, st.Estimate = other.Engine, other.Order, other.Away,
			other.Estimate
		st.Merging = other.Merging
	}
}
