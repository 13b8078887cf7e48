package cnf

import (
	"fmt"
	"math/big"
	"slices"
)

// A Status is a solver's verdict on a formula.
type Status int

// Unknown is also the status of an answer without a verdict.
const (
	Unknown Status = iota
	Satisfiable
	Unsatisfiable
)

func (s Status) String() string {
	switch s {
	case Satisfiable:
		return "SATISFIABLE"
	case Unsatisfiable:
		return "UNSATISFIABLE"
	}
	return "UNKNOWN"
}

// An Assignment gives variables values; a solver's model is an Assignment. It may leave variables
// open: solvers may omit variables that occur in no clause. The zero Assignment leaves all
// variables open.
type Assignment struct {
	values []int8 // of variable v at v-1: 1 true, -1 false, 0 open
}

// Value reports whether l is true, which is false for an open variable.
func (a Assignment) Value(l Lit) bool {
	v := a.sign(l)
	return v > 0 && l > 0 || v < 0 && l < 0
}

// Open reports whether the variable of l has no value.
func (a Assignment) Open(l Lit) bool { return a.sign(l) == 0 }

func (a Assignment) sign(l Lit) int8 {
	if v := l.Var(); v > 0 && v <= len(a.values) {
		return a.values[v-1]
	}
	return 0
}

// Check returns nil if and only if a makes a literal of every clause of f true. The error names the
// first clause, from 1, that has no true literal.
func (a Assignment) Check(f *Formula) error {
	c := 0
	for clause := range f.Clauses() {
		c++
		if !slices.ContainsFunc(clause, a.Value) {
			return fmt.Errorf("cnf: clause %d has no true literal", c)
		}
	}
	return nil
}

// An Answer is what a solver printed, except the models.
type Answer struct {
	// Status is Satisfiable as soon as there is a model.
	Status Status
	// Models is the number of models.
	Models int
	// Complete is set if the solver states that there are no other models: it ended in `s
	// UNSATISFIABLE`, also after the last model, or in `s SOLUTIONS N`. Solvers that state it only
	// by their exit status, as clasp does, leave Complete false.
	Complete bool
	// Count is the number of models that a model counter states, nil if it states none. Status does
	// not depend on it.
	Count *big.Int
	// Approximate is set if the program calls its count an estimate, or states only an estimate.
	Approximate bool
}

// An answerParser reads an answer line by line.
type answerParser struct {
	*scanner
	limits Limits
	model  func(Assignment) error
	answer Answer
	want   string // what a model must contain, for messages

	refuted bool   // s UNSATISFIABLE was read: no model or status may follow
	bare    bool   // SAT was read: lines of literals without a v are models
	cut     bool   // the text ends right after the last literal
	whole   int    // number of values of a model without a 0, if known
	named   bool   // the current model is of x1, x2, ... and ends without a 0
	values  []int8 // the current model
	widest  int    // number of values of the model before
	open    bool   // a model has begun and not ended
	begun   place  // where it has begun

	counted   place // the place of the count
	estimated bool  // there is an estimate of the count
}

// lineEnd fails if anything follows on this line.
func (p *answerParser) lineEnd() {
	if word, at := p.word(); word != "" {
		p.fail(at, "found %q: want the end of the line", word)
	}
}
