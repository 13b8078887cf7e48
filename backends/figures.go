package backends

import "encoding/json"

// Figures is a set of the figures of a search that engines may tell or not.
type Figures uint8

// The figures.
const (
	ConflictsFigure Figures = 1 << iota
	DecisionsFigure
	PropagationsFigure
)

// figure returns where a figure is kept.
func (st *Stats) figure(f Figures) *int64 {
	switch f {
	case ConflictsFigure:
		return &st.Conflicts
	case DecisionsFigure:
		return &st.Decisions
	}
	return &st.Propagations
}

// Tells reports whether somebody told the figure: a number that nobody told is 0, and
// says nothing.
func (st Stats) Tells(f Figures) bool { return *st.figure(f) > 0 || st.Zeros&f != 0 }

// tell adds to a figure what somebody told of it; a number below 0 tells nothing.
func (st *Stats) tell(f Figures, n int64) {
	if n < 0 {
		return
	}
	at := st.figure(f)
	*at += n
	if st.Zeros |= f; *at > 0 {
		st.Zeros &^= f
	}
}

// addFigures adds the figures of another search.
func (st *Stats) addFigures(other Stats) {
	for f := ConflictsFigure; f <= PropagationsFigure; f <<= 1 {
		if other.Tells(f) {
			st.tell(f, *other.figure(f))
		}
	}
}

// statsJSON is Stats as JSON: a figure that nobody told is null or not there.
type statsJSON struct {
	Options      int     `json:"options"`
	Items        int     `json:"items"`
	Variables    int     `json:"variables"`
	Clauses      int     `json:"clauses"`
	Nodes        int64   `json:"nodes"`
	Conflicts    *int64  `json:"conflicts"`
	Decisions    *int64  `json:"decisions,omitempty"`
	Propagations *int64  `json:"propagations,omitempty"`
	ChildCPU     float64 `json:"child_cpu,omitempty"`
	ChildPeak    int64   `json:"child_peak,omitempty"`
	ChildMemory  int64   `json:"child_memory,omitempty"`
	Engine       string  `json:"engine,omitempty"`
	Order        string  `json:"order,omitempty"`
	Merge        int     `json:"merge,omitempty"`
	Estimate     float64 `json:"estimate,omitempty"`
}

// MarshalJSON gives an object without the figures that nobody told; "conflicts" is
// null then.
func (st Stats) MarshalJSON() ([]byte, error) {
	told := func(f Figures) *int64 {
		if !st.Tells(f) {
			return nil
		}
		n := *st.figure(f)
		return &n
	}
	return json.Marshal(statsJSON{
		Options: st.Options, Items: st.Items, Variables: st.Variables, Clauses: st.Clauses, Nodes: st.Nodes,
		Conflicts: told(ConflictsFigure), Decisions: told(DecisionsFigure), Propagations: told(PropagationsFigure),
		ChildCPU: st.ChildCPU, ChildPeak: st.ChildPeak, ChildMemory: st.ChildMemory,
		Engine: st.Engine, Order: st.Order, Merge: st.Merge, Estimate: st.Estimate,
	})
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (st *Stats) UnmarshalJSON(text []byte) error {
	var j statsJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return err
	}
	*st = Stats{
		Options: j.Options, Items: j.Items, Variables: j.Variables, Clauses: j.Clauses, Nodes: j.Nodes,
		ChildCPU: j.ChildCPU, ChildPeak: j.ChildPeak, ChildMemory: j.ChildMemory,
		Engine: j.Engine, Order: j.Order, Merge: j.Merge, Estimate: j.Estimate,
	}
	for k, n := range []*int64{j.Conflicts, j.Decisions, j.Propagations} {
		if n != nil {
			st.tell(ConflictsFigure<<k, *n)
		}
	}
	return nil
}
